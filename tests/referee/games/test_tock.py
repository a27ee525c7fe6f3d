"""Tock: deals and gifts, hands known and unknown, plays and their refusals, ends. The quotes are the sheet's."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from each import each
from outcome_texts import ended

from referee.core import CHANCE, Await, Deal, Left, Placed, Roll, SetUp, sure_sighting
from referee.desks import desk_of
from referee.errors import BadPlace, BadSeats, BadStart, IllegalMove
from referee.games.tock import CardPlay, Discard, Give, PawnStep, Tock, TockState, positions

SEATS = (1, 2, 3, 4)
BASE = [-1, -1, -1, -1]
HOME = [72, 73, 74, 75]
UNKNOWN = Deal((None, None, None, None))


def set_up(game: Tock, **fields: Any) -> TockState:
    """A position of `game`; by default place 1 is to play the first card of an unknown hand of five."""
    pawns = [*fields.pop("pawns"), *[BASE] * 4][:4]
    given = {"pawns": pawns, "dealer": 4, "phase": "play", "turn": 1, "hands": [[None] * 5] * 4, **fields}
    return game.apply(game.start(SEATS), SetUp(json.dumps(given)))


def after(game: Tock, state: TockState, *moves: str) -> TockState:
    for move in moves:
        state = game.apply(state, game.from_text(move))
    return state


def texts(game: Tock, state: TockState) -> set[str]:
    return {game.to_text(move) for move in game.legal(state)}


def refused(game: Tock, state: TockState, event: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalMove) as error:
        game.apply(state, event)
    return error.value.foul.rule, dict(error.value.foul.values)


def dealt(game: Tock, *hands: str) -> TockState:
    """The state after a first deal of these hands, and gifts of the first card of each."""
    cards = [hand.split() for hand in hands]
    state = game.apply(game.start(SEATS), Deal(tuple(tuple(hand) for hand in cards)))
    return after(game, state, *(f"gives:{hand[0]}" for hand in cards))


def test_each_dealer_deals_five_four_and_four() -> None:
    """ "5 cartes à chaque joueur ... 4 cartes/ joueur distribuées par le même donneur" """
    game = Tock()
    state, observation = game.start(SEATS), []
    for _ in range(4):
        due = game.awaits(state)
        assert due is not None
        state = game.apply(state, UNKNOWN)
        first = game.awaits(state)
        assert first is not None
        observation.append((due, first.player))
        state = after(game, state, *["gives:?"] * 4)
        while state.phase == "play":
            state = game.apply(state, game.legal(state)[-1])
    assert observation == [
        (Await(CHANCE, 3, 4, cards=5), 0),
        (Await(CHANCE, 3, 4, cards=4), 0),
        (Await(CHANCE, 3, 4, cards=4), 0),
        (Await(CHANCE, 0, 1, cards=5), 1),
    ]


def test_play_goes_clockwise_from_any_first_seat() -> None:
    game = Tock()
    state = after(game, game.apply(game.start((3, 4, 1, 2)), UNKNOWN), *["gives:?"] * 4, "R:in")
    assert game.appearance(state)["hole-36"] == "pawn 3 new"
    assert game.awaits(state) == Await(1, 1, 4)
    for seats in ((1, 3, 2, 4), (4, 3, 2, 1), (1, 2, 3)):
        with pytest.raises(BadSeats, match=r"^seats: expected"):
            game.start(seats)


def test_partners_exchange_a_card_at_once() -> None:
    """ "les coéquipiers s'échangent une carte sans parler" """
    game = Tock(hands="known")
    state = game.apply(
        game.start(SEATS), Deal((tuple("A2345"), tuple("A2346"), tuple("A2347"), tuple("A2348")))
    )
    state = after(game, state, "gives:5", "gives:6", "gives:7")
    assert state.hands[0].cards == tuple("A234")
    state = after(game, state, "gives:8")
    assert [hand.cards for hand in state.hands] == [
        tuple("A2347"), tuple("A2348"), tuple("A2345"), tuple("A2346"),
    ]  # fmt: skip


def test_a_gift_is_seen_by_nobody_else() -> None:
    game = Tock(hands="known")
    state = game.apply(game.start(SEATS), Deal((tuple("A2345"),) * 4))
    state = after(game, state, "gives:5", "gives:A")
    mine, other = game.view(state, 0), game.view(state, 2)
    assert (mine.given, mine.hands[0].cards, mine.hands[1].cards) == (("5", "?", "", ""), tuple("A234"), None)
    assert (other.given, other.hands[0].cards, other.hands[2].cards) == (
        ("?", "?", "", ""),
        None,
        tuple("A2345"),
    )
    assert "5" not in repr(game.view(state, 1).given)
    assert game.appearance(state)["said-1"] == "nothing"


def test_who_plays_on_for_a_partner_sees_that_hand() -> None:
    game = Tock(hands="known")
    state = game.apply(dealt(game, "A 2 3 4 5", "A 2 3 4 6", "A 2 3 4 7", "A 2 3 4 8"), Left(0))
    assert game.view(state, 2).hands[0].cards == ("A", "2", "3", "4", "5")
    assert game.view(state, 1).hands[0].cards is None
    assert game.awaits(state) == Await(2, 0, 1)


def test_a_team_that_has_left_has_lost() -> None:
    game = Tock(games=3)
    state = game.apply(game.apply(game.start(SEATS), Left(1)), Left(2))
    assert not game.is_over(state)
    state = game.apply(state, Left(3))
    assert (game.is_over(state), game.winners(state)) == (True, (0, 2))


@each(
    ("hands", "rule"),
    [
        ([None, None, None], "deal_count"),
        (["A 2 3 4", None, None, None], "deal_count"),
        (["A A A A A", None, None, None], "pack_short"),
        (["A A 2 3 4", "A A 2 3 4", "A 2 3 4 5", None], "pack_short"),
        (["A 2 3 4 1", None, None, None], "no_such_card"),
        (["A 2 3 4 5", None, "7 7 7 7 V", None], None),
    ],
)
def test_a_deal_must_be_in_the_pack(hands: Sequence[str | None], rule: str | None) -> None:
    deal = Deal(tuple(None if hand is None else tuple(hand.split()) for hand in hands))
    game = Tock()
    if rule is None:
        state = game.apply(game.start(SEATS), deal)
        assert [hand.cards is None for hand in state.hands] == [False, True, False, True]
    else:
        assert refused(game, game.start(SEATS), deal)[0] == rule


def test_what_was_played_is_in_the_pack_no_more() -> None:
    game = Tock(hands="known")
    state = set_up(
        game, pawns=[BASE], phase="deal", turn=4, deal=2, hands=[[]] * 4, played=["A"] * 4 + ["7"] * 3
    )
    deal = Deal((tuple("2345"), tuple("2345"), tuple("2345"), ("7", "7", "R", "D")))
    assert refused(game, state, deal) == ("pack_short", {"card": "7", "left": 1, "dealt": 2})
    assert refused(game, state, UNKNOWN)[0] == "deal_unknown"
    assert (game.pack(state).count("A"), game.pack(state).count("7"), len(game.pack(state))) == (0, 1, 45)


def test_who_can_play_must_where_the_hand_is_known() -> None:
    """ "Si un joueur peut jouer, il est obligé de le faire" """
    game = Tock(hands="known")
    state = dealt(game, "2 A 9 D 3", "2 2 3 3 3", "4 4 4 9 9", "5 5 5 6 6")
    assert texts(game, state) == {"A:in"}
    assert refused(game, state, Discard("9")) == ("must_play", {"card": "9", "playable": ("A",)})
    assert refused(game, state, Discard("R"))[0] == "not_in_hand"
    state = after(game, state, "A:in")
    assert texts(game, state) == {"discards:2", "discards:3", "discards:5"}
    done = after(game, state, "discards:5")
    assert ended(game, state, done) == ("2 discards 5, nothing_playable, hand 2 3 3 3 5",)


def test_must_play_is_not_judged_on_unknown_hands() -> None:
    game = Tock()
    state = set_up(
        game, pawns=[[-1, -1, -1, 12]], deal=2, hands=[[None] * 4] * 4, played=["6"] * 4 + ["R"] * 3
    )
    assert {"R:in", "R:12>43", "2:12>14", "discards:5"} <= texts(game, state)
    assert not {move for move in texts(game, state) if move.startswith(("6:", "discards:6"))}
    assert refused(game, state, CardPlay("6", (PawnStep(12, 18),))) == ("card_gone", {"card": "6"})
    done = after(game, state, "discards:5")
    assert ended(game, state, done) == ("1 discards 5, unjudged",)


def test_a_playable_card_cannot_be_discarded() -> None:
    game = Tock()
    state = set_up(game, pawns=[[-1, -1, -1, 12]])
    assert refused(game, state, Discard("9")) == ("must_play", {"card": "9", "playable": ("9",)})


def test_a_known_card_in_an_unknown_hand_must_be_played() -> None:
    """The partner's gift was dealt openly."""
    game = Tock()
    state = set_up(game, pawns=[[-1, -1, -1, 12]], hands=[["9", None, None, None, None], *[[None] * 5] * 3])
    assert refused(game, state, Discard("5")) == ("must_play", {"card": "5", "playable": ("9",)})
    assert not {move for move in texts(game, state) if move.startswith("discards")}


