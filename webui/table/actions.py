"""What people may tell the table with a finger: one frozen value an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from .shown import MOST_PLACES

LONGEST = 200
"""Characters of a move or the name of a space at most."""

MOST_SPACES = 200
"""Spaces of a board that are told at once at most."""

Dice: TypeAlias = tuple[int, ...]
Tiles: TypeAlias = tuple[int, ...]


class ActionError(ValueError):
    """An action that is not one of ACTIONS, or whose fields are not what it expects."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """Who said it, and why.

    Attributes:
        by: who acts: "table" for the players, else a name or "teacher".
        reason: a free word, or None.
    """

    by: str = "table"
    reason: str | None = None


@dataclass(frozen=True)
class Throw(Said):
    """The dice were thrown; `dice` are values 1 to 6, as they lie."""

    dice: Dice


@dataclass(frozen=True)
class CloseTiles(Said):
    """The tiles closed with this throw, all of them; it replaces what was provisional. () takes them back."""

    tiles: Tiles


@dataclass(frozen=True)
class PlayMove(Said):
    """The move made by touch, in the game's own notation, as far as it goes; it replaces what was provisional.

    A move in parts is told part by part, each with those before it: "24/18", then "24/18+13/9". So are the dice that
    are set aside, an offer ("double") and the answer to it. "" takes back what stood.
    """

    move: str


@dataclass(frozen=True)
class DealCards(Said):
    """Cards were dealt: a hand for each player, in playing order; None for one that Piste is not told."""

    hands: tuple[tuple[str, ...] | None, ...]


@dataclass(frozen=True)
class TouchMan(Said):
    """Who owes a move has touched the man that stands at this space of the game's, and said nothing before."""

    space: str


@dataclass(frozen=True)
class Next(Said):
    """The move that stands is meant: the button "Suivant"."""


@dataclass(frozen=True)
class Undo(Said):
    """Take back the move that stands, else the last accepted one, else the last throw.

    Attributes:
        newest: of what counts, the newest alone: a throw without the move before it.
    """

    newest: bool = field(default=False, metadata={"optional": True})


@dataclass(frozen=True)
class CorrectDice(Said):
    """The last throw showed these values instead; while Piste asks about one, it is that one."""

    dice: Dice


@dataclass(frozen=True)
class CorrectTiles(Said):
    """What really is open; `seats` are (seat, numbers that are open) pairs."""

    seats: tuple[tuple[int, Tiles], ...]


@dataclass(frozen=True)
class CorrectBoard(Said):
    """How the men or pawns of the running game really stand; points, names and what was played before stay.

    Attributes:
        spaces: (space, kind) pairs in the referee's words; what is not named stands as it is believed.
        turn: of men, the seat that throws next, whatever throw lies there; of Tock the one that deals or lays a card
            next; None for as it is: a throw that is to be played still is.
    """

    spaces: tuple[tuple[str, str], ...]
    turn: int | None = None


@dataclass(frozen=True)
class AnswerRoll(Said):
    """The answer to a throw that could not be read surely."""

    dice: Dice


@dataclass(frozen=True)
class AnswerTile(Said):
    """The answer about a tile that could not be seen surely: its frame's seat, its number, "open" or "closed"."""

    seat: int
    tile: int
    state: str


@dataclass(frozen=True)
class ReplacePlayer(Said):
    """Somebody else plays on at this seat, or his name was written wrongly: from now on it is `name`."""

    seat: int
    name: str


@dataclass(frozen=True)
class Join(Said):
    """Somebody joins the running game at this free seat, and plays last."""

    seat: int
    name: str


@dataclass(frozen=True)
class Leave(Said):
    """Who sits at this seat leaves for good; nobody takes the place."""

    seat: int


@dataclass(frozen=True)
class Pause(Said):
    """Look away: nothing is decided until Resume."""


@dataclass(frozen=True)
class Resume(Said):
    """Go on from what lies there now."""


@dataclass(frozen=True)
class BoardCleared(Said):
    """The board is as Piste says, whatever the camera shows: go on."""


@dataclass(frozen=True)
class CameraLost(Said):
    """No picture comes any more; play goes on by touch."""


@dataclass(frozen=True)
class CameraBack(Said):
    """Pictures come again."""


@dataclass(frozen=True)
class FilmEnded(Said):
    """The recording that stood for a camera is over; play goes on by touch."""


SIGHT = (CameraLost, CameraBack, FilmEnded)
"""What no person says: whether pictures come."""


Action: TypeAlias = (
    Throw | CloseTiles | PlayMove | DealCards | TouchMan | Next | Undo | CorrectDice | CorrectTiles | CorrectBoard
    | AnswerRoll | AnswerTile | ReplacePlayer | Join | Leave | Pause | Resume
    | BoardCleared | CameraLost | CameraBack | FilmEnded
)  # fmt: skip

