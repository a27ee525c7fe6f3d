"""A player's first sentences: one headline, and the few sentences below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace

from ..table.values.events import EventLine
from ..table.values.view import Stage, TileDoubt, TilesView, View, ViewDue, ViewT
from . import Words
from .corrections import corrected, just_put_right
from .doubts import dice_question, tile_question
from .games.first_read import (
    BOTH,
    BOTH_OR_ONE,
    ONE,
    FamilyWords,
    Now,
    Throwing,
    how_to_throw,
    thinks_over,
    tiles_to_turn,
)
from .games.sentences import event_sentence, sentence
from .games.tiles import the_tiles, to_close
from .practice import CHOOSES, for_piste
from .stakes import paid, payments
from .winners import game_won, names_of

FEW = 3
"""Ways of closing that are told in one sentence; more of them no child reads."""
QUIET = frozenset(
    {"tile_flipped", "light_low", "paused", "resumed", "camera_lost", "camera_back", "board_moved", "board_back"}
)
"""Events that end no praise."""
COVERED_BY = QUIET | {"move_refused", "move_withdrawn", "board_reset"}
"""Events whose sentence comes in the place of praise only once that could be read."""


def now(w: Words, view: ViewT, own: FamilyWords[ViewT]) -> Now:
    """The headline for a view, in its family's words; praise for a closing stands until the next throw."""
    headline, closed = _headline(w, view, own), _praise_for(view)
    if closed is not None:
        praise = w.t("%(done)s That is right!", done=event_sentence(closed, view.names, w.language))
        headline = replace(headline, says=(praise, *headline.says))
    return replace(headline, praised=_last_praised(view), praises=closed is not None)


def _praise_for(view: View) -> EventLine | None:
    """The closing that the sentence praises."""
    if view.state != "waiting_throw" or "board_moved" in view.problems:
        return None
    return _just_closed(view, QUIET)


def _last_praised(view: View) -> str:
    """The name of the praised closing, or of the last one praised; "" after the next throw."""
    closed = None if view.state == "paused" else _just_closed(view, COVERED_BY)
    return "" if closed is None else f"{closed['t']}-{closed['player']}"


def _just_closed(view: View, passing: Set[str]) -> EventLine | None:
    """The last accepted closing of a person, if only `passing` events came since."""
    of_piste = () if view.practice is None else view.practice.seats
    for event in reversed(view.history):
        if event["event"] == "move_accepted":
            return event if event.get("closed") and event.get("seat") not in of_piste else None
        if event["event"] not in passing:
            return None
    return None


def _headline(w: Words, view: ViewT, own: FamilyWords[ViewT]) -> Now:
    """What the players should do, or the latest decision."""
    if "board_moved" in view.problems:
        return Now("calm", w.t("The board has moved"), (w.t("I am looking for it again."),))
    asked = tile_question(w, view)
    if asked is not None:
        return Now("ask", asked.says, (w.t("Look at the tile and tap your answer."),))
    tell = own.tellers.get(view.state)
    headline = TELLERS[view.state](w, view) if tell is None else tell(w, view)
    if view.state == "refused":
        headline = replace(headline, says=(*headline.says, *own.put_right(w, view)))
    if view.due is not None and (of_piste := _piste_now(w, view, view.due, headline, own)) is not None:
        headline = of_piste
    if view.camera.state == "moved" and headline.tone == "act":
        return Now("calm", w.t("One moment…"), (w.t("Leave the board still: then I find it."),))
    if view.verdict is not None and view.verdict.get("rule") == "board_unsure":
        headline = replace(headline, says=(_why(w, view), *headline.says))
    right = just_put_right(view.history)
    if right is not None:
        name = "".join(names_of(view, [right.get("player", 0)]))
        headline = replace(headline, says=(corrected(w, right, name), *headline.says))
    return headline


