"""What people may do with a finger: one frozen value per action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

from .shown import MOST_PLACES

LONGEST = 200
"""Characters of a move or the name of a space at most."""

MOST_SPACES = 200
"""Most spaces of a board in one action."""

Number: TypeAlias = Annotated[int, Meta(ge=1, le=12)]
Seat: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_PLACES)]
Word: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]
Dice: TypeAlias = tuple[Number, ...]
Tiles: TypeAlias = tuple[Number, ...]


class ActionError(ValueError):
    """An action that is not one of ACTIONS, or whose fields are not what it expects."""


class Statement(Struct, frozen=True, kw_only=True, tag_field="action"):
    """Who acts, and why.

    Attributes:
        by: who acts: "table" for the players, else a name or "teacher".
        reason: a free word, or None.
    """

    by: str = "table"
    reason: str | None = None


class Throw(Statement, frozen=True, tag="throw"):
    """The dice were thrown; `dice` are values 1 to 6, as they lie."""

    dice: Dice


class CloseTiles(Statement, frozen=True, tag="close_tiles"):
    """All the tiles closed with this throw; it replaces what was provisional. () takes them back."""

    tiles: Tiles


class PlayMove(Statement, frozen=True, tag="play"):
    """The move made by touch, in the game's own notation, as far as it goes; it replaces what was provisional.

    A move in parts is sent part by part, each with those before it: "24/18", then "24/18+13/9". So are the dice that
    are set aside, an offer ("double") and its answer. "" takes back what stood.
    """

    move: Word


class DealCards(Statement, frozen=True, tag="deal_cards"):
    """Cards were dealt: a hand for each player, in playing order; None for a hand that Piste does not know."""

    hands: tuple[tuple[Word, ...] | None, ...]


class TouchMan(Statement, frozen=True, tag="touch_man"):
    """The player who owes a move has touched the man on this space, and said nothing before."""

    space: Word


class Next(Statement, frozen=True, tag="next"):
    """The move that stands is meant: the button "Suivant"."""


class Undo(Statement, frozen=True, tag="undo"):
    """Take back the move that stands, else the last accepted one, else the last throw.

    Attributes:
        newest: of what counts, the newest alone: a throw without the move before it.
    """

    newest: bool = False


class CorrectDice(Statement, frozen=True, tag="correct_dice"):
    """The last throw showed these values instead; while Piste asks about one, it is that one."""

    dice: Dice


class CorrectTiles(Statement, frozen=True, tag="correct_tiles"):
    """What really is open: for each of these `seats` its open numbers."""

    seats: dict[Seat, Tiles]


class CorrectBoard(Statement, frozen=True, tag="correct_board"):
    """How the men or pawns of the running game really stand; points, names and earlier events stay.

    Attributes:
        spaces: what stands there, in the referee's words; spaces not named stand as believed.
        turn: for men, the seat that throws next, whatever throw lies there; in Tock the one that deals or lays a card
            next; None leaves it: a throw that is to be played still is.
    """

    spaces: Annotated[dict[Word, Word], Meta(max_length=MOST_SPACES)]
    turn: Seat | None = None


class AnswerRoll(Statement, frozen=True, tag="answer_roll"):
    """The answer about a throw that could not be read surely."""

    dice: Dice


class AnswerTile(Statement, frozen=True, tag="answer_tile"):
    """The answer about a tile that could not be seen surely: its frame's seat, its number, "open" or "closed"."""

    seat: Seat
    tile: Number
    state: Literal["open", "closed"]


class AnswerMen(Statement, frozen=True, tag="answer_men"):
    """The answer about an arrow that could not be seen surely: what stands there, "white x 3" or "empty"."""

    space: Word
    kind: Word


class ReplacePlayer(Statement, frozen=True, tag="replace_player"):
    """Somebody else takes this seat, or the name was misspelt: from now on it is `name`."""

    seat: Seat
    name: Word


class Join(Statement, frozen=True, tag="join"):
    """Somebody joins the running game at this free seat, and plays last; or at one that was left, in its turn."""

    seat: Seat
    name: Word


class Leave(Statement, frozen=True, tag="leave"):
    """The player at this seat leaves; the place stays empty unless somebody joins there before its turn has passed."""

    seat: Seat


class Pause(Statement, frozen=True, tag="pause"):
    """Look away: nothing is decided until Resume."""


class Resume(Statement, frozen=True, tag="resume"):
    """Go on from what lies there now."""


class BoardCleared(Statement, frozen=True, tag="board_cleared"):
    """The board is as Piste says, whatever the camera shows: go on."""


class CameraLost(Statement, frozen=True, tag="camera_lost"):
    """No picture comes any more; play goes on by touch."""


class CameraBack(Statement, frozen=True, tag="camera_back"):
    """Pictures come again."""


class FilmEnded(Statement, frozen=True, tag="film_ended"):
    """The recording that stood for a camera is over; play goes on by touch."""


SIGHT = (CameraLost, CameraBack, FilmEnded)
"""Not a person's actions: whether pictures come."""

Spoken: TypeAlias = (
    Throw | CloseTiles | PlayMove | DealCards | TouchMan | Next | Undo | CorrectDice | CorrectTiles | CorrectBoard
    | AnswerRoll | AnswerTile | AnswerMen | ReplacePlayer | Join | Leave | Pause | Resume | BoardCleared
)  # fmt: skip
"""What people do."""

Action: TypeAlias = Spoken | CameraLost | CameraBack | FilmEnded

ACTIONS: Mapping[str, type[Spoken]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Spoken)}
"""The words of the API."""
msgspec.json.Decoder(Spoken)  # two threads that learn a type at once crash
StatementT = TypeVar("StatementT", bound=Statement)


def action_from_json(payload: Mapping[str, object]) -> Spoken:
    """The action that a page or program sent, such as {"action": "undo"}. Raises ActionError."""
    return action_of_kinds(payload, ACTIONS)


def action_of_kinds(payload: Mapping[str, object], kinds: Mapping[str, type[StatementT]]) -> StatementT:
    """The payload as one of these kinds, by the word of its "action"; unknown fields are ignored.

    Blanks around its words go; an empty `by` or `reason` counts as none. Raises ActionError saying what was expected.
    """
    word = payload.get("action")
    if not isinstance(word, str) or word not in kinds:
        raise ActionError(f"action: expected one of {', '.join(kinds)}; got {word!r}")
    trimmed = {name: value.strip() if isinstance(value, str) else value for name, value in payload.items()}
    spoken = {name: value for name, value in trimmed.items() if value != "" or name not in ("by", "reason")}
    try:
        return msgspec.convert(spoken, type=kinds[word], str_keys=True)
    except msgspec.ValidationError as error:
        raise ActionError(f"{word}: {error}") from error
