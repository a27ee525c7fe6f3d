"""`piste coach trente`: which dice to set aside, and the effect of an attack."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import click

from .asked import built, house_option, numbers, reader_options

if TYPE_CHECKING:
    from referee.games.trente import Trente


def command(game: str) -> click.Command:
    """The command of Trente, by its name."""

    @click.command(game)
    @click.option("--aside", callback=numbers, help="The dice set aside so far, the very first one first.")
    @click.option("--roll", callback=numbers, help="The throw; without it, what the turn comes to.")
    @click.option(
        "--aim",
        type=click.Choice(["lose_least", "reach", "attack"]),
        default="lose_least",
        show_default=True,
        help="What the player wants: lose few points, reach the threshold, or go beyond it.",
    )
    @click.option("--attack", type=click.IntRange(1, 6), help="Tell of an attack at this level instead.")
    @click.option("--points", type=click.IntRange(0, 999), help="With --attack: what its target has.")
    @house_option
    @reader_options
    def advise(
        aside: tuple[int, ...] | None, roll: tuple[int, ...] | None, aim: str, attack: int | None,
        points: int | None, options: tuple[str, ...], level: str, language: str, as_json: bool,
    ) -> None:  # fmt: skip
        from referee.coach_trente import TrenteCoach

        from ...coach.trente import TrenteTurn, attack_lines, attack_report, turn_lines, turn_report
        from ...words import words

        if points is not None and attack is None:
            raise click.UsageError("--points: expected with --attack")
        if attack is not None and (aside or roll):
            raise click.UsageError("--attack: expected without --aside and --roll")
        house, w = cast("Trente", built(game, options)), words(language)
        coach = TrenteCoach(house)
        try:
            if attack is not None:
                tell = attack_report if as_json else attack_lines
                answer = tell(w, level, coach, attack, points)
            else:
                turn = TrenteTurn(house, aside or (), roll or (), aim)
                answer = (turn_report if as_json else turn_lines)(w, level, coach, turn)
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        click.echo(json.dumps(answer, ensure_ascii=False) if as_json else "\n".join(answer))

    advise.help = (
        "Tell which dice of a throw to set aside and what each other choice costs, or what an attack does.\n\n"
        f"Example: piste coach {game} --aside 6,6 --roll 4,5,5,1\n\n"
        f"Example: piste coach {game} --attack 3 --points 5"
    )
    return advise
