"""`python -m workshop VERB`: how the networks came to be and how good the whole line is. From a checkout only."""

from __future__ import annotations

import runpy
import sys
from importlib import import_module

import click

VERBS: tuple[tuple[str, str], ...] = (
    ("evaluate", "Score the readings against labelled pictures."),
    ("bench", "Measure what reading and refereeing cost on this machine."),
)
"""Each verb and what it does in one line; its module is workshop/commands/<verb>.py and holds `command`."""

SCRIPTS: tuple[tuple[str, str], ...] = (
    ("recordings", "Make recorded games, watch and score them."),
    ("scenes", "Draw pictures of tables with their truth."),
    ("train", "Train a network: train dice.train_faces, train board.train, ..."),
)
"""Those that are a package's or a module's own script, with options of its own."""


class Verbs(click.Group):
    """A group that knows its verbs by name and imports them on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in their order."""
        return [name for name, _ in (*VERBS, *SCRIPTS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's own command, or None when there is no such verb."""
        if cmd_name not in dict(VERBS):
            return None
        command: click.Command = import_module(f"workshop.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the verbs without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([*VERBS, *SCRIPTS])


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """How the networks of Piste came to be, and how good the whole line is.

    Example: python -m workshop evaluate ../shared/photos/dice/labels.jsonl
    """


def script(words: list[str]) -> str:
    """The module that words such as ["train", "dice.export"] or ["scenes"] run; "" where they name none."""
    if not words or words[0] not in dict(SCRIPTS):
        return ""
    if words[0] != "train":
        return f"workshop.{words[0]}"
    return f"workshop.train.{words[1]}" if len(words) > 1 and not words[1].startswith("-") else ""


def run(words: list[str]) -> None:
    """Runs `python -m workshop WORDS`."""
    module = script(words)
    if not module:
        main(words, prog_name="python -m workshop")
        return
    sys.argv[1:] = words[2:] if words[0] == "train" else words[1:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    run(sys.argv[1:])
