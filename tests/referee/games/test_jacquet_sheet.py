"""Jacquet by the phrases of its sheet (S1), and by what the sheet leaves open. The quotes decide."""

from typing import Any

import pytest
from each import each

from referee.games.jacquet.desk import JacquetDesk, plain_of, position_of
from referee.games.jacquet.rules import Position, Rules, start

Men = dict[int, int]
"""{arrow: men}, the opponent's negative; of an end only mine, 25 for those borne off."""

WAITING = {1: 15, 13: -15}


def board(men: Men) -> list[int]:
    return [men.get(arrow, 0) for arrow in range(1, 25)]


def answer(men: Men, dice: tuple[int, ...], post: int = 0, **rules: Any) -> Any:
    state = {"board": board(men), "off": [0, 0], "post": [post, 0]}
    return JacquetDesk(Rules(**rules)).answer("legal_results", state, {"dice": list(dice)})


def ends(men: Men, dice: tuple[int, ...], post: int = 0, **rules: Any) -> set[tuple[tuple[int, int], ...]]:
    """Where my men may stand after a throw: (arrow, men) pairs, 25 for those borne off."""
    answer_given = answer(men, dice, post, **rules)
    assert answer_given["pass"] == (not answer_given["results"])
    return {
        only_mine({**dict(enumerate(item["board"], start=1)), 25: item["off"][0]}) for item in answer_given["results"]
    }


def only_mine(men: Men) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((arrow, count) for arrow, count in men.items() if count > 0))


def test_the_men_stand_in_three_piles_on_the_first_arrow() -> None:
    """ "trois piles de 5 pions sur la première flèche de son «petit Jan»" """
    assert plain_of(start()) == {"board": board(WAITING), "off": [0, 0], "post": [1, 1]}
    assert start().turned() == start()
    assert JacquetDesk(Rules()).answer("start_position", {}, {}) == plain_of(start())


@each(
    ("men", "post", "dice", "expected", "runs"),
    [
        # "déplace une seule de ses dames «le postillon», du nombre de points total indiqué par les deux dés"
        (WAITING, 1, (6, 5), [{1: 14, 12: 1}], [12]),
        (WAITING, 1, (2, 2), [{1: 14, 9: 1}], [9]),
        # The opponent waits on 13: one step of the four.
        (WAITING, 1, (6, 6), [{1: 14, 7: 1}], [7]),
        # Either die, not both: each time the second would end on 13.
        ({1: 14, 7: 1, 13: -15}, 7, (5, 1), [{1: 14, 8: 1}, {1: 14, 12: 1}], [8, 12]),
        # "Lorsque un postillon arrive ... (à partir de la 19ème flèche)", others "à partir du tour suivant"
        ({1: 14, 18: 1}, 18, (2, 1), [{1: 14, 21: 1}], [0]),
        # A die that would take it beyond 24 is lost, the other one is played.
        ({1: 14, 18: 1}, 18, (1, 6), [{1: 14, 19: 1}, {1: 14, 24: 1}], [0, 0]),
        ({1: 14, 18: 1, 24: -1}, 18, (1, 6), [{1: 14, 19: 1}], [0]),
        ({1: 14, 18: 1, 24: -1}, 18, (6, 6), [], []),
        ({1: 14, 12: 1}, 12, (6, 6), [{1: 14, 24: 1}], [0]),
        ({18: 1, 24: 3}, 18, (1, 6), [{19: 1, 24: 3}, {24: 4}], [0, 0]),  # none is borne off meanwhile
    ],
)
def test_the_postillon_goes_first(
    men: Men, post: int, dice: tuple[int, int], expected: list[Men], runs: list[int]
) -> None:
    assert ends(men, dice, post) == {only_mine(item) for item in expected}
    assert sorted(item["post"][0] for item in answer(men, dice, post)["results"]) == runs


@each(
    ("men", "post", "four", "expected"),
    [
        (WAITING, 1, True, {1: 14, 21: 1}),  # 1-6-11-16-21
        (WAITING, 1, False, {1: 14, 11: 1}),
        ({1: 1, 19: 1, 6: -1}, 0, False, {1: 1, 24: 1}),  # later the doublet is four steps either way
        ({1: 1, 14: 1, 6: -1}, 0, False, {1: 1, 24: 1}),
    ],
)
def test_a_doublet_of_the_postillon_may_be_two_steps(men: Men, post: int, four: bool, expected: Men) -> None:
    assert ends(men, (5, 5), post, doublet_postillon=four) == {only_mine(expected)}


