"""`python -m workshop VERB`: how the networks came to be and how good the whole line is. From a checkout only."""

from __future__ import annotations

from importlib import import_module

import click

VERBS: tuple[tuple[str, str], ...] = (
    ("scenes", "Draw pictures of tables with their truth."),
    ("train", "Train, export and calibrate the networks, step by step."),
    ("evaluate", "Score the readings against labelled pictures."),
    ("recordings", "Make recorded games, watch and score them."),
    ("bench", "Measure what reading and refereeing cost on this machine."),
    ("simulate", "Play whole games without pixels and score how they are told."),
)
"""Each verb and what it does in one line; its module is workshop/commands/<verb>.py and holds `command`."""


class Verbs(click.Group):
    """A group that knows its verbs by name and imports them on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in their order."""
        return [name for name, _ in VERBS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's own command, or None when there is no such verb."""
        if cmd_name not in dict(VERBS):
            return None
        command: click.Command = import_module(f"workshop.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the verbs without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS))


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """How the networks of Piste came to be, and how good the whole line is.

    Example: python -m workshop evaluate ../shared/photos/dice/labels.jsonl
    """


if __name__ == "__main__":
    main(prog_name="python -m workshop")
