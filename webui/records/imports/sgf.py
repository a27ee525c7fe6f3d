"""Reads SGF of backgammon (GM[6]): one tree a game, as GNU Backgammon and others write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from referee.errors import BadRecord
from referee.games.arrows import BAR, OFF

from .match import GameAsWritten, WrittenMatch, WrittenThrow, WrittenTurn, WrittenWin, WrittenWord

TOKEN = re.compile(r"(?P<sign>[();])|(?P<name>[A-Za-z]+)|\[(?P<value>(?:\\.|[^\]\\])*)\]|(?P<space>\s+)", re.DOTALL)
THROW = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")
RESULT = re.compile(r"([WB])\+([0-9]{1,4})R?")
PLAYERS = ("W", "B")
BOARD = ("AE", "AW", "AB", "CV", "CP", "CO", "DI")
"""Properties that place men and dice by hand."""

Node: TypeAlias = dict[str, list[str]]
Tree: TypeAlias = list[tuple[int, Node]]
"""Nodes, each with its line from 1."""


def read(text: str) -> WrittenMatch:
    """The match in an SGF file. Raises BadRecord if it is none of backgammon, or has men placed by hand."""
    games = trees(text)
    if not games or any(_first(tree[0][1], "GM") != "6" for tree in games):
        raise BadRecord(1, "expected a match of backgammon (GM[6]); got none")
    root = games[0][0][1]
    information, rules = _information(root), _first(root, "RU")
    return WrittenMatch(
        (_plain(_first(root, "PW")), _plain(_first(root, "PB"))),
        int(information.get("length", 0)),
        "crawford" in rules.lower(),
        "jacoby" in rules.lower(),
        tuple(map(_game, games)),
    )


def _first(node: Node, name: str) -> str:
    """The first value of a property; "" without one."""
    return next(iter(node.get(name, ())), "")


def _information(root: Node) -> Mapping[str, int]:
    pairs = (value.partition(":") for value in root.get("MI", []))
    return {name: int(value) for name, _, value in pairs if re.fullmatch("[0-9]{1,4}", value)}


def _game(tree: Tree) -> GameAsWritten:
    (line, root), *nodes = tree
    information = _information(root)
    turns = [each for number, node in nodes for each in _turns(number, node)]
    if won := RESULT.fullmatch(_first(root, "RE")):
        turns.append(WrittenTurn(nodes[-1][0] if nodes else line, PLAYERS.index(won[1]), WrittenWin(int(won[2]))))
    return GameAsWritten(line, (information.get("ws", 0), information.get("bs", 0)), tuple(turns))


def _turns(line: int, node: Node) -> Iterator[WrittenTurn]:
    if any(name in node for name in BOARD):
        raise BadRecord(line, "expected throws, plays and doubles; got men or dice put by hand")
    for player, name in enumerate(PLAYERS):
        for value in node.get(name, []):
            yield WrittenTurn(line, player, _what(line, player, value))


def _what(line: int, player: int, value: str) -> WrittenThrow | WrittenWord:
    if value in ("double", "take", "drop"):
        return WrittenWord(value)
    matched = THROW.fullmatch(value)
    if matched is None:
        raise BadRecord(line, f"expected a throw and its moves such as 31hefe; got {value[:40]!r}")
    letters = matched[3]
    pairs = (letters[at : at + 2] for at in range(0, len(letters), 2))
    ways = tuple((place_of(player, pair[0]), place_of(player, pair[1])) for pair in pairs)
    return WrittenThrow((int(matched[1]), int(matched[2])), ways)


def place_of(player: int, letter: str) -> int:
    """A place by its letter: a to x are White's points 1 to 24, for both players."""
    if letter == "z":
        return OFF
    if letter == "y":
        return BAR
    number = ord(letter) - ord("a") + 1
    return number if player == 0 else 25 - number


def _plain(value: str) -> str:
    """Text without the escapes of brackets and backslashes."""
    return re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)


def trees(text: str) -> list[Tree]:
    """Each tree's nodes with their lines. Raises BadRecord for invalid SGF, and for a tree that branches."""
    read: list[Tree] = []
    line, at, within, values = 1, 0, False, list[str]()
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None or not (token["space"] or (token["sign"] == "(") is not within):
            raise BadRecord(line, f"expected SGF, one line of play a game; got {text[at : at + 20]!r}")
        if token["sign"] in ("(", ")"):
            within = token["sign"] == "("
            read += [[]] if within else []
        elif token["sign"] == ";":
            read[-1].append((line, {}))
        elif token["name"] and read[-1]:
            values = read[-1][-1][1].setdefault(token["name"], [])
        elif token["value"] is not None:
            values.append(token["value"])
        line, at = line + token[0].count("\n"), token.end()
    if within or not all(read):
        raise BadRecord(line, "expected SGF that ends with ')'; got its end before")
    return read
