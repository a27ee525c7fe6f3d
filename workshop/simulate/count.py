"""The noise of the eyes counted over recorded games: plain counts, from which bounds follow.

counted([(looks, deeds), ...]) -> {"films": 110, "dice": {...}, "fates": {...}, "tiles": {...}, ...}
"""

from __future__ import annotations

import json
import pickle
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from vision.observation import Die, Observation, Piece, PieceKind

from .happened import Done, Lying, happened
from .matched import Matched, matched
from .rests import DieRest, die_rests, ghost_runs

LOOKS = ".looks"
OFFS = (0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.3, 1.7, 2.2, 3.0, 4.0, 6.0)
"""Widths: bounds of the bins in which it is counted how far a die lies from where one lay."""
DOUBTFUL = 0.9
"""A tile whose true kind has less probability than this is read badly: an episode, as long as it lasts."""
CLEAN = 0.95
"""A die at least this sure, and right all along, is not stored look by look."""
KINDS: tuple[PieceKind, ...] = ("open", "closed", "missing", "unknown")
QUANTILES = 20
CASTS = ("roll_settled", "die_cocked", "die_off_board", "must_close", "dice_count")
TIMES = ("settled after", "lasts")


def films(folder: Path, *, watch: bool = False) -> Iterator[tuple[Sequence[Observation], Sequence[Done]]]:
    """The looks and deeds of every recording of a folder that was watched, or, asked to, of every one."""
    for truth in sorted(folder.glob("*.truth.jsonl")):
        film = truth.with_name(truth.name.removesuffix(".truth.jsonl") + ".mp4")
        file = film.with_suffix(LOOKS)
        if not file.exists() and watch and film.exists():
            file.write_bytes(pickle.dumps(_watched(film)))
        if file.exists():
            yield pickle.loads(file.read_bytes()), happened(film)  # written by ourselves, a line above


def _watched(film: Path) -> list[Observation]:
    from hardware.camera import open_camera
    from vision.follow.follower import follow
    from webui.commands.read import opened

    side: Any = json.loads(film.with_suffix(".truth.jsonl").open().readline())["seat1_side"]
    with open_camera(str(film), paced=False) as camera:
        return list(follow(camera.frames(), opened("occe"), board="occe", seat1_side=side))


class _Counts:
    """Counters by name, and lists of what is kept whole."""

    def __init__(self) -> None:
        self.of: dict[str, Counter[str]] = defaultdict(Counter)
        self.values: dict[str, list[Any]] = defaultdict(list)
        self.n: Counter[str] = Counter()
        self.table: dict[str, Any] = {}


def counted(every: Iterable[tuple[Sequence[Observation], Sequence[Done]]]) -> dict[str, Any]:
    """The counts over all these films."""
    counts = _Counts()
    for looks, deeds in every:
        matches = list(matched(looks, deeds))
        counts.table = {"clean": 0, "amiss": [], **_moments(matches), "tiles": []}
        counts.values["tables"].append(counts.table)
        counts.n.update(films=1, looks=len(looks), settled=len(matches), throws=_number(deeds, "cast"))
        counts.n["seconds"] += round(deeds[-1].end)
        for match in matches:
            _look(counts, match)
        for rest in die_rests(matches):
            _die(counts, rest)
        _ghosts(counts, matches)
        _tiles(counts, matches)
        _times(counts, looks, matches, deeds)
        _acts(counts, deeds)
    return _as_json(counts)


def _moments(matches: Sequence[Matched]) -> dict[str, int]:
    """Settled looks that follow a deed, and tiles that were turned."""
    turned = sum(len(done.slots) for match in matches for done in match.since)
    return {"moments": sum(bool(match.since) for match in matches), "turned": turned}


def _number(deeds: Sequence[Done], kind: str) -> int:
    return sum(done.kind == kind for done in deeds)


