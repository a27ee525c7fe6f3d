"""Reads .mat, the text that Jellyfish wrote and most programs write: two columns of throws, plays and doubles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from referee.errors import BadRecord
from referee.games.arrows import BAR, OFF, ArrowState, Play
from referee.games.backgammon import Backgammon

from .match import GameAsWritten, WrittenMatch, WrittenThrow, WrittenTurn, WrittenWin, WrittenWord, play_meant

MATCH = re.compile(r"\s*([0-9]{1,2}) point match", re.IGNORECASE)
GAME = re.compile(r"\s*Game [0-9]+\s*", re.IGNORECASE)
LONGEST = 200
"""Most letters of a line of names and scores: two names of programs and columns between them are shorter."""
SCORES = re.compile(r"\s*(?P<white>\S.*?|) ?: ?(?P<first>[0-9]{1,3})\s+(?P<black>\S.*?|) ?: ?(?P<second>[0-9]{1,3})\s*")
ROW = re.compile(r"\s*[0-9]+\)(?P<cells>.*)")
STARTS = r"[1-6][1-6]:|Doubles|Takes|Drops|Wins"
CELL = re.compile(rf"(?:{STARTS})(?:\s+(?=(?:bar|[0-9]+)/))?.*?(?=\s{{2,}}|\s+(?:{STARTS})|\s*$)", re.IGNORECASE)
THROW = re.compile(r"([1-6])([1-6]):\s*(.*)", re.IGNORECASE)
WAY = re.compile(r"((?:bar|[0-9]{1,2})(?:/(?:off|bar|[0-9]{1,2})\*?)+)(?:\(([2-4])\))?", re.IGNORECASE)
WORDS = (("double", re.compile(r"Doubles(?:\s*=>\s*([0-9]{1,4}))?", re.I)), ("take", re.compile(r"Takes()", re.I)),
         ("drop", re.compile(r"Drops()", re.I)))  # fmt: skip
WINS = re.compile(r"Wins ([0-9]{1,4}) points?(?: and the match)?\.?", re.IGNORECASE)
HEAD = re.compile(r';\s*\[(\w+)\s+"(.*)"\]\s*')
PASSES = ("", "cannot move")
SLACK = 4
"""How many letters before his name Black's column may begin."""


@dataclass
class _Game:
    """A game while it is read.

    Attributes:
        line: where it begins.
        scores: before it.
        names: of both.
        black: the first letter of Black's column.
        turns: what happened so far.
    """

    line: int
    scores: tuple[int, int]
    names: tuple[str, str]
    black: int
    turns: list[WrittenTurn]


def read(text: str) -> WrittenMatch:
    """The match in a .mat file. Raises BadRecord if it is none."""
    head: dict[str, str] = {}
    points, begun, games = None, False, list[_Game]()
    for number, line in enumerate(text.splitlines(), start=1):
        if matched := HEAD.fullmatch(line):
            head[matched[1].lower()] = matched[2].lower()
        elif not line.strip() or line.startswith(";"):
            continue
        elif matched := MATCH.match(line):
            points = int(matched[1])
        elif GAME.fullmatch(line):
            begun = True
        elif begun and len(line) <= LONGEST and (matched := SCORES.fullmatch(line)):
            scores = int(matched["first"]), int(matched["second"])
            names, black = (matched["white"], matched["black"]), matched.start("black") - SLACK
            games.append(_Game(number, scores, names, black, []))
            begun = False
        elif games and not begun:
            games[-1].turns += _row(number, line, games[-1].black)
        else:
            raise BadRecord(number, f"expected a match of backgammon: '5 point match'; got {line.strip()[:60]!r}")
    if points is None or not games:
        raise BadRecord(1, "expected a match of backgammon with a game in it; got none")
    if head.get("variation", "backgammon") != "backgammon":
        raise BadRecord(1, f"expected the variation Backgammon; got {head['variation']!r}")
    written = tuple(GameAsWritten(game.line, game.scores, tuple(game.turns)) for game in games)
    crawford, jacoby = head.get("crawford", "on") == "on", head.get("jacoby", "off") == "on"
    return WrittenMatch(games[0].names, points, crawford, jacoby, written)


def _row(number: int, line: str, black: int) -> Iterator[WrittenTurn]:
    """The cells of a row: two, or one whose column determines the player."""
    matched = ROW.fullmatch(line)
    begins = 0 if matched is None else matched.start("cells")
    cells = list(CELL.finditer(line, begins))
    if CELL.sub("", line[begins:]).strip() or len(cells) > 2:
        raise BadRecord(number, f"expected throws, plays, doubles, or who wins; got {line.strip()[:60]!r}")
    if len(cells) == 2:
        yield _cell(number, 0, cells[0][0])
        yield _cell(number, 1, cells[1][0])
    elif cells:
        yield _cell(number, int(cells[0].start() >= black), cells[0][0])


def _cell(number: int, player: int, text: str) -> WrittenTurn:
    text = text.strip()
    if matched := THROW.fullmatch(text):
        return WrittenTurn(number, player, WrittenThrow((int(matched[1]), int(matched[2])), _ways(number, matched[3])))
    if matched := WINS.fullmatch(text):
        return WrittenTurn(number, player, WrittenWin(int(matched[1])))
    for word, pattern in WORDS:
        if matched := pattern.fullmatch(text):
            return WrittenTurn(number, player, WrittenWord(word, int(matched[1] or 0)))
    raise BadRecord(number, f"expected a throw, a double, or who wins; got {text!r}")


def play_of(game: Backgammon, state: ArrowState, text: str) -> Play | None:
    """The legal play that is written so, such as 24/18 13/11*; None for any other text."""
    try:
        return play_meant(game, state, _ways(1, text))
    except BadRecord:
        return None


def _ways(number: int, text: str) -> tuple[tuple[int, ...], ...]:
    if text.strip().lower() in PASSES:
        return ()
    ways: list[tuple[int, ...]] = []
    for part in text.split():
        matched = WAY.fullmatch(part)
        if matched is None:
            raise BadRecord(number, f"expected moves such as 24/18 or bar/20*; got {part!r}")
        places = tuple(_place(place.rstrip("*")) for place in matched[1].lower().split("/"))
        if any(not OFF <= target < source <= BAR for source, target in pairwise(places)):
            raise BadRecord(number, f"expected men that go from 24 down to 1 and off; got {part!r}")
        ways += [places] * int(matched[2] or 1)
    return tuple(ways)


def _place(text: str) -> int:
    return {"bar": BAR, "off": OFF}[text] if text in ("bar", "off") else int(text)
