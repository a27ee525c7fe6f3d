"""All the words of one game: a row of `webui.words.games.WORDS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .. import N_, Words
from .forms import Sentence

HouseRule: TypeAlias = tuple[str, Mapping[Any, str]]
"""The question that an option asks, and what each of its values means."""

HANDICAP = N_("What a player is given, %(least)s to %(most)s: strong and weak then play on equal terms.")
"""The meaning of a handicap by default."""


@dataclass(frozen=True)
class CoachOffer:
    """How `piste coach` offers a game.

    Attributes:
        module: in `webui.commands.coach`, with its `command(game)`.
        help: its line in the list of games.
    """

    module: str
    help: str


@dataclass(frozen=True)
class GameWords:
    """The words of a game; every text is marked for translation, and missing ones have a plain fallback.

    Attributes:
        title: its name as players say it; "" for the referee's name.
        about: what it is, in one or two sentences.
        abouts: name of a rule profile -> the same for it, if there are several.
        doublet: what a doublet gives.
        profiles: name of a rule profile -> its title; the others keep their name.
        refusals: rule id -> why a move does not fit, from the values of the Foul; if names are known,
            `everybody` are all players, `owner` is whose `seat` it is, `name` whose turn, `mine` that both are one;
            with `show_legal` "never" no legal move is named.
        outcomes: word of the game's `outcome_ids` -> what ended, from the values of the Outcome. Players are
            there by their names: `name` who it is about, `everybody` all of them; `why` is the passage's reason.
        passes: id of a reason -> why a turn passed or stopped.
        moves: class of a move -> what was done, from its fields; `name` who did it, `everybody` all players,
            `move` the move as a record has it.
        house_rules: name of an option -> its words.
        handicap: the meaning of a player's handicap, from its `least` and `most`.
        coach: how it is coached; None if it is not.
        stands: what stands on a space, from its name and kind; by default as a record has it.
        next_up: what a person says of who is next, `name`.
        sides: names for players who give none, in playing order, if their pieces distinguish them.
    """

    title: str = ""
    about: str = ""
    abouts: Mapping[str, str] = field(default_factory=dict)
    doublet: str = N_("A doublet!")
    profiles: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, Sentence] = field(default_factory=dict)
    outcomes: Mapping[str, Sentence] = field(default_factory=dict)
    passes: Mapping[str, Sentence] = field(default_factory=dict)
    moves: Mapping[type, Sentence] = field(default_factory=dict)
    house_rules: Mapping[str, HouseRule] = field(default_factory=dict)
    handicap: Sentence = HANDICAP
    coach: CoachOffer | None = None
    stands: Callable[[Words, str, str], str] = lambda w, space, kind: f"{space} {kind}"
    next_up: str = N_("%(name)s throws next")
    sides: Callable[[Words], tuple[str, ...]] = lambda w: ()
