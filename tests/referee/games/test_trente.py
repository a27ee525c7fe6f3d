"""Trente at the table: S4, the page of Wikilivres with a family's remarks. The quotes decide."""

from fractions import Fraction
from typing import Any

import pytest
from each import each
from trente_turns import EQUAL, blow, killed, on, seats, trente, turn, won_by_killing

from referee.core import CHANCE, Roll
from referee.errors import IllegalMove
from referee.games import profile
from referee.games.trente import Attack, Keep, Revenge


@each(
    ("rules", "dice", "lost", "level"),
    [
        ("standard", (4, 5, 6, 6, 5, 4), 0, 0),  # "il atteint son seuil et ne perd pas de points"
        ("standard", (6, 3, 3, 2, 5, 6), 5, 0),  # "il n'atteint pas son seuil et perd 5 points"
        ("standard", (1, 2, 2, 1, 3, 1), 0, 2),  # "il dépasse son seuil et attaque aux deux"
        ("nous", (1, 2, 2, 1, 3, 1), 20, 0),  # "On vise toujours sur 30"
        ("standard", (6, 5, 6, 6, 4, 6), 0, 3),  # "attaque aux trois"
        ("standard", (1, 5, 4, 3, 5, 4), 10, 0),  # "perd dix points"
        ("nous", (1, 5, 4, 3, 5, 4), 8, 0),
        ("standard", (2, 2, 2, 2, 2, 2), 0, 0),  # 12 is "12 ou moins", and nothing beyond it
        ("standard", (1, 1, 1, 1, 1, 1), 0, 6),
        ("nous", (6, 6, 6, 6, 6, 6), 0, 6),
    ],
)
def test_a_turn(rules: str, dice: tuple[int, ...], lost: int, level: int) -> None:
    game = trente(rules=rules)
    state = on(game, game.start(seats(3)), *turn(dice))
    assert (state.news[0].lost, state.news[0].level) == (lost, level)
    assert game.scores(state) == (30 - lost, 30, 30)
    due = game.awaits(state)
    assert (due.actor, due.player, due.dice) == (CHANCE, 0 if level else 1, 6)


def test_dice_set_aside_are_not_thrown_again() -> None:
    """ "puis relance les dés non écartés, dont il doit garder au moins un dé" """
    game = trente()
    state = on(game, game.start(seats(2)), Roll((6, 1, 2, 6, 3, 3)), Keep((6, 6)))
    assert game.awaits(state).dice == 4
    with pytest.raises(IllegalMove, match="aside_thrown"):
        game.apply(state, Roll((1, 2, 3, 4, 5, 6)))
    state = on(game, state, Roll((4, 1, 1, 1)))
    with pytest.raises(IllegalMove, match="must_keep"):
        game.apply(state, Roll((4, 1, 1, 1)))


def test_the_first_die_is_named() -> None:
    game = trente()
    state = game.apply(game.start(seats(2)), Roll((1, 2, 3, 4, 5, 6)))
    # 63 sets of six different dice; 7 each have low or high dice only, all others go either way.
    assert len(game.legal(state)) == 63 + 49
    assert {Keep((1, 2, 5)), Keep((5, 1, 2))} <= set(game.legal(state))
    assert game.apply(state, Keep((2, 5, 1))) == game.apply(state, Keep((1, 2, 5)))
    assert game.apply(state, Keep((5, 2, 1))) == game.apply(state, Keep((5, 1, 2)))
    low, high = (game.apply(state, keep) for keep in (Keep((1, 5)), Keep((5, 1))))
    assert (low.threshold, high.threshold) == (12, 30)
    # Later dice are in no order, and under "nous" none are.
    later = game.apply(high, Roll((1, 4, 4, 6)))
    assert Keep((6, 1)) not in game.legal(later)
    assert game.apply(later, Keep((6, 1))) == game.apply(later, Keep((1, 6)))
    nous = trente(rules="nous")
    state = nous.apply(nous.start(seats(2)), Roll((1, 2, 3, 4, 5, 6)))
    assert len(nous.legal(state)) == 63
    assert nous.apply(state, Keep((1, 5))).threshold == 30