@each(
    ("move", "rule"),
    [("gives:?", "give_done"), ("2:5>7", "no_pawn"), ("R:in", None), ("discards:R", "must_play")],
)
def test_after_the_exchange_cards_are_played(move: str, rule: str | None) -> None:
    game = Tock()
    foul = game.move_refusal(set_up(game, pawns=[BASE]), game.from_text(move))
    assert (foul and foul.rule) == rule


def test_everything_in_its_order() -> None:
    game, known = Tock(), Tock(hands="known")
    start = game.start(SEATS)
    assert refused(game, start, Give())[0] == "deal_first"
    given = game.apply(start, UNKNOWN)
    assert refused(game, given, UNKNOWN)[0] == "not_dealing"
    assert refused(game, given, CardPlay("R", (PawnStep(-1, -1),)))[0] == "give_first"
    assert refused(game, given, Give("R"))[0] == "give_unseen"
    reported = known.apply(known.start(SEATS), Deal((tuple("A2345"),) * 4))
    assert refused(known, reported, Give())[0] == "give_named"
    assert refused(known, reported, Give("R"))[0] == "not_in_hand"
    assert refused(game, given, Roll((6, 2)))[0] == "no_dice"


FRESH_18 = {"fresh": [False, True, False, False]}
REFUSED = [
    ([[-1, -1, -1, 12]], {}, "9:", "card_alone", {"card": "9"}),
    ([[-1, -1, 10, 12]], {}, "9:10>19+12>21", "one_pawn", {"card": "9"}),
    ([BASE], {}, "9:in", "enter_card", {"card": "9"}),
    ([[12, 73, 74, 75]], {}, "R:in", "no_base", {}),
    ([[-1, -1, -1, 0]], {"fresh": [True, False, False, False]}, "R:in", "start_taken", {"hole": 0}),
    ([[-1, -1, -1, 12]], {}, "9:13>22", "no_pawn", {"hole": 13}),
    ([[-1, -1, -1, 12]], {}, "2:h1>h3", "no_pawn", {"hole": 72}),
    ([[-1, -1, -1, 12], [-1, -1, -1, 20]], {}, "9:20>29", "not_yours", {"card": "9", "hole": 20}),
    ([[-1, -1, -1, 12]], {}, "5:12>17", "five_others", {"hole": 12}),
    ([[-1, -1, -1, 12], [-1, -1, -1, 18]], FRESH_18, "5:18>23", "pawn_protected", {"hole": 18}),
    ([BASE, [-1, -1, -1, 74]], {}, "5:h1>h2", "in_house", {"hole": 72}),
    ([[-1, -1, -1, 12], [-1, -1, -1, 20]], {}, "9:12x20", "swap_card", {"card": "9"}),
    ([[-1, -1, 10, 12]], {}, "V:10x12", "swap_own", {"hole": 10, "to": 12}),
    ([BASE, [-1, -1, -1, 20], [-1, -1, -1, 30]], {}, "V:20x30", "swap_theirs", {"hole": 20, "to": 30}),
    ([[-1, -1, -1, 12], [-1, -1, -1, 18]], FRESH_18, "V:12x18", "pawn_protected", {"hole": 18}),
    ([[-1, -1, 12, 74]], {}, "4:h3>h1", "in_house", {"hole": 74}),
    ([[-1, -1, -1, 16], [-1, -1, -1, 18]], FRESH_18, "3:16>19", "way_blocked", {"hole": 16, "block": 18}),
    ([[-1, -1, -1, 20], [-1, -1, -1, 18]], FRESH_18, "4:20>16", "way_blocked", {"hole": 20, "block": 18}),
    ([[-1, -1, 70, 73]], {}, "6:70>h4", "house_jump", {"hole": 70, "stands": 73}),
    ([[-1, -1, 72, 73]], {}, "2:h1>h3", "house_jump", {"hole": 72, "stands": 73}),
    ([[-1, -1, 5, 73]], {}, "3:h2>h4", "house_end", {"card": "3", "hole": 73}),
    ([[-1, -1, -1, 70]], {}, "3:70>1", "must_go_home", {"hole": 70, "to": 72}),
    ([[-1, -1, -1, 12]], {}, "9:12>22", "wrong_hole", {"card": "9", "hole": 12, "to": 22, "lands": (21,)}),
    ([[-1, -1, -1, 4]], {}, "3:4>7", "wrong_hole", {"card": "3", "hole": 4, "to": 7, "lands": (25,)}),
    ([[-1, -1, -1, 12]], {}, "4:12>16", "wrong_hole", {"card": "4", "hole": 12, "to": 16, "lands": (8,)}),
    ([[-1, -1, 10, 30]], {}, "7:10>13", "seven_rest", {"rest": 4}),
    ([[-1, -1, 10, 30]], {}, "7:10>13+30>35", "seven_over", {"hole": 30, "rest": 4}),
    ([[-1, -1, 10, 30]], {}, "7:10>17+30>31", "seven_over", {"hole": 30, "rest": 0}),
    ([[-1, -1, 10, 30]], {}, "7:10>13+13>17", "seven_twice", {"hole": 13}),
    ([[-1, -1, -1, 12]], {}, "7:12>12", "wrong_hole", {"card": "7", "hole": 12, "to": 12, "lands": ()}),
    ([[71, 73, 74, 75], BASE, HOME], {"turn": 1}, "7:71>h1", "seven_rest", {"rest": 5}),
]  # fmt: skip


