"""What a new game is made of: the game and its house rules, the players and their places, and the number of games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args
from unicodedata import category

from referee.core import Game, SetUp
from referee.errors import RefereeError
from referee.games import GAMES, find, profile
from referee.match import Match
from referee.options import build, values

from .languages import LANGUAGES, Language
from .practice import Practice, PracticeError
from .shown import MOST_PLACES, places_of

Cocked = Literal["rethrow_all", "rethrow_die"]
Counts = Literal["next", "moment"]

COLOURS = ("blue", "green", "red", "yellow", "orange", "purple", "white", "black")
"""What frames and players may be coloured; the first four are the usual ones of places 1 to 4."""
SHAPES = ("circle", "square", "triangle", "star")
NO_GAME = "none"
"""Throws only: nothing is refereed."""
HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Kinds of characters that nobody sees: they break a line, reverse the rest of it, or make two names look alike."""
JOINERS = re.compile("(?<=[^\\s\u200c\u200d])[\u200c\u200d](?=[^\\s\u200c\u200d])")
"""A joiner between two visible characters: emoji need them, and names in Persian."""


class SetupError(ValueError):
    """An invalid new game: the message says what was expected and what came."""


class NotVisible(SetupError):
    """A name with invisible characters."""


class NotShown(SetupError):
    """A game that the table can follow, but no page shows yet."""


class NotSeated(SetupError):
    """Players that a game cannot have.

    Attributes:
        seats: where they sit.
        least: how many the game needs.
        places: how many places the game has with its house rules, numbered from 1.
    """

    def __init__(self, seats: tuple[int, ...], least: int, places: int) -> None:
        super().__init__(
            f"seats: expected {least} to {places} players at places 1 to {places}; "
            f"got {len(seats)} at {list(seats)}"
        )
        self.seats, self.least, self.places = seats, least, places


@dataclass(frozen=True)
class PlayerSeat:
    """One player.

    Attributes:
        name: a first name, or a word such as "Joueur 1".
        colour: one of COLOURS; never alone, always with the shape.
        shape: one of SHAPES.
        seat: place at the board, from 1; how many there are is the game's to say.
        handicap: what this player is given, as the game understands it; 0 for nothing.
    """

    name: str
    colour: str
    shape: str
    seat: int
    handicap: int = 0

    def __post_init__(self) -> None:
        """Raises SetupError for an empty or endless name, or a colour, shape or place that is none."""
        if not self.name.strip() or len(self.name) > 24:
            raise SetupError(f"name: expected 1 to 24 characters; got {self.name!r}")
        if self.colour not in COLOURS:
            raise SetupError(f"colour: expected one of {', '.join(COLOURS)}; got {self.colour!r}")
        if self.shape not in SHAPES:
            raise SetupError(f"shape: expected one of {', '.join(SHAPES)}; got {self.shape!r}")
        if type(self.seat) is not int or not 1 <= self.seat <= MOST_PLACES:
            raise SetupError(f"seat: expected 1 to {MOST_PLACES}; got {self.seat!r}")


def players_at(
    seats: Iterable[int], names: Iterable[str] = (), word: str = "Joueur"
) -> tuple[PlayerSeat, ...]:
    """Players in playing order at these places; a seat always has the same colour and shape."""
    given = dict(enumerate(names))
    return tuple(
        PlayerSeat(given.get(k, f"{word} {k + 1}"), *_look(seat), seat) for k, seat in enumerate(seats)
    )


