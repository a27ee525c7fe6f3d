"""A match of Tock as one line of JSON, and back: for a game that starts from a position set up by hand.

    {"pawns": [[-1, -1, -1, 12], [-1, 18, 74, 75], ...], "fresh": [false, true, false, false], "dealer": 4, "deal": 1,
     "phase": "play", "turn": 1, "hands": [["A", "10", null], ...], "played": ["R", "4"], "games": [...], "gone": [2]}

Every list has one entry a place, in their order; places and deals are numbered from 1. Pawns are told as in
`board.Pawns`; null is a card nobody told of. Only `pawns` must be there: the rest is as before a first deal, and
`played` may be shorter than the pile is, where nobody remembers it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ... import expect, positions
from .board import BASE, HOUSE, LAST, SEATS, Pawns, start_of
from .cards import COPIES, DEALS, RANKS
from .rules import TockRules
from .state import DEAL, GIVE, HIDDEN, PLAY, Hand, TockResult, TockState
from .turns import winning_team

KEYS = (
    "pawns", "fresh", "dealer", "deal", "phase", "turn", "hands", "given", "played", "games", "gone",
)  # fmt: skip


def to_text(state: TockState) -> str:
    """The position on one line; it omits fields that are as before a first deal, except whose turn it is."""
    fields = {
        "fresh": list(state.board.fresh) if any(state.board.fresh) else None,
        "hands": [_cards(hand) for hand in state.hands] if any(h.count for h in state.hands) else None,
        "given": [card or None for card in state.given] if any(state.given) else None,
        "played": list(state.played) or None,
        "games": [{"home": list(r.home), "team": r.team + 1} for r in state.results] or None,
        "gone": [seat + 1 for seat in sorted(state.gone)] or None,
    }
    return positions.written(
        {
            "pawns": [list(row) for row in state.board.pawns],
            "dealer": state.dealer + 1,
            "deal": state.deal + 1,
            "phase": state.phase,
            "turn": state.turn + 1,
            **{key: value for key, value in fields.items() if value is not None},
        }
    )


def from_text(rules: TockRules, start: TockState, text: str) -> TockState:
    """The state of a position, with the players and handicaps of `start`.

    Raises:
        BadStart: it is no position of this game.
    """
    with positions.reading(text, KEYS) as fields:
        state = _read(rules, start, fields)
        _check_cards(rules, state)
        _check_sizes(state)
        return state


def read_board(fields: Mapping[str, Any], path: str, *, may_be_left: bool = False) -> Pawns:
    """The board under the keys `pawns` and `fresh`; `path` is put before them in messages.

    With `may_be_left` the mark of a protected pawn that stands there no more says nothing; else it is refused.

    Raises:
        BadQuestion: pawns that no board can hold.
    """
    rows = _one_a_seat(expect.member(fields, "pawns", f"{path}pawns"), f"{path}pawns")
    pawns = tuple(_row(row, f"{path}pawns[{seat}]") for seat, row in enumerate(rows))
    holes = [hole for row in pawns for hole in row if 0 <= hole < HOUSE]
    if len(set(holes)) != len(holes):
        raise expect.wrong(f"{path}pawns", "at most one pawn in a hole of the track", sorted(holes))
    marks = []
    for seat, mark in enumerate(_one_a_seat(fields.get("fresh", [False] * 4), f"{path}fresh")):
        key, stands = f"{path}fresh[{seat}]", start_of(seat) in pawns[seat]
        if expect.flag(mark, key) and not stands and not may_be_left:
            raise expect.wrong(key, f"false, with no pawn of it in {start_of(seat)}", True)
        marks.append(mark and stands)
    return Pawns(pawns, tuple(marks))


def _one_a_seat(value: object, path: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple) or len(value) != len(SEATS):
        raise expect.wrong(path, "a list of four entries, one a seat", value)
    return value


def _row(row: object, path: str) -> tuple[int, ...]:
    expected = f"four different places from 0 to {LAST}, or {BASE} for the base"
    pawns = expect.wholes(row, path, BASE, LAST, expected, 4)
    placed = [pawn for pawn in pawns if pawn != BASE]
    if len(set(placed)) != len(placed):
        raise expect.wrong(path, expected, row)
    return tuple(sorted(pawns))


def _read(rules: TockRules, start: TockState, fields: Mapping[str, Any]) -> TockState:
    board = read_board(fields, "")
    if winning_team(board) is not None:
        raise expect.wrong("pawns", "no team with eight pawns in its houses", fields["pawns"])
    dealer = _place(fields, "dealer", start.dealer)
    phase = fields.get("phase", DEAL)
    if phase not in (DEAL, GIVE, PLAY):
        raise expect.wrong("phase", "deal, give or play", phase)
    turn = dealer if phase == DEAL else (dealer + 1) % 4
    hands = _one_a_seat(fields.get("hands", [[]] * 4), "hands")
    given = _one_a_seat(fields.get("given", [None] * 4), "given")
    return replace(
        start,
        board=board,
        dealer=dealer,
        deal=expect.whole(fields.get("deal", 1), "deal", 1, len(DEALS)) - 1,
        phase=phase,
        turn=_place(fields, "turn", turn),
        hands=tuple(_hand(cards, f"hands[{seat}]") for seat, cards in enumerate(hands)),
        given=tuple(_given(card, f"given[{seat}]") for seat, card in enumerate(given)),
        played=tuple(_card(card, "played") for card in expect.items(fields.get("played", []), "played")),
        results=_games(rules, fields),
        gone=_gone(fields),
    )


def _place(fields: Mapping[str, Any], key: str, default: int) -> int:
    return expect.whole(fields.get(key, default + 1), key, 1, 4) - 1


def _card(card: object, path: str) -> str:
    if not isinstance(card, str) or card not in RANKS:
        raise expect.wrong(path, f"cards of {' '.join(RANKS)}", card)
    return card


def _cards(hand: Hand) -> list[str | None]:
    return [*hand.known, *[None] * hand.hidden]


def _hand(cards: object, path: str) -> Hand:
    hand = Hand()
    for card in expect.items(cards, path):
        hand = hand.plus(HIDDEN if card is None else _card(card, path))
    return hand


def _given(card: object, path: str) -> str:
    if card is None:
        return ""
    return HIDDEN if card == HIDDEN else _card(card, path)


def _games(rules: TockRules, fields: Mapping[str, Any]) -> tuple[TockResult, ...]:
    results = []
    games = expect.items(fields.get("games", []), "games")
    if len(games) >= rules.games:
        raise expect.wrong("games", f"fewer than the {rules.games} of the series", len(games))
    for index, entry in enumerate(games):
        path = f"games[{index}]"
        game = expect.mapping(entry, path)
        expected = "four numbers from 0 to 4, one a place"
        home = expect.wholes(expect.member(game, "home", path), f"{path}.home", 0, 4, expected, 4)
        team = expect.whole(expect.member(game, "team", path), f"{path}.team", 1, 2) - 1
        results.append(TockResult(home, team))
    return tuple(results)


def _gone(fields: Mapping[str, Any]) -> frozenset[int]:
    expected = "places from 1 to 4, not both of a team"
    gone = expect.wholes(fields.get("gone", []), "gone", 1, 4, expected)
    if len({place % 2 for place in gone}) != len(gone):
        raise expect.wrong("gone", expected, gone)
    return frozenset(place - 1 for place in gone)


def _check_cards(rules: TockRules, state: TockState) -> None:
    """Checks that no rank exceeds a pack, and that all cards are given if the phones know the hands."""
    known = [card for hand in state.hands for card in hand.known]
    counts = Counter((*known, *state.played, *(card for card in state.given if card not in ("", HIDDEN))))
    over = [rank for rank in RANKS if counts[rank] > COPIES]
    if over and not (state.phase == DEAL and not state.deal):
        raise expect.wrong("played", f"at most {COPIES} cards of each rank", over)
    hidden = any(hand.hidden for hand in state.hands) or HIDDEN in state.given
    if rules.hands == "known" and hidden:
        raise expect.wrong("hands", "every card, with hands=known", None)


def _check_sizes(state: TockState) -> None:
    """Each hand as great as it is at this moment of the deal, and no more cards played than that."""
    size, round_ = DEALS[state.deal], [(state.first + count) % 4 for count in range(4)]
    acted = round_.index(state.turn)
    held = [state.hands[seat].count for seat in round_]
    if state.phase == DEAL:
        fits = state.turn == state.dealer and not any(held) and not any(state.given)
    elif state.phase == GIVE:
        gifts = [bool(state.given[seat]) for seat in round_]
        whole = all(not hand.hidden or not hand.known for hand in state.hands)
        fits = whole and gifts == [True] * acted + [False] * (4 - acted)
        fits = fits and held == [size - gift for gift in gifts]
    else:
        most = held[acted]
        fits = 1 <= most <= size and held == [most - 1] * acted + [most] * (4 - acted)
        fits = fits and not any(state.given)
    if not fits:
        raise expect.wrong("hands", f"hands, gifts and turn as they are during the phase {state.phase}", held)
    before = sum(DEALS[: state.deal] if state.deal or state.phase != DEAL else DEALS)
    most_played = 4 * before + (4 * size - sum(held) if state.phase == PLAY else 0)
    if len(state.played) > most_played:
        raise expect.wrong("played", f"at most {most_played} cards", len(state.played))
