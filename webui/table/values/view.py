"""The view: everything that anybody may be shown of a table at a moment, as one frozen value.

`webui.table.viewing` makes it from a table, `webui.live.view` adds what only a followed table has. The API sends it and
describes it by these types; pages and words read it. What only one player may see is in that player's own view.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from .events import EventLine
from .languages import Language
from .practice import Practice
from .setup import Counts

Stage = Literal[
    "setup", "waiting_start", "waiting_throw", "rolling", "reading", "doubt",
    "waiting_move", "provisional", "refused", "put_back", "paused", "game_over", "series_over",
]  # fmt: skip
"""What the table waits for; reading and doubt: a throw is not surely read, and nobody or a person is asked."""
CameraState = Literal["none", "ok", "lost", "moved", "ended"]
StateOfTile = Literal["open", "closed", "provisional", "refused", "missing", "unknown"]
SHUT: frozenset[StateOfTile] = frozenset({"closed", "provisional"})
"""States of a tile that its player has closed."""
What = Literal["throw", "move", "deal"]
Move: TypeAlias = tuple[int, ...] | str
"""A move: its tiles, or its word in the notation of a game without tiles."""
Points: TypeAlias = dict[str, int | None]
"""Points by seat, such as {"1": 36}; None for a player who did not take part."""


class ViewCamera(Struct, frozen=True):
    """What the camera does; `hands`: a hand is over the board."""

    state: CameraState = "none"
    light: Literal["ok", "low"] = "ok"
    hands: bool = False


class ViewGame(Struct, frozen=True, kw_only=True):
    """What is played.

    `profile` is its rule profile, empty for rules of its own; `options` every rule of the house and its value;
    `layout` the board, such as occe or box; `games` how many the series has, `game_number` the running one, from 1;
    `counts` when a whole move by touch counts; `recorded` that a recording plays it.
    """

    name: str
    profile: str
    options: dict[str, Any]
    layout: str
    games: int
    game_number: int
    language: Language
    counts: Counts
    recorded: bool
    practice: Practice | None


class TilesGame(ViewGame, frozen=True, kw_only=True):
    """A game of tiles: `tiles` of a frame, what a play-off is `settling`, `dues` of a loser, and of a double loss."""

    tiles: int
    turns: str
    settling: str
    dues: tuple[float, ...]


class ViewPlayer(Struct, frozen=True, kw_only=True):
    """A player: playing number and place at the board count from 1, `left`: for good, `total` is of the series."""

    player: int
    seat: int
    name: str
    colour: str
    shape: str
    handicap: int
    turn: bool
    left: bool
    score: int
    total: int


class ViewTile(Struct, frozen=True):
    """A tile as it stands."""

    number: int
    state: StateOfTile


class TilesPlayer(ViewPlayer, frozen=True, kw_only=True):
    """A player of tiles: has `done` with the running game, the points of each finished one of the `games`."""

    done: bool
    games: tuple[int, ...]
    tiles: tuple[ViewTile, ...]


class ViewDue(Struct, frozen=True, kw_only=True):
    """Who must act: throw `dice`, or one of the numbers that `may` be thrown instead, deal `cards` each, or move.

    `piste`: in a game for practice Piste acts.
    """

    player: int
    seat: int
    what: What
    dice: int
    may: tuple[int, ...] = ()
    cards: int = 0
    piste: bool = False


class ViewDie(Struct, frozen=True):
    """A die as it was read, `sure` from 0 to 1.

    `crop` is the id of its picture: /crops/ID.jpg while in memory. `at` is its place, right and down in the board's
    square as seat 1 sees it, 0 to 1; null if no board shows it. `turn`: its rotation, degrees.
    """

    value: int | None
    sure: float = 1.0
    crop: str | None = None
    at: tuple[float, float] | None = None
    turn: float = 0.0


class TileSpot(Struct, frozen=True):
    """A tile of a frame."""

    seat: int
    tile: int


class TileFix(TileSpot, frozen=True):
    """A tile, and what a hand must make of it."""

    state: str


class MenFix(Struct, frozen=True):
    """A space where men stand wrong: what it should show, and what a camera reads there."""

    space: str
    should: str
    shows: str


class ViewDoubt(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What is not sure.

    Attributes:
        readings: of a throw, likeliest first.
        crops: the ids of the pictures of its dice.
        tiles: those whose reading decides and is doubtful.
        tile_crop: the id of the picture of the tile that a person is asked about; null if there is none.
    """

    readings: tuple[tuple[int, ...], ...] = ()
    crops: tuple[str, ...] = ()
    tiles: tuple[TileSpot, ...] = ()
    tile_crop: str | None = None