@each(("pawns", "fields", "move", "rule", "values"), REFUSED)
def test_a_play_is_refused_for_the_rule_that_it_breaks(
    pawns: Any, fields: dict[str, Any], move: str, rule: str, values: dict[str, Any]
) -> None:
    game = Tock()
    state = set_up(game, pawns=pawns, **fields)
    foul = game.move_refusal(state, game.from_text(move))
    assert foul is not None
    assert foul.rule == rule
    assert dict(foul.values) == values
    assert foul.expected == game.legal(state)


def test_with_five_opponents_the_partner_stays() -> None:
    game = Tock(five="opponents")
    state = set_up(game, pawns=[BASE, [-1, -1, -1, 20], [-1, -1, -1, 40]])
    assert refused(game, state, CardPlay("5", (PawnStep(40, 45),))) == ("five_opponents", {"hole": 40})
    assert {"5:20>43"} <= texts(game, state)


def test_an_exchange_may_be_named_either_way() -> None:
    game = Tock()
    state = set_up(game, pawns=[[-1, -1, -1, 12], [-1, -1, -1, 20]])
    assert after(game, state, "V:12x20") == after(game, state, "V:20x12")


def test_a_seven_that_fills_the_house_continues_with_the_partner() -> None:
    """ "il joue maintenant pour son coéquipier" """
    game = Tock()
    state = set_up(game, pawns=[[71, 73, 74, 75], BASE, [-1, -1, -1, 40]])
    done = after(game, state, "7:71>h1+40>45")
    assert ended(game, state, done) == ("1 is home, plays for 3",)
    assert texts(Tock(seven_spill=False), state) & {"7:71>h1+40>45"} == set()


