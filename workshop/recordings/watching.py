"""Recordings watched by the code of `piste watch`, and scored; once more beside a player who answers what Piste asks.

The player answers truthfully and with one tap.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from referee.games.tiles import TileGame
from vision.errors import NoStart
from vision.frame import Frame, Image
from vision.look import Eyes
from vision.men.finder import Leaves
from vision.men.known import LAYOUT
from vision.men.strips import Leaf
from vision.observation import Observation, Side
from webui.live.live import Confirmed
from webui.live.memory import TableMemory, remembering
from webui.live.men import field_memory
from webui.table.reducer import NotNow, Step, Table, close, open_table, see, touch
from webui.table.values.actions import AnswerRoll, AnswerTile
from webui.table.values.setup import NO_GAME, Setup, players_at
from webui.table.values.shown import camera_reads
from webui.table.viewing import view
from webui.words.games.sentences import foul_sentence

from .aligned import FLIP, Event, cast_before, scored
from .figures import Watched
from .putright import put_right

TRUTH = ".truth.jsonl"
TOLD = ".told.jsonl"
ANSWERED = ".answered.jsonl"


@dataclass(frozen=True)
class Recording:
    """A film and what happens in it.

    Attributes:
        film: the video.
        group: what it is counted with.
        setup: the game.
        truth: events, in order.
        seat1_side: where seat 1 sits in the picture, if no tag tells.
        more: other fields of its truth.
        marked: a board of men is learnt where the truth has its corners, as if a person had marked them.
    """

    film: Path
    group: str
    setup: Setup
    truth: tuple[Event, ...]
    seat1_side: str | None = None
    more: dict[str, Any] = field(default_factory=dict)
    marked: bool = False


def recordings(folders: Iterable[Path]) -> Iterator[Recording]:
    """The recordings of some folders: films with `.truth.jsonl` beside them, or a `truth.jsonl` of throws."""
    for folder in folders:
        for file in sorted(folder.glob(f"*{TRUTH}")):
            if file.with_name(file.name.removesuffix(TRUTH) + ".mp4").exists():
                yield recorded(file)
        if (folder / "truth.jsonl").exists():
            yield from _hand_throws(folder / "truth.jsonl")


def recorded(file: Path) -> Recording:
    """The recording of a `.truth.jsonl` beside a film."""
    head, *events = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    options = tuple(sorted(head.get("options", {}).items()))
    cocked = head.get("cocked", "rethrow_all")
    setup = Setup(head["game"], players_at(head["seats"]), head.get("profile", ""), options, cocked=cocked)
    film = file.with_name(file.name.removesuffix(TRUTH) + ".mp4")
    return Recording(film, head.get("renderer", ""), setup, tuple(events), head.get("seat1_side"), head)


def _hand_throws(file: Path) -> Iterator[Recording]:
    for text in file.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        yield _photographed(file.with_name(line["video"]), line)


def _photographed(film: Path, line: dict[str, Any]) -> Recording:
    """A video of hands throwing dice: frames at which they lie, and their values."""
    rolls = ((roll["rest_frames"][0] / line["fps"], roll["values"]) for roll in line["rolls"])
    truth = tuple({"t": round(t, 3), "event": "roll_settled", "dice": values} for t, values in rolls)
    return Recording(film, f"video {line['source']}", Setup(NO_GAME), truth)


def watched(recording: Recording, *, again: bool = True) -> Watched:
    """The recording followed as `piste watch` does it, and scored; once more with a finger that answers questions.

    What play confirms makes the table better known, each time anew.

    Args:
        recording: which.
        again: follow it even if earlier reports lie beside the film.
    """
    files = [recording.film.with_suffix(ending) for ending in (TOLD, ANSWERED)]
    if again or not all(file.exists() for file in files):
        both = _followed(recording)
        if recording.setup.game != NO_GAME:  # nothing is written beside photographs
            for file, plain in zip(files, both, strict=True):
                file.write_text("".join(json.dumps(event) + "\n" for event in plain), encoding="utf-8")
    else:
        both = [
            [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] for file in files
        ]
    plain, answered = both
    answers = sum(event["event"] == ANSWER for event in answered)
    besides = [event for event in answered if event["event"] != ANSWER]
    return Watched(
        recording.film.stem, recording.group, _lasts(recording.film), scored(recording.truth, put_right(plain)),
        scored(recording.truth, put_right(besides)), answers,
    )  # fmt: skip


def _followed(recording: Recording) -> list[list[Event]]:
    """The reports, without and with answers."""
    from webui.commands.read import opened
    from webui.commands.watch import events_of

    eyes, memory = _remembering(recording, opened(_board(recording)))
    looks = looked(recording, eyes, memory)
    answered = list(events_with_answers(recording.setup, looks, recording.truth, memory.played))
    if all(event["event"] != ANSWER for event in answered):  # then it is the same without them
        return [answered, answered]
    eyes, memory = _remembering(recording, eyes)
    plain = events_of(recording.setup, looked(recording, eyes, memory), memory.played)
    return [[event.as_json() for event in plain], answered]


def _remembering(recording: Recording, plain: Eyes) -> tuple[Eyes, TableMemory]:
    """Eyes that recall their table, and the memory that play teaches; in a game of men that of the board's field."""
    eyes, memory = remembering(plain)
    return eyes, field_memory() if _board(recording) == LAYOUT else memory