ACTIONS: tuple[tuple[str, type[Action]], ...] = (
    ("throw", Throw),
    ("close_tiles", CloseTiles),
    ("play", PlayMove),
    ("deal_cards", DealCards),
    ("touch_man", TouchMan),
    ("next", Next),
    ("undo", Undo),
    ("correct_dice", CorrectDice),
    ("correct_tiles", CorrectTiles),
    ("correct_board", CorrectBoard),
    ("answer_roll", AnswerRoll),
    ("answer_tile", AnswerTile),
    ("replace_player", ReplacePlayer),
    ("join", Join),
    ("leave", Leave),
    ("pause", Pause),
    ("resume", Resume),
    ("board_cleared", BoardCleared),
)
"""The words of the API. Losing and finding the camera is nobody's to say."""


def action_from_json(said: Mapping[str, Any]) -> Action:
    """The action that a page or program sent, such as {"action": "close_tiles", "tiles": [3, 5]}.

    Raises ActionError saying what was expected.
    """
    kinds = dict(ACTIONS)
    word = said.get("action")
    if not isinstance(word, str) or word not in kinds:
        raise ActionError(f"action: expected one of {', '.join(kinds)}; got {word!r}")
    kind = kinds[word]
    values: dict[str, Any] = {"by": _words(said, "by", "table"), "reason": _words(said, "reason", None)}
    for one in (each for each in fields(kind) if each.name not in values):
        if one.name in said:
            read: Callable[[str, Any], Any] = READ.get(one.name, _numbers)
            values[one.name] = read(one.name, said[one.name])
        elif not one.metadata.get("optional"):
            raise ActionError(f"{word}: expected the field {one.name!r}")
    return kind(**values)


def _words(said: Mapping[str, Any], name: str, default: str | None) -> str | None:
    value = said.get(name, default)
    if value is not None and not isinstance(value, str):
        raise ActionError(f"{name}: expected words; got {value!r}")
    return value or default


def _numbers(name: str, value: Any) -> tuple[int, ...]:
    numbers = tuple(value) if isinstance(value, list | tuple) else None
    if numbers is None or not all(type(n) is int and 1 <= n <= 12 for n in numbers):
        raise ActionError(f"{name}: expected a list of numbers 1 to 12; got {value!r}")
    return numbers


def _word(name: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ActionError(f"{name}: expected at most {LONGEST} characters; got {value!r:.80}")
    return value.strip()


def _hands(name: str, value: Any) -> tuple[tuple[str, ...] | None, ...]:
    hands = value if isinstance(value, list | tuple) else (0,)
    if not all(hand is None or isinstance(hand, list | tuple) for hand in hands):
        raise ActionError(f"{name}: expected a list of cards, or null, for each player; got {value!r:.80}")
    return tuple(None if hand is None else tuple(_word(name, card) for card in hand) for hand in hands)


def _number(name: str, value: Any) -> int:
    if type(value) is not int or not 1 <= value <= 12:
        raise ActionError(f"{name}: expected a number 1 to 12; got {value!r}")
    return value


def _state(name: str, value: Any) -> str:
    if value not in ("open", "closed"):
        raise ActionError(f"{name}: expected open or closed; got {value!r}")
    return str(value)


def _seats(name: str, value: Any) -> tuple[tuple[int, Tiles], ...]:
    known = {str(place) for place in range(1, MOST_PLACES + 1)}
    if not isinstance(value, Mapping) or not all(str(seat) in known for seat in value):
        raise ActionError(
            f'{name}: expected {{"1": [open numbers], ...}} with seats 1 to {MOST_PLACES}; got {value!r}'
        )
    numbers = {int(seat): set(_numbers(name, tiles)) for seat, tiles in value.items()}
    return tuple((seat, tuple(sorted(numbers[seat]))) for seat in sorted(numbers))


def _spaces(name: str, value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, Mapping) or len(value) > MOST_SPACES:
        raise ActionError(f'{name}: expected {{"arrow-6": "white x 4", ...}}; got {value!r:.80}')
    return tuple((_word(name, space), _word(name, kind)) for space, kind in value.items())


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ActionError(f"{name}: expected true or false; got {value!r:.80}")
    return value


def _seat_if_any(name: str, value: Any) -> int | None:
    return None if value is None else _number(name, value)


READ: Mapping[str, Callable[[str, Any], Any]] = {
    "seats": _seats,
    "seat": _number,
    "tile": _number,
    "state": _state,
    "move": _word,
    "hands": _hands,
    "space": _word,
    "name": _word,
    "spaces": _spaces,
    "turn": _seat_if_any,
    "newest": _truth,
}
"""Field of an action -> what reads it; the others are lists of numbers."""