def test_a_seven_half_done_can_be_ended_in_any_way() -> None:
    game = Tock()
    state = set_up(game, pawns=[[-1, -1, 10, 30]])
    half = game.from_text("7:30>32")
    assert half in game.partials(state)
    assert [game.to_text(move) for move in game.continuations(state, half)] == ["7:30>32+10>15"]
    laid = {game.to_text(move) for move in game.continuations(state, game.from_text("7:"))}
    assert laid == {move for move in texts(game, state) if move.startswith("7:")}
    assert game.effect(state, half) == {"pile": "7 1", "hole-30": "empty", "hole-32": "pawn 1"}
    assert game.continuations(state, game.from_text("7:10>11+30>31")) == ()
    assert game.continuations(state, game.from_text("9:10>11")) == ()


def test_a_seven_is_named_in_any_order() -> None:
    game = Tock()
    state = set_up(game, pawns=[[-1, -1, 10, 30]])
    assert after(game, state, "7:30>34+10>13") == after(game, state, "7:10>13+30>34")


def test_the_first_team_with_all_pawns_home_wins() -> None:
    """ "La première équipe à faire rentrer tous ses pions ... gagne la partie" """
    game = Tock()
    state = set_up(game, pawns=[[70, 73, 74, 75], BASE, HOME])
    done = after(game, state, "3:70>h1")
    assert ended(game, state, done) == ("game 1: 4 0 4 0 won by 1 3", "match won by 1 3")
    assert (game.winners(done), game.awaits(done), game.legal(done)) == ((0, 2), None, ())
    assert refused(game, done, Discard("9"))[0] == "game_over"


