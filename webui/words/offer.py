"""The choices for a new game, in words for teachers: games, places, house rules."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core import Game
from referee.options import Choice, choices, values

from ..table.games import SHOWN
from ..table.values.setup import NO_GAME, players_at
from ..table.values.shown import MOST_PLACES, most_places
from . import Words, games
from .games.forms import tell

LENGTHS = frozenset({"points", "rounds"})
"""House rules about the length of a game."""
OFTEN = ("show_legal", "turns")
"""House rules that a teacher chooses for each lesson."""


@dataclass(frozen=True)
class Rule:
    """One house rule.

    Attributes:
        field: its name in the form.
        title: the question it answers.
        options: (value, words, chosen) triples; () for a number.
        least, most, number: the number's range and its present value.
    """

    field: str
    title: str
    options: tuple[tuple[str, str, bool], ...]
    least: int
    most: int
    number: int


@dataclass(frozen=True)
class GameOffered:
    """A rule profile to choose.

    Attributes:
        profile, name: its key and its name.
        about: what it is, in one or two sentences.
        chosen: True for the one marked at first.
        places: how many places it may have.
        lengths, often, rules: the house rules about its length, those of OFTEN, and the others.
        series: the number of games can be chosen.
        handicap: the meaning of a handicap in it, and its range; least, most: the range as numbers.
        advised, throws: the coach knows its best moves exactly; it is played with dice.
    """

    game: str
    profile: str
    name: str
    about: str
    chosen: bool
    places: int
    lengths: tuple[Rule, ...]
    often: tuple[Rule, ...]
    rules: tuple[Rule, ...]
    series: bool
    handicap: str
    least: int
    most: int
    advised: bool
    throws: bool


@dataclass(frozen=True)
class Place:
    """A place at the board: who sits there, the look of the frame, and the default name."""

    seat: int
    name: str
    colour: str
    shape: str
    says: str
    plays: bool


def profile_name(w: Words, profile: str) -> str:
    """A rule profile's name in the reader's language; unchanged without words."""
    return next(
        (w.t(row.profiles[profile]) for row in games.WORDS.values() if profile in row.profiles), profile
    )


def game_title(w: Words, game: str) -> str:
    """A game's name as players say it; unchanged without words."""
    return w.t("Dice only") if game == NO_GAME else w.t(games.words_of(game).title or game)


def games_offered(w: Words, playing: Mapping[str, object]) -> tuple[GameOffered, ...]:
    """Every rule profile with a page, the last one played marked and with its rules."""
    first = SHOWN[0]
    marked = playing.get("profile") or next(iter(first.profiles))
    return tuple(
        _offered(w, game, profile, playing if profile == marked else {}, profile == marked)
        for game in SHOWN
        for profile in game.profiles
    )


def _offered(
    w: Words, game: type[Game], profile: str, playing: Mapping[str, Any], chosen: bool
) -> GameOffered:
    row = games.words_of(game.name)
    about = row.abouts.get(profile, row.about)
    now = dict(game.profiles[profile]) | dict(playing.get("options") or {})
    agreed = [rule for rule in choices(game) if rule.name != "games"]
    of = {rule.name: _rule(w, game.name, profile, rule, now) for rule in agreed}
    least, most = game.handicap_range
    return GameOffered(
        game.name,
        profile,
        profile_name(w, profile),
        w.t(about) if about else "",
        chosen,
        most_places(game),
        tuple(rule for name, rule in of.items() if name in LENGTHS),
        tuple(of[name] for name in OFTEN if name in of),
        tuple(rule for name, rule in of.items() if name not in (*LENGTHS, *OFTEN)),
        in_series(game),
        tell(w, games.words_of(game.name).handicap, {"least": least, "most": most}),
        least,
        most,
        game.solved,
        game.with_dice,
    )


def in_series(game: type[Game]) -> bool:
    """Whether the number of games can be chosen; a game of rounds has its own."""
    return any(rule.name == "games" for rule in choices(game))


def _rule(w: Words, game: str, profile: str, rule: Choice, now: Mapping[str, object]) -> Rule:
    title, named = games.words_of(game).house_rules.get(rule.name, (rule.name, {}))
    value = now.get(rule.name, rule.default)
    options = tuple((str(v), w.t(named.get(v, str(v))), v == value) for v in rule.values)
    number = value if isinstance(value, int) else rule.least
    return Rule(f"{profile}.{rule.name}", w.t(title), options, rule.least, rule.most, number)


def variants_listed(w: Words, game: Game) -> tuple[tuple[str, str], ...]:
    """The house rules of a game as the form names them: (the question, the answer here), without learning aids."""
    named, here = games.words_of(game.name).house_rules, values(game)
    return tuple(
        (w.t(named[rule.name][0]), w.t(named[rule.name][1].get(here[rule.name], str(here[rule.name]))))
        for rule in choices(game)
        if rule.name in named and rule.name != "show_legal"
    )


def places_offered(
    w: Words, names: Mapping[int, str], playing: Container[int], painted: Sequence[str] = ()
) -> tuple[Place, ...]:
    """Every place that any game may have, with its name; those of players are marked.

    Args:
        w: the reader's language.
        names: by place, if known.
        playing: the marked places.
        painted: the colours of the board's frames, place 1 first.
    """
    colours = dict(enumerate(painted, 1))
    looks = players_at(range(1, MOST_PLACES + 1))
    return tuple(
        Place(
            p.seat,
            names.get(p.seat, ""),
            colours.get(p.seat, p.colour),
            p.shape,
            player_name(w, p.seat),
            p.seat in playing,
        )
        for p in looks
    )


def player_name(w: Words, place: int) -> str:
    """The default name of a player at a place: "Player 1"."""
    return w.t("Player %(number)s", number=place)


def colour_names(w: Words) -> Mapping[str, str]:
    """The names of the colours of frames and players."""
    return {
        "blue": w.t("blue"),
        "green": w.t("green"),
        "red": w.t("red"),
        "yellow": w.t("yellow"),
        "orange": w.t("orange"),
        "purple": w.t("purple"),
        "white": w.t("white"),
        "black": w.t("black"),
    }