def _piste_now(w: Words, view: ViewT, due: ViewDue, headline: Now, own: FamilyWords[ViewT]) -> Now | None:
    """The headline on Piste's turn, replacing the one for a person; None if it is not Piste's turn.

    Args:
        w: the reader's words.
        view: the table's.
        due: what is due in it.
        headline: the one for a person: what has just ended first, what to do last.
        own: the family's words.
    """
    if view.practice is None or not for_piste(view):
        return None
    name = view.names[due.player]
    if not due.piste:
        throws = due.what == "throw" and view.state == "waiting_throw"
        return Now("act", w.t("Throw the dice for %(name)s!", name=name), headline.says) if throws else None
    match view.state:
        case "waiting_throw" if due.what == "deal":
            return Now("calm", w.t("%(name)s deals the cards…", name=name), headline.says[:-1])
        case "waiting_throw":
            return Now("calm", w.t("%(name)s throws…", name=name), headline.says[:-1])
        case "waiting_move":
            says = (*headline.says[:-1], w.t(CHOOSES[view.practice.plays]))
            return Now("calm", own.chooses(w, view, name), says)
        case "provisional":
            says = (w.t("Look at the move: it counts in a moment."),)
            return Now("calm", own.plays(w, view, name, headline.headline), says)
    return None


def _setup(w: Words, view: View) -> Now:
    return Now("calm", w.t("Shall we play?"), (w.t("Choose a game and who plays."),))


def _waiting_start(w: Words, view: View) -> Now:
    return Now("act", w.t("Open all the tiles"), (w.t("The game starts when every tile is open."),))


def _waiting_throw(w: Words, view: View) -> Now:
    name = _name(view)
    before = just_ended(w, view)
    says = _void(w, view) or how_to_throw(w, view, _how_many(view.due), before)
    headline = w.t("%(name)s, it is your turn to throw!", name=name) if name else w.t("Throw the dice!")
    return Now("act", headline, (*before, says))


def _name(view: View) -> str:
    """The acting player; "" for nobody."""
    return "" if view.at_turn is None else view.at_turn.name


def _how_many(due: ViewDue | None) -> Throwing:
    if due is None:
        return BOTH
    return BOTH_OR_ONE if 1 in due.may else ONE if due.dice == 1 else BOTH


def _void(w: Words, view: View) -> str:
    """What to do after a throw that did not count, or ""."""
    last = view.last["event"] if view.last else ""
    if last == "die_cocked":
        return w.t("A die is leaning: throw again.")
    return w.t("A die left the board: throw again.") if last == "die_off_board" else ""


def just_ended(w: Words, view: View) -> list[str]:
    """The turn that has just ended, and the game that ended with it; [] once dice lie again."""
    since: set[str] = set()
    for event in reversed(view.history):
        if event["event"] == "roll_settled":
            break
        since.add(event["event"])
    sentences = [passed_sentence(w, view)] if "turn_passed" in since else []
    if "game_ended" in since and view.results and view.due:
        sentences.append(game_won(w, view, view.results[-1]))
    if "game_ended" in since and view.results:
        sentences.append(paid(w, view, view.results[-1]))
    elif "turn_passed" in since and view.play_off:
        sentences.append(w.t("Level! The first ones play on until one of them is ahead."))
    return [text for text in sentences if text]


def passed_sentence(w: Words, view: View) -> str:
    """The result of a game that has just ended for one player, or ""."""
    events = [event for event in view.history[-6:] if event["event"] in ("roll_settled", "turn_passed")]
    if not events or events[-1]["event"] != "turn_passed" or (view.last and view.last["event"] == "roll_started"):
        return ""
    passed = events[-1]
    dice: list[int | None] = next((e["dice"] for e in reversed(events) if e["event"] == "roll_settled"), [])
    return _stopped(w, view, passed, dice)


