"""The option `--language` of the commands that tell something: that of the terminal where it is not given."""

from __future__ import annotations

import os

import click

from ..words import LANGUAGES, spoken

language_option = click.option(
    "--language",
    "--lang",
    type=click.Choice(LANGUAGES),
    default=lambda: spoken(os.environ),
    show_default="that of the terminal, French where it has none",
    help="Of what is told.",
)
"""`--language`, of `webui.words.LANGUAGES`."""
