"""Reads the pages of rules: a TOML file per game beside this module, and files of paragraphs that several games share.

docs/pages.md says how a file is written. Each is read once, when its page is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar

from msgspec import MsgspecError, convert, json, toml
from msgspec.structs import replace

from .sheet import BrokenRules, Paragraph, RuleSheet

HERE = Path(__file__).parent
"""The folder of the files."""

T = TypeVar("T")
json.Decoder(Paragraph)  # two threads that learn a type at once crash


def has_rules(game: str, folder: Path = HERE) -> bool:
    """Whether somebody has written the page of a game."""
    return (folder / f"{game}.toml").is_file()


@cache
def rule_sheet(game: str, folder: Path = HERE) -> RuleSheet:
    """The page of a game.

    Raises:
        BrokenRules: there is no such file, or it is not written as it should be.
    """
    whole = {key: _whole(folder, game, key) for key in _read(folder, game)}
    aim = whole.pop("aim", None)
    untitled = [f"a title of [{key}]" for key, paragraph in whole.items() if not paragraph.title]
    if aim is None or untitled:
        raise BrokenRules(f"{folder / game}.toml: expected {', '.join(untitled) or 'a paragraph [aim]'}")
    return RuleSheet(aim, whole)


def paragraph_of(game: str, rule: str) -> str:
    """The name of the paragraph that explains a rule of a game; "" if no page does."""
    paragraphs = rule_sheet(game).paragraphs if has_rules(game) else {}
    return next((key for key, paragraph in paragraphs.items() if rule in paragraph.rules), "")


def extract(file: IO[bytes], keywords: object, comments: object, options: object) -> Iterator[tuple[object, ...]]:
    """The texts of a file that are translated, for `pybabel extract` (babel.cfg)."""
    yield from _texts("", toml.decode(file.read()))


def _texts(key: str, value: object) -> Iterator[tuple[object, ...]]:
    if key == "forms":
        yield 1, "ngettext", value, []
    elif isinstance(value, str) and key in ("title", "says"):
        yield 1, "gettext", value, []
    elif isinstance(value, dict | list):
        held = value.items() if isinstance(value, dict) else ((key, one) for one in value)
        for name, inside in held:
            yield from _texts(name, inside)


def _whole(folder: Path, name: str, key: str) -> Paragraph:
    """A paragraph of a file with what is shared."""
    paragraph = _read(folder, name)[key]
    if not paragraph.like:
        return paragraph
    shared = folder / f"{paragraph.like}.toml"
    if paragraph.like == name or not shared.is_file() or key not in _read(folder, paragraph.like):
        raise BrokenRules(f"{folder / name}.toml: [{key}]: expected a paragraph of that name in {shared.name}")
    return paragraph.after(_whole(folder, paragraph.like, key))


@cache
def _read(folder: Path, name: str) -> Mapping[str, Paragraph]:
    """The paragraphs of a file as they stand there."""
    file = folder / f"{name}.toml"
    try:
        table = toml.decode(file.read_bytes())
    except (MsgspecError, OSError, UnicodeDecodeError) as error:
        raise BrokenRules(f"{file}: {error}") from error
    positions = _checked(table.pop("positions", {}), dict[str, Any], f"{file}: [positions]")
    usual = _checked(positions.get("usual", {}), dict[str, Any], f"{file}: [positions] usual")
    paragraphs = {key: _checked(held, Paragraph, f"{file}: [{key}]") for key, held in table.items()}
    return {key: _placed(paragraph, usual, positions) for key, paragraph in paragraphs.items()}


def _checked(value: object, form: type[T], where: str) -> T:
    try:
        return convert(value, form)
    except MsgspecError as error:
        raise BrokenRules(f"{where}: {error}") from error


def _placed(paragraph: Paragraph, usual: Mapping[str, object], positions: Mapping[str, object]) -> Paragraph:
    """With whole positions: what is usual in a file, and what its names stand for."""
    examples = (
        replace(one, position=_named({**usual, **one.position}, positions)) if one.position else one
        for one in paragraph.examples
    )
    return replace(paragraph, examples=tuple(examples))


def _named(value: object, names: Mapping[str, object]) -> object:
    if isinstance(value, dict):
        return {key: _named(held, names) for key, held in value.items()}
    if isinstance(value, list):
        return [_named(held, names) for held in value]
    return names.get(value, value) if isinstance(value, str) else value