def _look(seat: int) -> tuple[str, str]:
    """The colour and shape of a place; no two of the first twelve are the same pair."""
    return COLOURS[(seat - 1) % len(SHAPES)], SHAPES[(seat - 1 + (seat - 1) // 4) % 4]


@dataclass(frozen=True)
class Setup:
    """A game before it starts.

    Attributes:
        game: the name of a game of `referee.games.GAMES`, or "none" for throws only.
        players: in playing order, each at another place.
        profile: name of a rule profile; "" for the game's own defaults.
        options: (name, value) pairs of house rules that differ from the profile, by name.
        games: games in the series, 1 or more.
        language: in which Piste speaks to the players.
        cocked: what a die that leans or leaves the board requires: the whole throw again, or that die.
        counts: when a whole move by touch counts: once "Suivant" is pressed or the next throw is entered, or by itself
            after a moment.
        recorded: a recording plays it, as in the demonstration: it is nobody's game.
        practice: it is a game for practice, perhaps against Piste, and counts nowhere; None for any other game.
    """

    game: str
    players: tuple[PlayerSeat, ...] = ()
    profile: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    games: int = 1
    language: Language = LANGUAGES[0]
    cocked: Cocked = "rethrow_all"
    counts: Counts = "next"
    recorded: bool = False
    practice: Practice | None = None

    def __post_init__(self) -> None:
        """Raises SetupError for what no game can be made of."""
        if type(self.games) is not int or not 1 <= self.games <= 300:
            raise SetupError(f"games: expected 1 to 300; got {self.games!r}")
        if self.language not in LANGUAGES:
            raise SetupError(f"language: expected {', '.join(LANGUAGES)}; got {self.language!r}")
        if self.cocked not in get_args(Cocked):
            raise SetupError(f"cocked: expected {' or '.join(get_args(Cocked))}; got {self.cocked!r}")
        if self.counts not in get_args(Counts):
            raise SetupError(f"counts: expected {' or '.join(get_args(Counts))}; got {self.counts!r}")
        if len(set(self.seats)) != len(self.players):
            raise SetupError(f"players: expected each at another seat; got seats {self.seats}")
        if self.game != NO_GAME:
            self._expect_practised(self.match().game)
        elif self.practice is not None:
            raise SetupError(f"practice: expected a game to practise; got {self.game!r}")

    def _expect_practised(self, game: Game) -> None:
        try:
            if self.practice is not None:
                self.practice.expect(game, self.seats)
        except PracticeError as error:
            raise SetupError(str(error)) from error

    @property
    def by_touch(self) -> bool:
        """Whether no camera follows it: a game for practice is on no table."""
        return self.practice is not None

    @property
    def drawn(self) -> bool:
        """Whether Piste draws its dice."""
        return self.practice is not None and self.practice.dice == "piste"

    @property
    def seats(self) -> tuple[int, ...]:
        """Places in playing order."""
        return tuple(player.seat for player in self.players)

    @property
    def names(self) -> tuple[str, ...]:
        """First names in playing order."""
        return tuple(player.name for player in self.players)

    def renamed(self, seat: int, name: str) -> Setup:
        """The same with another name at a seat. Raises SetupError if nobody sits there, or for an invalid name."""
        if seat not in self.seats:
            raise SetupError(f"seat: expected one of {', '.join(map(str, self.seats))}; got {seat!r}")
        return replace(
            self, players=tuple(replace(p, name=name) if p.seat == seat else p for p in self.players)
        )

    def joined(self, seat: int, name: str) -> Setup:
        """The same with one player more, last in playing order. Raises SetupError if the game has no room."""
        return replace(self, players=(*self.players, PlayerSeat(name, *_look(seat), seat)))

    def without_last(self) -> Setup:
        """The same without the player who is last in playing order. Raises SetupError if there is no other."""
        return replace(self, players=self.players[:-1])

    def build(self) -> Game:
        """The referee's game with these house rules.

        Raises SetupError for an unknown game or rules.
        """
        try:
            base = profile(self.profile) if self.profile else find(self.game)()
            if base.name != self.game:
                raise SetupError(f"profile: expected one of {self.game}; got {self.profile!r}")
            rules = values(base) | dict(self.options)
            series = {"games": self.games} if "games" in rules or self.games > 1 else {}
            return build(type(base), rules | series)
        except RefereeError as error:
            raise SetupError(str(error)) from error

    def rules(self) -> dict[str, object]:
        """Every house rule and its value, including the table's own."""
        return values(self.build()) | {"cocked": self.cocked}

    def match(self, position: str = "") -> Match:
        """The match before its first throw, at a position if one is given, as `Game.position` writes it.

        Raises NotSeated for players the game cannot have, or SetupError.
        """
        game = self.build()
        least, places = game.player_range[0], places_of(game)
        if not least <= len(self.seats) <= len(places) or not set(self.seats) <= set(places):
            raise NotSeated(self.seats, least, len(places))
        try:
            given = tuple(player.handicap for player in self.players)
            game.start(self.seats, given)
            match = Match(game, self.seats, tuple(player.name for player in self.players), handicaps=given)
            # In the game's own form, however it was written.
            return match.then(SetUp(game.position(match.then(SetUp(position)).state))) if position else match
        except RefereeError as error:
            raise SetupError(str(error)) from error

    def to_json(self) -> dict[str, object]:
        """As JSON values, from which `from_json` makes an equal Setup."""
        return {
            "game": self.game,
            "profile": self.profile,
            "options": dict(self.options),
            "games": self.games,
            "language": self.language,
            "cocked": self.cocked,
            "counts": self.counts,
            "recorded": self.recorded,
            "practice": None if self.practice is None else self.practice.to_json(),
            "players": [
                {"name": p.name, "colour": p.colour, "shape": p.shape, "seat": p.seat, "handicap": p.handicap}
                for p in self.players
            ],
        }

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> Setup:
        """The setup in a page's, a program's or the journal's payload; only `game` is required. Raises SetupError."""
        if not isinstance(payload.get("game"), str):
            raise SetupError(f"game: expected its name; got {payload.get('game')!r}")
        options = payload.get("options", {})
        if not isinstance(options, Mapping):
            raise SetupError(f"options: expected names and values; got {options!r}")
        return cls(
            game=payload["game"],
            players=_players(payload.get("players", ())),
            profile=str(payload.get("profile") or ""),
            options=tuple(sorted((str(name), value) for name, value in options.items())),
            games=payload.get("games", 1),
            language=cast(Language, payload.get("language", LANGUAGES[0])),
            cocked=cast(Cocked, payload.get("cocked", "rethrow_all")),
            counts=cast(Counts, payload.get("counts", "next")),
            recorded=payload.get("recorded") is True,
            practice=_practice(payload.get("practice")),
        )


def _practice(payload: Any) -> Practice | None:
    try:
        return Practice.from_json(payload)
    except PracticeError as error:
        raise SetupError(str(error)) from error


def expect_shown(name: object, shown: Iterable[type[Game]]) -> None:
    """Raises NotShown for a game that the table can follow, but that is not one of those `shown`."""
    known = [game.name for game in shown]
    if any(game.name == name for game in GAMES if game.name not in known):
        expected = f"game: expected a game of {', '.join(known)}, or {NO_GAME} to watch throws only"
        raise NotShown(f"{expected}; no page shows {name} yet")


def is_visible(name: str) -> bool:
    """Whether a name has no invisible characters; a blank name is for others to refuse."""
    kinds = {category(sign) for sign in JOINERS.sub("", name)}
    return not kinds & HIDDEN and kinds != {"Mn"}


def expect_visible(*names: object) -> None:
    """Raises NotVisible. Only new names are checked: a game of the journal is read with the names it has."""
    for name in names:
        if isinstance(name, str) and not is_visible(name):
            raise NotVisible(f"name: expected signs that can be seen; got {name!a:.80}")


def _players(payload: Any) -> tuple[PlayerSeat, ...]:
    """The players of a JSON list; colours and shapes that are not named are those of the seat."""
    if not isinstance(payload, list | tuple) or not all(isinstance(player, Mapping) for player in payload):
        raise SetupError(f"players: expected a list of players; got {payload!r}")
    players = []
    for k, player in enumerate(payload):
        seat = player.get("seat", k + 1)
        if type(seat) is not int:
            raise SetupError(f"seat: expected 1 to {MOST_PLACES}; got {seat!r}")
        own = dict(zip(("colour", "shape"), _look(seat), strict=True))
        colour, shape = (str(player.get(name) or own[name]) for name in own)
        handicap = player.get("handicap", 0)
        if type(handicap) is not int:
            raise SetupError(f"handicap: expected a whole number; got {handicap!r}")
        players.append(PlayerSeat(str(player.get("name") or f"Joueur {k + 1}"), colour, shape, seat, handicap))
    return tuple(players)
