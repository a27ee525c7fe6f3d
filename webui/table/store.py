"""A table as JSON values and back, so that a game goes on after the power was cut."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, fields, replace
from math import inf, isfinite
from typing import Any

from referee.core import Deal, Event, Left, Placed, Roll, SetUp, Touched
from referee.match import Match
from referee.record_events import acted, event_text
from referee.values.row import LongRow, same_until
from vision.observation import Die, Fate

from .belief.evidence import SettledDice
from .belief.value import Belief, DiceAtRest, History, Odd
from .values.events import TableEvent
from .values.sentence import plain, plain_sentence
from .values.setup import NO_GAME, Setup
from .values.state import (
    AREA_MOVED,
    ASIDE,
    ASIDE_MOVED,
    BOARD,
    LIGHT,
    MIRRORED,
    READING,
    Arrival,
    Doubt,
    InPlace,
    LeftPlace,
    Moved,
    RefusedBoard,
    Sentence,
    Sight,
    Spot,
    Strayed,
    SuspectBoard,
    Table,
    Throws,
    Turned,
    UnreportedThrow,
)

PLAIN = ("t", "started", "paused", "fitting", "setting_up")
"""Fields of a table that are already JSON values."""

WARNED = (LIGHT, MIRRORED, AREA_MOVED, ASIDE_MOVED)
"""Warnings of a sight that are stored under their own names."""

STORED = {"declared": "said", "reported": "told", "carried_over": "kept"}
"""Fields whose stored names, as of 1.0.0, are others."""

NAMES = {stored: name for name, stored in STORED.items()}

SINCE = "since"
"""In a history: how many of its times equal the reported ones and are left out."""

LEAVES, SETS = "leaves", ("sets", "up ")
"""How an event begins that names who left, and one that holds a position set up by hand."""


def persistent(table: Table) -> Table:
    """What a restart restores: everything except the time and what the camera sees again by itself."""
    table = replace(
        table, t=0.0, read=None, belief=Belief(tuple(_core(h) for h in table.belief.histories[:1]))
    )
    if not table.sight.on:
        return table
    throws = replace(table.throws.unseen(), rolling=False, absorb=False, sure=1.0)
    if throws.doubt is not None:
        ways = tuple((dice, 0) for dice in throws.doubt.readings)
        throws = replace(throws, unreported=replace(throws.doubt, ways=ways))
    sight = Sight(warnings=table.sight.warnings & {LIGHT})
    turned = replace(table.turned, since=0.0)
    table = replace(table, throws=throws, turned=turned, sight=sight, spots={}, fitting=False, wrong=None)
    return replace(table, settled_dice=None)


def _core(history: History) -> History:
    """A history without the weights that each look changes."""
    return History(history.match, at_rest=history.at_rest, accepted_oddities=history.accepted_oddities)


def to_json(table: Table, first: int = 0) -> dict[str, object]:
    """The whole table, from which `from_json` makes an equal one; or all of it without the first events of its match.

    Args:
        table: with a match of that many events at least.
        first: how many events are left out, with their times: `with_parts` puts them back.
    """
    return {
        "setup": table.setup.to_json(),
        "match": _events(table.match, first),
        "times": list(table.times[first:]),
        "guessed": plain(table.guessed),
        "joined": [_arrival(one) for one in table.joined],
        **{name: getattr(table, name) for name in PLAIN},
        "belief": [_history(table, history, first) for history in table.belief.histories],
        "rest": None if table.settled_dice is None else _settled(table.settled_dice),
        "rested": 0.0,  # 1.0.0 reads it
        "missed": table.missed,
        "throws": _throws(table),
        "spots": {space: _spot(spot) for space, spot in table.spots.items()},
        "turned": _turned(table),
        "aside": {"count": table.aside, "short": table.sight.otherwise.get(ASIDE)},
        "wrong": None if table.wrong is None else _values(table.wrong),
        "verdict": _verdict(table.verdict),
        "sight": _sight(table.sight),
    }


def part_to_json(table: Table, first: int, end: int) -> dict[str, object]:
    """The events `first` up to, but not including, `end` of its match, and their times."""
    return {"match": _events(table.match, first, end), "times": list(table.times[first:end])}


def with_parts(stored: Mapping[str, Any], parts: Iterable[Mapping[str, Any]]) -> dict[str, object]:
    """The whole table: what `to_json` wrote without the first events, with the parts that hold them.

    Raises KeyError or TypeError for anything else.
    """
    match, times = list[Any](), list[float]()
    for part in parts:
        match += part["match"]
        times += part["times"]
    belief = [_with_times(history, times) for history in stored["belief"]]
    return {**stored, "match": match + stored["match"], "times": times + stored["times"], "belief": belief}


def _with_times(history: Mapping[str, Any], times: list[float]) -> dict[str, object]:
    if SINCE not in history:
        return dict(history)
    whole = {**history, "times": times[: history[SINCE]] + history["times"]}
    del whole[SINCE]
    return whole


def from_json(stored: Mapping[str, Any], sentence: Sentence = plain_sentence) -> Table:
    """The table that `to_json` wrote. Raises KeyError, TypeError, AttributeError or ValueError for anything else."""
    if type(stored["t"]) not in (int, float) or not isfinite(stored["t"]):
        raise ValueError(f"t: expected seconds; got {stored['t']!r}")
    setup = Setup.from_json(stored["setup"])
    wrong = stored["wrong"]
    match = None if setup.game == NO_GAME else _read_match(setup.match(), stored["match"])
    return Table(
        setup=setup,
        match=match,
        times=LongRow.of(stored["times"]),
        guessed=_tuples(stored["guessed"]),
        joined=tuple(_read_arrival(one) for one in stored["joined"]),
        **{name: stored[name] for name in PLAIN},
        belief=Belief() if match is None else Belief(tuple(_read_history(match, h) for h in stored["belief"])),
        settled_dice=None if stored["rest"] is None else _read_settled(stored),
        throws=_read_throws(stored["throws"]),
        spots={space: _read_spot(spot) for space, spot in stored["spots"].items()},
        turned=_read_turned(match, stored["turned"]),
        aside=stored.get("aside", {"count": 0})["count"],
        wrong=None if wrong is None else _read_wrong(wrong),
        verdict=_read_verdict(stored["verdict"]),
        sight=_read_sight(stored["sight"]).since(ASIDE, stored.get("aside", {}).get("short")),
        sentence=sentence,
    )


def _history(table: Table, history: History, first: int) -> dict[str, object]:
    """A history: how many events it shares with the reported match, and those after them; its times likewise."""
    known = table.playing.alike(history.match)
    first = first if same_until(history.times, table.times, first) else 0
    return {
        "known": known,
        "match": _events(history.match, known),
        "times": list(history.times[first:]),
        **({SINCE: first} if first else {}),
        "cast": _values(history.at_rest),
        "weights": [history.base, history.dice, history.board],
        "looked": history.looked,
        "odd": _pairs(history.odd),
        "excused": _pairs(history.accepted_oddities),
    }


def _read_history(reported: Match, stored: Mapping[str, Any]) -> History:
    match = _read_match(reported.until(stored["known"]), stored["match"])
    base, dice, board = stored["weights"]
    at_rest, times = DiceAtRest(**_frozen(stored["cast"])), LongRow.of(stored["times"])
    odd, accepted = (frozenset(_tuples(stored[name])) for name in ("odd", "excused"))
    return History(match, times, at_rest, base, dice, board, stored["looked"], odd, accepted)


def _pairs(odd: Odd) -> list[list[str]]:
    return [list(pair) for pair in sorted(odd)]


def _settled(settled: SettledDice) -> dict[str, object]:
    fates = [_values(fate) | {"off": None if fate.off == inf else fate.off} for fate in settled.fates]
    dice = [_values(die) for die in settled.dice]
    return {"t": settled.t, "before": 0, "dice": dice, "fates": fates}  # 1.0.0 reads before


def _read_settled(table: Mapping[str, Any]) -> SettledDice:
    stored = table["rest"]
    dice = tuple(Die(**_frozen(die)) for die in stored["dice"])
    fates = tuple(
        Fate(**_frozen(fate) | {"off": inf if fate["off"] is None else fate["off"]}) for fate in stored["fates"]
    )
    judged = table["throws"]["judged"] == stored["t"]
    return SettledDice(stored["t"], dice, fates, judged, table["missed"])


def _spot(spot: Spot) -> dict[str, Any]:
    """A spot, without `told` and `reached` if there is nothing to store."""
    reported = None if spot.reported == "unknown" else spot.reported
    return _values(spot) | {"told": reported, "reached": None if spot.reached == -inf else spot.reached}


def _read_spot(stored: Mapping[str, Any]) -> Spot:
    known = {name: value for name, value in stored.items() if value is not None}
    return Spot(**_frozen(known))


def _throws(table: Table) -> dict[str, object]:
    """The throws with the unreported one spread out, and the time of dice reported not to count."""
    lies, doubt, settled = table.throws.unreported, table.throws.doubt or Doubt(0.0, ()), table.settled_dice
    stored = _values(replace(table.throws, unreported=None))
    del stored["unreported"]
    return stored | {
        "doubt": plain(doubt.readings),
        "odds": [share for _, share in doubt.ways],
        "asks": doubt.asks,
        "since": None if lies is None or lies.since == inf else lies.since,
        "judged": settled.t if settled is not None and settled.judged else None,
    }


def _read_throws(stored: Mapping[str, Any]) -> Throws:
    named = _frozen(stored)
    readings, odds, asks, since, _ = (named.pop(name) for name in ("doubt", "odds", "asks", "since", "judged"))
    ways = tuple(zip(readings, odds, strict=True))
    throw = None if since is None else UnreportedThrow(since)
    return Throws(**named, unreported=Doubt(inf if since is None else since, ways, asks) if ways else throw)


def _sight(sight: Sight) -> dict[str, object]:
    """The place and the warnings under their own names, and since when two of them seem to have changed."""
    place = sight.place
    return {
        "on": sight.on,
        "touched": sight.pictures == "entered",
        "board": None if place is None else plain(place.corners),
        "strayed": isinstance(place, Strayed),
        "moved": sight.moved,
        "lost_since": sight.otherwise.get(BOARD),
        "hands": sight.hands,
        "doubtful": list(sight.doubtful),
        "layout": sight.layout,
        "unreadable": sight.unreadable,
        "light_since": sight.otherwise.get(LIGHT),
        "unreadable_since": sight.otherwise.get(READING),
        **{word: word in sight.warnings for word in WARNED},
    }


def _read_sight(stored: Mapping[str, Any]) -> Sight:
    none = {MIRRORED: False, "unreadable": "", "unreadable_since": None, "layout": ""}  # 1.0.0 says none of them
    stored = {**none, **stored}
    stands = Strayed if stored["strayed"] else InPlace
    corners = _tuples(stored["board"])
    place = None if corners is None else Moved(corners) if stored["moved"] else stands(corners)
    since = {LIGHT: stored["light_since"], READING: stored["unreadable_since"], BOARD: stored["lost_since"]}
    return Sight(
        pictures="come" if stored["on"] else "entered" if stored["touched"] else "none",
        place=place,
        warnings=frozenset(word for word in (*(w for w in WARNED if stored[w]), stored["unreadable"]) if word),
        otherwise={what: t for what, t in since.items() if t is not None},
        hands=stored["hands"],
        doubtful=tuple(stored["doubtful"]),
        layout=stored["layout"],
    )


def _read_wrong(stored: Mapping[str, Any]) -> SuspectBoard | RefusedBoard:
    """A refused board is stored without its rule or, until version 1.0, with its event."""
    refused = "rule" not in stored or stored.get("told") is not None
    shown = _tuples(stored["shown"])
    return RefusedBoard(shown) if refused else SuspectBoard(stored["rule"], shown, stored["since"])


def _values(value: Any) -> dict[str, Any]:
    """The fields of a dataclass under their stored names, tuples as lists."""
    return {STORED.get(part.name, part.name): plain(getattr(value, part.name)) for part in fields(value)}


def _frozen(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {NAMES.get(name, name): _tuples(value) for name, value in stored.items()}


def _tuples(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


def _events(match: Match | None, first: int = 0, end: int | None = None) -> list[Any]:
    """The match as lists of dice, words of moves and declarations, and placed spaces with their kinds.

    Args:
        match: None has no events.
        first: how many events are left out at its beginning.
        end: the event before which it ends; None for all.
    """
    return [] if match is None else [_event(match, event) for event in match.events[first:end]]


def _arrival(one: Arrival) -> object:
    return one.events if one.place is None else [one.events, *astuple(one.place)]


def _read_arrival(stored: Any) -> Arrival:
    if not isinstance(stored, list):
        return Arrival(stored)
    events, *place = stored
    return Arrival(events, LeftPlace(*place))


def _event(match: Match, event: Event) -> Any:
    if isinstance(event, Roll):
        return list(event.dice)
    if isinstance(event, Deal | Touched | SetUp):
        return event_text(match.game, event)
    if isinstance(event, Left):
        return f"{LEAVES} {event.player + 1}"
    return dict(event.spaces) if isinstance(event, Placed) else match.game.to_text(event)


def _read_match(match: Match, events: list[Any]) -> Match:
    """The match continued: a throw is a list of dice, a move a word, a placement spaces with kinds."""
    for event in events:
        match = match.then(_read_event(match, event))
    return match


def _read_event(match: Match, stored: Any) -> Event:
    if isinstance(stored, list):
        return Roll(tuple(stored))
    if isinstance(stored, dict):
        return Placed(tuple(stored.items()))
    verb, _, text = stored.partition(" ")  # a move is one word
    if verb == LEAVES:
        return Left(int(text) - 1)
    if verb == SETS[0]:
        return SetUp(text.removeprefix(SETS[1]))
    return acted(match.game, verb, text) if text else match.game.from_text(stored)


def _turned(table: Table) -> dict[str, object]:
    """The move that stands and its continuations, as words."""
    turned = table.turned
    finger = {"touched": True} if turned.touched else {}
    if table.match is None or turned.move is None:
        return {"move": None, "legal": False, "more": [], "since": turned.since, **finger}
    text = table.game.to_text
    more = [text(move) for move in table.more]
    return {"move": text(turned.move), "legal": table.whole, "more": more, "since": turned.since, **finger}


def _read_turned(match: Match | None, stored: Mapping[str, Any]) -> Turned:
    touched = bool(stored.get("touched", False))
    move = None if match is None or not stored["move"] else match.game.from_text(stored["move"])
    return Turned(move, stored["since"], touched)


def _verdict(event: TableEvent | None) -> dict[str, object] | None:
    if event is None:
        return None
    return {part.name: getattr(event, part.name) for part in fields(event)}


def _read_verdict(stored: Mapping[str, Any] | None) -> TableEvent | None:
    return None if stored is None else TableEvent(**stored)