def _look(counts: _Counts, match: Matched) -> None:
    """What became of each die since the last settled look, by what was done to it."""
    touching = [done for done in match.since if done.kind in ("cast", "push", "lift")]
    if match.busy or match.consumed or len(touching) > 1:
        return
    kind = touching[0].kind if touching else "none"
    for index, ((_, die), fate) in enumerate(zip(match.dice, match.fates, strict=True)):
        if die is None or fate is None:
            continue
        mine = kind if kind in ("cast", "none") or touching[0].moved == index else "beside"
        counter = counts.of[f"fate {mine}"]
        counter.update(n=1, fresh=fate.fresh, stirred=fate.stirred, away=fate.away, as_it_was=not fate.fresh)
        if fate.fresh and not fate.stirred:
            counter.update(unnoticed=1, unnoticed_new=fate.off > 99)
        if fate.stirred:
            counter.update({f"off {_bin(fate.off)}": 1, "same_value": fate.was == die.value})
    for stain in match.stains if match.look.fates else ():
        fate = match.look.fates[match.look.dice.index(stain)]
        if fate.fresh:
            counts.of["stains"].update(n=1, stirred=fate.stirred)
            counts.values["stains"].append(_reading(stain))


def _bin(off: float) -> str:
    if off > 99:
        return "new"
    return next((f"<{bound}" for bound in OFFS if off < bound), "far")


def _die(counts: _Counts, rest: DieRest) -> None:
    """How a die is read while it lies, its first reading and what becomes of it."""
    true = str(rest.lying.value or rest.lying.state)
    first = rest.readings[0]
    counts.of["die " + rest.lying.state].update({_state(first): 1})
    if rest.lying.state == "flat" and first is not None and first.state == "flat":
        counts.of[f"value {true}"].update({str(first.value): 1})
        if first.value is not None:
            wrong = "right" if first.value == rest.lying.value else "wrong"
            counts.of[f"sure {wrong}"].update({_chance(first.sure): 1})
    if first is not None and rest.amiss() == () and min(first.sure, _right(rest.lying, first)) >= CLEAN:
        counts.table["clean"] += 1
        return
    story = [[looks, None if die is None else _reading(die)] for die, looks in rest.runs()]
    counts.table["amiss"].append({"true": true, "story": story})


def _right(lying: Lying, die: Die) -> float:
    """The probability given to the truth."""
    return die.chances[lying.value - 1] if lying.value and die.chances else 1.0


def _state(die: Die | None) -> str:
    return "unseen" if die is None else die.state


def _reading(die: Die) -> dict[str, Any]:
    chances = [round(chance, 4) for chance in die.chances]
    return {"state": die.state, "value": die.value, "sure": round(die.sure, 3), "there": round(die.there, 3),
            "chances": chances}  # fmt: skip


CHANCES = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999)


def _chance(chance: float) -> str:
    return next((f"<{bound}" for bound in CHANCES if chance < bound), "<=1")


def _ghosts(counts: _Counts, matches: Sequence[Matched]) -> None:
    """Dice of the throw before that are still reported after they were taken up."""
    taken, runs = ghost_runs(matches)
    counts.of["ghosts"].update(taken=taken, n=len(runs))
    counts.values["ghosts"].extend(runs)


def _tiles(counts: _Counts, matches: Sequence[Matched]) -> None:
    """Tiles that are read badly: from when on, for how many looks, and how badly at the worst of them."""
    running: dict[str, dict[str, Any]] = {}
    fresh: set[str] = set()
    for match in matches:
        if match.since:
            fresh = {f"seat-{done.seat}/slot-{slot}" for done in match.since for slot in done.slots}
        read = {piece.space: (piece, closed) for piece, closed in match.tiles}
        for space in [space for space in running if space not in read]:
            counts.table["tiles"].append(running.pop(space))
        for piece, closed in read.values():
            true: PieceKind = "closed" if closed else "open"
            counts.of[f"tile {true}"].update({piece.kind: 1})
            ended = _episode(running, piece, true, turned=piece.space in fresh)
            counts.table["tiles"].extend(ended)
    counts.table["tiles"].extend(running.values())


