"""The card of a table: what anybody may know of it at a glance, and what its teacher must do there now.

Both are values without words of a language, made from the view that everybody may see. The class's page, the teacher's
and other programs get the same card.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ...interrupted import ENDED, under_way
from ...table.values.events import EventLine
from ...table.values.view import SHUT, Stage, TilesPlayer, View, ViewPlayer

Need: TypeAlias = Literal["trouble", "question", "refusal", "camera", "tablet", "still", "unbegun", "over"]
"""Why the teacher is needed, the most urgent first.

Attributes:
    trouble: the game cannot be stored, or nothing follows the table.
    question: nobody answers what Piste asks.
    refusal: a move that does not fit stands on the board.
    camera: it gives no pictures of the board.
    tablet: none of the pupils' tablets watches the table any more.
    still: nothing happens any more, once the game has begun.
    unbegun: nothing has happened yet, though a tablet of the pupils' is there, or was.
    over: the game is over.
"""

UNANSWERED, REFUSED, STILL, GONE = 15.0, 30.0, 120.0, 30.0
"""Seconds for which a question or a refusal may stand, nothing need happen, and the last tablet may be away."""

CAMERA = frozenset({"camera_lost", "board_moved", "mirrored", "area_moved", "aside_moved"})
"""Problems for which a camera no longer sees what it should."""


class CardGame(Struct, frozen=True, kw_only=True):
    """What is played; see `ViewGame`."""

    name: str
    profile: str
    layout: str
    game_number: int
    games: int


class CardPlayer(Struct, frozen=True, kw_only=True):
    """A player; of tiles which ones of the frame stand `open`, and how many are `closed`: null in other games."""

    player: int
    seat: int
    name: str
    colour: str
    shape: str
    turn: bool
    winner: bool
    left: bool
    score: int
    total: int
    open: tuple[int, ...] = ()
    closed: int | None = None


class TableCard(Struct, frozen=True, kw_only=True):
    """A table at a glance; seats and playing numbers count from 1.

    Attributes:
        table: its number, as its address says it.
        name, colour: of the table.
        version: of the view that it was made from.
        game: what is played; null where nothing is.
        state: what the table waits for.
        acting: the playing number of the player who must act; 0 for nobody.
        asks: Piste asks a person something.
        shut: the playing number of a player who has just closed every tile, until the next throw; 0 for nobody.
        dice: the faces of the newest throw, as far as known.
        throws: how many counted so far.
        players: in playing order.
        closed: tiles that all have closed so far, in every game of the series; null in other games.
        finished: games of the series, or matches, that are over.
        problems: what keeps Piste from following the table, or from storing the game.
    """

    table: str
    name: str
    colour: str
    version: int
    game: CardGame | None
    state: Stage
    acting: int
    asks: bool
    shut: int
    dice: tuple[int, ...]
    throws: int
    players: tuple[CardPlayer, ...]
    closed: int | None
    finished: int
    problems: tuple[str, ...]

    @property
    def number(self) -> int:
        """The table's number."""
        return int(self.table)


def card(view: View, number: int = 1, name: str = "", colour: str = "") -> TableCard:
    """The card of a table, from its view for everybody and the table's own number, name and colour."""
    game = view.game
    return TableCard(
        table=str(number),
        name=name,
        colour=colour,
        version=view.version,
        game=None if game is None else CardGame(
            name=game.name, profile=game.profile, layout=game.layout, game_number=game.game_number, games=game.games
        ),
        state=view.state,
        acting=view.acting,
        asks=asks(view),
        shut=just_shut(view),
        dice=view.faces,
        throws=view.throws,
        players=tuple(_player(view, player) for player in view.players),
        closed=view.tiles_closed,
        finished=view.finished,
        problems=view.problems,
    )  # fmt: skip


def _player(view: View, player: ViewPlayer) -> CardPlayer:
    tiles = player.tiles if isinstance(player, TilesPlayer) else ()
    shut = {tile.number for tile in tiles if tile.state in SHUT}
    return CardPlayer(
        player=player.player,
        seat=player.seat,
        name=player.name,
        colour=player.colour,
        shape=player.shape,
        turn=player.player == view.acting,
        winner=player.player in view.winners,
        left=player.left,
        score=player.score,
        total=player.total,
        open=tuple(tile.number for tile in tiles if tile.number not in shut),
        closed=len(shut) if tiles else None,
    )


def asks(view: View) -> bool:
    """Whether Piste asks a person: about a throw, about a tile, or to look at the board."""
    looks = view.verdict is not None and view.verdict.get("rule") == "board_unsure"
    return view.state == "doubt" or view.asked_tile is not None or looks


def just_shut(view: View) -> int:
    """The playing number of the player who has just closed every tile, until the next throw; 0 for nobody."""
    for event in reversed(view.history if view.tiles_closed is not None else ()):
        if event["event"] == "roll_settled":
            break
        if event["event"] == "turn_passed" and event["score"] == 0:
            return int(event.get("player", 0))
    return 0


def early(view: View, unchanged: float) -> bool:
    """Whether the game of a table began less than STILL seconds ago; `unchanged` as `needs` has it."""
    return under_way(view) and view.at + unchanged < STILL


def needs(view: View, unchanged: float = 0.0, away: float | None = None) -> tuple[Need, ...]:
    """Why the teacher is needed at a table now, the most urgent first.

    Args:
        view: the table's, for everybody.
        unchanged: seconds for which this view has been the newest.
        away: seconds for which no tablet of the pupils' has watched a table where one was; 0 if one does, None
            if none ever has: such a table plays without Piste, and calls nobody to a game that it never begins.
    """
    if view.recorded or view.practice is not None:
        return ()
    begun = under_way(view)
    going = begun and view.state != "paused"
    asked = going and asks(view) and unchanged + _since(view, view.verdict or view.last) >= UNANSWERED
    refused = going and view.state == "refused" and unchanged + _since(view, view.verdict or view.last) >= REFUSED
    quiet = going and not asked and not refused and unchanged + _since(view, view.last) >= STILL
    true: dict[Need, bool] = {
        "trouble": any(word.startswith(("journal_", "table_")) for word in view.problems),
        "question": asked,
        "refusal": refused,
        "camera": begun and not CAMERA.isdisjoint(view.problems),
        "tablet": begun and away is not None and away >= GONE,
        "still": quiet and view.events > 0,
        "unbegun": quiet and view.events == 0 and away is not None,
        "over": view.state in ENDED,
    }
    return tuple(need for need, holds in true.items() if holds)


def _since(view: View, event: EventLine | None) -> float:
    """Seconds from an event to its view; 0 without one."""
    return 0.0 if event is None else max(0.0, view.at - event["t"])