def test_an_opponent_can_bring_the_last_pawn_home() -> None:
    game = Tock()
    state = set_up(game, pawns=[[0, 1, 2, 3], [15, 73, 74, 75], BASE, HOME])
    assert game.winners(after(game, state, "5:15>20")) == ()
    state = set_up(game, pawns=[[0, 1, 2, 3], [14, 73, 74, 75], BASE, HOME])
    assert game.winners(after(game, state, "5:14>h1")) == (1, 3)


def test_a_series_goes_to_the_team_with_more_games() -> None:
    game = Tock(games=2)
    pawns = [[70, 73, 74, 75], BASE, HOME]
    state = after(game, set_up(game, pawns=pawns), "3:70>h1")
    assert (game.awaits(state), game.scores(state)) == (Await(CHANCE, 0, 1, cards=5), (0, 0, 0, 0))
    assert game.appearance(state)["base-1"] == "pawn 1 x 4"
    assert game.leftover(state)["house-1-1"] == "pawn 1"
    assert game.leftover(state)["base-1"] == "empty"
    assert game.leftover(game.apply(state, UNKNOWN)) == game.leftover(game.tidied(state)) == {}
    for team, winners in ((1, (0, 2)), (2, (0, 1, 2, 3))):
        last = set_up(game, pawns=pawns, games=[{"home": [4, 0, 4, 0], "team": team}])
        assert game.winners(after(game, last, "3:70>h1")) == winners


def test_a_handicap_is_pawns_that_are_home() -> None:
    game = Tock(games=2)
    start = game.start((2, 3, 4, 1), (3, 0, 0, 1))
    assert game.scores(start) == (3, 0, 0, 1)
    assert game.appearance(start)["house-2-2"] == "pawn 2"
    assert game.appearance(start)["house-2-1"] == "empty"
    assert game.appearance(start)["base-1"] == "pawn 1 x 3"


def test_a_person_can_say_how_the_pawns_stand() -> None:
    game = Tock()
    state = set_up(game, pawns=[[-1, -1, -1, 12]])
    word = Placed((("hole-12", "empty"), ("hole-15", "pawn 1")))
    moved = game.apply(state, word)
    assert (moved.turn, moved.board.pawns[0]) == (0, (-1, -1, -1, 15))
    played = game.apply(state, Placed((*word.spaces, ("pile", "3 1"))))
    assert (played.turn, played.played, played.hands[0].count) == (1, ("3",), 4)


@pytest.mark.parametrize(
    ("text", "counts"),
    [("place 1", (5, 5, 5, 5)), ("place 2", (4, 5, 5, 5)), ("place 4", (4, 4, 4, 5))],
)
def test_declaring_the_next_player_counts_skipped_cards(
    text: str, counts: tuple[int, ...]
) -> None:
    game = Tock()
    before = set_up(game, pawns=[[-1, -1, -1, 12]])
    after = game.apply(before, Placed((("turn", text),)))
    assert f"place {after.turn + 1}" == text
    assert tuple(hand.count for hand in after.hands) == counts
    assert (after.board, after.played, game.appearance(after)) == (before.board, before.played, game.appearance(before))
    again = positions.to_text(after)  # the round is one that a position can tell
    assert positions.from_text(game, game.start((1, 2, 3, 4)), again) == after


def test_a_person_can_say_who_deals() -> None:
    game = Tock()
    state = game.apply(game.start((1, 2, 3, 4)), Placed((("turn", "place 2"),)))
    assert (state.dealer, state.first, game.awaits(state).player) == (1, 2, 1)
    assert game.apply(state, UNKNOWN).turn == 2


ONE_LEFT = [[], [], [None], [None]]