class DiceDoubt(ViewDoubt, frozen=True, kw_only=True, tag="dice"):
    """A throw that is not surely read, and whether a person is asked."""

    asks: bool


class TileDoubt(ViewDoubt, frozen=True, kw_only=True, tag="tiles"):
    """Tiles that are not surely read, and the one that a person is asked about."""

    asks: TileSpot | None = None


class ViewResult(Struct, frozen=True):
    """A finished game of the series.

    `payments` are counters that each seat won or, negative, paid; `shut`: its winner closed everything; `how` a game
    without tiles was won.
    """

    game: int
    scores: Points
    winners: tuple[int, ...]
    payments: dict[str, float] = {}
    shut: bool = False
    how: str | None = None


class ViewStep(Struct, frozen=True, kw_only=True):
    """A step of a man or pawn: the `move` to play then, how many it `takes`, what stands there `then`.

    `via` is the hole from which a pawn is teleported; `exchange`: it changes places with another.
    """

    source: str = field(name="from")
    target: str = field(name="to")
    move: str
    takes: int
    then: str
    via: str = ""
    exchange: bool = False


class ViewCard(Struct, frozen=True):
    """A card that may be laid, laid down or given, and the `move` to play then."""

    card: str
    may: Literal["play", "discard", "give"]
    move: str


class ViewNews(Struct, frozen=True):
    """What the newest event ended: a word of the referee's, the player, its values."""

    what: str
    player: int
    values: dict[str, Any]


class ViewTurn(Struct, frozen=True, kw_only=True):
    """The turn of a game in which dice are set aside; players are playing numbers.

    Attributes:
        cast: the throw from which dice must be set aside, as it lies.
        kept: the dice set aside, throw by throw; the very first decides the threshold.
        threshold: 12 or 30; 0 while no die has decided it.
        sum: of the dice aside.
        least, most: what six dice may still come to.
        aims: for each level of an attack, from 1, whom it may hit.
        level: of the attack that is due or runs; 0 without one.
        target: who is attacked.
        hits: dice of its level so far.
        full_hands: how often all six were.
        damage: points that its target loses so far.
        asked: who was killed and may take revenge.
        revenge: the turn is one.
        out: who is out of the round.
        round, rounds: the running one, from 1; how many the match has.
        settling: what a play-off settles: round, match or nothing.
        won: rounds won, by seat.
        orders: the possible moves, if a person must say which die was set aside first.
        news: what the newest event ended, except rounds and the match.
    """

    cast: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...]
    threshold: int
    sum: int
    least: int
    most: int
    aims: tuple[tuple[int, ...], ...]
    level: int
    target: int | None
    hits: int
    full_hands: int
    damage: int
    asked: int | None
    revenge: bool
    out: tuple[int, ...]
    round: int
    rounds: int
    settling: str
    won: dict[str, int]
    orders: tuple[str, ...]
    news: tuple[ViewNews, ...]