def _episode(
    running: dict[str, dict[str, Any]], piece: Piece, true: PieceKind, *, turned: bool
) -> list[dict[str, Any]]:
    """Takes one more reading of a tile; the episode that it ends, if any."""
    chances = dict(piece.chances)
    read = [round(chances.get(kind, 0.0), 4) for kind in KINDS]
    old, at = running.get(piece.space), KINDS.index(true)
    if read[at] >= DOUBTFUL or (old is not None and old["true"] != true):
        running.pop(piece.space, None)
        return [] if old is None else [old]
    if old is None:
        running[piece.space] = {"true": true, "chances": read, "looks": 1, "turned": turned}
        return []
    old["looks"] += 1
    old["chances"] = min(old["chances"], read, key=lambda row: float(row[at]))
    return []


def _times(
    counts: _Counts, looks: Sequence[Observation], matches: Sequence[Matched], deeds: Sequence[Done]
) -> None:
    """Seconds from a deed to the settled look that shows it, and deeds that no look stands between."""
    for match in matches:
        if match.since:
            last = match.since[-1]
            counts.values[f"settled after {last.kind}"].append(round(match.look.time - last.end, 3))
    for done in deeds:
        if done.kind == "rest":
            continue
        counts.values[f"lasts {done.kind}"].append(round(done.end - done.start, 3))
        inside = [look for look in looks if done.start < look.time <= done.end and not look.still]
        counter = counts.of[f"moving {done.kind}"]
        counter.update(n=1, looks=len(inside), some=bool(inside))
        counter.update(hands=sum(bool(look.hands) for look in inside))
        counter.update(dice=any(die.state == "moving" for look in inside for die in look.dice))
        settled = sum(done.start + 0.3 < look.time < done.end - 0.65 and look.still for look in looks)
        counter.update(settled=settled)


def _acts(counts: _Counts, deeds: Sequence[Done]) -> None:
    """What dice that lie otherwise than before are, while a throw and while a move is due."""
    for index, done in enumerate(deeds):
        due = "move due" if owed(deeds, index) else "throw due"
        if done.kind in ("push", "lift"):
            counts.of[due].update(n=1, stays=1)
        elif done.kind == "cast":
            word = next((word for word in done.words if word in CASTS), "none")
            handed = "move_accepted" in done.words
            counts.of["move due" if handed or word == "must_close" else "throw due"].update(
                {"n": 1, "moved_and_thrown" if handed else word: 1}
            )


def owed(deeds: Sequence[Done], index: int) -> bool:
    """Whether a move is due: the next due event is a move."""
    words = (word for done in deeds[index:] for word in done.words)
    return next((word for word in words if word in ("move_accepted", "roll_settled")), "") == "move_accepted"


def _as_json(counts: _Counts) -> dict[str, Any]:
    report: dict[str, Any] = {"n": dict(counts.n)}
    report["counts"] = {name: dict(sorted(counter.items())) for name, counter in sorted(counts.of.items())}
    times = {name: _quantiles(values) for name, values in counts.values.items() if name.startswith(TIMES)}
    report["times"] = dict(sorted(times.items()))
    report["kept"] = {name: values for name, values in sorted(counts.values.items()) if name not in times}
    return report


def _quantiles(values: Sequence[float]) -> dict[str, Any]:
    ranked = [value + 0.0 for value in sorted(values)]  # no negative zero
    each = [ranked[round(k * (len(ranked) - 1) / QUANTILES)] for k in range(QUANTILES + 1)]
    return {"n": len(ranked), "quantiles": each}


def write(noise: Mapping[str, Any], out: Path) -> None:
    """The counts as a file that is read by people too: one line a counter, one line an episode."""
    lines = [f'"n": {json.dumps(noise["n"])}']
    for part in ("counts", "times"):
        rows = ",\n  ".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in noise[part].items())
        lines.append(f'"{part}": {{\n  {rows}\n }}')
    parts = []
    for name, rows in noise["kept"].items():
        each = ",\n   ".join(json.dumps(row) for row in rows)
        parts.append(f"{json.dumps(name)}: [\n   {each}\n  ]")
    lines.append('"kept": {\n  ' + ",\n  ".join(parts) + "\n }")
    out.write_text("{\n " + ",\n ".join(lines) + "\n}\n", encoding="utf-8")
