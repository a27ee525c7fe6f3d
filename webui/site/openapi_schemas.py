"""What the API's values are made of, as JSON schemas: every field that the server sends is described."""

from __future__ import annotations

from typing import Any, get_args

from ..table.events import FIELDS
from ..table.practice.value import HowPisteThinks, WhoThrows
from ..table.setup import COLOURS, SHAPES, Counts

Schema = dict[str, Any]

STATES = (
    "setup", "waiting_start", "waiting_throw", "rolling", "reading", "doubt",
    "waiting_move", "provisional", "refused", "put_back", "paused", "game_over", "series_over",
)  # fmt: skip
"""What `state` of the table may be; reading and doubt: a throw is not surely read, and nobody or a person is asked."""

WORDS: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TRUTH: Schema = {"type": "boolean"}
NUMBERS: Schema = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 12}}
MOVE: Schema = {"anyOf": [NUMBERS, WORDS], "description": "its tiles; of a game without tiles its word"}
ANYTHING: Schema = {}


def of(name: str) -> Schema:
    """The schema of that name in the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def several(items: Schema, says: str = "") -> Schema:
    """A list of these."""
    return {"type": "array", "items": items} | ({"description": says} if says else {})


def by_name(values: Schema, says: str) -> Schema:
    """An object with these values, under names that the description tells of."""
    return {"type": "object", "additionalProperties": values, "description": says}


def told(schema: Schema, says: str) -> Schema:
    """The schema with a description."""
    return schema | {"description": says}


def or_null(name: str) -> Schema:
    """That of the document, or null."""
    return {"anyOf": [of(name), {"type": "null"}]}


def thing(says: str, properties: dict[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    """An object with these fields and no others."""
    found: Schema = {"type": "object", "description": says, "properties": properties, "additionalProperties": False}
    return found | ({"required": list(required)} if required else {})


POINTS = by_name({"type": ["integer", "null"]}, "points by seat, such as {\"1\": 36}; null for who did not play in it")

STEP = thing(
    "a step of a man or pawn: the `move` to play then, how many it takes, what stands there then; of a pawn `via`, the "
    "hole from which it is teleported, and that it changes places with another",
    {"from": WORDS, "to": WORDS, "move": WORDS, "takes": WHOLE, "then": WORDS, "via": WORDS, "exchange": TRUTH},
    ("from", "to", "move", "takes", "then"),
)

TURN = thing(
    "The turn of a game in which dice are set aside; players are playing numbers",
    {
        "cast": several(WHOLE, "the throw of which dice must be set aside"),
        "kept": several(several(WHOLE), "the dice set aside, throw by throw; the very first decides the threshold"),
        "threshold": told(WHOLE, "12 or 30; 0 while no die has decided it"),
        "sum": told(WHOLE, "of the dice aside"),
        "least": told(WHOLE, "what six dice may still come to"),
        "most": WHOLE,
        "aims": several(several(WHOLE), "for each level of an attack, from 1, whom it may hit"),
        "level": told(WHOLE, "of the attack that is due or runs; 0 without one"),
        "target": {"type": ["integer", "null"], "description": "who is attacked"},
        "hits": told(WHOLE, "dice of its level so far"),
        "full_hands": told(WHOLE, "how often all six were"),
        "damage": told(WHOLE, "points that its target loses so far"),
        "asked": {"type": ["integer", "null"], "description": "who was killed and may take revenge"},
        "revenge": told(TRUTH, "the turn is one"),
        "out": several(WHOLE, "who is out of the round"),
        "round": told(WHOLE, "the running one, from 1"),
        "rounds": told(WHOLE, "how many the match has"),
        "settling": told(WORDS, "what a play-off settles: round, match or nothing"),
        "won": by_name(WHOLE, "rounds won, by seat"),
        "orders": several(WORDS, "the moves of which one lies aside, where a person must say which die was first"),
        "news": several(
            thing("What the newest event ended", {"what": WORDS, "player": WHOLE, "values": by_name(ANYTHING, "of it")})
        ),
    },
)

CARD = thing(
    "a card that may be laid, laid down or given: the `move` to play then",
    {"card": WORDS, "may": {"enum": ["play", "discard", "give"]}, "move": WORDS},
    ("card", "may", "move"),
)

TABLE = thing(
    "The newest view of the table: what a page draws of it",
    {
        "version": told(WHOLE, "higher in each newer view"),
        "moment": told(WORDS, "how far the table is: an action may send it back"),
        "id": {"type": ["integer", "null"], "description": "the game's number in the journal"},
        "at": told(NUMBER, "seconds since the game was opened"),
        "state": {"enum": list(STATES)},
        "mode": {"enum": ["camera", "touch"]},
        "camera": of("Camera"),
        "problems": several(WORDS, "what keeps Piste from following the table, or from keeping the game"),
        "game": or_null("Game"),
        "players": several(of("Player"), "in playing order"),
        "due": or_null("Due"),
        "dice": several(of("Die"), "the throw that counts, or as one in doubt most probably reads"),
        "throws": told(WHOLE, "how many counted so far"),
        "events": told(WHOLE, "how many throws, moves and words of persons stand"),
        "void": several({"type": ["integer", "null"]}, "the values of a throw that did not count"),
        "legal": several(MOVE, "the moves that may be made now"),
        "continuations": several(MOVE, "what may still be added to the move that stands"),
        "provisional": {"anyOf": [MOVE, {"type": "null"}], "description": "the move that stands, not accepted yet"},
        "offers": several(WORDS, "without tiles: what may be said instead of a throw"),
        "spaces": by_name(WORDS, "without tiles: what stands on each space, before the move that lies there"),
        "stands": by_name(WORDS, "of men and pawns: the same with the move that lies there"),
        "steps": several(STEP, "of men and pawns: whence and where one may go next"),
        "numbers": by_name(WORDS, "of men: each space as whoever plays writes it in a move"),
        "lying": told(WHOLE, "of men: how many dice the camera sees at rest"),
        "left": several(WHOLE, "of men: the dice that are surely still to be played"),
        "spent": several(TRUTH, "of men: of each die that is to be played, whether it is already"),
        "to_go": by_name(WHOLE, "of men: points that each seat's men have still to go"),
        "marked": by_name(ANYTHING, "of men: which of them is not like the others, by space"),
        "asked": told(ANYTHING, "of men: the word that the other player is asked about"),
        "drawn": several(WHOLE, "of men: the dice of who throws for the start"),
        "position": by_name(ANYTHING, "of men and pawns: what the game writes of its position besides them"),
        "crawford": told(TRUTH, "of men: nobody may double in this game of the match"),
        "player": told(WHOLE, "of pawns, beside `hand`: whose it is"),
        "turn": of("Turn"),
        "laid": told(WORDS, "of pawns: the card that lies there and does not count yet"),
        "cards": several(CARD, "of pawns: what may be laid, laid down or given, as far as everybody may know"),
        "hand": {
            "type": ["array", "null"], "items": WORDS,
            "description": "of pawns: nobody's cards are told: null; in practice those at this tablet",
        },
        "doubt": or_null("Doubt"),
        "verdict": or_null("Event"),
        "put_back": several(of("Fix"), "what hands must do so that the board is as it should be"),
        "scores": POINTS,
        "totals": POINTS,
        "results": several(of("Result"), "the games of the series that are over"),
        "winners": several(WHOLE, "who has won it all, by playing number"),
        "payments": by_name(NUMBER, "counters won or, negative, paid by each seat"),
        "undo": told(TRUTH, "something can be taken back"),
        "ripens": told(TRUTH, "the move that stands counts by itself in a moment"),
        "history": several(of("Event"), "the newest last"),
        "last": or_null("Event"),
    },
    ("version", "state", "players", "dice", "legal"),
)

CAMERA = thing(
    "What the camera does",
    {
        "state": {"enum": ["none", "ok", "lost", "moved", "ended"]},
        "light": {"enum": ["ok", "low"]},
        "hands": told(TRUTH, "a hand is over the board"),
    },
)

GAME = thing(
    "What is played",
    {
        "name": WORDS,
        "profile": told(WORDS, "its rule profile; empty for rules of its own"),
        "options": by_name(ANYTHING, "every rule of the house and its value"),
        "layout": told(WORDS, "the board, such as occe or box"),
        "games": told(WHOLE, "of the series"),
        "game_number": told(WHOLE, "the running one, from 1"),
        "language": WORDS,
        "counts": told({"enum": list(get_args(Counts))}, "when a whole move by touch counts"),
        "recorded": told(TRUTH, "a recording plays it"),
        "practice": {"anyOf": [of("Practice"), {"type": "null"}]},
        "tiles": told(WHOLE, "how many a frame has"),
        "turns": WORDS,
        "settling": told(WORDS, "what a play-off settles: game, series or nothing"),
        "dues": several(NUMBER, "what a loser pays, and what where the winner closed everything"),
    },
)

PLAYER = thing(
    "A player",
    {
        "player": told(WHOLE, "playing number, from 1"),
        "seat": told(WHOLE, "place at the board, from 1"),
        "name": WORDS,
        "colour": {"enum": list(COLOURS)},
        "shape": {"enum": list(SHAPES)},
        "handicap": WHOLE,
        "turn": told(TRUTH, "plays now"),
        "left": told(TRUTH, "has left for good"),
        "score": told(WHOLE, "of the running game"),
        "total": told(WHOLE, "of the series"),
        "done": told(TRUTH, "has finished the running game"),
        "games": several(WHOLE, "points of each game that is over"),
        "tiles": several(
            thing(
                "A tile",
                {
                    "number": WHOLE,
                    "state": {"enum": ["open", "closed", "provisional", "refused", "missing", "unknown"]},
                },
            )
        ),
    },
)

PRACTICE = thing(
    "What makes a game one for practice, which counts nowhere",
    {
        "seats": several(WHOLE, "the places that Piste plays; none where one person plays them all"),
        "plays": {"enum": list(get_args(HowPisteThinks)), "description": "advice: the coach's best, where it is exact"},
        "dice": {"enum": list(get_args(WhoThrows)), "description": "piste: it draws every throw; ask for one by roll"},
    },
)

DUE = thing(
    "Who must act",
    {
        "player": WHOLE,
        "seat": WHOLE,
        "what": {"enum": ["throw", "move", "deal"]},
        "dice": told(WHOLE, "how many are due"),
        "may": several(WHOLE, "other numbers of dice that may be thrown instead"),
        "cards": told(WHOLE, "how many everybody is dealt"),
        "piste": told(TRUTH, "of a game for practice: it is Piste that acts"),
    },
)

DIE = thing(
    "A die as it was read",
    {
        "value": {"type": ["integer", "null"], "minimum": 1, "maximum": 6},
        "sure": told(NUMBER, "0 to 1"),
        "crop": {"type": ["string", "null"], "description": "the id of its picture: /crops/ID.jpg while in memory"},
        "at": {
            "type": "array",
            "items": NUMBER,
            "minItems": 2,
            "maxItems": 2,
            "description": "where it lies: right and down in the board's square as seat 1 sees it, 0 to 1; "
            "not there where no board tells it",
        },
        "turn": told(NUMBER, "how it lies turned, degrees; beside `at`, 0 where that is not known"),
    },
)

DOUBT = thing(
    "What is not sure: the dice, with their readings, likeliest first, or tiles",
    {
        "kind": {"enum": ["dice", "tiles"]},
        "readings": several(NUMBERS),
        "tiles": several(of("Spot")),
        "asks": {
            "anyOf": [{"type": ["boolean", "null"]}, of("Spot")],
            "description": "a person is asked: true of the dice; the seat and number of the tile",
        },
        "crops": several(WORDS, "the ids of the pictures of the dice"),
        "tile_crop": {
            "type": ["string", "null"],
            "description": "the id of the picture of the tile that is asked about; null where there is none",
        },
    },
    ("kind", "readings", "asks"),
)

SPOT = thing("A tile of a frame", {"seat": WHOLE, "tile": WHOLE})
FIX = thing(
    "A tile, and what a hand must make of it", {"seat": WHOLE, "tile": WHOLE, "state": {"enum": ["open", "closed"]}}
)

RESULT = thing(
    "A game of the series that is over",
    {
        "game": told(WHOLE, "its number, from 1"),
        "scores": POINTS,
        "winners": several(WHOLE, "by playing number"),
        "payments": by_name(NUMBER, "counters won or, negative, paid in it by each seat"),
        "shut": told(TRUTH, "its winner closed everything"),
        "how": {"type": ["string", "null"], "description": "without tiles: in which way it was won"},
    },
)

EVENT = thing(
    "What happened. `corrected` replaces what was told: `what` it is about, `of` that event's t (null: nothing had "
    "been told), what was so `before` and is `after` (null: it did not happen), `when` it was, `by` whom and the "
    "`reason`; a person's also `who`, and what `stood` and `stands` of the board. About a `tile` of a board without "
    "tiles it tells kinds with the spaces that show them, `turn` among them where it was said who throws; `spent`: a "
    "throw does not count any more.",
    {
        "event": {"enum": list(FIELDS)},
        "t": NUMBER,
        "player": WHOLE,
        "seat": WHOLE,
        "game": {"type": ["string", "integer"], "description": "which one begins; the number of one that is over"},
        "profile": WORDS,
        "options": by_name(ANYTHING, "the rules of the house"),
        "seats": several(WHOLE),
        "position": by_name(ANYTHING, "of game_started: what it goes on from, where that was set up by hand"),
        "dice": several({"type": ["integer", "null"]}),
        "sure": NUMBER,
        "when": told(NUMBER, "seconds: when it was, where it is told later"),
        "anew": told(TRUTH, "a throw that is told once more"),
        "readings": several(NUMBERS),
        "asks": TRUTH,
        "tile": WHOLE,
        "state": {"enum": ["open", "closed"]},
        "move": told(WORDS, "in the game's own notation"),
        "steps": several(several(WORDS), "of men: from which space to which each went"),
        "aside": several(WHOLE, "the dice that were set aside, the first first"),
        "target": told(WHOLE, "whom a player chose to attack"),
        "revenge": told(TRUTH, "who was killed takes revenge"),
        "closed": several(WHOLE),
        "open": several(WHOLE),
        "rule": told(WORDS, "the id of the rule that is broken"),
        "values": by_name(ANYTHING, "numbers for its sentence"),
        "reason": {"anyOf": [by_name(WORDS, "the sentence in each language"), {"type": ["string", "null"]}]},
        "legal": several(MOVE),
        "throw": told(TRUTH, "a throw was refused, no move"),
        "score": {"type": ["integer", "null"]},
        "forced": told(TRUTH, "the throw allowed nothing"),
        "cause": told(WORDS, "why a turn is over, such as stuck, all_shut or left"),
        "scores": POINTS,
        "winners": several(WHOLE, "by seat"),
        "what": {"enum": ["roll", "move", "turn", "tile"]},
        "of": {"type": ["number", "null"]},
        "before": ANYTHING,
        "after": ANYTHING,
        "by": WORDS,
        "who": WORDS,
        "stood": by_name(ANYTHING, "dice, open tiles and points before"),
        "stands": by_name(ANYTHING, "the same after"),
        "explained": told(TRUTH, "false: no move leads there"),
        "spent": told(TRUTH, "it cost the throw that stood"),
    },
    ("event", "t"),
)

SCHEMAS: dict[str, Schema] = {
    "Table": TABLE, "Camera": CAMERA, "Game": GAME, "Player": PLAYER, "Due": DUE, "Die": DIE, "Doubt": DOUBT,
    "Spot": SPOT, "Fix": FIX, "Result": RESULT, "Event": EVENT, "Turn": TURN,
    "Practice": PRACTICE,
}  # fmt: skip
"""By their names in the document."""
