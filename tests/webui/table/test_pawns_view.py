"""The view of pawns and cards, compared with the referee."""

import json
import random

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from sent import view

from referee.core import CHANCE, Deal
from referee.games.tock import CardPlay, Discard, Give
from referee.match import Match
from webui.table.games.pawns import draw_deal
from webui.table.reducer import NotNow, open_table, touch
from webui.table.values.actions import DealCards, Next, PlayMove
from webui.table.values.setup import Setup, players_at
from webui.table.values.state import Table
from workshop.chance import random_event

NAMES = ("Ana", "Bilal", "Chloé", "Dario")
AHEAD = {
    "pawns": [[3, 12, 30, 72], [-1, 18, 33, 45], [-1, 55, 70, 75], [-1, 1, 9, 66]],
    "fresh": [False, True, False, False],
    "dealer": 4, "deal": 2, "phase": "play", "turn": 1, "hands": [[None] * 3] * 4,
}  # fmt: skip


def table_at(position=None, **options) -> Table:
    setup = Setup("tock", players_at((1, 2, 3, 4), NAMES), options=tuple(sorted(options.items())))
    return open_table(setup, camera=False, position=json.dumps(position) if position else "").table


def after(table: Table, event) -> Table:
    """The table after an event that is due, made by touch."""
    if isinstance(event, Deal):
        return touch(table, DealCards(event.hands), table.t).table
    return touch(table, PlayMove(table.game.to_text(event)), table.t).then(touch, Next(), table.t).table


def reached(table: Table) -> set[object]:
    """Every board to which the offered steps lead, one after the other."""
    spaces, left, visited = set(), [table], set()
    while left:
        now = left.pop()
        game, state = now.game, now.playing.state
        for step in view(now)["steps"]:
            move = game.from_text(step["move"])
            if move in visited:
                continue
            visited.add(move)
            if game.move_refusal(state, move) is None:
                spaces.add(game.apply(state, move).board)
            else:
                left.append(touch(now, PlayMove(step["move"]), 0.0).table)
                assert left[-1].turned.move == move
    return spaces


def boards(match: Match, card: str) -> set[object]:
    """Every board to which the referee says that a card may lead."""
    game, state = match.game, match.state
    plays = [move for move in game.legal(state) if isinstance(move, CardPlay) and move.card == card]
    return {game.apply(state, move).board for move in plays}


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.integers(4, 60), st.sampled_from(["unknown", "known"]))
def test_the_steps_lead_wherever_the_referee_lets_a_card_lead(seed: int, events: int, hands: str) -> None:
    rng, table = random.Random(seed), table_at(hands=hands)
    for _ in range(events):
        table = after(table, random_event(table.game, table.playing.state, rng))
    match = table.playing
    due = match.game.awaits(match.state)
    player = None if hands == "unknown" else due.actor if due.actor != CHANCE else None
    legal = match.game.legal(match.state)
    cards = {card["card"]: card["may"] for card in view(table, player)["cards"]}
    assert cards == {
        (move.card or ""): "give" if isinstance(move, Give) else "discard" if isinstance(move, Discard) else "play"
        for move in legal
    }
    for card in (card for card, may in cards.items() if may == "play"):
        laid = touch(table, PlayMove(f"{card}:"), 0.0).table
        assert view(laid)["laid"] == card
        assert reached(laid) == boards(match, card)


def test_an_ambiguous_part_of_a_7_is_played_whole() -> None:
    pawns = [[3, 12, 30, 60], [20, 33, 45, 50], [38, 41, 55, 70], [1, 9, 56, 66]]
    table = table_at(AHEAD | {"pawns": pawns, "fresh": [False] * 4})
    laid = touch(table, PlayMove("7:"), 0.0).table
    assert reached(laid) == boards(table.playing, "7")


def test_provisional_pieces_are_drawn_without_changing_the_count() -> None:
    table = touch(table_at(AHEAD), PlayMove("7:12>14"), 0.0).table
    shown = view(table)
    assert (shown["spaces"]["hole-14"], shown["stands"]["hole-14"]) == ("empty", "pawn 1")
    assert shown["stands"]["pile"] == "7 1"
    assert (shown["position"]["rest"], shown["laid"], shown["cards"]) == (5, "7", [])


