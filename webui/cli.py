"""The command line: `piste VERB`. A verb's module is imported only when that verb runs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from .terminal import TranslatedGroup
from .words import N_, Words

VERBS: tuple[tuple[str, str], ...] = (
    ("read", N_("Read pictures of a table: board, dice, tiles.")),
    ("watch", N_("Follow a video or a folder of pictures and tell what happens.")),
    ("serve", N_("Open the site beside the board.")),
    ("calibrate", N_("Learn the table under the camera.")),
    ("selftest", N_("Check dice and tiles on this very table.")),
    ("capture", N_("Photograph a real board, with its truth and a licence.")),
    ("referee", N_("Answer questions about the rules, one JSON line each.")),
    ("record", N_("Write a game that was played on the site as a record.")),
    ("replay", N_("Tell the story of a record and verify its verdicts.")),
    ("coach", N_("Tell the best move, the cost of every other, the odds of the next throw.")),
    ("fairness", N_("Count the throws of records: are the dice fair?")),
    ("export", N_("Write records for spreadsheets and other programs.")),
    ("import", N_("Make a record of a match of Backgammon that another program wrote.")),
    ("print", N_("Make the printable sheets.")),
    ("backup", N_("Write everything that Piste keeps into one file.")),
    ("restore", N_("Make the data folder what it was when a backup was made.")),
    ("hall", N_("Open the page of a school's hall: all tables of all boxes.")),
    ("doctor", N_("Look whether this machine is well, and suffices.")),
    ("repair", N_("Check the journal, and mend what its copies still hold.")),
    ("first-run", N_("Tell the address of this box and how its teacher gets in.")),
    ("update", N_("Bring another version of Piste to this box, or the one before back.")),
    ("pin", N_("Show how to sign in, or make a new teacher's PIN.")),
)
"""Each verb and what it does in one line; its module is webui/commands/<verb>.py (- is _ there) and holds `command`."""


class Verbs(click.Group):
    """A group that knows its verbs by name and imports them on use.

    Args:
        package: holds the module of each verb, with its `command`.
        verbs: each verb and its one-line description, in the order of first use.
    """

    def __init__(self, *args: Any, package: str, verbs: tuple[tuple[str, str], ...], **more: Any) -> None:
        super().__init__(*args, **more)
        self.package, self.verbs = package, verbs

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order of first use."""
        return [name for name, _ in self.verbs]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's own command, or None if there is no such verb."""
        if cmd_name not in dict(self.verbs):
            return None
        command: click.Command = import_module(f"{self.package}.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the verbs without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.verbs))


class TranslatedVerbs(TranslatedGroup, Verbs):
    """The same, in the terminal's language."""

    def listed(self, w: Words) -> list[tuple[str, str]]:
        """The verbs without importing any."""
        return [(verb, w.t(does)) for verb, does in self.verbs]


@click.group(
    cls=TranslatedVerbs,
    package="webui.commands",
    verbs=VERBS,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_(
        "Piste sees the dice and tiles on your table, referees the moves and shows them on a tablet.\n\n"
        "Example: piste serve --camera demo"
    ),
)
@click.version_option(package_name="piste", message="piste %(version)s")
def main() -> None:
    """The command line."""