@each(
    ("options", "level", "target"),
    [
        ({"round": 1}, 1, 1),  # "le joueur suivant à la première manche"
        ({"round": 2}, 1, 3),  # "le joueur précédent à la seconde manche"
        ({"rules": "nous"}, 2, 3),  # "+2 c’est pair ... mon joueur de droite"
        ({"rules": "nous", "round": 2}, 3, 1),  # "se serait le joueur de gauche"
    ],
)
def test_whom_an_attack_hits_without_a_choice(options: dict[str, Any], level: int, target: int) -> None:
    game = trente(**options)
    state = on(game, game.start(seats(4)), *turn((6,) * level + EQUAL[level:]))
    assert (state.level, state.target) == (level, target)
    with pytest.raises(IllegalMove, match="no_attack_due"):
        game.apply(state, Attack(target))
    assert game.scores(on(game, state, *blow(level, 3)))[target] == 30 - 3 * level


def test_the_third_round_is_free() -> None:
    """ "le joueur de son choix à la troisième"; chosen "avant d'avoir lancé les dés de dégâts" """
    game = trente(round=3)
    state = on(game, game.start(seats(4)), *turn((6, 5, 5, 5, 5, 5)))
    assert game.legal(state) == (Attack(1), Attack(2), Attack(3))
    with pytest.raises(IllegalMove, match="target_first"):
        game.apply(state, Roll((1,) * 6))
    assert game.scores(on(game, state, Attack(2), *blow(1, 2))) == (30, 30, 28, 30)


def test_the_dead_are_passed_over() -> None:
    """ "ne joue plus jusqu'à la fin de la manche" """
    game = trente(start_score=10)
    state = on(game, game.start(seats(4)), *turn((5,) * 6))
    state = on(game, state, *turn((6, 1, 1, 1, 1, 1)))  # player 2 falls by himself
    assert state.deaths == (1,)
    assert state.asked is None  # "ne dispose pas de vengeance lorsqu'il s'élimine tout seul"
    state = on(game, state, *turn(EQUAL), *turn(EQUAL), *turn((6, 5, 5, 5, 5, 5)))
    assert (state.player, state.target) == (0, 2)


@each(("hits", "throws", "full"), [(0, 1, 0), (2, 2, 0), (6, 2, 1), (7, 3, 1), (12, 3, 2)])
def test_full_hands(hits: int, throws: int, full: int) -> None:
    """ "S'il parvient à avoir les 6 dés du niveau ... il fait une " main pleine " et relance les 6 dés" """
    game = trente(start_score=99)
    state = on(game, game.start(seats(2)), *turn((6, 6, 5, 5, 5, 5)))
    assert len(blow(2, hits)) == throws
    state = on(game, state, *blow(2, hits))
    assert (state.news[-1].hits, state.news[-1].full_hands, state.news[-1].damage) == (hits, full, 2 * hits)
    assert state.player == 1


def test_who_is_killed_may_take_revenge() -> None:
    """ "n'importe quel joueur peut être choisi pour subir les dégâts, y compris un joueur déjà mort" """
    game = trente(round=1)
    state = killed(game, 4)
    assert (state.points, state.asked) == ((30, -6, 30, 30), 1)
    assert (game.awaits(state).actor, game.legal(state)) == (1, (Revenge(True), Revenge(False)))
    with pytest.raises(IllegalMove, match="revenge_first"):
        game.apply(state, Roll((1,) * 6))
    declined = game.apply(state, Revenge(False))
    assert game.awaits(declined).player == 2
    state = on(game, state, Revenge(True), *turn((6, 5, 5, 5, 5, 5)))
    assert game.legal(state) == (Attack(0), Attack(2), Attack(3))
    state = on(game, state, Attack(3), *blow(1, 31))
    assert (state.asked, state.deaths) == (3, (1, 3))  # a chain
    state = on(game, state, Revenge(True), *turn((6, 5, 5, 5, 5, 5)), Attack(1), *blow(1, 4))
    assert (game.scores(state), state.asked) == ((30, -10, 30, -1), None)  # nobody dies twice
    assert game.awaits(state).player == 2  # after whose turn it was


@pytest.mark.parametrize(("penalty", "left"), [(True, -25), (False, -6)])
def test_a_revenge_that_misses(penalty: bool, left: int) -> None:
    game = trente(revenge_penalty=penalty)
    state = on(game, killed(game), Revenge(True), *turn((6, 1, 1, 1, 1, 1)))
    assert game.scores(state) == (30, left, 30)
    assert game.awaits(state).player == 2


