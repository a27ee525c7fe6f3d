"""What a new game may be made of, in words a teacher reads: games, places, rules of the house."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.tiles import TileGame
from referee.options import Choice, choices

from ..table.setup import NO_GAME, players_at
from ..table.shown import MOST_PLACES, SHOWN, most_places
from . import Words, games


@dataclass(frozen=True)
class Rule:
    """One rule of the house.

    Attributes:
        field: its name in the form.
        title: the question it answers.
        options: (value, words, chosen) triples; () where a number is asked.
        least, most, number: the number's range and what it is now.
    """

    field: str
    title: str
    options: tuple[tuple[str, str, bool], ...]
    least: int
    most: int
    number: int


@dataclass(frozen=True)
class GameOffered:
    """A rule profile that may be chosen.

    Attributes:
        profile, name: its key and its name.
        about: what it is, in one or two sentences.
        chosen: True for the one that is marked at first.
        places: how many places it may have.
        rules: the rules of the house that differ from game to game.
    """

    game: str
    profile: str
    name: str
    about: str
    chosen: bool
    places: int
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Place:
    """A place at the board: who sits there, and how his colour and shape are called."""

    seat: int
    name: str
    colour: str
    shape: str
    says: str
    plays: bool


def profile_name(w: Words, profile: str) -> str:
    """A rule profile's name in the reader's language; one that no game words stays as it is."""
    return next(
        (w.t(row.profiles[profile]) for row in games.WORDS.values() if profile in row.profiles), profile
    )


def game_title(w: Words, game: str) -> str:
    """A game's name as players say it; one without words stays as it is."""
    return w.t("Dice only") if game == NO_GAME else w.t(games.words_of(game).title or game)


def games_offered(w: Words, playing: Mapping[str, Any]) -> tuple[GameOffered, ...]:
    """Every rule profile that can be shown, the one played last marked and with its rules."""
    first = SHOWN[0]
    marked = playing.get("profile") or next(iter(first.profiles))
    return tuple(
        _offered(w, game, profile, playing if profile == marked else {}, profile == marked)
        for game in SHOWN
        for profile in game.profiles
    )


def _offered(
    w: Words, game: type[TileGame], profile: str, playing: Mapping[str, Any], chosen: bool
) -> GameOffered:
    about = games.words_of(game.name).about
    now = dict(game.profiles[profile]) | dict(playing.get("options") or {})
    rules = tuple(_rule(w, game.name, rule, now) for rule in choices(game) if rule.name != "games")
    return GameOffered(
        game.name,
        profile,
        profile_name(w, profile),
        w.t(about) if about else "",
        chosen,
        most_places(game),
        rules,
    )


def _rule(w: Words, game: str, rule: Choice, now: Mapping[str, Any]) -> Rule:
    title, named = games.words_of(game).house_rules.get(rule.name, (rule.name, {}))
    value = now.get(rule.name, rule.default)
    options = tuple((str(v), w.t(named.get(v, str(v))), v == value) for v in rule.values)
    number = value if isinstance(value, int) else rule.least
    return Rule(f"{game}.{rule.name}", w.t(title), options, rule.least, rule.most, number)


def places_offered(w: Words, names: Mapping[int, str], playing: Container[int]) -> tuple[Place, ...]:
    """Every place that any game may have, with its name; those who play are marked."""
    looks = players_at(range(1, MOST_PLACES + 1))
    return tuple(
        Place(
            p.seat,
            names.get(p.seat, ""),
            p.colour,
            p.shape,
            look_name(w, p.colour, p.shape),
            p.seat in playing,
        )
        for p in looks
    )


def look_name(w: Words, colour: str, shape: str) -> str:
    """ "Blue circle": what to call a player who gives no name."""
    if shape == "star":  # French colours agree with it
        stars = {
            "blue": w.t("Blue star"),
            "green": w.t("Green star"),
            "red": w.t("Red star"),
            "yellow": w.t("Yellow star"),
            "orange": w.t("Orange star"),
        }
        return stars.get(colour, w.t("Purple star"))
    shapes = {"circle": w.t("circle"), "square": w.t("square"), "triangle": w.t("triangle")}
    colours = colour_names(w)
    both = w.t("%(colour)s %(shape)s", colour=colours.get(colour, colour), shape=shapes.get(shape, shape))
    return both[:1].upper() + both[1:]


def colour_names(w: Words) -> Mapping[str, str]:
    """What each colour of a frame or a player is called."""
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
