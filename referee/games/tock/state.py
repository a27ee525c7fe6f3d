"""Where a match of Tock stands: board, hands, deals and what the newest event ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from .board import Pawns
from .cards import RANKS, in_order, unseen, without

DEAL, GIVE, PLAY, OVER = "deal", "give", "play", "over"

HIDDEN = "?"
"""A card that was given and that the referee does not know."""


@dataclass(frozen=True)
class Hand:
    """The cards of one player, as far as the referee knows them.

    Attributes:
        known: those it knows, in the order of the sheet.
        hidden: how many more there are.
    """

    known: tuple[str, ...] = ()
    hidden: int = 0

    @property
    def count(self) -> int:
        """How many cards the player holds."""
        return len(self.known) + self.hidden

    @property
    def cards(self) -> tuple[str, ...] | None:
        """Every card; None where the referee does not know them all."""
        return None if self.hidden else self.known

    def plus(self, card: str) -> Hand:
        """With one more card, HIDDEN for one that is not known."""
        if card == HIDDEN:
            return Hand(self.known, self.hidden + 1)
        return Hand(in_order((*self.known, card)), self.hidden)

    def less(self, card: str) -> Hand:
        """Without a card; one that is not known to be here was a hidden one."""
        if card in self.known:
            return Hand(without(self.known, card), self.hidden)
        return Hand(self.known, self.hidden - 1)


@dataclass(frozen=True)
class Discarded:
    """A card was laid down that moved nothing.

    Attributes:
        seat: whose, from 0.
        card: which.
        hand: the complete hand before; None if it was unknown, so that no check is possible.
    """

    seat: int
    card: str
    hand: tuple[str, ...] | None


@dataclass(frozen=True)
class TockResult:
    """A finished game of a series.

    Attributes:
        home: for each seat how many of its pawns were in the house.
        team: 0 for the seats 0 and 2, 1 for the seats 1 and 3.
    """

    home: tuple[int, ...]
    team: int


@dataclass(frozen=True)
class TockState:
    """The state of a match. Seats are numbered from 0, clockwise, independent of the first player.

    Attributes:
        places: place of each player in playing order, from 1; seat = place - 1.
        handicaps: for each seat how many of its pawns are home when a game begins.
        board: the pawns.
        hands: for each seat its cards.
        given: for each seat the card on its way to the partner: "" none yet, HIDDEN, or a card.
        dealer: seat of the dealer.
        deal: which deal of the pack is due or being played, 0 to 2.
        phase: "deal", "give", "play" or "over".
        turn: seat of who must give or play; the dealer while cards are due.
        played: the cards on the pile, oldest first.
        results: the finished games, oldest first.
        gone: seats whose player has left.
        last: what the newest event discarded; None when it discarded nothing.
        left: how the pawns still stand from the game before; None once cards were dealt, or where there was none.
        champions: the players who have won the match, in playing order; () while it runs.
    """

    places: tuple[int, ...]
    handicaps: tuple[int, ...]
    board: Pawns
    dealer: int
    hands: tuple[Hand, ...] = (Hand(), Hand(), Hand(), Hand())
    given: tuple[str, ...] = ("", "", "", "")
    deal: int = 0
    phase: str = DEAL
    turn: int = 0
    played: tuple[str, ...] = ()
    results: tuple[TockResult, ...] = ()
    gone: frozenset[int] = frozenset()
    last: Discarded | None = None
    left: Pawns | None = None
    champions: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        """Who begins: S2 "le joueur se trouvant à gauche du donneur", the next clockwise."""
        return (self.dealer + 1) % 4

    def player(self, seat: int) -> int:
        """The playing number, from 0, of who sits there."""
        return self.places.index(seat + 1)

    def seat(self, player: int) -> int:
        """The seat of a player."""
        return self.places[player] - 1

    def unseen(self) -> Counter[str]:
        """The cards of each rank not shown yet: neither on the pile, nor in a known hand, nor given openly."""
        shown: Iterable[str] = (
            *self.played,
            *(card for hand in self.hands for card in hand.known),
            *(card for card in self.given if card and card != HIDDEN),
        )
        return unseen(shown)

    def possible(self, seat: int) -> tuple[str, ...]:
        """The ranks that may be in a hand, in order: those known to be, and where some are hidden all unseen ones."""
        hand = self.hands[seat]
        out = self.unseen() if hand.hidden else Counter()
        return tuple(rank for rank in RANKS if rank in hand.known or out[rank])
