"""Why a move does not fit, one kind and exact sentence for each rule of `referee.rules.RULE_IDS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from .. import Words
from .refusals_backgammon import BACKGAMMON
from .refusals_jacquet import JACQUET
from .refusals_tock import TOCK
from .refusals_trente import TRENTE
from .refusals_trictrac import TRICTRAC

Values = Mapping[str, Any]


def _numbers(value: Any) -> list[int]:
    """A value as a list: dice may come as one number or as several."""
    return list(value) if isinstance(value, Iterable) else [value]


def the_tiles(w: Words, numbers: Any) -> str:
    """ "tile 7" or "tiles 2 and 7"."""
    tiles = _numbers(numbers)
    return w.tn("tile %(tiles)s", "tiles %(tiles)s", len(tiles), tiles=w.all_of(tiles))


def _tiles(w: Words, v: Values) -> dict[str, Any]:
    """`n` and `tiles` for a sentence that speaks of one tile or of several."""
    tiles = _numbers(v["tiles"])
    return {"n": len(tiles), "tiles": w.all_of(tiles)}


def _dice(w: Words, v: Values) -> str:
    return w.all_of(_numbers(v["dice"]))


def _you_closed(w: Words, v: Values) -> str:
    closed = _numbers(v["closed"])
    if len(closed) == 1:
        return w.t("you closed %(tiles)s", tiles=closed[0])
    return w.t("you closed %(tiles)s, that makes %(sum)s", tiles=w.all_of(closed), sum=sum(closed))


def _must_close(w: Words, v: Values) -> str:
    return w.t("With %(dice)s you still have a tile to close before you throw again.", dice=_dice(w, v))


def _dice_count(w: Words, v: Values) -> str:
    if v["due"] == 1:
        return w.t("Throw one die only.")
    return w.t("Throw %(due)s dice, all at once.", due=v["due"])


def _not_dice(w: Words, v: Values) -> str:
    return w.t("A die shows 1 to 6: %(thrown)s is no throw.", thrown=w.all_of(_numbers(v["thrown"])))


def _dice_unsure(w: Words, v: Values) -> str:
    return w.t(
        "I am not sure of the dice: %(readings)s? None of these throws lets you close %(closed)s.",
        readings=w.one_of(w.all_of(reading) for reading in v["readings"]),
        closed=w.all_of(_numbers(v["closed"])),
    )


def _board_unsure(w: Words, v: Values) -> str:
    return w.tn(
        "I could not read with which dice tile %(tiles)s was closed: ask the teacher to look. You may play on.",
        "I could not read with which dice tiles %(tiles)s were closed: ask the teacher to look. You may play on.",
        **_tiles(w, v),
    )


def _game_over(w: Words, v: Values) -> str:
    return w.t("The game is over: nothing more can be played.")


def _throw_first(w: Words, v: Values) -> str:
    if v["due"] == 1:
        return w.t("Throw the die first, and close afterwards.")
    return w.t("Throw the dice first, and close afterwards.")


def _reopened(w: Words, v: Values) -> str:
    return w.tn(
        "Tile %(tiles)s was closed already: it must stay closed.",
        "Tiles %(tiles)s were closed already: they must stay closed.",
        **_tiles(w, v),
    )


def _other_frame(w: Words, v: Values) -> str:
    return w.t("That is the frame of place %(seat)s, who is not playing now.", seat=v["seat"])


def _tile_missing(w: Words, v: Values) -> str:
    return w.tn(
        "I cannot see tile %(tiles)s in the frame of place %(seat)s: put it back.",
        "I cannot see tiles %(tiles)s in the frame of place %(seat)s: put them back.",
        **_tiles(w, v),
        seat=v["seat"],
    )


def _paused(w: Words, v: Values) -> str:
    return w.t("The game is paused: let it go on first.")


def _not_paused(w: Words, v: Values) -> str:
    return w.t("The game is going on already.")


def _not_at_start(w: Words, v: Values) -> str:
    return w.t("The board can be set up by hand only before the first throw.")


def _not_in_this_game(w: Words, v: Values) -> str:
    return w.t("There is no such thing in this game.")


def _no_such_player(w: Words, v: Values) -> str:
    return w.t("Player %(player)s is not playing.", player=v["player"])


def _last_player(w: Words, v: Values) -> str:
    return w.t("You are the last one playing: end the game instead.")


def _not_reset(w: Words, v: Values) -> str:
    return w.t(
        "A new turn begins with every tile open: open %(tiles)s first.", tiles=the_tiles(w, v["tiles"])
    )


def _already_shut(w: Words, v: Values) -> str:
    return w.tn("Tile %(tiles)s is closed already.", "Tiles %(tiles)s are closed already.", **_tiles(w, v))


def _no_such_tile(w: Words, v: Values) -> str:
    return w.t(
        "You named %(tiles)s, but they go from 1 to %(most)s.", tiles=the_tiles(w, v["tiles"]), most=v["most"]
    )


def _not_the_die(w: Words, v: Values) -> str:
    return w.t(
        "With one die that shows %(dice)s, only tile %(dice)s can be closed: %(did)s.",
        dice=_dice(w, v),
        did=_you_closed(w, v),
    )


def _choices(w: Words, v: Values, closings: Iterable[Any]) -> str:
    """ "6 and 2, or 8": the dice's own tiles first, as the dice lie."""
    dice = _numbers(v["dice"])
    place = {tile: index for index, tile in reversed(list(enumerate(dice)))}
    sets = [sorted(_numbers(tiles), key=lambda tile: (place.get(tile, 2), tile)) for tiles in closings]
    sets.sort(
        key=lambda tiles: (not place.keys() >= set(tiles), -len(tiles), [place.get(t, t) for t in tiles])
    )
    first, *others = (w.all_of(tiles) for tiles in sets)
    return reduce(lambda said, one: w.t("%(first)s, or %(last)s", first=said, last=one), others, first)


