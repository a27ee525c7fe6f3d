"""The words that the tile games share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from referee.games.tiles import Close

from .. import N_, Nn_, Words
from .forms import Sentence, Values, cases, counted, joined, listed, says, shown, tell
from .row import GameWords, HouseRule
from .shared import SHARED, YES_NO, why


def the_tiles(w: Words, tiles: Sequence[int]) -> str:
    """ "tile 7" or "tiles 2 and 7"."""
    return w.tn("tile %(tiles)s", "tiles %(tiles)s", len(tiles), tiles=w.all_of(tiles))


def _the_tiles(w: Words, v: Values) -> str:
    return the_tiles(w, v["tiles"])


def you_closed(w: Words, v: Values) -> str:
    """The player's closing: "you closed 2 and 7, that makes 9"."""
    closed = listed(v["closed"])
    if len(closed) == 1:
        return w.t("you closed %(tiles)s", tiles=closed[0])
    return w.t("you closed %(tiles)s, that makes %(sum)s", tiles=w.all_of(closed), sum=sum(closed))


def choices(w: Words, v: Values, closings: Iterable[object]) -> str:
    """ "6 and 2, or 8": the dice's own tiles first, as the dice lie."""
    return either(w, [w.all_of(tiles) for tiles in _ordered(listed(v["dice"]), closings)])


def to_close(w: Words, dice: Sequence[int], closings: Iterable[object]) -> str:
    """ "6 and 2, or tile 8": the same, naming a tile that is alone."""
    sets = _ordered(dice, closings)
    return either(w, [w.all_of(tiles) if len(tiles) > 1 else the_tiles(w, tiles) for tiles in sets])


def _ordered(dice: Sequence[int], closings: Iterable[object]) -> list[list[int]]:
    """Sets of tiles, the dice's own first, as the dice lie."""
    place = {tile: index for index, tile in reversed(list(enumerate(dice)))}
    sets = [sorted(listed(tiles), key=lambda tile: (place.get(tile, 2), tile)) for tiles in closings]
    sets.sort(
        key=lambda tiles: (not place.keys() >= set(tiles), -len(tiles), [place.get(t, t) for t in tiles])
    )
    return sets


def either(w: Words, texts: Sequence[str]) -> str:
    """ "6 and 2, or 8": alternatives of several parts."""
    return reduce(lambda first, last: w.t("%(first)s, or %(last)s", first=first, last=last), texts)


def sums_right(v: Values, due: int) -> bool:
    """Several closed tiles make the sum, but the rule wants something else."""
    closed = listed(v["closed"])
    return len(closed) > 1 and sum(closed) == due


def right_sum(w: Words, v: Values, but: str, **named: object) -> str:
    """The sum is right; `but` says what the rule wants, from the `tiles` and their `sum`."""
    closed = listed(v["closed"])
    return w.t(but, tiles=w.all_of(closed), sum=sum(closed), **named)


def hides(v: Values) -> bool:
    """The players find what may be closed themselves."""
    return v.get("show_legal") == "never"


def can_close(w: Words, v: Values, closings: Iterable[object]) -> str:
    """The closings that are allowed instead."""
    sets = list(closings)
    values = {"dice": shown(w, v["dice"]), "did": you_closed(w, v)}
    if not sets:
        return w.t("With %(dice)s, nothing can be closed: %(did)s.", **values)
    if hides(v):
        return w.t("With %(dice)s, that does not fit: %(did)s.", **values)
    return w.t("With %(dice)s, you can close %(choices)s: %(did)s.", choices=choices(w, v, sets), **values)


def must_make(w: Words, v: Values, sums: Iterable[int], alone: Iterable[int]) -> str:
    """The sums that tiles must make, and the tiles that may be closed alone; both () if nothing may be closed."""
    sums, alone = list(sums), list(alone)
    values = {"dice": shown(w, v["dice"]), "did": you_closed(w, v), "due": w.any_of(sums)}
    if not sums:
        return can_close(w, v, [[tile] for tile in alone])
    if not alone:
        return w.t("With %(dice)s, the closed tiles must make %(due)s: %(did)s.", **values)
    return w.t(
        "With %(dice)s, the closed tiles must make %(due)s, or be tile %(alone)s alone: %(did)s.",
        alone=w.any_of(alone),
        **values,
    )


def _other_frame(w: Words, v: Values) -> str:
    """The owner of the touched frame, and the acting player; by place without names."""
    if not v.get("owner"):
        return w.t("That is the frame of place %(seat)s, who is not playing now.", seat=v["seat"])
    return w.t("That is %(owner)s's frame, and it is %(name)s's turn.", owner=v["owner"], name=v["name"])


