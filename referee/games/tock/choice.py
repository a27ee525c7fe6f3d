"""What a player may choose in one state, and what each choice would show on the table; worked out once."""

from __future__ import annotations

from functools import cached_property, lru_cache
from types import MappingProxyType

from ...core import Appearance, Kind, Space
from . import looks
from .board import Pawns
from .cards import CardPlay, Discard, Give, Move
from .follow import forced, outcome, part_of_seven
from .plays import Seven, Steps, begun, ends, halves, whole
from .rules import TockRules
from .state import GIVE, PLAY, TockState

KEPT = 96
"""Number of states whose choices stay in the cache: three for each of the 32 matches of a belief."""

AT_HAND = 8
"""Number of states with every end of every card in the cache: questions about one come in a row and need memory."""


class OwedChoice:
    """The choice that is owed in a state, or none.

    Args:
        game: the house rules.
        state: where the match stands.
    """

    def __init__(self, rules: TockRules, state: TockState) -> None:
        self._rules = rules
        self.state = state
        self._effects: dict[Move, Appearance] = {}

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """One move for each distinct outcome, cards in the order of the sheet; () unless a choice is owed."""
        if self.state.phase == GIVE:
            return self._gifts()
        moves: list[Move] = []
        for card, ways in self._ends.items():
            moves += [CardPlay(card, steps) for steps in ways.values()]
            if not ways and not self._must_play:
                moves.append(Discard(card))
        return tuple(moves)

    @cached_property
    def partials(self) -> tuple[CardPlay, ...]:
        """A card laid without its pawns, and a 7 half done; one for each look that no legal move has."""
        laid = [
            CardPlay(card) for card, ways in self._ends.items() if ways and self.state.board not in ways
        ]
        halves: dict[Pawns, Steps] = {}
        for half in self._halves:
            if half.board not in self._ends["7"]:
                halves.setdefault(half.board, half.steps)
        return (*laid, *(CardPlay("7", steps) for steps in halves.values()))

    def continuations(self, part: Move) -> tuple[CardPlay, ...]:
        """Whole plays that begin as `part` left the table; () for anything that is not on the way."""
        if not isinstance(part, CardPlay) or not self._ends.get(part.card):
            return ()
        if not part.steps:
            return tuple(CardPlay(part.card, steps) for steps in self._ends[part.card].values())
        if part.card != "7":
            return ()
        board = self._after(part)
        plays: dict[Pawns, Steps] = {}
        for half in self._halves if board not in self._ends["7"] else ():
            for now in whole(self._rules, half) if half.board == board else ():
                plays.setdefault(now.board, now.steps)
        return tuple(CardPlay("7", steps) for steps in plays.values())

    def effect(self, move: Move) -> Appearance:
        """The spaces that a move changes, legal or not, and what they show then."""
        if move not in self._effects:
            self._effects[move] = MappingProxyType(self._effect(move))
        return self._effects[move]

    def _effect(self, move: Move) -> dict[Space, Kind]:
        state = self.state
        if isinstance(move, Give):
            return looks.gift_spaces(move, state.turn)
        laid = {"pile": looks.pile((*state.played, move.card))}
        if isinstance(move, Discard):
            return laid
        return {**laid, **looks.changes(state.board, self._after(move))}

    @property
    def _ends(self) -> dict[str, dict[Pawns, Steps]]:
        """For each card that may be in the hand the boards it may lead to."""
        return _ends(self._rules, self.state)

    @cached_property
    def _must_play(self) -> bool:
        """True when the player certainly holds a card that can be played."""
        return any(self._ends[card] for card in self.state.hands[self.state.turn].known)

    @cached_property
    def _halves(self) -> tuple[Seven, ...]:
        if not self._ends.get("7"):
            return ()
        return halves(self._rules, begun(self.state.board, self.state.turn))

    def _gifts(self) -> tuple[Give, ...]:
        cards = self.state.hands[self.state.turn].cards
        return (Give(),) if cards is None else tuple(Give(card) for card in dict.fromkeys(cards))

    def _after(self, play: CardPlay) -> Pawns:
        """The board after a play, legal, half done or neither."""
        board, seat = self.state.board, self.state.turn
        if play.card == "7":
            part = part_of_seven(self._rules, board, seat, play.steps)
            return part.board if isinstance(part, Seven) else forced(board, seat, play)
        result = outcome(self._rules, board, seat, play)
        return result if isinstance(result, Pawns) else forced(board, seat, play)


@lru_cache(maxsize=AT_HAND)
def _ends(rules: TockRules, state: TockState) -> dict[str, dict[Pawns, Steps]]:
    possible = state.possible(state.turn) if state.phase == PLAY else ()
    return {card: ends(rules, state.board, state.turn, card) for card in possible}


@lru_cache(maxsize=KEPT)
def chosen(rules: TockRules, state: TockState) -> OwedChoice:
    """The choice that is owed in a state, the same one for an equal state: it is costly."""
    return OwedChoice(rules, state)