def _can_close(w: Words, v: Values, closings: Iterable[Any]) -> str:
    """What may be closed in place of what was."""
    sets = list(closings)
    if not sets:
        return w.t("With %(dice)s, nothing can be closed: %(did)s.", dice=_dice(w, v), did=_you_closed(w, v))
    return w.t(
        "With %(dice)s, you can close %(choices)s: %(did)s.",
        dice=_dice(w, v),
        choices=_choices(w, v, sets),
        did=_you_closed(w, v),
    )


def _not_the_dice(w: Words, v: Values) -> str:
    return _can_close(w, v, v["possible"])


def _single_not_allowed(w: Words, v: Values) -> str:
    return w.t(
        "With %(dice)s, if you close %(closed)s, close %(other)s too: it is still open.",
        dice=_dice(w, v),
        closed=w.all_of(_numbers(v["closed"])),
        other=w.all_of(_numbers(v["other"])),
    )


def _too_many(w: Words, v: Values) -> str:
    if not v["possible"]:
        return _can_close(w, v, ())
    return w.t(
        "With %(dice)s, it is %(choices)s, not all of them at once.",
        dice=_dice(w, v),
        choices=_choices(w, v, v["possible"]),
    )


def _sum_mismatch(w: Words, v: Values) -> str:
    return _must_make(w, v, [v["sum_due"]], ())


def _total_or_die(w: Words, v: Values) -> str:
    return _must_make(w, v, v["sums"], v["alone"])


def _must_make(w: Words, v: Values, sums: Iterable[int], alone: Iterable[int]) -> str:
    """The sums that tiles must make, and the tiles that may be closed alone; () of both where nothing may be."""
    sums, alone = list(sums), list(alone)
    if not sums:
        return _can_close(w, v, [[tile] for tile in alone])
    if alone:
        return w.t(
            "With %(dice)s, the closed tiles must make %(due)s, or be tile %(alone)s alone: %(did)s.",
            dice=_dice(w, v),
            due=w.one_of(sums),
            alone=w.one_of(alone),
            did=_you_closed(w, v),
        )
    return w.t(
        "With %(dice)s, the closed tiles must make %(due)s: %(did)s.",
        dice=_dice(w, v),
        due=w.one_of(sums),
        did=_you_closed(w, v),
    )


def _single_total_possible(w: Words, v: Values) -> str:
    return w.t(
        "With %(dice)s, you can still make %(due)s with both dice: do that first.",
        dice=_dice(w, v),
        due=v["sum_due"],
    )


def _single_not_split(w: Words, v: Values) -> str:
    rule = w.t("One die alone closes one tile only.")
    return f"{rule} {_must_make(w, v, v['sums'], v['alone'])}"


REFUSALS: Mapping[str, Callable[[Words, Values], str]] = {
    "must_close": _must_close,
    "dice_count": _dice_count,
    "not_dice": _not_dice,
    "dice_unsure": _dice_unsure,
    "board_unsure": _board_unsure,
    "game_over": _game_over,
    "throw_first": _throw_first,
    "reopened": _reopened,
    "other_frame": _other_frame,
    "tile_missing": _tile_missing,
    "not_reset": _not_reset,
    "paused": _paused,
    "not_paused": _not_paused,
    "not_at_start": _not_at_start,
    "not_in_this_game": _not_in_this_game,
    "no_such_player": _no_such_player,
    "last_player": _last_player,
    "already_shut": _already_shut,
    "no_such_tile": _no_such_tile,
    "not_the_die": _not_the_die,
    "not_the_dice": _not_the_dice,
    "single_not_allowed": _single_not_allowed,
    "too_many": _too_many,
    "sum_mismatch": _sum_mismatch,
    "total_or_die": _total_or_die,
    "single_total_possible": _single_total_possible,
    "single_not_split": _single_not_split,
    **BACKGAMMON,
    **TRICTRAC,
    **JACQUET,
    **TRENTE,
    **TOCK,
}
"""Rule id -> who words it."""