_MISSING: Sentence = counted(
    Nn_(
        "I cannot see tile %(tiles)s in the frame of place %(seat)s: put it back.",
        "I cannot see tiles %(tiles)s in the frame of place %(seat)s: put them back.",
    ),
    "tiles",
)
_YOURS_MISSING: Sentence = counted(
    Nn_("I cannot see your tile %(tiles)s: put it back.", "I cannot see your tiles %(tiles)s: put them back."),
    "tiles",
)
_THEIRS_MISSING: Sentence = counted(
    Nn_(
        "I cannot see tile %(tiles)s in %(owner)s's frame: put it back.",
        "I cannot see tiles %(tiles)s in %(owner)s's frame: put them back.",
    ),
    "tiles",
)


def _tile_missing(w: Words, v: Values) -> str:
    """Which tiles are missing, and from whose frame."""
    if not v.get("owner"):
        return tell(w, _MISSING, v)
    return tell(w, _YOURS_MISSING if v["mine"] else _THEIRS_MISSING, v)


REFUSALS: Mapping[str, Sentence] = {
    "must_close": N_("With %(dice)s you still have a tile to close before you throw again."),
    "dice_unsure": says(
        N_("I am not sure of the dice: %(readings)s? None of these throws lets you close %(closed)s."),
        readings=lambda w, v: w.any_of(w.all_of(reading) for reading in v["readings"]),
    ),
    "board_unsure": counted(
        Nn_(
            "I could not see which dice closed tile %(tiles)s: ask a grown-up to look. You may play on.",
            "I could not see which dice closed tiles %(tiles)s: ask a grown-up to look. You may play on.",
        ),
        "tiles",
    ),
    "throw_first": cases(
        "due",
        {1: N_("Throw the die first, and close afterwards.")},
        N_("Throw the dice first, and close afterwards."),
    ),
    "reopened": counted(
        Nn_(
            "Tile %(tiles)s was closed already: leave it closed.",
            "Tiles %(tiles)s were closed already: leave them closed.",
        ),
        "tiles",
    ),
    "other_frame": _other_frame,
    "tile_missing": _tile_missing,
    "not_reset": says(N_("A new turn begins with every tile open: open %(tiles)s first."), tiles=_the_tiles),
    "already_shut": counted(
        Nn_("Tile %(tiles)s is closed already.", "Tiles %(tiles)s are closed already."), "tiles"
    ),
    "no_such_tile": says(N_("You named %(tiles)s, but they go from 1 to %(most)s."), tiles=_the_tiles),
}
"""What no closing may do, and what a table of tiles cannot read."""

PASSES: Mapping[str, Sentence] = {
    "stuck": N_("With these dice you can close nothing more."),
    "all_shut": N_("Bravo: all your tiles are closed!"),
}

STOPS = joined(
    counted(Nn_("%(name)s stops at %(n)s point.", "%(name)s stops at %(n)s points."), "score"), why
)

HOUSE_RULES: Mapping[str, HouseRule] = {
    "one_die": (
        N_("With how many dice?"),
        {
            "after_789": N_("One die once 7, 8 and 9 are closed"),
            "never": N_("Always two dice"),
            "may_after_789": N_("One or two, as one likes, once 7, 8 and 9 are closed"),
            "may_at_6": N_("One or two, as one likes, when 6 points or fewer are open"),
        },
    ),
    "turns": (
        N_("Whose turn?"),
        {
            "whole": N_("Each plays the whole game, then the next"),
            "alternate": N_("One throw each, in turn"),
        },
    ),
    "tiles": (N_("How many tiles?"), {}),
    "frames": (
        N_("Whose tiles?"),
        {"own": N_("A frame for each player"), "shared": N_("One box for all")},
    ),
    "tie": (
        N_("When several are first?"),
        {"shared": N_("They win together"), "extra_game": N_("They play one more game")},
    ),
    "instant_win": (
        N_("Does the game end as soon as somebody has closed everything?"),
        {True: YES_NO[True], False: N_("No, the others still play")},
    ),
}

TILES = GameWords(
    refusals={**SHARED.refusals, **REFUSALS},
    outcomes={**SHARED.outcomes, "stops": STOPS},
    passes=PASSES,
    moves={Close: N_("%(name)s closes %(tiles)s.")},
    handicap=N_(
        "So many points are added to a player's score in every game, %(least)s to %(most)s: "
        "strong and weak players then play on equal terms."
    ),
    house_rules={**SHARED.house_rules, **HOUSE_RULES},
)
"""What every tile game starts with."""