def _stopped(w: Words, view: View, passed: EventLine, dice: Sequence[int | None]) -> str:
    name = "".join(names_of(view, [passed.get("player", 0)]))
    if passed.get("cause") == "left":
        return w.t("%(name)s leaves the game.", name=name)
    score = passed["score"] or 0
    if score == 0:
        return w.t("Bravo, %(name)s: everything is closed, 0 points!", name=name)
    if not dice:
        return w.tn("%(name)s stops at %(n)s point.", "%(name)s stops at %(n)s points.", score, name=name)
    return w.tn(
        "With %(dice)s, nothing to close: %(name)s stops at %(n)s point.",
        "With %(dice)s, nothing to close: %(name)s stops at %(n)s points.",
        score,
        name=name,
        dice=w.all_of(dice),
    )


def _rolling(w: Words, view: View) -> Now:
    return Now("calm", w.t("The dice are rolling…"))


def _reading(w: Words, view: View) -> Now:
    """A throw that is not read surely yet: the next tiles may decide, nobody has to."""
    headline = w.t("%(dice)s? I am still looking.", dice=w.all_of(view.faces))
    may = w.t("You may already play: the tiles will help me.")
    return Now("calm", headline, (may if view.legal else w.t("Leave the dice for a moment."),))


def _doubt(w: Words, view: View) -> Now:
    readings = view.readings
    many = max(map(len, readings), default=2)
    headline = w.t("What does the die show?") if many == 1 else w.t("What do the dice show?")
    return Now("ask", headline, (dice_question(w, readings), w.t("Tap what you see, or throw again.")))


def _waiting_move(w: Words, view: TilesView) -> Now:
    name = _name(view)
    dice = view.faces
    headline = w.t("%(dice)s: your move, %(name)s!", dice=w.all_of(dice), name=name)
    says = [_what_fits(w, view, dice)]
    doubtful = sorted({spot.tile for spot in view.doubt.tiles}) if isinstance(view.doubt, TileDoubt) else []
    if doubtful:
        tiles = the_tiles(w, doubtful)
        says.insert(0, w.t("I cannot see %(tiles)s well. Tap what you have closed.", tiles=tiles))
    return Now("act", headline, tuple(says), _hint(w, view, dice))


def _what_fits(w: Words, view: TilesView, dice: Sequence[int]) -> str:
    """What to do with these dice, without naming tiles."""
    closed = view.provisional
    if closed:
        return w.tn(
            "%(tiles)s closed: something is still left to close.",
            "%(tiles)s closed: something is still left to close.",
            len(closed),
            tiles=w.all_of(closed),
        )
    if len(dice) == 1:
        return w.t("Close what fits this die.")
    return w.t("Close tiles that fit these dice.")


def legal_now(view: TilesView) -> list[tuple[int, ...]]:
    """The legal closings; if some tiles of one are closed already, those that contain them."""
    closed = set(view.provisional or ())
    return [move for move in view.legal if closed <= set(move)]


def closings(view: TilesView) -> list[tuple[int, ...]]:
    """The legal moves to offer now; if one stands already, the wider ones that contain it."""
    if view.shows_legal == "never":
        return []
    if view.state == "provisional":
        return [tuple(sorted((*(view.provisional or ()), *more))) for more in view.continuations]
    return legal_now(view) if view.state in ("reading", "waiting_move", "refused") else []


def _hint(w: Words, view: TilesView, dice: Sequence[int]) -> str:
    """The fitting closings, if they are few; the rest to close, if some are closed already."""
    if view.shows_legal == "never":
        return ""
    closed = view.provisional or ()
    fits = [sorted(set(move) - set(closed)) for move in legal_now(view)]
    if not 0 < len(fits) <= FEW:
        return ""
    choices = to_close(w, dice, fits)
    if not closed:
        return w.t("Close %(tiles)s.", tiles=choices)
    return w.tn(
        "%(tiles)s closed: now close %(choices)s.",
        "%(tiles)s closed: now close %(choices)s.",
        len(closed),
        tiles=w.all_of(closed),
        choices=choices,
    )