@each(
    ("men", "dice", "expected"),
    [
        # "Avancer une dame de 3 flèches, la poser, puis l'avancer de 4", the other way round, or two men
        ({1: 2}, (3, 4), [{1: 1, 8: 1}, {4: 1, 5: 1}]),
        # "il faut que la flèche ne soit pas déjà occupée par une ou plusieurs dames de l'adversaire"
        ({1: 2, 8: -1}, (3, 4), [{4: 1, 5: 1}]),
        # "les dames peuvent se poser au-delà des flèches bouchées", not on them
        ({1: 1, 4: -1}, (3, 4), [{8: 1}]),
        ({1: 1, 4: -1, 5: -2}, (3, 4), []),
        # "Une flèche peut être occupée par plusieurs dames de la même couleur"
        ({1: 2, 6: 4, 7: -1, 11: -1}, (5, 5), [{6: 6}]),
        # "Il ne déplace donc qu'une dame selon le second chiffre"; where either will do, either
        ({1: 1, 4: -1, 8: -1}, (3, 4), [{5: 1}]),
        ({1: 1, 8: -1}, (3, 4), [{4: 1}, {5: 1}]),
        # "Le joueur peut jouer 4 fois ... en utilisant 1, 2, 3 ou 4 dames"
        ({1: 1}, (2, 2), [{9: 1}]),
        ({1: 1, 7: -1}, (2, 2), [{5: 1}]),
        (
            {1: 4, 11: -1},
            (3, 3),
            [{4: 4}, {1: 1, 4: 2, 7: 1}, {1: 2, 7: 2}, {1: 2, 4: 1, 10: 1}, {1: 3, 13: 1}],
        ),
    ],
)
def test_the_men_go_on(men: Men, dice: tuple[int, int], expected: list[Men]) -> None:
    assert ends(men, dice) == {only_mine(item) for item in expected}


ROW = {3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1}


@each(
    ("others", "block", "allowed"),
    [
        # "Un joueur ne peut boucher plus de 6 flèches consécutives que s'il a déjà posé au moins une dame sur le
        # 23ème ou 24ème flèche de son parcours"
        ({}, 6, False),
        ({23: 1}, 6, True),
        ({24: 1}, 6, True),
        ({22: 1}, 6, False),
        ({24: -1}, 6, False),
        ({}, 99, True),
        ({23: 1}, 5, True),
    ],
)
def test_seven_arrows_in_a_row(others: Men, block: int, allowed: bool) -> None:
    position = Position(tuple(board({1: 1, **ROW, **others})))
    assert Rules(block=block).hindrance(position, 1, 1) == (None if allowed else "too_long_block")


def test_the_limit_is_looked_at_after_each_die() -> None:
    """7/8 and 1/2 would do no harm together, were it not for the seven in a row between them."""
    men = {1: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 10: -1}
    wholes = Rules().walk.whole(Position(tuple(board(men))), (1, 1))
    assert not any(Rules().blocks(whole.position) for whole in wholes)
    assert [whole.steps[0] for whole in wholes if whole.steps[0].source == 1] == []


def test_on_an_illegal_board_only_repairs_are_legal() -> None:
    seven = Position(tuple(board({1: 1, **ROW, 9: 1})))
    assert [step.source for step, _ in Rules().steps(seven, 2)] == [3, 4, 5, 6, 7, 8, 9]
    six = {1: 1, **ROW}
    assert Rules().hindrance(Position(tuple(board(six))), 1, 3) is None
    assert Rules(block=5).hindrance(Position(tuple(board(six))), 1, 3) == "too_long_block"


@each(
    ("men", "dice", "way", "expected"),
    [
        # "le nombre de points nécessaire pour arriver sur la dernière flèche plus un", "dans l'ordre en commençant
        # par celle qui est la plus éloignée de l'arrivée"
        ({19: 3, 22: 4}, (6, 3), "exact_rearmost", [{19: 1, 22: 5, 25: 1}]),
        ({19: 3, 22: 4}, (6, 3), "exact_any", [{19: 1, 22: 5, 25: 1}, {19: 2, 22: 3, 25: 2}]),
        ({19: 3, 22: 4}, (6, 3), "overshoot", [{19: 1, 22: 5, 25: 1}, {19: 2, 22: 3, 25: 2}]),
        ({21: 1, 23: 1}, (6, 5), "exact_rearmost", []),
        ({21: 1, 23: 1}, (6, 5), "exact_any", []),
        ({21: 1, 23: 1}, (6, 5), "overshoot", [{25: 2}]),
        ({21: 1, 23: 1}, (4, 2), "exact_rearmost", [{25: 2}]),
        ({21: 1, 23: 1}, (5, 2), "exact_rearmost", [{23: 2}]),
        ({21: 1, 23: 1}, (5, 2), "exact_any", [{23: 2}, {21: 1, 25: 1}]),
        ({21: 1, 23: 1}, (5, 2), "overshoot", [{25: 2}, {23: 1, 25: 1}]),
        # "toutes ses dames": with the second die of the same throw, too
        ({18: 1, 24: 1}, (6, 1), "exact_rearmost", [{24: 1, 25: 1}]),
        ({17: 1, 24: 1}, (1, 1), "exact_rearmost", [{21: 1, 24: 1}]),
        ({17: 1, 24: 1}, (1, 1), "exact_any", [{21: 1, 24: 1}, {20: 1, 25: 1}]),
        # "une ou deux dames à la fois", up to four with a doublet
        ({24: 5}, (1, 1), "exact_rearmost", [{24: 1, 25: 4}]),
        ({24: 2}, (1, 1), "exact_rearmost", [{25: 2}]),
        ({24: 2}, (1, 3), "exact_rearmost", [{24: 1, 25: 1}]),
    ],
)
def test_men_are_borne_off(men: Men, dice: tuple[int, int], way: str, expected: list[Men]) -> None:
    assert ends(men, dice, exit=way) == {only_mine(item) for item in expected}