@each(
    ("options", "position", "text", "why"),
    [
        ({}, {}, "white", "expected one of place 1"),
        ({}, {}, "place 5", "expected one of place 1"),
        ({}, {"phase": "give"}, "place 2", "while cards are given"),
        ({}, {"hands": ONE_LEFT, "turn": 3}, "place 1", "still holds a card"),
        ({}, {"hands": [["2"], ["3"], [None], [None]]}, "place 2", "place 1 holds known cards"),
        ({"hands": "known"}, {"hands": [["2"], ["3"], ["5"], ["6"]]}, "place 4", "place 1 holds known cards"),
    ],
)
def test_who_cannot_be_next_is_refused(options, position, text: str, why: str) -> None:
    game = Tock(**options)
    state = set_up(game, pawns=[[-1, -1, -1, 12]], **position)
    with pytest.raises(BadPlace, match=f"turn: .*{why}"):
        game.apply(state, Placed((("turn", text),)))


def test_a_card_that_is_laid_says_itself_who_is_next() -> None:
    game = Tock()
    state = set_up(game, pawns=[[-1, -1, -1, 12]])
    with pytest.raises(BadPlace, match="turn: expected nothing beside a card"):
        game.apply(state, Placed((("hole-12", "empty"), ("hole-15", "pawn 1"), ("pile", "3 1"), ("turn", "place 3"))))


@each(
    "spaces",
    [
        (("hole-12", "empty"),),
        (("hole-13", "pawn 1"),),
        (("hole-12", "pawn 1 new"),),
        (("house-2-1", "pawn 1"), ("hole-12", "empty")),
        (("base-1", "pawn 1 x 5"),),
        (("base-1", "pawn 2 x 3"),),
        (("pile", "3 2"),),
        (("said-1", "V"),),
        (("hole-72", "empty"),),
    ],
)
def test_a_word_that_no_table_can_show_is_refused(spaces: tuple[tuple[str, str], ...]) -> None:
    game = Tock()
    with pytest.raises(BadPlace, match="expected"):
        game.apply(set_up(game, pawns=[[-1, -1, -1, 12]]), Placed(spaces))


LOOKS = [
    ({"hole-12": "empty", "hole-15": "pawn 1"}, "card_first"),
    ({"pile": "9 1", "hole-12": "empty", "hole-15": "pawn 1"}, "wrong_hole"),
    ({"pile": "9 1", "hole-12": "empty"}, "not_the_card"),
    ({"pile": "9 2", "hole-12": "empty", "hole-21": "pawn 1"}, "not_the_card"),
    ({"pile": "empty 1"}, "not_the_card"),
    ({"pile": "5 1", "hole-20": "empty", "hole-26": "pawn 2"}, "wrong_hole"),
    ({"pile": "9 1", "hole-20": "empty", "hole-29": "pawn 2"}, "not_yours"),
]


@each(("look", "rule"), LOOKS)
def test_what_lies_on_the_table_tells_which_rule_was_broken(look: dict[str, str], rule: str) -> None:
    game = Tock()
    state = set_up(game, pawns=[[-1, -1, -1, 12], [-1, -1, -1, 20]])
    assert game.refusal(state, sure_sighting((), {**game.appearance(state), **look})).rule == rule


def test_looks_before_the_cards_are_played() -> None:
    game = Tock()
    start = game.start(SEATS)
    moved = {"hole-0": "pawn 1", "base-1": "pawn 1 x 3"}
    given = game.apply(start, UNKNOWN)
    assert game.refusal(start, sure_sighting((), {**game.appearance(start), **moved})).rule == "deal_first"
    assert game.refusal(given, sure_sighting((), {**game.appearance(given), **moved})).rule == "give_first"
    fields = {**game.appearance(given), "said-1": "V"}
    assert game.refusal(given, sure_sighting((), fields)).rule == "give_unseen"


