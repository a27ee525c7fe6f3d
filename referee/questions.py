"""The notation's door: one question as a line of JSON in, one answer as a line of JSON out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from . import desks, expect
from .answers import Desk
from .errors import BadQuestion, RefereeError
from .games import find
from .options import build

LONGEST = 1_000_000
"""Most characters of a line that is read."""

SHAPE = "an object such as {id, game, variant, kind, state, input}"


class FrontDesk:
    """Answers lines in order; keeps one desk for each game and variant that was asked about."""

    def __init__(self) -> None:
        self._desks: dict[str, Desk] = {}

    def answer(self, line: str | bytes) -> dict[str, Any]:
        """The answer to one line: {"id", "answer"}, or {"id", "error"} with one sentence.

        `id` is handed back as it came, null where the line holds none; bytes are read as UTF-8.
        """
        asked: Mapping[str, Any] = {}
        try:
            asked = _parsed(line)
            return {"id": asked.get("id"), "answer": self._ask(asked)}
        except RefereeError as error:
            return {"id": asked.get("id"), "error": str(error)}

    def _ask(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        expect.text(expect.member(asked, "id", "id"), "id")
        desk = self._desk(asked)
        kind = expect.text(expect.member(asked, "kind", "kind"), "kind")
        state = expect.mapping(asked.get("state", {}), "state")
        return desk.answer(kind, state, expect.mapping(asked.get("input", {}), "input"))

    def _desk(self, asked: Mapping[str, Any]) -> Desk:
        name = expect.text(expect.member(asked, "game", "game"), "game")
        variant = expect.mapping(asked.get("variant", {}), "variant")
        key = repr((name, sorted(variant.items())))
        if key not in self._desks:
            if name not in desks.DESKS:
                raise expect.wrong("game", f"one of {', '.join(desks.DESKS)}", name)
            self._desks[key] = desks.desk_of(build(find(name), variant))
        return self._desks[key]


def _parsed(line: str | bytes) -> Mapping[str, Any]:
    if len(line) > LONGEST:
        raise BadQuestion(f"line: expected at most {LONGEST} characters; got {len(line)}")
    try:
        text = line.decode("utf-8-sig") if isinstance(line, bytes) else line
        value = json.loads(text)
    except UnicodeDecodeError as error:
        raise BadQuestion(f"line: expected UTF-8; got the byte {error.object[error.start]:#04x}") from error
    except RecursionError as error:
        raise BadQuestion(f"line: expected {SHAPE}; got one nested too deeply") from error
    except ValueError as error:
        raise BadQuestion(f"line: expected {SHAPE}; it is no JSON: {error}") from error
    return expect.mapping(value, "line")
