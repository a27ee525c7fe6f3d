"""The one interface of a game, for every game on the board of arrows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ... import starts
from ...base import BaseGame
from ...core import (
    CHANCE,
    Appearance,
    Await,
    Counts,
    Event,
    Foul,
    Kind,
    Outcome,
    Placed,
    Roll,
    Sighting,
    Space,
)
from ...rules import refuse
from . import fouls, looks, plays, positions, story, turns
from .choice import chosen, legal
from .plays import Play, Say
from .rules import ArrowRules
from .state import COLOURS, ArrowState


@dataclass(frozen=True)
class ArrowGame(ArrowRules, BaseGame[ArrowState, Play | Say]):
    """A game for two on the board of 24 arrows; player 0 has the white men and throws first for who starts.

    The base plays the draw, the turns, passes, games of a series, words that must be answered, players who leave,
    positions and looks. A game says the rest:

    - what must be there: `name`, `profiles`, `wins`; `start_table`, `turned`, `men`, `with_men`, `arrow`, `walk`,
      `ending`, `step_refusal`, `pass_reason`;
    - what may be: `side_spaces`, `captured_to`, `words`, `extra_keys`; `given`, `start_own`, `dice_for`, `keeps`,
      `settled`, `throws_again`, `plays_the_draw`, `short_refusal`, `simple_win`, `runs`, `champions`, `next_game`,
      `offers`, `answers`, `answerer`, `is_crawford`, `after_word`, `extras`, `with_extras`, `scores`.

    A table is the game's own frozen value, always as the player whose turn it is sees it. What is no matter
    of one throw (a doubling die) is kept in `ArrowState.own`. A game with touch-move overrides `apply`.

    Attributes:
        games: games of a series; who has the most points after them has won it, both where they are level.
        show_legal: teaching switch: what may be played is shown "always", "on_request" or "never".

    A handicap is points that a player has before the first game, where the game says nothing else.

    Raises:
        BadOption: a field has a value it cannot have.
    """

    moves: ClassVar[tuple[type[Any], ...]] = (Play, Say)

    def is_crawford(self, state: ArrowState) -> bool:
        """True in a game of the match without doubling although others allow it; false in most games."""
        return False

    def next_game(self, state: ArrowState) -> ArrowState:
        """The next game of a series, once one is over: here it begins with another draw."""
        return turns.new_game(self, state, None)

    # The interface of a game.

    def start(self, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> ArrowState:
        """The men as the sheet has them; player 0 throws a die for who starts. See `Game.start`."""
        places = starts.checked_seats(seats, self.player_range, 2)
        given = starts.checked_handicaps(self, 2, handicaps)
        table = self.given(self.start_table(), given)
        return ArrowState(places, table, own=self.start_own(), handicaps=given)

    def awaits(self, state: ArrowState) -> Await | None:
        """Who must throw, play or answer, or None when the match is over."""
        if state.champions:
            return None
        player = len(state.drawn) if state.opening else state.player
        seat = state.seats[player]
        if state.asked:
            return Await(self.answerer(state), player, seat)
        if state.dice:
            return Await(player, player, seat)
        return Await(CHANCE, player, seat, self.dice_due(state))

    def apply(self, state: ArrowState, event: Event) -> ArrowState:
        """The state after an event; a play is followed once, and asked why not only where it leads nowhere."""
        return self._played(state, event) if isinstance(event, Play) else super().apply(state, event)

    def _played(self, state: ArrowState, play: Play) -> ArrowState:
        """The state after a play. Raises IllegalMove."""
        due = state.dice and not state.champions
        table = self.end_of(state, play) if due else None
        if table is None:
            refuse(self.move_refusal(state, play), play, self.to_text)
        return turns.after_throw(self, replace(state, news=(), left=()), table)

    def legal(self, state: ArrowState) -> tuple[Play | Say, ...]:
        """One play for each end of the throw, or every answer; () unless one is owed."""
        return legal(self, state)

    def moved(self, state: ArrowState, move: Play | Say) -> ArrowState:
        """The state after a legal play or an allowed word."""
        if isinstance(move, Play):
            return self._played(state, move)
        return self.after_word(replace(state, news=()), move)

    def rolled(self, state: ArrowState, dice: tuple[int, ...]) -> ArrowState:
        """The state after a throw; one that cannot be played passes the turn with it."""
        return turns.after_roll(self, state, dice)

    def placed(self, state: ArrowState, word: Placed) -> ArrowState:
        """The state once some men stand as a person says; with "turn", who throws next. Raises BadPlace."""
        return turns.after_placed(self, state, *looks.of_placed(self, state, word))

    def left(self, state: ArrowState, player: int) -> ArrowState:
        """The state once a player has left for good."""
        return turns.after_left(self, state, player)

    def set_up(self, state: ArrowState, position: str) -> ArrowState:
        """The state of a position, see `referee.games.arrows.positions`."""
        return positions.from_text(self, state, position)

    def scores(self, state: ArrowState) -> tuple[int, ...]:
        """Points of the match so far, one a player; see `totals`."""
        return self.totals(state)

    def appearance(self, state: ArrowState) -> dict[Space, Kind]:
        """Every space where men may stand, and "said" if a word is possible."""
        return looks.appearance(self, state)

    def leftover(self, state: ArrowState) -> Appearance:
        """Where men may still stand as the game before left them."""
        return looks.leftover(state)

    def stale(self, state: ArrowState) -> Appearance:
        """The same once a play is owed: by then the men should stand as at the start."""
        return dict(state.left) if state.dice else {}

    def tidied(self, state: ArrowState) -> ArrowState:
        """The state without what the game before left."""
        return replace(state, left=())

    def effect(self, state: ArrowState, move: Play | Say) -> Appearance:
        """The spaces that a play changes and what they show then; for a word, "said"."""
        return {looks.SAID: move.word} if isinstance(move, Say) else chosen(self, state).effect(move)

    def continuations(self, state: ArrowState, partial: Play | Say) -> tuple[Play, ...]:
        """What may still become of the steps made so far, in the order they were made: one play for each end."""
        return chosen(self, state).continuations(partial) if isinstance(partial, Play) else ()

    def onward(self, state: ArrowState, done: Play | None = None) -> tuple[Play, ...]:
        """What may be played as far as one step more than `done`, or than nothing: plays that begin with it.

        Each is legal or on the way to a legal play, in the order in which the men were moved; every order that the
        referee allows is there. S1: "Le joueur est libre de choisir dans quel ordre il se servira des points".
        """
        return chosen(self, state).onward(done) if not state.champions else ()

    def journey(self, state: ArrowState, play: Play) -> tuple[tuple[Space, Space], ...]:
        """The way of a play's men: for each step the space that a man leaves and the one where it is put down.

        S1: "Avancer une dame de 3 flèches, la poser, puis l'avancer de 4 flèches" are two steps of one man. Whose
        turn it is moves; whether the play is legal is not asked.
        """
        return tuple(
            (self.space(state.player, step.source), self.space(state.player, step.target)) for step in play.steps
        )

    def counts(self, kind: Kind) -> Counts:
        """The men, by their colour: each player has as many all the time, those on the bar and borne off among them."""
        return looks.men_of(kind)

    def waits(self) -> Mapping[str, Space]:
        """The bar of each colour, where men are captured."""
        to = self.captured_to
        return {} if to is None else {COLOURS[player]: self.space(player, to) for player in (0, 1)}

    def partials(self, state: ArrowState) -> tuple[Play, ...]:
        """What may be played on the way to the end of a throw, one play for each look."""
        return chosen(self, state).partials if state.dice else ()

    def position(self, state: ArrowState) -> str:
        """The position as a line of JSON, see `referee.games.arrows.positions`."""
        return positions.to_text(self, state)

    def refusal(self, state: ArrowState, sighting: Sighting) -> Foul:
        """Which rule the most probable reading of the men breaks."""
        return fouls.of_sighting(self, state, sighting)

    def roll_refusal(self, state: ArrowState, roll: Roll) -> Foul | None:
        """must_move, must_answer, dice_count, not_dice, game_over, or None when the throw is due."""
        return fouls.of_roll(self, state, roll)

    def move_refusal(self, state: ArrowState, move: Play | Say) -> Foul | None:
        """Which rule a play or a word breaks, or None when it is legal."""
        return fouls.of_move(self, state, move)

    def outcomes(self, before: ArrowState, after: ArrowState) -> tuple[Outcome, ...]:
        """What the event between two states ended or decided."""
        return after.news

    def outcome_text(self, outcome: Outcome) -> str:
        """One of `outcomes` as a record has it."""
        return story.to_text(outcome)

    def to_text(self, move: Play | Say) -> str:
        """The play as one word of a record, or the player's word: "24/18+13/9", "double"."""
        return move.word if isinstance(move, Say) else plays.to_text(move)

    def from_text(self, text: str) -> Play | Say:
        """The move that `to_text` wrote. Raises ValueError saying what was expected."""
        return Say(text) if text in self.words else plays.from_text(text)
