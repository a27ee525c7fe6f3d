"""Counts of throws on the board of arrows: the leaflet's own numbers, and every throw played out."""

import random
from fractions import Fraction

import pytest
from each import each

from referee.coach_arrows import THROWS, BackgammonCoach, ThrowOdds, pips, weight
from referee.core import CHANCE, Placed, Roll, SetUp
from referee.games import find
from referee.games.arrows import BAR, printed_arrow
from referee.games.backgammon import Backgammon, board, leaflet

GAME = Backgammon()
COACH = BackgammonCoach(GAME)

TABLE = (11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""S1: "Possibilité d'y arriver", for distances 1 to 12."""
FREQUENCY = (31, 33, 39, 42, 42, 47, 17, 17, 14, 8, 6, 8)
"""S1: "Fréquence en %"."""


def standing(white: str, black: str, player: int = 1):  # type: ignore[no-untyped-def]  # a game's own state
    return GAME.apply(
        GAME.start((1, 2)), SetUp(f'{{"white": {white}, "black": {black}, "player": {player}}}')
    )


def test_the_throws_are_36() -> None:
    assert len(THROWS) == 21
    assert sum(weight(throw) for throw in THROWS) == 36
    assert ThrowOdds(((6, 6), (2, 1))).chance == Fraction(3, 36)


@each("distance", range(1, 13))
def test_the_leaflets_table_is_worked_out_anew(distance: int) -> None:
    throws = leaflet.throws_that_reach(distance)
    assert throws == TABLE[distance - 1]
    assert leaflet.percent(throws) == FREQUENCY[distance - 1]


@each("distance", range(1, 13))
def test_one_attacker_on_an_empty_board_has_the_tables_shots(distance: int) -> None:
    # Black's lone attacker is on his 24, White's blot so far before him; the rest is out of the way.
    state = standing(f'{{"{1 + distance}": 1, "off": 14}}', '{"24": 1, "off": 14}')
    (shots,) = COACH.shots(state, 0)
    assert shots.odds.of_36 == TABLE[distance - 1]
    assert shots.attackers == (("1", distance, TABLE[distance - 1]),)
    assert (shots.arrow, shots.number) == (printed_arrow(0, 1 + distance), 1 + distance)


def test_held_arrows_between_take_shots_away() -> None:
    # Six arrows on: any 6 (11), 5-1, 4-2, 3-3, 2-2 make 17; with the arrows 2 and 4 on held, 4-2 and 2-2 do not go.
    state = standing('{"7": 1, "3": 2, "5": 2, "off": 10}', '{"24": 1, "off": 14}')
    (shots,) = COACH.shots(state, 0)
    assert shots.odds.of_36 == 17 - 2 - 1
    assert set(shots.odds.throws) == {throw for throw in THROWS if 6 in throw} | {(5, 1), (3, 3)}


def test_nobody_captures_while_a_man_of_his_cannot_enter() -> None:
    state = standing(
        '{"7": 1, "6": 2, "5": 2, "4": 2, "3": 2, "2": 2, "1": 2, "off": 2}', '{"bar": 1, "13": 1, "off": 13}'
    )
    (shots,) = COACH.shots(state, 0)
    assert shots.odds.throws == ()
    assert shots.attackers == (("bar", 7, 6),)


@pytest.mark.parametrize("single", ["strict_high", "international"])
def test_shots_are_those_of_every_throw_played_out(single: str) -> None:
    game, rng = Backgammon(single=single), random.Random(7)
    coach, state, counted = BackgammonCoach(game), game.start((1, 2)), 0
    while not game.is_over(state):
        due = game.awaits(state)
        if due.actor == CHANCE and not state.opening and rng.random() < 0.15:
            throwing = 1 - due.player
            observation = state.table if throwing == state.player else board.turned(state.table)
            for shots in coach.shots(state, due.player):
                target = 25 - shots.number
                throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
                hits = [t for t in throws if any(end[target] >= 0 for end in game.results(observation, t))]
                assert shots.odds.of_36 == len(hits)
                counted += 1
        roll = Roll(tuple(rng.randint(1, 6) for _ in range(due.dice)))
        state = game.apply(state, roll if due.actor == CHANCE else rng.choice(game.legal(state)))
    assert counted > 10


@each(
    ("waiting", "held", "first", "everyone"),
    [
        (1, 0, 36, 36),
        (1, 1, 35, 35),
        (1, 3, 27, 27),
        (1, 5, 11, 11),
        (1, 6, 0, 0),
        (2, 1, 35, 25),
        (2, 3, 27, 9),
        (2, 5, 11, 1),
        (3, 2, 32, 4),
        (0, 2, 36, 36),
    ],
)
def test_chances_to_enter_are_those_of_the_open_arrows(
    waiting: int, held: int, first: int, everyone: int
) -> None:
    """With k arrows open one of two dice enters with 36 - (6-k)² throws, both with k², three men with k doublets."""
    game = Backgammon(single="international")
    black = {str(n): 2 for n in range(1, held + 1)} | {"13": 1, "off": 14 - 2 * held}
    white = {"bar": waiting, "11": 15 - waiting}
    state = game.apply(game.start((1, 2)), SetUp(_position(white, black)))
    entry = BackgammonCoach(game).entry(state, 0)
    assert (entry.waiting, len(entry.held)) == (waiting, held)
    assert (entry.at_least_one.of_36, entry.everyone.of_36) == (first, everyone)
    assert entry.held == tuple(f"{n}A" for n in range(1, held + 1))


def test_the_leaflets_rule_for_one_die_enters_less() -> None:
    # 6A is held and two wait: 6 with another number brings nobody in.
    state = standing('{"bar": 2, "13": 13}', '{"6": 2, "off": 13}')
    entry = COACH.entry(state, 0)
    assert entry.at_least_one.of_36 == 36 - 11
    assert BackgammonCoach(Backgammon(single="international")).entry(state, 0).at_least_one.of_36 == 35


def test_counting_points_to_go() -> None:
    state = GAME.start((1, 2))
    assert pips(GAME, state) == (167, 167)
    state = standing('{"bar": 1, "24": 1, "off": 13}', '{"6": 2, "3": 1, "off": 12}', player=2)
    assert pips(GAME, state) == (49, 15)


@pytest.mark.parametrize(("name", "each"), [("backgammon", 167), ("jacquet", 15 * 24), ("trictrac", 15 * 23)])
def test_points_to_go_at_the_start_of_every_game(name: str, each: int) -> None:
    game = find(name)()
    assert pips(game, game.start((1, 2))) == (each, each)


@each("opening", leaflet.OPENINGS)
def test_every_recommended_opening_is_legal_from_the_start(opening: leaflet.Opening) -> None:
    state = GAME.apply(GAME.apply(GAME.start((1, 2)), Roll((6,))), Roll((1,)))
    state = GAME.apply(state, Roll(opening.dice))
    assert GAME.move_refusal(state, opening.play) is None
    assert opening in COACH.openings(opening.dice[::-1])


def test_there_are_22_openings_for_21_throws() -> None:
    assert len(leaflet.OPENINGS) == 22
    assert {opening.dice for opening in leaflet.OPENINGS} == set(THROWS)


def test_a_shot_does_not_depend_on_whose_turn_it_is() -> None:
    state = GAME.start((1, 2))
    state = GAME.apply(state, Placed((("arrow-12A", "white x 4"), ("arrow-9", "white x 1"))))
    other = standing(
        '{"24": 2, "13": 4, "9": 1, "8": 3, "6": 5}', '{"24": 2, "13": 5, "8": 3, "6": 5}', player=2
    )
    assert COACH.shots(state, 0) == COACH.shots(other, 0)
    assert BAR not in [shots.number for shots in COACH.shots(state, 0)]


def _position(white: dict[str, int], black: dict[str, int]) -> str:
    men = [", ".join(f'"{place}": {n}' for place, n in side.items() if n) for side in (white, black)]
    return f'{{"white": {{{men[0]}}}, "black": {{{men[1]}}}, "player": 1}}'
