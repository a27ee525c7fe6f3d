"""The words that Jacquet, Backgammon and Le Tric Trac share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.games.arrows import looks

from .. import N_, Nn_, Words
from .forms import Fill, Sentence, Teller, Values, cases, counted, joined, says
from .row import GameWords
from .shared import SHARED, why


def place(w: Words, name: str) -> str:
    """ "arrow 12A", "the bar", "off the board"."""
    if name == "bar":
        return w.t("the bar")
    return w.t("off the board") if name == "off" else w.t("arrow %(arrow)s", arrow=name)


def place_of(name: str) -> Fill:
    """The place named by a value."""
    return lambda w, v: place(w, v[name])


def printed(space: str) -> str:
    """A space as printed on the board: "12A", "bar" or "off"."""
    kind, _, name = space.partition("-")
    return name if kind == "arrow" else kind


def stands(w: Words, space: str, kind: str) -> str:
    """What stands at a place: "Arrow 8: 3 white men"; for a declaration, its word as in a record."""
    if space == looks.SAID:
        return f"{space} {kind}"
    colour, _, men = kind.partition(" x ")
    beside = {
        "bar-white": w.t("The white men's bar"),
        "bar-black": w.t("The black men's bar"),
        "off-white": w.t("The white men's tray"),
        "off-black": w.t("The black men's tray"),
    }
    named = beside.get(space) or w.t("Arrow %(arrow)s", arrow=printed(space))
    if not men:
        return w.t("%(place)s: empty", place=named)
    if colour == "white":
        return w.tn("%(place)s: %(n)s white man", "%(place)s: %(n)s white men", int(men), place=named)
    return w.tn("%(place)s: %(n)s black man", "%(place)s: %(n)s black men", int(men), place=named)


def side_names(w: Words) -> tuple[str, str]:
    """Default names of the two players of men, in playing order."""
    return w.t("White"), w.t("Black")


def move_text(w: Words, steps: Sequence[Sequence[str]]) -> str:
    """A move as the sheet writes it: "1A-7A and 12A-9"; one man with several dice in a row: "12A-9-3"."""
    ways: list[list[str]] = []
    for source, target in steps:
        if ways and ways[-1][-1] == source:
            ways[-1].append(target)
        else:
            ways.append([source, target])
    counts = Counter("-".join(_short(w, space) for space in way) for way in ways)
    return w.all_of(way if count == 1 else f"{count} × {way}" for way, count in counts.items())


def _short(w: Words, space: str) -> str:
    """A place in a few letters: "12A", "bar", "out"."""
    name = printed(space)
    return {"bar": w.t("bar"), "off": w.t("out")}.get(name, name)


def left(w: Words, v: Values) -> str:
    """The unused dice of a throw: "6 or 3"; of a doublet each one: "3, 3 and 3"."""
    dice = v["dice"]
    return w.any_of(dice) if len(set(dice)) == len(dice) else w.all_of(dice)


TOUCHES = "touches "
"""How a record begins the line of a touched man; its space follows."""

SAID: Mapping[str, str] = {
    "double": N_("%(name)s says: I double."),
    "accept": N_("%(name)s says: I accept."),
    "refuse": N_("%(name)s says: I refuse."),
    "restart": N_("%(name)s says: we begin anew."),
    "prolong": N_("%(name)s says: we go on."),
}
"""A word that may be said in one of these games -> who said it."""

REFUSALS: Mapping[str, Sentence] = {
    "must_move": N_("With %(dice)s you still have men to move before anybody throws again."),
    "must_throw": cases(
        "due",
        {1: N_("Throw the die first, and move afterwards.")},
        N_("Throw the dice first, and move afterwards."),
    ),
    "must_answer": cases(
        "word",
        {
            "double": N_("A double was offered: first it is accepted or refused."),
            "party": N_("Say first how the next game begins: anew, or with the men where they stand."),
        },
        N_("A question waits for its answer: answer it first."),
    ),
    "not_now": cases(
        "word",
        {
            "double": N_(
                "You cannot double now. A double is offered “before throwing the dice”, by who has the right to it."
            )
        },
        N_("That cannot be said now."),
    ),
    "no_man_there": says(N_("You have no man on %(place)s."), place=place_of("arrow")),
    "wrong_way": says(
        N_("From %(source)s to %(target)s is the wrong way: your men go in the other direction."),
        source=place_of("source"),
        target=place_of("target"),
    ),
    "no_die_for_it": counted(
        Nn_(
            "From %(source)s to %(target)s it is %(n)s arrow, and you have %(dice)s left to play.",
            "From %(source)s to %(target)s it is %(n)s arrows, and you have %(dice)s left to play.",
        ),
        "steps",
        source=place_of("source"),
        target=place_of("target"),
        dice=left,
    ),
    "arrow_held": counted(
        Nn_(
            "You cannot rest on %(place)s: a man of the other colour holds it.",
            "You cannot rest on %(place)s: %(n)s men of the other colour hold it.",
        ),
        "men",
        place=place_of("arrow"),
    ),
    "dice_used_up": N_("That is one move too many for %(dice)s."),
    "more_possible": counted(
        Nn_(
            "With %(dice)s, %(most)s moves can be made and you made %(n)s: go on.",
            "With %(dice)s, %(most)s moves can be made and you made %(n)s: go on.",
        ),
        "played",
    ),
    "not_a_play": N_("With %(dice)s the men cannot come to stand like this."),
}
"""Rules for moves of men in all of these games."""


def _against(w: Words, v: Values) -> str:
    """The draw is won: "5 against 3: Max starts."."""
    less, more = sorted(v["dice"])
    return w.t("%(more)s against %(less)s: %(name)s starts.", more=more, less=less, name=v["name"])


LEFT = N_("The other player has left.")
"""How the game of a player who plays on is won."""


def won(how: Mapping[str, Sentence], counts: Sentence) -> Teller:
    """A game and its winner, the kind of win if it is special, and what the game counts."""
    return joined(N_("Game %(number)s: %(name)s wins."), cases("how", {"left": LEFT, **how}), counts)


COUNTS = counted(Nn_("It counts %(n)s point.", "It counts %(n)s points."), "points")

OUTCOMES: Mapping[str, Sentence] = {
    "draws_again": says(
        N_("Both threw %(die)s: throw again to see who starts."), die=lambda w, v: v["dice"][0]
    ),
    "starts": _against,
    "passes": joined(N_("%(name)s passes."), why),
    "won": won({}, COUNTS),
    "match": SHARED.outcomes["match"],
}

ARROWS = GameWords(
    stands=stands,
    sides=side_names,
    refusals={**SHARED.refusals, **REFUSALS},
    outcomes=OUTCOMES,
    house_rules={
        **SHARED.house_rules,
        "show_legal": (N_("Show where men may go?"), SHARED.house_rules["show_legal"][1]),
    },
)
"""What every game on the board of arrows starts with."""
