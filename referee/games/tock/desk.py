"""The notation's questions about Tock."""

from __future__ import annotations

from ... import expect
from ...answers import AnswersByKind, Plain
from .board import Pawns, start_of
from .cards import DEALS, IN, RANKS
from .plays import Steps, ends
from .positions import read_board
from .rules import TockRules

MOST_DEALS = 10_000


class TockDesk(AnswersByKind):
    """Answers questions about Tock with certain house rules."""

    def __init__(self, rules: TockRules) -> None:
        self._rules = rules
        super().__init__({"legal_results_per_card": self._results_per_card, "deal": _deals})

    def _results_per_card(self, state: Plain, question: Plain) -> Plain:
        expect.member(state, "fresh", "state.fresh")
        board = read_board(state, "state.", may_be_left=not self._rules.fresh_blocks_own)
        seat = expect.whole(expect.member(question, "seat", "input.seat"), "input.seat", 0, 3)
        hand = expect.items(expect.member(question, "hand", "input.hand"), "input.hand", 1)
        for card in hand:
            if not isinstance(card, str) or card not in RANKS:
                raise expect.wrong("input.hand", f"cards of {' '.join(RANKS)}", card)
        results = {card: self._results(board, seat, card) for card in dict.fromkeys(hand)}
        return {"results": results, "must_discard": not any(results.values())}

    def _results(self, board: Pawns, seat: int, card: str) -> list[Plain]:
        ways = ends(self._rules, board, seat, card)
        return [
            {"pawns": [list(row) for row in after.pawns], "fresh": _fresh(board, after, steps)}
            for after, steps in ways.items()
        ]


def _fresh(before: Pawns, after: Pawns, steps: Steps) -> list[bool]:
    """The marks of the notation, which leaves that of a protected pawn that its own king has eaten in passing.

    Only with `fresh_blocks_own=false`; a match goes on without it, and in a question it says nothing.
    """
    left = {start_of(seat) for seat in range(4)} & {step.start for step in steps if step != IN}
    return [
        now or (was and start_of(seat) not in left)
        for seat, (was, now) in enumerate(zip(before.fresh, after.fresh, strict=True))
    ]


def _deals(state: Plain, question: Plain) -> Plain:
    """Cards, dealer and first player of the next deals, from a new pack on."""
    dealer = expect.whole(expect.member(state, "dealer", "state.dealer"), "state.dealer", 0, 3)
    deals = expect.whole(expect.member(question, "deals", "input.deals"), "input.deals", 0, MOST_DEALS)
    dealers = [(dealer + number // len(DEALS)) % 4 for number in range(deals)]
    return {
        "cards_each": [DEALS[number % len(DEALS)] for number in range(deals)],
        "dealers": dealers,
        "first_player": [(dealer + 1) % 4 for dealer in dealers],
        "exchange_with_partner_after_each_deal": True,
    }