@each(
    ("card", "step", "expected"),
    [
        ("3", ("hole-30", "hole-33"), {"takes": 1, "then": "pawn 1"}),
        ("4", ("hole-3", "hole-71"), {"takes": 0}),
        ("5", ("hole-55", "hole-60"), {"takes": 0, "then": "pawn 3"}),
        ("V", ("hole-12", "hole-45"), {"takes": 0, "exchange": True, "then": "pawn 1"}),
        ("A", ("house-1-1", "house-1-2"), {"takes": 0}),
    ],
)
def test_each_card_tells_its_steps(card: str, step: tuple[str, str], expected) -> None:
    shown = view(touch(table_at(AHEAD), PlayMove(f"{card}:"), 0.0).table)
    [shown_step] = [each_step for each_step in shown["steps"] if (each_step["from"], each_step["to"]) == step]
    assert shown_step.items() >= expected.items()


def test_a_jack_may_exchange_with_a_pawn_it_could_eat() -> None:
    pawns = [[3, 12, 30, 72], [-1, 18, 23, 45], *AHEAD["pawns"][2:]]
    table = table_at(AHEAD | {"pawns": pawns, "fresh": [False] * 4})
    steps = view(touch(table, PlayMove("V:"), 0.0).table)["steps"]
    both = [step for step in steps if (step["from"], step["to"]) == ("hole-12", "hole-23")]
    assert {(step["move"], step["takes"]) for step in both} == {("V:12>23", 1), ("V:12x23", 0)}


def test_a_teleport_tells_where_it_begins() -> None:
    table = touch(table_at(AHEAD | {"pawns": [[4, 12, 30, 72], *AHEAD["pawns"][1:]]}), PlayMove("3:"), 0.0).table
    [step] = [step for step in view(table)["steps"] if step["from"] == "hole-4"]
    assert (step["to"], step["via"]) == ("hole-25", "hole-7")


def test_pawns_enter_from_their_base_and_keep_their_house() -> None:
    position = AHEAD | {"turn": 2, "hands": [[None] * 2, *[[None] * 3] * 3], "fresh": [False] * 4}
    steps = view(touch(table_at(position), PlayMove("R:"), 0.0).table)["steps"]
    assert ("base-2", "hole-18") in {(step["from"], step["to"]) for step in steps}
    house = AHEAD | {"pawns": [AHEAD["pawns"][0], [-1, 14, 33, 45], *AHEAD["pawns"][2:]], "fresh": [False] * 4}
    steps = view(touch(table_at(house), PlayMove("5:"), 0.0).table)["steps"]
    assert {step["to"] for step in steps if step["from"] == "hole-14"} == {"house-2-1"}


def test_once_home_the_rest_of_a_7_is_the_partners() -> None:
    table = table_at(AHEAD | {"pawns": [[71, 73, 74, 75], [-1, 18, 33, 45], [-1, -1, 55, 70], [-1, 1, 9, 66]]})
    shown = view(touch(table, PlayMove("7:71>h1"), 0.0).table)
    assert (shown["position"]["whose"], shown["position"]["rest"]) == (3, 5)
    assert {step["from"] for step in shown["steps"]} == {"hole-55", "hole-70"}


def test_nobody_sees_a_hand_but_who_holds_it() -> None:
    table = table_at(hands="known")
    table = touch(table, draw_deal(table, random.Random(2).shuffle), 0.0).table
    hands = table.playing.state.hands
    assert view(table)["hand"] is None
    assert [view(table, player)["hand"] for player in range(4)] == [list(hand.cards) for hand in hands]
    assert view(table)["position"]["held"] == {"1": 5, "2": 5, "3": 5, "4": 5}


def test_cards_are_dealt_only_when_due_and_paper_ones_unseen() -> None:
    table = table_at()
    deal = draw_deal(table, random.Random(1).shuffle)
    assert deal.hands == (None,) * 4
    with pytest.raises(NotNow, match="cards are due"):
        draw_deal(touch(table, deal, 0.0).table, random.Random(1).shuffle)


def test_a_pack_that_is_dealt_holds_each_card_four_times() -> None:
    table = table_at(hands="known")
    deal = draw_deal(table, random.Random(3).shuffle)
    cards = [card for hand in deal.hands for card in hand or ()]
    assert [len(hand or ()) for hand in deal.hands] == [5] * 4
    assert max(map(cards.count, cards)) <= 4
