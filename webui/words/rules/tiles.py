"""The rules that all tile games share, for players."""

from __future__ import annotations

import json

from .. import N_, Nn_
from ..games.forms import several
from .sheet import Example, Paragraph, ThrowStep, always, where

TURN_OVER = N_("Nothing fits")


def standing(*tiles: int) -> str:
    """The position of one player whose open tiles are these."""
    return json.dumps({"open": [list(tiles)], "player": 1})


AIM = N_("You want as few points as you can. Every tile that stays open at the end counts what is written on it.")

SET_UP = Paragraph(
    "board",
    N_("The tiles"),
    (
        (N_("You have a frame in front of you, with %(tiles)s tiles."), where(frames=("own",))),
        (N_("There is one box of %(tiles)s tiles. You play with it one after the other."), where(frames=("shared",))),
        (N_("At the start all tiles are open: you see the numbers."), always),
        (N_("A closed tile stays closed until the game is over."), always),
        (N_("You close tiles of your own frame only."), where(frames=("own",))),
        (N_("Before the next turn all tiles are opened again."), where(frames=("shared",))),
    ),
    rules=("reopened", "already_shut", "no_such_tile", "tile_missing", "other_frame", "not_reset"),
)

THROW = Paragraph(
    "throw",
    N_("The throw"),
    (
        (N_("Throw the dice first. Then close."), always),
        (N_("Close before you throw again."), always),
        (N_("A die that leans or falls off the board does not count: throw again."), always),
    ),
    rules=("throw_first", "must_close", "not_dice"),
)

STOP = Paragraph(
    "stop",
    N_("The end of your turn"),
    (
        (N_("As long as you can close something, you close, and you throw again."), where(turns=("whole",))),
        (N_("You throw once and close. Then it is the next player's turn."), where(turns=("alternate",))),
        (N_("You can close nothing any more? Then you stop."), always),
        (N_("Add up the tiles that are still open: that is your score."), always),
        (N_("Everything closed is 0 points. Bravo!"), always),
        (N_("Whoever closes everything first ends the game at once."), where(instant_win=(True,))),
    ),
    examples=(
        Example(
            "stuck",
            TURN_OVER,
            standing(4, 7),
            (ThrowStep((6, 3)),),
            11,
        ),
    ),
)

WINNER = Paragraph(
    "winner",
    N_("Who wins"),
    (
        (N_("The lowest score wins."), where(games=(1,))),
        (
            several(
                Nn_(
                    "You play %(n)s game. The lowest total wins.",
                    "You play %(n)s games. The lowest total of all games wins.",
                ),
                "games",
            ),
            lambda options: options["games"] > 1,
        ),
        (N_("Are several first? They win together."), where(tie=("shared",))),
        (N_("Are several first? They play one more game, until one of them is ahead."), where(tie=("extra_game",))),
    ),
    rules=("game_over",),
)

PISTE = Paragraph(
    "piste",
    N_("What Piste does"),
    (
        (N_("Piste looks at the dice and the tiles. It counts, and it says when something does not fit."), always),
        (N_("To make a mistake is not bad: put the tiles back and try again."), always),
        (N_("Is Piste not sure? Then it asks you. It never guesses a score."), always),
        (N_("During a pause nothing counts. Press “Go on” first."), always),
        (N_("Only the teacher changes players or sets up the board by hand."), always),
    ),
    rules=(
        "dice_unsure",
        "board_unsure",
        "paused",
        "not_paused",
        "not_at_start",
        "not_in_this_game",
        "no_such_player",
        "last_player",
    ),
)