def looked(recording: Recording, eyes: Eyes, memory: TableMemory) -> Iterator[Observation]:
    """What eyes see of a film; the memory that they ask sees it too."""
    from hardware.camera import open_camera
    from vision.follow.follower import follow_frames

    board, side = _board(recording), cast("Side | None", recording.seat1_side)
    with open_camera(str(recording.film), paced=False) as camera:
        if board == LAYOUT:
            yield from _men_looked(recording, camera.frames(), eyes, memory)
            return
        yield from memory.watched(follow_frames(camera.frames(), eyes, board=board, seat1_side=side))


@dataclass(frozen=True)
class MarkedLeaves:
    """Finds a board of arrows where its film's truth says that it lies.

    Attributes:
        corners: of both leaves, px.
    """

    corners: tuple[Leaf, Leaf]

    def find(self, image: Image, seat1_side: Side | None = None) -> Leaves:
        """The leaves."""
        return Leaves(self.corners, 1.0)


def _men_looked(
    recording: Recording, frames: Iterable[Frame], eyes: Eyes, memory: TableMemory
) -> Iterator[Observation]:
    """What eyes see of a game of men; nothing of a film whose first seconds do not teach them the board."""
    from webui.live.eyes import open_men_networks
    from webui.live.men import film_followed

    finder, reader = open_men_networks()
    first, second = (cast("Leaf", tuple(map(tuple, leaf))) for leaf in recording.more["leaves"])
    networks = MarkedLeaves((first, second)) if recording.marked else finder, reader
    try:
        yield from (seen for seen, _ in film_followed(frames, eyes.dice, networks, memory))
    except NoStart as error:
        print(f"{recording.film}: the board was not learnt: {error}", file=sys.stderr)


def _board(recording: Recording) -> Any:
    """Which board is looked for; none where no camera follows the game's board yet: then dice alone are told."""
    if recording.setup.game == NO_GAME:
        return "auto"
    game = recording.setup.build()
    if isinstance(game, TileGame):
        return "occe"
    return game.layout if camera_reads(game) or game.layout == LAYOUT else "none"


def _lasts(film: Path) -> float:
    import cv2

    video = cv2.VideoCapture(str(film))
    try:
        return float(video.get(cv2.CAP_PROP_FRAME_COUNT) / max(1.0, video.get(cv2.CAP_PROP_FPS)))
    finally:
        video.release()


ANSWER = "answer"
"""The word of an answer among the events."""
AFTER = 1.5
"""Seconds that a question stands until it is answered."""


def events_with_answers(
    setup: Setup, looks: Iterable[Observation], truth: Sequence[Event], confirmed: Confirmed | None = None
) -> Iterator[Event]:
    """The events of a recording, and `answer` after each answered question.

    Args:
        setup: the game.
        looks: the observations of the recording.
        truth: what happens in it.
        confirmed: called with the events of each look and each answer, and the table after them, as Live does.
    """

    def out(step: Step) -> Iterator[Event]:
        if confirmed is not None:
            confirmed(step.table, step.events)
        yield from (event.as_json() for event in step.events)

    step = open_table(setup, sentence=foul_sentence)
    asked: tuple[object, float] = (None, 0.0)
    time = 0.0
    for observation in looks:
        time = observation.time
        step = see(step.table, observation)
        yield from out(step)
        question = _question(step.table)
        if question != asked[0]:
            asked = (question, time)
        if question is not None and time - asked[1] >= AFTER:
            answered = _answered(step.table, truth, time)
            asked = (question, time)
            if answered is not None:
                step = answered
                yield {"event": ANSWER, "t": round(time, 3)}
                yield from out(step)
    yield from (event.as_json() for event in close(step.table, time).events)


def _question(table: Table) -> object:
    """What stands on the tablet to be answered; None where nothing does."""
    if table.setup.game == NO_GAME:
        return None
    shown = view(table)
    return (shown.readings, str(shown.doubt.asks)) if shown.doubt is not None and shown.doubt.asks else None


def _answered(table: Table, truth: Sequence[Event], time: float) -> Step | None:
    """The table after the answer; None where the truth is none that can be given."""
    answer = true_answer(table, truth, time)
    try:
        return None if answer is None else touch(table, answer, time)
    except NotNow:
        return None


def true_answer(table: Table, truth: Sequence[Event], time: float) -> AnswerRoll | AnswerTile | None:
    """What a person who knows answers to what a table asks at that second; None where there is nothing to say."""
    if table.throws.doubt is not None and table.throws.doubt.asks:
        cast = cast_before(truth, time)
        return AnswerRoll(tuple(cast["dice"])) if cast is not None and cast["event"] == "roll_settled" else None
    asks = view(table).asked_tile
    if asks is None:
        return None
    game: Any = table.game
    frame = asks.seat if game.frames == "own" else 0
    return AnswerTile(asks.seat, asks.tile, _state(truth, frame, asks.tile, time))


def _state(truth: Sequence[Event], frame: int, tile: int, time: float) -> Literal["open", "closed"]:
    """How a tile lies: as it was turned last."""
    turned = [event for event in truth if event["event"] == FLIP and event["t"] <= time]
    mine = [event["state"] for event in turned if (event["seat"], event["tile"]) == (frame, tile)]
    return "closed" if mine and mine[-1] == "closed" else "open"
