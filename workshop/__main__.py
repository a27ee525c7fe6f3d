"""`python -m workshop VERB`: how the networks came to be and how good the whole line is. From a checkout only."""

from __future__ import annotations

import click

from webui.cli import Verbs

VERBS: tuple[tuple[str, str], ...] = (
    ("scenes", "Draw pictures of tables with their truth."),
    ("train", "Train, export and calibrate the networks, step by step."),
    ("evaluate", "Score the readings against labelled pictures."),
    ("area", "Score drawn tables whose dice alone are followed, with a dice area and without."),
    ("known", "Score how drawn tables are read once they are known, and without."),
    ("printed", "Read the printed board in twelve views."),
    ("recordings", "Make recorded games, watch and score them."),
    ("bench", "Measure what reading and refereeing cost on this machine."),
    ("textures", "Draw the wood and the felt of the site's board, and its icons."),
    ("torture", "Try to break what Piste promises, and tell what was found, mended and lost."),
    ("simulate", "Play whole games without pixels and score how they are told."),
    ("release", "Make everything that a release hands out."),
)
"""Each verb and what it does in one line; its module is workshop/commands/<verb>.py and holds `command`."""


@click.group(
    cls=Verbs,
    package="workshop.commands",
    verbs=VERBS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
def main() -> None:
    """How the networks of Piste came to be, and how good the whole line is.

    Example: python -m workshop evaluate ../shared/photos/dice/labels.jsonl
    """


if __name__ == "__main__":
    main(prog_name="python -m workshop")
