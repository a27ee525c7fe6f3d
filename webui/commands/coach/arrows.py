"""`piste coach` for the games on the board of arrows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import click

from .asked import built, house_option, numbers, reader_options

if TYPE_CHECKING:
    from referee.games.arrows import ArrowGame, ArrowState

EXAMPLE = '{"white": {"7": 1, "6": 14}, "black": {"24": 2, "6": 13}, "player": 2}'


def command(game: str) -> click.Command:
    """The command of one game on the board of arrows, by its name."""

    @click.command(game)
    @click.option(
        "--position", help="The position as JSON, men by their owner's own numbers; else the start."
    )
    @house_option
    @reader_options
    def advise(
        position: str | None, options: tuple[str, ...], level: str, language: str, as_json: bool,
        cells: str | None = None, dice: tuple[int, ...] | None = None,
    ) -> None:  # fmt: skip
        from ...coach.arrows import board_lines, board_report
        from ...words import words

        if position is not None and cells is not None:
            raise click.UsageError("--cells: expected without --position")
        if dice and (len(dice) != 2 or not all(1 <= die <= 6 for die in dice)):
            raise click.BadParameter(f"expected two dice from 1 to 6; got {dice}", param_hint="--dice")
        house, w = cast("ArrowGame", built(game, options)), words(language)
        state = _state(house, position if cells is None else _position(cells))
        if as_json:
            click.echo(json.dumps(board_report(w, level, house, state, dice or ()), ensure_ascii=False))
            return
        for line in board_lines(w, level, house, state, dice or ()):
            click.echo(line)

    advise.help = f"Count how far the men still have to go.\n\nExample: piste coach {game} --level nine"
    if game == "backgammon":
        _of_backgammon(advise)
    return advise


def _of_backgammon(advise: click.Command) -> None:
    """Adds two options: positions in the notation, and a first throw."""
    advise.params += [
        click.Option(["--cells"], help="The position as 28 numbers of the notation, White to move."),
        click.Option(["--dice"], callback=numbers, help="A first throw: what the leaflet recommends."),
    ]
    advise.help = (
        "Count how far the men still have to go, the throws that capture a lone man and those that enter.\n\n"
        f"Example: piste coach backgammon --position '{EXAMPLE}'\n\n"
        "Example: piste coach backgammon --dice 6,1"
    )


def _state(game: ArrowGame, position: str | None) -> ArrowState:
    from referee.core import SetUp
    from referee.errors import BadStart

    start = game.start((1, 2))
    if position is None:
        return start
    try:
        return game.apply(start, SetUp(position))
    except BadStart as error:
        raise click.UsageError(str(error)) from error


def _position(cells: str) -> str:
    """The notation's 28 cells as a position with White to move. Raises click.BadParameter."""
    from referee.games.backgammon import board

    try:
        given = json.loads(cells)
    except (ValueError, RecursionError):
        given = None
    whole = isinstance(given, list) and len(given) == len(board.START)
    if not whole or not all(type(n) is int and -board.MEN <= n <= board.MEN for n in given):
        raise click.BadParameter("expected 28 whole numbers, such as [0, -2, ...]", param_hint="--cells")
    men = [
        {name: count for name, count in zip(_NAMES, side, strict=True) if count}
        for side in board.men(tuple(given))
    ]
    return json.dumps({"white": men[0], "black": men[1], "player": 1})


_NAMES = ("off", *(str(number) for number in range(1, 25)), "bar")
"""The places of a player's men, by the player's own numbers."""
