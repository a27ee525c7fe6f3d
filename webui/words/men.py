"""Sentences about men on arrows: where they stand, where they may go, and what a player reads first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..table.values.events import EventLine
from ..table.values.view import MenFix, MenView, View, ViewResult, ViewStep
from . import N_, Words
from .games import words_of
from .games.arrows import place, printed, stands
from .games.first_read import BOTH, BOTH_OR_DOUBLE, FamilyWords, Now, acting_name, how_to_throw, thinks_over
from .games.forms import tell

MOST = 3
"""Arrows that are named at most where men stand wrong."""

SAYINGS: Mapping[str, str] = {
    "double": N_("I double"),
    "accept": N_("I accept"),
    "refuse": N_("I refuse"),
    "restart": N_("We begin anew"),
    "prolong": N_("We prolong it"),
}
"""A word of the referee's -> what whoever says it taps."""


def place_of(w: Words, space: str) -> str:
    """ "arrow 12A", "the bar", "off the board"."""
    return place(w, printed(space))


def step_says(w: Words, step: ViewStep, *, ruban: bool) -> str:
    """Where a man may go: "from arrow 8 to arrow 3, makes a ruban"."""
    source, target = place_of(w, step.source), place_of(w, step.target)
    if step.target.startswith("off"):
        sentence = w.t("from %(source)s, leaves the board", source=source)
    else:
        sentence = w.t("from %(source)s to %(target)s", source=source, target=target)
    takes = w.tn("captures %(n)s man", "captures %(n)s men", step.takes) if step.takes else ""
    pair = w.t("makes a ruban") if ruban and step.then.endswith(" x 2") and step.target.startswith("arrow") else ""
    return ", ".join(text for text in (sentence, takes, pair) if text)


def saying(w: Words, word: str) -> str:
    """The label of a declaration; one without words stays as it is."""
    return w.t(SAYINGS[word]) if word in SAYINGS else word


def _start(w: Words, view: MenView) -> Now:
    says = put_right(w, view) or (w.t("They stand as on the screen; then throw for who starts."),)
    return Now("act", w.t("Set up the men"), says)


def _throw(w: Words, view: MenView) -> Now:
    name, before = acting_name(view), just_ended(w, view)
    if view.due is not None and view.due.dice == 1:
        drawn = w.t("Whoever throws more starts: one die each.")
        if view.drawn:
            drawn = w.t("%(die)s so far: whoever throws more starts.", die=view.drawn[0])
        if view.lying > len(view.drawn) + 1:
            drawn = w.t("%(n)s dice lie there: take them up, and throw one alone.", n=view.lying)
        return Now("act", w.t("%(name)s, throw one die!", name=name), (*before, drawn))
    says = how_to_throw(w, view, BOTH_OR_DOUBLE if view.offers else BOTH, before)
    return Now("act", w.t("%(name)s, it is your turn to throw!", name=name), (*before, says))


def _move(w: Words, view: MenView) -> Now:
    name = acting_name(view)
    if view.asked:
        return _asked(w, view, name)
    dice = view.faces
    headline = w.t("%(dice)s: play, %(name)s!", dice=w.all_of(dice), name=name)
    if view.provisional:
        return Now("act", headline, (_go_on(w, view.left), *put_right(w, view)))
    if view.unclear:
        place = place_of(w, view.unclear)
        asks = w.t("How many men stand on %(place)s? I cannot see it well.", place=place)
        return Now("act", headline, (asks, *put_right(w, view)))
    doublet = len(set(dice)) == 1 and len(dice) > 1
    says = [w.t(words_of(view.game.name).doublet)] if doublet else []
    says += _touched(w, view)
    if len(view.legal) == 1:
        says.append(w.t("Only one way of playing is left to you: it must be played."))
    else:
        says.append(
            w.t("Move your men on the board; use the dice in either order.")
            if view.followed
            else w.t("Touch a man, then where it goes; use the dice in either order.")
        )
    return Now("act", headline, (*put_right(w, view), *says))


def answer_says(w: Words, kind: str) -> str:
    """How many men stand there: "3 men", "no man"."""
    _, _, men = kind.partition(" x ")
    return w.tn("%(n)s man", "%(n)s men", int(men)) if men else w.t("no man")


def _go_on(w: Words, left: Sequence[int]) -> str:
    """The rest of a lying move that is not complete."""
    if not left:
        return w.t("Go on: your dice allow more, so it must be played.")
    return w.t("%(dice)s is still to be played: your dice allow it.", dice=w.all_of(left))


def _touched(w: Words, view: MenView) -> list[str]:
    """The men that were touched without a declaration, and must be moved."""
    own = {str(number): space for space, number in view.numbers.items()}
    touched = view.position.get("touched") or ()
    return [
        w.t("The man on %(place)s was touched: it must be moved.", place=place_of(w, own[str(number)]))
        for number in touched
        if str(number) in own
    ]