@each(
    ("men", "post", "source", "die", "way", "why"),
    [
        ({1: 1}, 0, 2, 3, "exact_rearmost", "no_man_there"),
        ({1: 1, 2: -1}, 0, 2, 3, "exact_rearmost", "no_man_there"),
        ({1: 1, 2: -1}, 0, 1, 1, "exact_rearmost", "arrow_held"),
        ({1: 14, 9: 1}, 9, 1, 1, "exact_rearmost", "postillon_first"),
        ({1: 14, 18: 1}, 18, 18, 6, "exact_rearmost", None),
        ({1: 14, 20: 1}, 20, 20, 6, "exact_rearmost", "postillon_stays"),
        ({18: 1, 24: 1}, 0, 24, 1, "exact_rearmost", "not_all_arrived"),
        ({21: 1}, 0, 21, 5, "exact_rearmost", "not_exact"),
        ({21: 1}, 0, 21, 5, "exact_any", "not_exact"),
        ({21: 1}, 0, 21, 5, "overshoot", None),
        ({21: 1, 23: 1}, 0, 23, 2, "exact_rearmost", "rearmost_first"),
        ({21: 1, 23: 1}, 0, 23, 2, "exact_any", None),
        ({21: 1, 23: 1}, 0, 23, 2, "overshoot", None),
        ({21: 1, 23: 1}, 0, 23, 3, "overshoot", "rearmost_first"),
    ],
)
def test_why_a_man_may_not_go(men: Men, post: int, source: int, die: int, way: str, why: str | None) -> None:
    position, rules = Position(tuple(board(men)), post=(post, 0)), Rules(exit=way)
    assert rules.hindrance(position, source, die) == why
    assert (why is None) == any(step.source == source for step, _ in rules.steps(position, die))


def test_a_position_survives_its_notation() -> None:
    position = Position(tuple(board({1: 3, 4: -2})), (12, 13), (0, 7))
    assert position_of(plain_of(position), "state") == position
    assert position.turned().turned() == position
    assert position.turned() == Position(tuple(board({13: -3, 16: 2})), (13, 12), (7, 0))


@each(
    ("state", "question", "error"),
    [
        ({}, {"dice": [1, 2]}, "state.board: expected it to be there"),
        (
            {"board": [0] * 23},
            {"dice": [1, 2]},
            "state.board: expected a list of 24 whole numbers from -15 to 15",
        ),
        ({"board": [0] * 23 + [16]}, {}, "state.board: expected a list of 24 whole numbers"),
        ({"board": [0] * 23 + [True]}, {}, "state.board: expected a list of 24 whole numbers"),
        ({"board": "0" * 24}, {}, "state.board: expected a list of 24 whole numbers"),
        ({"off": [0]}, {}, "state.off: expected a list of 2 whole numbers from 0 to 15; got [0]"),
        ({"off": [0, 16]}, {}, "state.off: expected a list of 2 whole numbers from 0 to 15"),
        ({"post": [19, 0]}, {}, "state.post: expected a list of 2 whole numbers from 0 to 18"),
        ({"post": [2, 0]}, {}, "state.post: expected my postillon on an arrow where I have a man; got 2"),
        ({"off": [1, 0]}, {}, "state.board: expected at most 15 men of each player, those of off counted"),
        ({"off": [0, 1]}, {}, "state.board: expected at most 15 men of each player, those of off counted"),
        ({}, None, "input.dice: expected it to be there"),
        ({}, {"dice": [1]}, "input.dice: expected a list of two dice from 1 to 6; got [1]"),
        ({}, {"dice": [1, 7]}, "input.dice: expected a list of two dice from 1 to 6"),
        ({}, {"dice": 3}, "input.dice: expected a list of two dice from 1 to 6"),
    ],
)
def test_what_cannot_be_taken_is_told(state: dict[str, Any], question: Any, error: str) -> None:
    whole = plain_of(start()) if state or question != {"dice": [1, 2]} else {}
    with pytest.raises(ValueError, match="expected") as raised:
        JacquetDesk(Rules()).answer("legal_results", {**whole, **state}, question or {})
    assert str(raised.value).startswith(error)
