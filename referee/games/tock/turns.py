"""What comes next: deals, gifts between partners, turns, games of a series."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ...core import Deal
from ...declared import TURN
from ...errors import BadPlace
from .board import HOUSE, SEATS, Pawns, empty_board, partner_of, with_seat
from .cards import DEALS, Give, in_order
from .rules import TockRules
from .state import DEAL, GIVE, HIDDEN, OVER, PLAY, Discarded, Hand, TockResult, TockState


def begin(places: tuple[int, ...], handicaps: tuple[int, ...]) -> TockState:
    """The state before the first deal; the first player sits at the dealer's left."""
    by_seat = {place - 1: handicap for place, handicap in zip(places, handicaps, strict=True)}
    given = tuple(by_seat[seat] for seat in SEATS)
    dealer = (places[0] - 2) % 4
    return TockState(places, given, empty_board(given), dealer, turn=dealer)


def after_deal(state: TockState, deal: Deal) -> TockState:
    """Cards that are due were dealt; a first deal is made from a whole pack."""
    size = DEALS[state.deal]
    by_seat = {state.seat(player): cards for player, cards in enumerate(deal.hands)}
    hands = tuple(_hand(by_seat[seat], size) for seat in SEATS)
    played = state.played if state.deal else ()
    return replace(state, hands=hands, played=played, phase=GIVE, turn=state.first, last=None, left=None)


def after_give(state: TockState, give: Give) -> TockState:
    """A card is on its way; the fourth one sends all four: S2 "les coéquipiers s'échangent une carte sans parler"."""
    seat, card = state.turn, give.card or HIDDEN
    hands = with_seat(state.hands, seat, state.hands[seat].less(card))
    state = replace(state, hands=hands, given=with_seat(state.given, seat, card), last=None)
    if not all(state.given):
        return replace(state, turn=(seat + 1) % 4)
    hands = tuple(hand.plus(state.given[partner_of(seat)]) for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands, given=("",) * 4, phase=PLAY, turn=state.first)


def after_card(rules: TockRules, state: TockState, card: str, board: Pawns) -> TockState:
    """The player whose turn it is has laid a card, and the board stands so now."""
    seat = state.turn
    hands = with_seat(state.hands, seat, state.hands[seat].less(card))
    state = replace(state, board=board, hands=hands, played=(*state.played, card), last=None)
    winner = winning_team(board)
    return _game_over(rules, state, winner) if winner is not None else _hand_over(state)


def after_discard(rules: TockRules, state: TockState, card: str) -> TockState:
    """The player whose turn it is has laid a card that moves nothing."""
    discarded = Discarded(state.turn, card, state.hands[state.turn].cards)
    return replace(after_card(rules, state, card, state.board), last=discarded)


def after_word(rules: TockRules, state: TockState, board: Pawns) -> TockState:
    """A person declared the pawns; the turn stays."""
    state = replace(state, board=board, last=None, left=None)
    winner = winning_team(board)
    return state if winner is None else _game_over(rules, state, winner)


def passed_on(state: TockState, seat: int) -> TockState:
    """A person declared the next player, who deals or plays; each skipped player laid an unknown card.

    Raises BadPlace while gifts are due, for a player without cards, and for a skipped player with a known hand.
    """
    if seat == state.turn:
        return state
    if state.phase == DEAL:
        return replace(state, dealer=seat, turn=seat)
    if state.phase != PLAY:
        raise BadPlace(f"{TURN}: expected nothing while cards are given; got place {seat + 1}")
    if not state.hands[seat].count:
        raise BadPlace(f"{TURN}: expected a place that still holds a card; got place {seat + 1}")
    hands = state.hands
    for passed in ((state.turn + count) % 4 for count in range((seat - state.turn) % 4)):
        if hands[passed].count and not hands[passed].hidden:
            raise BadPlace(f"{TURN}: expected nothing while place {passed + 1} holds known cards; got place {seat + 1}")
        hands = with_seat(hands, passed, hands[passed].less(HIDDEN)) if hands[passed].count else hands
    return replace(state, hands=hands, turn=seat)


def after_leaving(state: TockState, seat: int) -> TockState:
    """A player is gone: the partner plays on for the seat; where both are, the other team has won the match."""
    state = replace(state, gone=state.gone | {seat}, last=None)
    if partner_of(seat) not in state.gone:
        return state
    return _crown(state, {(seat + 1) % 2})


def winning_team(board: Pawns) -> int | None:
    """0 or 1: S2 "La première équipe à faire rentrer tous ses pions ... gagne la partie"; None while none has."""
    for team in (0, 1):
        if board.is_home(team) and board.is_home(partner_of(team)):
            return team
    return None


def home_counts(board: Pawns) -> tuple[int, ...]:
    """For each seat how many of its pawns are in the house."""
    return tuple(sum(pawn >= HOUSE for pawn in row) for row in board.pawns)


def games_won(state: TockState) -> tuple[int, int]:
    """How many games of the series each team has won."""
    won = Counter(result.team for result in state.results)
    return won[0], won[1]


def _hand(cards: tuple[str, ...] | None, size: int) -> Hand:
    return Hand((), size) if cards is None else Hand(in_order(cards))


def _hand_over(state: TockState) -> TockState:
    """The next player in the round who holds a card; without one the next deal is due."""
    for count in (1, 2, 3, 4):
        seat = (state.turn + count) % 4
        if state.hands[seat].count:
            return replace(state, turn=seat)
    if state.deal + 1 < len(DEALS):
        return replace(state, deal=state.deal + 1, phase=DEAL, turn=state.dealer)
    return _next_dealer(state)


def _next_dealer(state: TockState) -> TockState:
    """S2: "le joueur à gauche du donneur devient le nouveau donneur"."""
    return replace(state, deal=0, phase=DEAL, dealer=state.first, turn=state.first)


def _game_over(rules: TockRules, state: TockState, team: int) -> TockState:
    result = TockResult(home_counts(state.board), team)
    state = replace(state, results=(*state.results, result), hands=(Hand(),) * 4, given=("",) * 4)
    if len(state.results) < rules.games:
        return _next_dealer(replace(state, board=empty_board(state.handicaps), left=state.board))
    won = games_won(state)
    return _crown(state, {team for team in (0, 1) if won[team] == max(won)})


def _crown(state: TockState, teams: set[int]) -> TockState:
    players = (player for player, place in enumerate(state.places) if (place - 1) % 2 in teams)
    return replace(state, phase=OVER, champions=tuple(players))
