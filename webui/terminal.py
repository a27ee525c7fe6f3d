"""The terminal's language: for output of commands, and for the help of those that a teacher uses."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import IO, Any

import click

from .table.values.languages import LANGUAGES
from .words import N_, Words, spoken, words

HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*", re.ASCII)
"""Labels between dots."""

language_option = click.option(
    "--language",
    "--lang",
    type=click.Choice(LANGUAGES),
    default=lambda: spoken(os.environ),
    show_default=N_("that of the terminal, French where it has none"),
    help=N_("Of what is told."),
)
"""`--language`, of `webui.table.values.languages.LANGUAGES`."""

port_option = click.option(
    "--port",
    envvar="PISTE_PORT",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    help=N_("The site's port."),
)
"""`--port`, on which `piste serve` is reached."""

host_name_option = click.option(
    "--host-name",
    "host_names",
    metavar="NAME",
    multiple=True,
    envvar="PISTE_HOST_NAMES",
    callback=lambda ctx, option, given: tuple(map(host_name, given)),
    help=N_("Answer to this name, too, that a school or a router gives this machine. May be given more than once."),
)
"""`--host-name`: names that `piste serve` answers to."""

https_option = click.option(
    "--https", is_flag=True, help=N_("Encrypt, with a certificate that this machine makes for itself.")
)
certificate_option = click.option(
    "--certificate",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=N_("Encrypt with this certificate and key, both in one PEM file."),
)
"""`--https` and `--certificate`: how `piste serve` and `piste hall` encrypt."""

WHY_NOT = {
    errno.EADDRINUSE: N_("Another program answers at %(where)s already. End it, or choose another --port."),
    errno.EADDRNOTAVAIL: N_("This machine does not have the address %(where)s."),
    errno.EACCES: N_("%(where)s is not open to you on this machine."),
    errno.EROFS: N_("%(where)s can only be read, not written."),
    errno.ENOSPC: N_("No room is left for %(where)s."),
}
"""Why a site does not start, by the number of the system's error."""

CLICKS = (N_("Show this message and exit."), N_("Show the version and exit."), N_("default: "))
"""What click says of itself."""


class NotStarted(click.ClickException):
    """A site that does not start, and why, in the terminal's language."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Writes it."""
        click.echo(terminals().t("Error: %(why)s", why=self.message), file, err=file is None)


def not_started(error: OSError) -> NotStarted:
    """Why a site does not start: the folder is another Piste's, the port is taken, the disk refuses."""
    from .store.held import FolderHeld

    w, where = terminals(), error.filename or ""
    if isinstance(error, FolderHeld):
        by = error.by or w.t("another process")
        says = N_("Piste already runs with the folder %(folder)s: %(by)s. End it, or choose another --data.")
        return NotStarted(w.t(says, folder=error.folder, by=by))
    if where and error.errno in WHY_NOT:
        return NotStarted(w.t(WHY_NOT[error.errno], where=where))
    return NotStarted(f"{error.strerror or error}" + (f" ({where})" if where else ""))


def host_name(given: str) -> str:
    """A host name as browsers send it, such as "salle3.college-hugo.fr". Raises click.BadParameter for others."""
    try:
        name = given.strip().rstrip(".").lower().encode("idna").decode("ascii")
    except UnicodeError:
        name = ""
    if not HOST_NAME.fullmatch(name):
        raise click.BadParameter(f"expected a name such as piste.fritz.box, without http:// or a port; got {given!r}")
    return name


def terminals() -> Words:
    """The words of the terminal's language."""
    return words(spoken(os.environ))


class Translated(click.Command):
    """A command whose help is in the terminal's language; its texts are marked with N_."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the line of usage."""
        prefix = terminals().t("Usage:") + " "
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes what the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(help_of(terminals(), self))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes each option and its purpose."""
        w = terminals()
        options = (param for param in self.get_params(ctx) if isinstance(param, click.Option))
        records = ((option, option.get_help_record(ctx)) for option in options)
        rows = [(record[0], _option_help(w, option, record[1])) for option, record in records if record is not None]
        with formatter.section(heading(w.t("Options:"))):
            formatter.write_dl(rows)


class TranslatedGroup(Translated, click.Group):
    """A group whose help, and whose list of commands, is in the terminal's language."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes each option, then the commands."""
        Translated.format_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands."""
        w = terminals()
        with formatter.section(heading(w.t("Commands:"))):
            formatter.write_dl(self.listed(w))

    def listed(self, w: Words) -> list[tuple[str, str]]:
        """Each command with the first line of what it does, in these words."""
        return [(name, help_of(w, command).partition("\n")[0]) for name, command in sorted(self.commands.items())]


def help_of(w: Words, command: click.Command) -> str:
    """A command's help in these words; "" without one."""
    return w.t(command.help) if command.help else ""


def heading(text: str) -> str:
    """A heading for click, which writes the colon itself."""
    return text.removesuffix(":")


def _option_help(w: Words, option: click.Option, text: str) -> str:
    """The help of an option with its default, in these words."""
    for english in (option.help, option.show_default, CLICKS[-1]):
        if isinstance(english, str) and english:
            text = text.replace(english, w.t(english))
    return text
