"""A record as a story in the reader's language: who did what, what was refused and why, what it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.core import Deal, Left, Paused, Placed, Replaced, Resumed, Roll, SetUp, Touched
from referee.declared import TURN
from referee.games.arrows.state import COLOURS
from referee.record import Record, profile_of

from ..words import Words, words
from ..words.games import words_of
from ..words.games.sentences import foul_sentence, move_sentence, outcome_sentence
from ..words.offer import game_title, profile_name
from .files import RecordedEvent, steps

MOST = 12
"""Most moves that are listed after a throw; of more, only their number."""


def story(record: Record, language: str) -> Iterator[str]:
    """The lines of the story, the players first, the count of verdicts last.

    Args:
        record: read, so that every verdict in it is right.
        language: of `webui.table.values.languages.LANGUAGES`.
    """
    w, match = words(language), record.match
    yield _beginning(w, record)
    for step in steps(record):
        yield f"  {_step_sentence(w, step)}"
        names = [_shown(name) for name in step.after.names]
        for ended in step.outcomes:
            yield f"  = {outcome_sentence(w, match.game, ended, names)}"
    yield _ending(w, record)


def _beginning(w: Words, record: Record) -> str:
    match = record.match
    profile = profile_of(match.game)
    people = zip(match.players, match.seats, strict=True)
    players = (w.t("%(name)s (place %(seat)s)", name=_shown(name), seat=seat) for name, seat in people)
    title = profile_name(w, profile) if profile else game_title(w, match.game.name)
    return w.t("%(game)s: %(players)s", game=title, players=", ".join(players))


def _ending(w: Words, record: Record) -> str:
    match = record.match
    over = match.game.is_over(match.state)
    ending = w.t("the match is over") if over else w.t("the match is not over")
    return w.t(
        "Every verdict is right: %(events)s events, %(refused)s refused; %(ending)s.",
        events=len(match.events),
        refused=len(record.refused),
        ending=ending,
    )


def _step_sentence(w: Words, step: RecordedEvent) -> str:
    """One event; after a throw, what it allows, and after a refusal the reason."""
    done = done_sentence(w, step)
    if step.foul is None:
        return done
    why = foul_sentence(step.foul, w.language, {"everybody": step.before.names})
    return w.t("%(done)s Refused: %(why)s [%(rule)s]", done=done, why=why, rule=step.foul.rule)


def done_sentence(w: Words, step: RecordedEvent) -> str:
    """What was done or tried, accepted or not."""
    name = "" if step.player is None else _shown(step.before.names[step.player])
    name = name or w.t("Somebody")
    match step.event:
        case Roll(dice):
            return _threw(w, step, name, dice)
        case Placed(spaces) if step.foul is None:
            stands = ", ".join(_stands_so(w, step, space, kind) for space, kind in spaces)
            return w.t(
                "In %(name)s's turn a person says how it stands: %(stands)s.", name=name, stands=stands
            )
        case Placed(spaces):
            return w.t("In %(name)s's turn the table shows %(stands)s.", name=name, stands=_stands(spaces))
        case Deal(hands):
            return w.t("Cards are dealt. %(hands)s.", hands=_hands(w, step, hands))
        case Touched(space):
            return w.t("%(name)s touches what stands on %(space)s.", name=name, space=_place(w, space))
        case Left(player):
            return w.t("%(name)s leaves the match for good.", name=_shown(step.before.names[player]))
        case Replaced(player, follower):
            left = _shown(step.before.names[player])
            return w.t("%(new)s plays on for %(name)s.", new=_shown(follower), name=left)
        case SetUp(position):
            return w.t("The board was set up by hand: %(position)s", position=position)
        case Paused(note):
            return _noted(w.t("Pause."), note)
        case Resumed(note):
            return _noted(w.t("The game goes on."), note)
    game = step.before.game
    names = [_shown(player_name) for player_name in step.before.names]
    return move_sentence(w, game, step.event, name, names)


def _threw(w: Words, step: RecordedEvent, name: str, dice: Sequence[int]) -> str:
    sentence = w.t("%(name)s throws %(dice)s.", name=name, dice=w.all_of(dice))
    game, state = step.after.game, step.after.state
    due = game.awaits(state)
    if step.foul or due is None or due.actor != step.player:
        return sentence
    legal = game.legal(state)
    if len(legal) > MOST:
        return " ".join((sentence, w.t("%(n)s moves are possible.", n=len(legal))))
    moves = ", ".join(game.to_text(move) for move in legal)
    return " ".join((sentence, w.t("Possible: %(moves)s.", moves=moves)))


def _place(w: Words, space: str) -> str:
    """A space in players' words: "arrow 12A"; any other as it is."""
    board, _, arrow = space.partition("arrow-")
    return w.t("arrow %(arrow)s", arrow=arrow) if arrow and not board else space


def _stands_so(w: Words, step: RecordedEvent, space: str, kind: str) -> str:
    """A placement on one space, in players' words: "Arrow 6: 4 white men", "Max throws next"."""
    row, before = words_of(step.before.game.name), step.before
    if space != TURN:
        return row.stands(w, space, kind)
    player = COLOURS.index(kind) if kind in COLOURS else before.seats.index(int(kind.removeprefix("place ")))
    return w.t(row.next_up, name=_shown(before.names[player]))


def _stands(spaces: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{space} {kind}" for space, kind in spaces)


def _hands(w: Words, step: RecordedEvent, hands: Sequence[Any]) -> str:
    named = zip(step.before.names, hands, strict=False)
    return ", ".join(
        w.t("%(name)s: %(cards)s", name=_shown(name), cards=" ".join(hand) if hand else "?")
        for name, hand in named
    )


def _noted(sentence: str, note: str) -> str:
    return f"{sentence} ({_shown(note)})" if note else sentence


def _shown(name: str) -> str:
    """A name, its unprintable characters escaped."""
    return name if name.isprintable() else repr(name)
