"""`python -m workshop evaluate`: the readings scored against labelled pictures."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webui.commands.read import BOARDS, opened
from webui.live.eyes import NETWORKS

if TYPE_CHECKING:
    from vision.look import Eyes
    from vision.observation import Observation

    from ..evaluate.truth import Truth


def _network_options(function: Any) -> Any:
    for name in reversed(NETWORKS):
        function = click.option(
            f"--{name}-net",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help=f"Another {name} network to score.",
        )(function)
    return function


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
@click.option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for contact sheets of the failures.",
)
@click.option(
    "--coverage",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Picture file of risk against coverage, over all and by source.",
)
@click.option(
    "--each",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File of one JSON line a picture: what was right, how sure, what was asked about.",
)
@click.option(
    "--board", type=click.Choice(BOARDS), default="auto", show_default=True, help="Which board to look for."
)
@click.option(
    "--use",
    type=click.Choice(("train", "measure", "all")),
    default="all",
    show_default=True,
    help="Which lines, by their use.",
)
@click.option(
    "--source", "sources", multiple=True, help="Only sources whose name contains this (repeatable)."
)
@click.option("--view", default="", help="Only pictures whose labels say this of their view.")
@_network_options
@click.argument("labels", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(
    labels: Path,
    as_json: bool,
    pictures: Path | None,
    coverage: Path | None,
    each: Path | None,
    board: str,
    use: str,
    sources: tuple[str, ...],
    view: str,
    **networks: Path | None,
) -> None:
    """Score the readings against labelled pictures: dice, tiles, boards, and what Piste would act upon.

    Figures count abstentions as readings; what is acted upon is told apart, with its 95 % upper bound.

    Example: python -m workshop evaluate ../shared/photos/dice/labels.jsonl --pictures sheets
    """
    from ..evaluate.coverage import coverage_plot
    from ..evaluate.figures import coverage_groups, picture_line, report
    from ..evaluate.report import tables
    from ..evaluate.score import score
    from ..evaluate.sheets import Sheets
    from ..evaluate.truth import WrongLabels, read_truths

    try:
        shown = [truth for truth in read_truths(labels) if view in truth.condition.get("view", "")]
        truths = _chosen(shown, use, sources)
    except WrongLabels as error:
        raise click.ClickException(str(error)) from error
    if not truths:
        raise click.ClickException("expected label lines of that use and source; there is none")
    instead = {name.removesuffix("_net"): path for name, path in networks.items() if path}
    eyes = opened(board, instead)
    scores, lines, sheets = [], [], Sheets(pictures) if pictures else None
    for truth, observation in _readings(truths, eyes, board):
        scores.append(score(truth, observation))
        lines.append(json.dumps(picture_line(truth.picture.name, scores[-1], observation)) + "\n")
        if sheets is not None:
            sheets.add(truth, observation, scores[-1])
    if sheets is not None:
        click.echo(f"contact sheets: {', '.join(map(str, sheets.close())) or 'no failure'}", err=True)
    if coverage:
        coverage_plot(coverage_groups(scores), coverage)
    if each:
        each.write_text("".join(lines), encoding="utf-8")
    summary = report(scores) | {"labels": str(labels), "unreadable": len(truths) - len(scores)}
    click.echo(json.dumps(summary, ensure_ascii=False) if as_json else tables(summary))


def _chosen(truths: list[Truth], use: str, sources: tuple[str, ...]) -> list[Truth]:
    """Those of one use and of the named sources."""
    some = [truth for truth in truths if not sources or any(name in truth.source for name in sources)]
    return [truth for truth in some if use in ("all", truth.use)]


def _readings(truths: list[Truth], eyes: Eyes, board: str) -> Iterator[tuple[Truth, Observation]]:
    """Reads each picture; reports an unreadable one on stderr."""
    from vision.errors import UnreadablePicture
    from vision.frame import Frame
    from vision.picture import read_picture

    for number, truth in enumerate(truths, 1):
        try:
            image = read_picture(truth.picture)
            frame = Frame(image, 0.0)
            observation = eyes.turned(frame, eyes.look(frame, board))
        except UnreadablePicture as error:
            click.echo(f"{truth.picture}: {error}", err=True)
            continue
        yield truth, observation
        if number % 50 == 0 or number == len(truths):
            print(
                f"\r{number} of {len(truths)} pictures",
                end="" if number < len(truths) else "\n",
                file=sys.stderr,
                flush=True,
            )