class PawnsPosition(Struct, frozen=True, kw_only=True):
    """What a board of pawns does not show; seats count from 1.

    Attributes:
        phase: deal, give, play or over.
        deal, dealer: which deal of the pack it is, from 1, and the dealer.
        held: cards that each seat has in hand.
        given: who has given the partner a card.
        whose: the owner of the pawns that are moved.
        rest: steps of a 7 that are left.
        known: phones hold the cards.
    """

    phase: str
    deal: int
    dealer: int
    held: dict[str, int]
    given: tuple[int, ...]
    whose: int
    rest: int
    known: bool


class View(Struct, frozen=True, kw_only=True):
    """The newest view of the table; at the start, that a game must be set up.

    Seats and playing numbers (`player`, `winners`) count from 1.

    Attributes:
        version: higher in each newer view.
        moment: the table's revision; an action may send it back.
        id: the game's number in the journal.
        at: seconds since the game was opened.
        state: what the table waits for.
        mode: whether a camera or touch reports what happens.
        camera: what it does.
        problems: what keeps Piste from following the table, or from storing the game.
        game: what is played.
        players: in playing order.
        due: who must act.
        dice: the throw that counts, or the likeliest reading of a doubtful one.
        throws: how many counted so far.
        events: how many throws, moves and words of persons stand.
        void: the values of a throw that did not count.
        legal: the moves that may be made now; for a doubtful throw that nobody is asked about, by its likeliest
            reading. Where the house never shows them, only the teacher's session gets them.
        continuations: what may still be added to the move that stands.
        provisional: the move that stands, not accepted yet.
        doubt: what is not sure.
        verdict: the refusal, or the question, that stands.
        put_back: what hands must do to make the board right.
        scores, totals: of the running game and of the series.
        results: the finished games of the series.
        winners: who has won it all.
        payments: counters won or, negative, paid by each seat.
        undo: something can be taken back.
        ripens: the move that stands counts by itself in a moment.
        history: the newest events, the newest last.
        last: the newest of them.
        eyes: the teacher calls for all of them: nobody plays now.
    """

    version: int = 0
    moment: str = ""
    id: int | None = None
    at: float = 0.0
    state: Stage = "setup"
    mode: Literal["camera", "touch"] = "touch"
    camera: ViewCamera = ViewCamera()
    problems: tuple[str, ...] = ()
    game: ViewGame | None = None
    players: tuple[ViewPlayer, ...] = ()
    due: ViewDue | None = None
    dice: tuple[ViewDie, ...] = ()
    throws: int = 0
    events: int = 0
    void: tuple[int | None, ...] = ()
    legal: tuple[Move, ...] = ()
    continuations: tuple[Move, ...] = ()
    provisional: Move | None = None
    doubt: DiceDoubt | TileDoubt | None = None
    verdict: EventLine | None = None
    put_back: tuple[TileFix, ...] = ()
    scores: Points = {}
    totals: Points = {}
    results: tuple[ViewResult, ...] = ()
    winners: tuple[int, ...] = ()
    payments: dict[str, float] = {}
    undo: bool = False
    ripens: bool = False
    history: tuple[EventLine, ...] = ()
    last: EventLine | None = None
    eyes: bool = False

    @property
    def acting(self) -> int:
        """The playing number of the player who must act; 0 for nobody."""
        return self.due.player if self.due is not None else 0

    @property
    def owed(self) -> What | None:
        """What must be done now."""
        return None if self.due is None else self.due.what

    @property
    def at_turn(self) -> ViewPlayer | None:
        """The player at turn."""
        return next((player for player in self.players if player.turn), None)

    @property
    def names(self) -> dict[int, str]:
        """Who plays, by playing number."""
        return {player.player: player.name for player in self.players}

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice show, as far as known."""
        return tuple(die.value for die in self.dice if die.value)

    @property
    def practice(self) -> Practice | None:
        """What makes it a game for practice."""
        return None if self.game is None else self.game.practice

    @property
    def recorded(self) -> bool:
        """Whether a recording plays the game."""
        return self.game is not None and self.game.recorded

    @property
    def progress(self) -> int:
        """How far it is: the throws that count, or in a game without dice the number of events."""
        return self.throws

    @property
    def tiles_closed(self) -> int | None:
        """How many tiles all players have closed so far, in every game of it; None if they close none."""
        return None

    @property
    def finished(self) -> int:
        """How many games of the series are over."""
        return len(self.results)

    @property
    def by_touch(self) -> bool:
        """Whether its pieces are moved by touch: then a camera reads only the dice."""
        return False

    @property
    def holds_cards(self) -> bool:
        """Whether its players hold cards in their hands."""
        return False

    @property
    def secret(self) -> bool:
        """Whether Piste knows hands of cards that only their players may see."""
        return False

    @property
    def swaps(self) -> bool:
        """Whether players exchange paper cards now."""
        return False

    def for_everybody(self, move: str) -> bool:
        """Whether anybody at the table may make this move: it needs no hidden card."""
        return True

    @property
    def dues(self) -> tuple[float, float]:
        """What each loser of a game gives, and after a double loss; 0 if it is not played for stakes."""
        return 0, 0

    @property
    def play_off(self) -> bool:
        """Whether level players play on until one is ahead."""
        return False

    @property
    def called(self) -> str:
        """A name of its running game's own."""
        return ""

    @property
    def farthest(self) -> int:
        """The points from which a race to none begins."""
        return 45

    @property
    def layout(self) -> str:
        """The board; the one with four frames where nothing is played."""
        return "occe" if self.game is None else self.game.layout

    @property
    def options(self) -> dict[str, Any]:
        """The rules of the house; none without a game."""
        return {} if self.game is None else self.game.options

    @property
    def shows_legal(self) -> str:
        """The teaching switch: legal moves are shown "always", "on_request" or "never"."""
        return str(self.options.get("show_legal", "always"))

    @property
    def readings(self) -> tuple[tuple[int, ...], ...]:
        """The readings of a doubtful throw, likeliest first."""
        return () if self.doubt is None else self.doubt.readings

    @property
    def crops(self) -> tuple[str, ...]:
        """The ids of the pictures of the doubtful dice."""
        return () if self.doubt is None else self.doubt.crops

    @property
    def asked_tile(self) -> TileSpot | None:
        """The tile that a person is asked about."""
        return self.doubt.asks if isinstance(self.doubt, TileDoubt) else None