def _provisional(w: Words, view: TilesView) -> Now:
    closed = view.provisional or ()
    headline = w.tn("%(tiles)s closed", "%(tiles)s closed", len(closed), tiles=w.all_of(closed))
    more = sorted({tile for tiles in view.continuations for tile in tiles})
    if view.ripens:
        return Now("act", headline, (w.t("That fits!"),))
    if view.mode == "touch":  # no throw is observed: a person must declare that the turn goes on
        return Now("act", headline, (_or_next(w, view, more),))
    if more and view.shows_legal == "always":
        return Now("act", headline, (w.t("You may still close %(tiles)s, or throw again.", tiles=w.any_of(more)),))
    if more:
        return Now("act", headline, (w.t("You may still close more, or throw again."),))
    return Now("act", headline, (w.t("That fits! Throw again, or tap Next."),))


def _or_next(w: Words, view: View, more: Sequence[int]) -> str:
    if more and view.shows_legal == "always":
        return w.t("You may still close %(tiles)s, or tap Next.", tiles=w.any_of(more))
    return w.t("You may still close more, or tap Next.") if more else w.t("That fits! Tap Next.")


def _refused(w: Words, view: View) -> Now:
    text = _why(w, view)
    return Now("refused", w.t("That does not fit yet"), (text,) if text else ())


def _why(w: Words, view: View) -> str:
    """The reason of a refusal; players are called by their names."""
    verdict: EventLine = view.verdict or {"event": "move_refused", "t": view.at}
    rule, values, reason = verdict.get("rule", ""), verdict.get("values", {}), verdict.get("reason")
    owner = next((player for player in view.players if player.seat == values.get("seat")), None)
    if owner is not None:
        named = {"owner": owner.name, "name": _name(view), "mine": owner.turn}
        return sentence(rule, {**values, **named}, w.language)
    stored = reason.get(w.language) if isinstance(reason, dict) else None
    return stored or sentence(rule, values, w.language)


def _put_back(w: Words, view: View) -> Now:
    return Now("act", w.t("Tidy the board"), tiles_to_turn(w, view) or (w.t("Put the tiles as shown."),))


def _paused(w: Words, view: View) -> Now:
    return Now("pause", w.t("Pause"), (w.t("The game waits. Nothing is lost."),))


def _won(w: Words, view: View) -> str:
    winners = names_of(view, view.winners)
    if not winners:
        return w.t("The game is over")
    if len(view.players) == 1:
        return w.t("Well played, %(name)s!", name=winners[0])
    return w.tn("%(names)s wins!", "%(names)s win together!", len(winners), names=w.all_of(winners))


def _over(w: Words, view: View) -> Now:
    """The winner; where payments are listed, without what ended the last turn."""
    return Now("end", _won(w, view), () if payments(w, view) else tuple(just_ended(w, view)))


def _chooses(w: Words, view: View, name: str) -> str:
    return thinks_over(w, name, view.faces)


def _plays(w: Words, view: TilesView, name: str, headline: str) -> str:
    return w.t("%(name)s closes %(tiles)s", name=name, tiles=w.all_of(view.provisional or ()))


def _please_wait(w: Words, view: View) -> Now:
    return Now("calm", w.t("One moment…"))


TELLERS: Mapping[Stage, Callable[[Words, View], Now]] = {
    "setup": _setup,
    "waiting_start": _waiting_start,
    "waiting_throw": _waiting_throw,
    "rolling": _rolling,
    "reading": _reading,
    "doubt": _doubt,
    "waiting_move": _please_wait,
    "provisional": _please_wait,
    "refused": _refused,
    "put_back": _put_back,
    "paused": _paused,
    "game_over": _over,
    "series_over": _over,
}
"""State of the table -> who words it, unless the family has words of its own."""

WITHOUT_GAME: FamilyWords[View] = FamilyWords({}, _chooses)
TILES: FamilyWords[TilesView] = FamilyWords(
    {"waiting_move": _waiting_move, "provisional": _provisional}, _chooses, _plays
)
