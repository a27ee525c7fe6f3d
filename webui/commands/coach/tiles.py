"""`piste coach` for the games of tiles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import click

from .asked import built, house_option, numbers, reader_options

if TYPE_CHECKING:
    from referee.games.tiles import Open, TileGame


def command(game: str) -> click.Command:
    """The command of one game of tiles, by its name."""

    @click.command(game)
    @click.option(
        "--open", "tiles", callback=numbers, help="The open tiles, such as 1,2,5,9; all by default."
    )
    @click.option("--dice", callback=numbers, help="The throw, such as 6,2; without it, what is to come.")
    @house_option
    @reader_options
    def advise(
        tiles: tuple[int, ...] | None,
        dice: tuple[int, ...] | None,
        options: tuple[str, ...],
        level: str,
        language: str,
        as_json: bool,
    ) -> None:
        from referee.coach import Coach

        from ...coach.tiles import Asked, lines, report
        from ...words import words

        house = cast("TileGame", built(game, options))
        still_open = _open(house, tiles)
        asked = Asked(house, still_open, _dice(house, still_open, dice or ()))
        coach, w = Coach(house), words(language)
        if as_json:
            click.echo(json.dumps(report(w, level, coach, asked), ensure_ascii=False))
            return
        for line in lines(w, level, coach, asked):
            click.echo(line)

    advise.help = (
        "Tell the best closing of a throw and what each other one costs, or what the next throw may bring.\n\n"
        f"Example: piste coach {game} --open 1,2,5,9 --dice 6,3"
    )
    return advise


def _open(game: TileGame, tiles: tuple[int, ...] | None) -> Open:
    from referee import expect
    from referee.errors import BadQuestion

    if tiles is None:
        return game.all_tiles
    try:
        return expect.tiles(tiles, "open", game.tiles)
    except BadQuestion as error:
        raise click.BadParameter(str(error), param_hint="--open") from error


def _dice(game: TileGame, still_open: Open, dice: tuple[int, ...]) -> tuple[int, ...]:
    """The throw, if it is possible at these tiles."""
    if not dice:
        return ()
    counts = game.dice_allowed(still_open)
    if not still_open:
        raise click.BadParameter("expected no throw, for everything is closed", param_hint="--dice")
    if len(dice) not in counts or not all(1 <= die <= 6 for die in dice):
        wanted = " or ".join(str(count) for count in sorted(counts))
        raise click.BadParameter(f"expected {wanted} dice from 1 to 6; got {dice}", param_hint="--dice")
    return dice