def _asked(w: Words, view: MenView, name: str) -> Now:
    if view.asked == "double":
        worth = 2 * (view.position.get("cube") or 1)
        headline = w.t("%(name)s, do you accept the double?", name=name)
        return Now("ask", headline, (w.t("The game would count %(worth)s; who refuses loses it.", worth=worth),))
    headline = w.t("%(name)s, how does the next game begin?", name=name)
    return Now("ask", headline, (*just_ended(w, view), w.t("Anew, or with the men where they stand.")))


def put_right(w: Words, view: MenView) -> tuple[str, ...]:
    """What is wrong with how the men stand, arrow by arrow: "On arrow 6 a man is missing."."""
    said = [misplaced_says(w, fix) for fix in view.misplaced]
    return (*said[:MOST], w.t("Put the men as on the screen.")) if len(said) > MOST else tuple(said)


def misplaced_says(w: Words, fix: MenFix) -> str:
    """What is wrong at one space: "On arrow 6 a man is missing."."""
    (should, many), (shows, stand) = (_men(kind) for kind in (fix.should, fix.shows))
    where = place_of(w, fix.space)
    if shows and should and shows != should:
        return w.t("Put right: %(stands)s.", stands=stands(w, fix.space, fix.should))
    if many > stand:
        return w.tn("A man is missing on %(place)s.", "%(n)s men are missing on %(place)s.", many - stand, place=where)
    return w.tn(
        "There is a man too many on %(place)s.", "There are %(n)s men too many on %(place)s.", stand - many, place=where
    )


def _men(kind: str) -> tuple[str, int]:
    """The colour of some men, and how many they are."""
    colour, _, men = kind.partition(" x ")
    return (colour, int(men)) if men else ("", 0)


def _put_back(w: Words, view: MenView) -> Now:
    return Now("act", w.t("Tidy the board"), put_right(w, view) or (w.t("Put the men as on the screen."),))


def _provisional(w: Words, view: MenView) -> Now:
    move = view.provisional or ""
    if move in SAYINGS:
        says = w.t("%(name)s: “%(says)s”?", name=acting_name(view), says=saying(w, move))
        return Now("ask", says, tuple(text for text in (_after_saying(w, view), w.t("Are you sure?")) if text))
    if view.continuations:
        return Now("act", w.t("You may go on"), (w.t("Move on, or tap Next."),))
    return Now("act", w.t("That fits!"), (counts_when(w, view),))


def _after_saying(w: Words, view: MenView) -> str:
    """The consequences of a declaration about the doubling die."""
    worth = 2 * (view.position.get("cube") or 1)
    match view.provisional:
        case "double" | "accept":
            return w.t("The game would count %(worth)s.", worth=worth)
        case "refuse":
            return w.t("You would lose this game.")
    return ""


def counts_when(w: Words, view: View) -> str:
    """When a whole lying move counts, and that it can be undone."""
    if view.ripens:
        return w.t("It counts in a moment; take it back if you meant another.")
    return w.t("Tap Next, or take it back if you meant another.")


def _over(w: Words, view: MenView) -> Now:
    names = [player.name for player in view.players if player.player in view.winners]
    headline = w.tn("%(names)s wins!", "%(names)s win together!", len(names), names=w.all_of(names))
    return Now("end", headline, tuple(just_ended(w, view)))


def just_ended(w: Words, view: MenView) -> list[str]:
    """Who had to pass and why, and the finished game of the series, until the next throw or play."""
    since: dict[str, EventLine] = {}
    for event in reversed(view.history):
        if event["event"] in ("roll_settled", "move_accepted"):
            break
        since[event["event"]] = event
    sentences = [passed(w, view, since["turn_passed"])] if "turn_passed" in since else []
    if "game_ended" in since and view.results:
        sentences.append(game_won(w, view, view.results[-1]))
    return sentences


def passed(w: Words, view: MenView, event: EventLine) -> str:
    """Who passes, and the rule that forces it."""
    name = view.names.get(event.get("player", 0), "")
    row = words_of(view.game.name)
    why = row.passes.get(event.get("cause", ""))
    sentence = w.t("%(name)s passes.", name=name)
    return f"{sentence} {tell(w, why, {**event, 'name': name})}" if why else sentence


def game_won(w: Words, view: MenView, result: ViewResult) -> str:
    """The end of a game: its winner, the kind of win, and what it counts."""
    winners = [player for player in view.players if player.player in result.winners]
    points = max((points or 0 for points in result.scores.values()), default=0)
    won = words_of(view.game.name).outcomes.get("won")
    values = {"number": result.game, "how": result.how, "points": points}
    return tell(w, won, {**values, "name": w.all_of(player.name for player in winners)}) if won else ""


def _chooses(w: Words, view: MenView, name: str) -> str:
    return thinks_over(w, name, () if view.asked else view.faces)


MEN: FamilyWords[MenView] = FamilyWords(
    {
        "waiting_start": _start,
        "waiting_throw": _throw,
        "waiting_move": _move,
        "provisional": _provisional,
        "put_back": _put_back,
        "game_over": _over,
        "series_over": _over,
    },
    _chooses,
    put_right=put_right,
)
"""The words that games of men have of their own."""