class TilesView(View, frozen=True, kw_only=True):
    """A table on which tiles are closed; `closed`: how many all players have closed so far, in every game of it."""

    game: TilesGame
    closed: int = 0
    players: tuple[TilesPlayer, ...]
    legal: tuple[tuple[int, ...], ...] = ()
    continuations: tuple[tuple[int, ...], ...] = ()
    provisional: tuple[int, ...] | None = None

    @property
    def dues(self) -> tuple[float, float]:
        """Those of the sheet."""
        each, double = self.game.dues or (0, 0)
        return each, double

    @property
    def tiles_closed(self) -> int:
        """They do."""
        return self.closed

    @property
    def play_off(self) -> bool:
        """They are level at the end of a game or of the series."""
        return bool(self.game.settling)

    @property
    def farthest(self) -> int:
        """The points of all tiles."""
        return self.game.tiles * (self.game.tiles + 1) // 2


class TouchView(View, frozen=True, kw_only=True):
    """A table whose pieces are moved by touch: what may be said instead of a throw, what stands on each space.

    `spaces` are as before the move that stands.
    """

    game: ViewGame
    legal: tuple[str, ...] = ()
    continuations: tuple[str, ...] = ()
    provisional: str | None = None
    offers: tuple[str, ...] = ()
    spaces: dict[str, str] = {}

    @property
    def by_touch(self) -> bool:
        """They are."""
        return True


