"""A match of backgammon as SGF (Smart Game Format, GM[6]), one tree a game, as GNU Backgammon keeps it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.arrows import BAR, OFF, Men
from referee.games.backgammon import Backgammon
from referee.record import Record

from .backgammon import BackgammonGame, DieWord, Stands, Turn, games, notes
from .spreadsheet import printable

PLAYERS = ("W", "B")
"""White and Black, as SGF calls them."""

LETTERS = "zabcdefghijklmnopqrstuvwxy"
"""White's places OFF to BAR: z is off, a to x White's points 1 to 24, y the bar."""


def to_text(record: Record) -> str:
    """The match as SGF. Raises CannotTell for another game."""
    return "".join(each_game(record))


def each_game(record: Record) -> tuple[str, ...]:
    """The games of the match, each as a whole SGF text. Raises CannotTell for another game."""
    game, played_games = games(record.match)
    players = [_text(name) for name in record.match.players]
    comments = list(notes(record, game, played_games))
    trees = []
    for played in played_games:
        root = _root(game, played, players)
        comment = [] if played is not played_games[0] else [f"GC[{_text(' '.join(comments))}]"] if comments else []
        nodes = ["".join([*root, *comment]), *(_node(turn) for turn in played.turns)]
        trees.append("(" + "\n".join(f";{node}" for node in nodes) + ")")
    return tuple(f"{tree}\n" for tree in trees)


def _root(game: Backgammon, played: BackgammonGame, players: list[str]) -> Iterator[str]:
    yield "FF[4]GM[6]CA[UTF-8]AP[Piste:1]"
    scores = f"[ws:{played.scores[0]}][bs:{played.scores[1]}]"
    yield f"MI[length:{game.points}][game:{played.number - 1}]{scores}"
    yield f"PW[{players[0]}]PB[{players[1]}]"
    yield _rules(game, played)
    if played.result is not None:
        resigned = "R" if played.result.how == "left" else ""
        yield f"RE[{PLAYERS[played.result.winner]}+{played.result.points}{resigned}]"


def _rules(game: Backgammon, played: BackgammonGame) -> str:
    """Crawford's rule and its game in a match to points; Jacoby's rule in single games."""
    if game.points and game.crawford:
        return "RU[Crawford:CrawfordGame]" if played.crawford else "RU[Crawford]"
    return "RU[Jacoby]" if game.jacoby and not game.points else ""


def _node(turn: Turn) -> str:
    who = PLAYERS[turn.player]
    if isinstance(turn, DieWord):
        return f"{who}[{turn.word}]"
    if isinstance(turn, Stands):
        return _setup(turn)
    steps = "".join(
        _letter(turn.player, place) for step in turn.steps for place in (step.source, step.target)
    )
    note = "C[No play by the rule of the leaflet.]" if turn.passed_up else ""
    return f"{who}[{_dice(turn.dice)}{steps}]{note}"


def _dice(dice: tuple[int, ...]) -> str:
    return "".join(str(die) for die in dice)


def _letter(player: int, place: int) -> str:
    """A place by its letter: points are White's, for both players."""
    return LETTERS[place if player == 0 or place in (OFF, BAR) else 25 - place]


def _setup(stands: Stands) -> str:
    """The doubling die, whose turn it is and the men, the throw: in the order and nodes that GNU Backgammon reads.

    It calls the property of the die's owner CP, where the description of GM[6] has CO.
    """
    nodes = []
    if stands.owner is not None:
        nodes += [f"CV[{stands.doubled}]", f"CP[{PLAYERS[stands.owner].lower()}]"]
    turn = f"PL[{PLAYERS[stands.player]}]"
    nodes.append(f"{turn}AE[a:y]{_men(0, stands.white)}{_men(1, stands.black)}")
    if stands.dice:
        nodes.append(f"{turn}DI[{_dice(stands.dice)}]")
    return "\n;".join(nodes)


def _men(player: int, men: Men) -> str:
    placed = "".join(f"[{_letter(player, place)}]" * men[place] for place in range(1, BAR + 1))
    return f"A{PLAYERS[player]}{placed}" if placed else ""


def _text(text: str) -> str:
    """Text as SGF holds it: brackets and backslashes escaped, on one line."""
    shown = " ".join(printable(text).split())
    return shown.replace("\\", "\\\\").replace("]", "\\]")