def test_a_house_without_revenge() -> None:
    game = trente(revenge="no")
    state = killed(game)
    assert (state.asked, game.awaits(state).player) == (None, 2)


def test_the_last_or_least_negative_player_wins_a_round() -> None:
    """ "le joueur le moins négatif si tout le monde est mort suite à une chaine de vengeances" """
    game = trente(rounds=2)
    state = on(game, killed(game, 2), Revenge(False))
    assert (state.results[0].points, state.results[0].winners) == ((30, -6), (0,))
    # "Le premier joueur de la manche suivante est le premier joueur mort de la manche précédente"
    assert (game.awaits(state).player, game.scores(state), game.round_number(state)) == (1, (30, 30), 2)
    state = on(
        game, killed(game, 2), Revenge(True), *turn((6,) * 6), *blow(6, 7), Revenge(True), *turn(EQUAL)
    )
    assert (state.results[0].points, state.results[0].winners) == ((-12, -6), (1,))


def test_most_rounds_win() -> None:
    game = trente(rounds=3)
    state = game.start(seats(2))
    for hits in (6, 6, 7):
        state = won_by_killing(game, state, hits)
    # The second player won one round only, but not the first's two.
    assert [result.winners for result in state.results] == [(0,), (1,), (0,)]
    assert game.winners(state) == (0,)


def test_rounds_that_are_level_go_by_the_sum_of_points() -> None:
    """ "on additionne le score des trois manches afin de départager les ex-aequo" """
    game = trente(rounds=2)
    state = won_by_killing(game, won_by_killing(game, game.start(seats(2)), 6), 7)
    assert [result.points for result in state.results] == [(30, -6), (-12, 30)]
    assert game.winners(state) == (1,)


@each(
    ("options", "winners", "settling"),
    [
        ({"tie": "shared"}, (0, 1), ""),
        ({"tie": "extra_game"}, (), "match"),
        ({"rules": "nous", "tie": "shared"}, (0, 1), ""),
        ({"rules": "nous", "tie": "extra_game"}, (0, 1), ""),  # each round is a game of its own
    ],
)
def test_who_is_level_at_the_end(options: dict[str, Any], winners: tuple[int, ...], settling: str) -> None:
    game = trente(rounds=2, **options)
    state = won_by_killing(game, won_by_killing(game, game.start(seats(2)), 6), 6)
    assert (game.winners(state), state.settling) == (winners, settling)
    if settling:
        assert (game.awaits(state).player, game.scores(state)) == (0, (30, 30))
        state = won_by_killing(game, state, 6)
        assert game.winners(state) == (0,)
        assert len(state.results) == 2


def test_a_tied_round_with_a_stake_is_played_off() -> None:
    """ "chaque manche est une partie parce qu’on joue une « mise »" """
    game = profile("Trente (chez nous)")
    state = on(game, killed(game, 3), Revenge(True))
    # "killed" hits the right-hand player, the third; all fall, two of them as deep.
    assert state.player == 2
    state = on(game, state, *turn((6,) * 6), Attack(0), *blow(6, 6), Revenge(True), *turn((6,) * 6))
    state = on(game, state, Attack(1), *blow(6, 7), Revenge(True), *turn(EQUAL))
    assert (state.settling, state.contenders, state.points) == ("round", (0, 2), (30, 0, 30))
    assert game.awaits(state).player == 2  # the first who died
    state = won_by_killing(game, state, 6)
    assert state.results[0].winners == (2,)
    assert state.results[0].play_offs == ((-6, None, 30),)
    assert game.payments(state) == (-1, -1, 2)
    assert state.contenders == (0, 1, 2)


def test_who_shares_a_round_shares_the_stake() -> None:
    game = trente(rules="nous", stake=3, rounds=1)
    state = on(game, killed(game, 3), Revenge(True), *turn((6,) * 6), Attack(0), *blow(6, 6))
    state = on(game, state, Revenge(True), *turn((6,) * 6), Attack(1), *blow(6, 7), Revenge(False))
    assert game.winners(state) == (0, 2)
    assert game.payments(state) == (Fraction(3, 2), -3, Fraction(3, 2))