class MenView(TouchView, frozen=True, kw_only=True):
    """A table with men on arrows.

    Attributes:
        stands: what stands on each space, including the move that stands.
        steps: one man's next moves, or with several dice on end.
        numbers: each space as the player at turn writes it in a move.
        spent: for each die that is to be played, whether it is already.
        left: the dice that are surely still to be played.
        marked: which man differs from the others, by space.
        to_go: points that each seat's men have still to go.
        asked: the word that the other player must answer.
        drawn: the dice of the draw for the start.
        lying: how many dice the camera sees at rest.
        position: what the game writes of its position besides the men.
        crawford: nobody may double in this game of the match.
        misplaced: where men stand wrong: they are to be set up or put back, or one has been missing for a while.
        unclear: an arrow whose reading decides what was played, and is in doubt for a while; "" for none.
        answers: what may stand there, likeliest first.
        followed: the camera follows the men.
    """

    stands: dict[str, str]
    steps: tuple[ViewStep, ...]
    numbers: dict[str, str]
    spent: tuple[bool, ...]
    left: tuple[int, ...]
    marked: dict[str, str]
    to_go: dict[str, int]
    asked: str
    drawn: tuple[int, ...]
    lying: int
    position: dict[str, Any]
    crawford: bool
    misplaced: tuple[MenFix, ...] = ()
    unclear: str = ""
    answers: tuple[str, ...] = ()
    followed: bool = False

    @property
    def called(self) -> str:
        """After Crawford, who thought of it."""
        return "Crawford" if self.crawford else ""


class AsideView(TouchView, frozen=True, kw_only=True):
    """A table at which dice are set aside one after the other."""

    turn: ViewTurn

    @property
    def finished(self) -> int:
        """Its results are rounds: the match, once it is over."""
        return int(self.state in ("game_over", "series_over"))


class PawnsView(TouchView, frozen=True, kw_only=True):
    """A table with pawns and cards.

    Attributes:
        stands: what stands on each space, including the move that stands.
        steps: what the pawns may do next with the card that is laid.
        laid: the card that is laid and does not count yet; empty for none.
        cards: what may be laid, laid down or given, as far as it is known.
        hand: the player's own cards; null in the view of everybody, and if nobody knows them.
        player: whose view it is; null for everybody's.
        position: what the board does not show.
    """

    stands: dict[str, str]
    steps: tuple[ViewStep, ...]
    laid: str
    cards: tuple[ViewCard, ...]
    hand: tuple[str, ...] | None
    player: int | None = None
    position: PawnsPosition

    @property
    def progress(self) -> int:
        """Deals and cards that were laid: nobody throws."""
        return self.events

    @property
    def holds_cards(self) -> bool:
        """They do."""
        return True

    @property
    def swaps(self) -> bool:
        """Partners still owe each other a card that Piste does not know."""
        return self.position.phase == "give" and not self.secret

    def for_everybody(self, move: str) -> bool:
        """A laid card is public: anybody at the table may move its pawns."""
        return not self.secret or (bool(self.laid) and (not move or move.startswith(f"{self.laid}:")))

    @property
    def secret(self) -> bool:
        """Phones hold the cards."""
        return self.position.known


ViewT = TypeVar("ViewT", bound=View)
HINTS = ("legal", "continuations", "steps", "cards")
"""Fields of a view that list what may be played."""


def without_hints(view: ViewT) -> ViewT:
    """A view for players: where the house never shows legal moves, it lists none, and neither do its refusals."""
    if view.shows_legal != "never":
        return view
    none: dict[str, tuple[()]] = {name: () for name in HINTS if hasattr(view, name)}
    return replace(
        view,
        verdict=_without_moves(view.verdict),
        last=_without_moves(view.last),
        history=tuple(line for event in view.history if (line := _without_moves(event))),
        **none,
    )


def _without_moves(line: EventLine | None) -> EventLine | None:
    """A report without the moves that were possible instead."""
    if line is None or line["event"] != "move_refused":
        return line
    values = {name: value for name, value in line.get("values", {}).items() if name != "possible"}
    return {**line, "values": values, "legal": []}