@each(
    ("fields", "error"),
    [
        ({"pawns": [[-1, -1, 5, 5], BASE, BASE, BASE]}, "pawns\\[0\\]: expected four different places"),
        (
            {"pawns": [[-1, -1, -1, 5], [-1, -1, -1, 5], BASE, BASE]},
            "pawns: expected at most one pawn in a hole",
        ),
        ({"pawns": [HOME, BASE, HOME, BASE]}, "pawns: expected no team with eight pawns"),
        ({"fresh": [True, False, False, False]}, "fresh\\[0\\]: expected false"),
        ({"phase": "over"}, "phase: expected deal, give or play"),
        ({"hands": [["A", None, "1"]] * 4}, "hands\\[0\\]: expected cards of"),
        ({"hands": [[None] * 4, *[[None] * 5] * 3]}, "hands: expected hands, gifts and turn"),
        ({"hands": [[None] * 5] * 3}, "hands: expected a list of four entries"),
        ({"hands": [["A"] * 5, *[[None] * 5] * 3]}, "played: expected at most 4 cards of each rank"),
        ({"played": ["A", "2"]}, "played: expected at most 0 cards"),
        ({"gone": [1, 3]}, "gone: expected places"),
        ({"games": [{"home": [4, 0, 4, 0], "team": 1}]}, "games: expected fewer than the 1"),
        ({"the moon": 1}, "position: expected keys of"),
    ],
)
def test_positions_that_no_match_has_are_refused(fields: dict[str, Any], error: str) -> None:
    with pytest.raises(BadStart, match=error):
        set_up(Tock(), **{"pawns": [BASE], **fields})


def test_a_position_of_known_hands_tells_every_card() -> None:
    with pytest.raises(BadStart, match="hands: expected every card"):
        set_up(Tock(hands="known"), pawns=[BASE])


QUESTION = {"pawns": [BASE] * 4, "fresh": [False] * 4}


@each(
    ("state", "asked", "error"),
    [
        ({**QUESTION, "pawns": 3}, {"seat": 0, "hand": ["A"]}, "state.pawns: expected a list of four"),
        ({"pawns": [BASE] * 4}, {"seat": 0, "hand": ["A"]}, "state.fresh: expected it to be there"),
        (
            {**QUESTION, "fresh": [0] * 4},
            {"seat": 0, "hand": ["A"]},
            "state.fresh\\[0\\]: expected true or false",
        ),
        ({**QUESTION, "fresh": [True] * 4}, {"seat": 0, "hand": ["A"]}, "state.fresh\\[0\\]: expected false"),
        ({**QUESTION, "pawns": [[76, 1, 2, 3]] + [BASE] * 3}, {}, "state.pawns\\[0\\]: expected four"),
        (QUESTION, {"hand": ["A"]}, "input.seat: expected it to be there"),
        (QUESTION, {"seat": 4, "hand": ["A"]}, "input.seat: expected a whole number from 0 to 3"),
        (QUESTION, {"seat": True, "hand": ["A"]}, "input.seat: expected a whole number"),
        (QUESTION, {"seat": 0, "hand": []}, "input.hand: expected a list of 1 or more"),
        (QUESTION, {"seat": 0, "hand": ["1"]}, "input.hand: expected cards of A 2 3"),
        (QUESTION, {"seat": 0, "hand": "A"}, "input.hand: expected a list"),
    ],
)
def test_questions_that_cannot_be_taken(state: Any, asked: Any, error: str) -> None:
    with pytest.raises(ValueError, match=f"^{error}"):
        desk_of(Tock()).answer("legal_results_per_card", state, asked)


def test_an_answer_can_be_asked_about_again() -> None:
    """The king has eaten its own protected pawn, whose mark the notation leaves."""
    desk = desk_of(Tock(fresh_blocks_own=False))
    state = {"pawns": [[-1, -1, 0, 70], *[BASE] * 3], "fresh": [True, False, False, False]}
    answer = desk.answer("legal_results_per_card", state, {"seat": 0, "hand": ["R"]})
    eaten = {"pawns": [[-1, -1, -1, 11], *[BASE] * 3], "fresh": [True, False, False, False]}
    assert eaten in answer["results"]["R"]
    again = desk.answer("legal_results_per_card", eaten, {"seat": 0, "hand": ["A"]})
    assert [end["pawns"][0] for end in again["results"]["A"]] == [[-1, -1, 0, 11], [-1, -1, -1, 12]]


def test_how_the_deals_go() -> None:
    answer = desk_of(Tock()).answer("deal", {"dealer": 3}, {"deals": 4})
    assert (answer["cards_each"], answer["dealers"]) == ([5, 4, 4, 5], [3, 3, 3, 0])
    assert answer["first_player"] == [0, 0, 0, 1]
    with pytest.raises(ValueError, match=r"^input.deals: expected"):
        desk_of(Tock()).answer("deal", {"dealer": 3}, {"deals": "x"})
