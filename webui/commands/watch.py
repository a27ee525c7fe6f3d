"""`piste watch`: follows a recording from its first frame to its last, one event a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..table.values.shown import FILMED
from .dice_area import Numbers, area_given, area_options
from .read import BOARDS, SIDES, opened

if TYPE_CHECKING:
    from vision.area.value import DiceArea
    from vision.follow.edge import Edge
    from vision.follow.standing import Learnt
    from vision.frame import Frame
    from vision.observation import Observation

    from ..checkup.kept import Calibrations
    from ..live.live import Confirmed
    from ..table.values.events import TableEvent
    from ..table.values.setup import Setup


@click.command()
@click.option(
    "--game",
    required=True,
    metavar="GAME",
    help=f"{', '.join(game.name for game in FILMED)}, or none: throws only.",
)
@click.option(
    "--players", type=click.IntRange(1, 12), help="How many play; as many as there are seats, or 2."
)
@click.option(
    "--seats", metavar="1,3", help="Their places at the board in playing order; 1 to N if not given."
)
@click.option("--profile", default="", help='Name of a rule profile, such as "OCCE enfant".')
@click.option(
    "--games", type=click.IntRange(1, 99), default=1, show_default=True, help="Games in the series."
)
@click.option(
    "--board", type=click.Choice(BOARDS), help="Which board to look for; the game's own if not given."
)
@click.option("--seat1-side", type=click.Choice(SIDES), help="Where seat 1 sits, if no corner tag tells.")
@click.option("--data", type=click.Path(path_type=Path), help="A data folder whose calibration is used.")
@area_options
@click.option("--area", "kept_area", is_flag=True, help="Look for throws in the dice area of --data alone.")
@click.option(
    "--fps",
    type=click.FloatRange(0.1, 240),
    default=5.0,
    show_default=True,
    help="Pictures a second of a folder.",
)
@click.argument("recording", metavar="VIDEO|FOLDER", type=click.Path(path_type=Path))
def command(
    game: str, players: int | None, seats: str | None, profile: str, games: int, board: str | None,
    seat1_side: str | None, data: Path | None, dice_area: Numbers | None, dice_ring: Numbers | None, kept_area: bool,
    fps: float, recording: Path,
) -> None:  # fmt: skip
    """Follow a video or a folder of pictures of a table and tell what happens, one JSON event a line.

    What play confirms makes the table better known as the film goes on; nothing of it is kept. A film of a game of men
    begins with its start position, unless --data names a folder in which the board was learnt.

    With --dice-area, --dice-ring or --area the dice area is looked at and nothing else, as serve does in games of men
    whose board was not learnt; throws are told, --game none.

    Example: piste watch --game occe_child --players 2 --seats 1,3 game.mp4

    Example: piste watch --game none --dice-ring "0.5,0.5 0.4,0.5" throws.mp4
    """
    from hardware.camera import is_film, open_camera
    from hardware.errors import CameraError
    from hardware.recorded_camera import PictureCamera
    from vision.errors import VisionError
    from vision.men.known import LAYOUT

    from ..table.values.setup import Setup, SetupError, expect_shown, players_at

    try:
        expect_shown(game, FILMED)
        setup = Setup(game, players_at(_seats(players, seats, game)), profile, games=games)
    except SetupError as error:
        raise click.UsageError(str(error)) from error
    area = area_given(dice_area, dice_ring) or (_calibrated_area(data) if kept_area else None)
    if area is not None and (game != "none" or board not in (None, "none")):
        raise click.UsageError("expected --game none and no --board where the dice area alone is looked at")
    look_for = board or _board_of(setup)
    if not is_film(str(recording)):
        raise click.ClickException(f"expected a video or a folder of pictures; there is no {recording}")
    try:
        with open_camera(str(recording), paced=False, fps=fps) as camera:
            if area is not None:
                events = events_of(setup, _area_observations(camera.frames(), area, data))
            elif look_for == LAYOUT:
                events = events_of(setup, *_men_observations(camera.frames(), data))
            else:
                observations, confirmed = _board_followed(camera.frames(), look_for, seat1_side, data)
                events = events_of(setup, observations, confirmed)
            for event in events:
                click.echo(event.to_line())
            if isinstance(camera, PictureCamera):
                for path in camera.skipped:
                    click.echo(f"{path}: not a picture that can be read, left out", err=True)
    except (CameraError, VisionError) as error:
        raise click.ClickException(str(error)) from error


def _board_followed(
    frames: Iterable[Frame], look_for: str, seat1_side: str | None, data: Path | None
) -> tuple[Iterator[Observation], Confirmed]:
    """The observations of a board, and the callback for what play confirms."""
    from vision.follow.follower import follow_frames

    from ..live.memory import remembering

    eyes, memory = remembering(opened(look_for), data, writes=False)
    if memory.warning:
        click.echo(memory.warning, err=True)
    observations = follow_frames(
        frames,
        eyes,
        board=look_for,
        seat1_side=seat1_side,  # type: ignore[arg-type]  # Choice checked
        learnt=_learnt(data),
    )
    return memory.watched(_with_warning(observations)), memory.played


def _men_observations(frames: Iterable[Frame], data: Path | None) -> tuple[Iterator[Observation], Confirmed]:
    """The observations of a game of men, and the callback for what play confirms.

    They are of the board that was learnt, or with whose start the film begins.
    """
    from ..live.eyes import open_men_networks
    from ..live.men import field_memory, film_followed

    calibrations, memory = _calibrations(data), field_memory()
    known = None if calibrations is None else calibrations.men()
    looks = film_followed(frames, opened("none").dice, open_men_networks(), memory, known)
    return (observation for observation, _ in looks), memory.played


def _with_warning(looks: Iterable[tuple[Observation, Frame]]) -> Iterator[tuple[Observation, Frame]]:
    """The same looks; prints once that the picture is mirrored."""
    noted = False
    for observation, frame in looks:
        if "mirrored" in observation.warnings and not noted:
            noted = True
            click.echo("the picture is mirrored: the game cannot be followed", err=True)
        yield observation, frame


def _area_observations(frames: Iterable[Frame], area: DiceArea, data: Path | None) -> Iterator[Observation]:
    """The observations of a dice area; nothing else is read."""
    from vision.area.eyes import AreaEyes

    from ..live.area import FollowedArea, area_followed

    dice, calibrations = opened("none").dice, _calibrations(data)
    eyes = AreaEyes(dice, area)
    edges: tuple[Edge | None, Edge | None] = None, None
    if calibrations is not None:
        known = FollowedArea(calibrations, dice, data, writes=False)
        if known.memory.warning:
            click.echo(known.memory.warning, err=True)
        eyes = known.eyes(area)
        if known.stored is not None and area.tray == known.stored.tray:
            edges = known.edge, known.aside_edge
    return (observation for observation, _ in area_followed(frames, eyes, area, *edges))


def _calibrated_area(data: Path | None) -> DiceArea:
    """The dice area stored in a data folder. Raises click.UsageError if there is none."""
    calibrations = _calibrations(data)
    area = None if calibrations is None else calibrations.area()
    if area is None:
        raise click.UsageError(f"--area: expected a data folder with a dice area (--data); got {data}")
    return area.tray


def _learnt(data: Path | None) -> Learnt | None:
    """The calibration stored in a data folder; none without a folder."""
    calibrations = _calibrations(data)
    if calibrations is None:
        return None
    if calibrations.warning:
        click.echo(calibrations.warning, err=True)
    return calibrations.now


def _calibrations(data: Path | None) -> Calibrations | None:
    """The stored calibrations of a data folder; None without a folder."""
    from ..checkup.kept import Calibrations

    return None if data is None else Calibrations(data)


def events_of(
    setup: Setup, observations: Iterable[Observation], confirmed: Confirmed | None = None
) -> Iterator[TableEvent]:
    """The events of a recording, as they are decided.

    Args:
        setup: the game.
        observations: the eyes' reports on the recording.
        confirmed: receives the table and the events after each look, as in Live.
    """
    from ..table.reducer import close, open_table, see
    from ..words.games.sentences import foul_sentence

    step = open_table(setup, sentence=foul_sentence)
    yield from step.events
    time = 0.0
    for observation in observations:
        time = observation.time
        step = see(step.table, observation)
        if confirmed is not None:
            confirmed(step.table, step.events)
        yield from step.events
    yield from close(step.table, time).events


def _seats(players: int | None, seats: str | None, game: str) -> tuple[int, ...]:
    """Places in playing order. Raises click.UsageError if the two options disagree."""
    if seats is None:
        return () if game == "none" and players is None else tuple(range(1, (players or 2) + 1))
    try:
        places = tuple(int(seat) for seat in seats.split(","))
    except ValueError as error:
        raise click.UsageError(f"--seats: expected places such as 1,3; got {seats!r}") from error
    if players is not None and players != len(places):
        raise click.UsageError(f"--seats: expected {players} places; got {seats!r}")
    return places


def _board_of(setup: Setup) -> str:
    """The game's board; any if nothing is refereed."""
    return "auto" if setup.game == "none" else str(setup.build().layout)
