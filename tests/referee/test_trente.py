"""Trente at the table: S4, the page of Wikilivres with a family's remarks. The quotes decide."""

from fractions import Fraction
from typing import Any

import pytest

from referee.core import CHANCE, Event, Left, Placed, Roll, SetUp
from referee.errors import BadPlace, BadStart, IllegalMove
from referee.games import find, profile
from referee.games.trente import Attack, Keep, Revenge, TrenteState
from referee.options import build

NO_HIT = {level: Roll((1 + level % 6,) * 6) for level in range(1, 7)}
EQUAL = (5, 5, 5, 5, 5, 5)


def trente(**options: Any) -> Any:
    return build(find("trente"), options)


def on(game: Any, state: TrenteState, *events: Event) -> TrenteState:
    for event in events:
        state = game.apply(state, event)
    return state


def turn(dice: tuple[int, ...]) -> tuple[Event, Event]:
    """All six dice set aside at once, declared in this order."""
    return Roll(dice), Keep(dice)


def blow(level: int, hits: int) -> list[Event]:
    """The throws of an attack that hits so often."""
    miss, throws, left = 1 + level % 6, [], 6
    while hits:
        now = min(hits, left)
        throws.append(Roll((level,) * now + (miss,) * (left - now)))
        hits, left = hits - now, left - now or 6
    return [*throws, Roll((miss,) * left)]


def seats(players: int) -> tuple[int, ...]:
    return tuple(range(1, players + 1))


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(("hits", "throws", "full"), [(0, 1, 0), (2, 2, 0), (6, 2, 1), (7, 3, 1), (12, 3, 2)])
def test_full_hands(hits: int, throws: int, full: int) -> None:
    """ "S'il parvient à avoir les 6 dés du niveau ... il fait une " main pleine " et relance les 6 dés" """
    game = trente(start_score=99)
    state = on(game, game.start(seats(2)), *turn((6, 6, 5, 5, 5, 5)))
    assert len(blow(2, hits)) == throws
    state = on(game, state, *blow(2, hits))
    assert (state.news[-1].hits, state.news[-1].full_hands, state.news[-1].damage) == (hits, full, 2 * hits)
    assert state.player == 1


def killed(game: Any, players: int = 3) -> TrenteState:
    """The first player has just killed the second, who is asked."""
    return on(game, game.start(seats(players)), *turn((6,) * 6), *blow(6, 6))


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


def test_a_round_goes_to_the_one_who_is_left_or_least_negative() -> None:
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


def won_by_killing(game: Any, state: TrenteState, hits: int) -> TrenteState:
    """Who is to play kills the only other player, who declines revenge; sixes."""
    return on(game, state, *turn((6,) * 6), *blow(6, hits), Revenge(False))


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


@pytest.mark.parametrize(
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


@pytest.fixture
def midway() -> tuple[Any, TrenteState]:
    """Two dice aside, 6 and 1 for 30 or more, and four thrown: 2 3 4 5."""
    game = trente()
    state = on(game, game.start(seats(2)), Roll((1, 2, 3, 4, 5, 6)), Keep((6, 1)), Roll((5, 4, 3, 2)))
    return game, state


def test_what_the_table_shows(midway: tuple[Any, TrenteState]) -> None:
    game, state = midway
    shown = {f"aside-{place}": kind for place, kind in enumerate("1....6", start=1) if kind != "."}
    empty = {f"aside-{place}": "empty" for place in (2, 3, 4, 5)}
    assert game.appearance(state) == {**shown, **empty, "threshold": "30", "said": "nothing"}
    assert game.effect(state, Keep((5, 2))) == {"aside-2": "2", "aside-5": "5"}
    assert game.continuations(state, Keep((5, 2, 3))) == (Keep((2, 3, 4, 5)),)
    start = game.apply(game.start(seats(2)), Roll((1, 2, 3, 4, 5, 6)))
    assert game.effect(start, Keep((6, 1)))["threshold"] == "30"
    after = on(game, game.start(seats(2)), *turn(EQUAL))
    assert set(game.appearance(after).values()) == {"empty", "none", "nothing"}
    assert game.leftover(after) == {f"aside-{place}": "5" for place in range(1, 7)}
    assert "threshold" not in trente(rules="nous").appearance(start)


@pytest.mark.parametrize(
    ("said", "aside", "threshold", "due"),
    [
        ({"aside-1": "4"}, (4, 0, 0, 0, 0, 6), 30, 4),  # another face
        ({"aside-1": "empty"}, (0, 0, 0, 0, 0, 6), 30, 5),  # it was never set aside
        ({"aside-6": "empty"}, (1, 0, 0, 0, 0, 0), 12, 5),  # and so 1 was the first
        ({"aside-2": "2", "threshold": "12"}, (1, 2, 0, 0, 0, 6), 12, 3),
        ({f"aside-{place}": "empty" for place in range(1, 7)}, (0,) * 6, 0, 6),
    ],
)
def test_a_person_corrects_what_lies_aside(
    midway: tuple[Any, TrenteState], said: dict[str, str], aside: Any, threshold: int, due: int
) -> None:
    game, state = midway
    after = game.apply(state, Placed(tuple(said.items())))
    assert (after.aside, after.threshold, after.dice) == (aside, threshold, ())
    assert (game.awaits(after).actor, game.awaits(after).dice, after.player) == (CHANCE, due, 0)


def test_a_corrected_threshold_leaves_the_throw(midway: tuple[Any, TrenteState]) -> None:
    game, state = midway
    after = game.apply(state, Placed((("threshold", "12"),)))
    assert (after.threshold, after.dice) == (12, (2, 3, 4, 5))


def test_six_dice_that_were_corrected_are_counted(midway: tuple[Any, TrenteState]) -> None:
    game, state = midway
    after = game.apply(state, Placed(tuple((f"aside-{place}", "5") for place in (1, 2, 3, 4, 5))))
    assert (after.news[0].sum, after.news[0].level, after.target) == (31, 1, 1)
    free = trente(round=3)
    chooses = on(free, free.start(seats(3)), *turn((6, 5, 5, 5, 5, 5)))
    missed = free.apply(chooses, Placed((("aside-6", "4"),)))
    assert (free.scores(missed), missed.player) == ((29, 30, 30), 1)


def test_hits_are_corrected() -> None:
    game = trente()
    state = on(game, game.start(seats(2)), *turn((6, 6, 6, 5, 5, 5)), Roll((3, 3, 1, 1, 1, 1)))
    assert (state.hits, game.awaits(state).dice) == (2, 4)
    three = game.apply(state, Placed((("aside-1", "3"),)))
    assert (three.hits, game.awaits(three).dice) == (3, 3)
    full = game.apply(state, Placed(tuple((f"aside-{place}", "3") for place in (1, 2, 3, 4))))
    assert (full.hits, full.full_hands, game.awaits(full).dice) == (6, 1, 6)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"aside-1": "7"}, "expected one of empty, 1, 2"),
        ({"threshold": "none"}, "threshold: expected 12 or 30"),
        ({"aside-6": "2", "threshold": "30"}, "threshold: expected 12 with"),
        ({"said": "attack-2"}, "said: expected nothing"),
        ({"aside-7": "1"}, "expected some of aside-1"),
    ],
)
def test_what_no_table_can_show_is_refused(
    midway: tuple[Any, TrenteState], said: dict[str, str], expected: str
) -> None:
    game, state = midway
    with pytest.raises(BadPlace, match=expected):
        game.apply(state, Placed(tuple(said.items())))


def test_hits_of_another_face_are_refused() -> None:
    game = trente()
    state = on(game, game.start(seats(2)), *turn((6, 6, 6, 5, 5, 5)))
    with pytest.raises(BadPlace, match="expected dice of the attack's level, 3"):
        game.apply(state, Placed((("aside-1", "4"),)))
    with pytest.raises(BadPlace, match="that turn is over"):
        game.apply(killed(game), Placed((("aside-1", "4"),)))


def test_who_leaves_is_dead_without_revenge() -> None:
    game = trente()
    start = game.start(seats(4))
    mine = game.apply(game.apply(start, Roll((1,) * 6)), Left(0))
    assert (game.awaits(mine).player, mine.dice, mine.deaths) == (1, (), (0,))
    target = on(game, start, *turn((6, 5, 5, 5, 5, 5)), Left(1))
    assert (game.awaits(target).player, target.level) == (2, 0)  # the attack is dropped
    asked = game.apply(killed(game, 4), Left(1))
    assert (asked.asked, game.awaits(asked).player) == (None, 2)
    others = game.apply(killed(game, 4), Left(0))
    assert (others.asked, game.awaits(others).actor) == (1, 1)  # who was killed may still take revenge
    after = on(game, mine, *turn((6, 1, 1, 1, 1, 1)), *turn((6, 1, 1, 1, 1, 1)), *turn(EQUAL))
    assert game.awaits(after).player == 1
    with pytest.raises(IllegalMove, match="no_such_player"):
        game.apply(after, Left(0))


def test_one_choice_less_when_a_player_leaves() -> None:
    game = trente(round=3)
    state = on(game, game.start(seats(4)), *turn((6, 5, 5, 5, 5, 5)), Left(2))
    assert game.legal(state) == (Attack(1), Attack(3))
    state = game.apply(state, Left(1))
    assert (game.legal(state), state.target) == ((), 3)


def test_the_last_one_who_is_left_wins() -> None:
    game = trente()
    state = on(game, game.start(seats(3)), Left(0), *turn(EQUAL), Left(2))
    assert (game.winners(state), game.is_over(state)) == ((1,), True)
    # Also in the middle of a revenge.
    state = on(game, killed(game, 2), Revenge(True), Roll((1,) * 6), Left(0))
    assert (game.winners(state), state.results[0].winners) == ((1,), (1,))


def test_who_left_does_not_play_later_rounds() -> None:
    game = trente(stake=2)
    state = on(game, game.start(seats(3)), Left(1), *turn((6,) * 6), *blow(6, 6), Revenge(False))
    assert state.results[0].points == (30, 30, -6)
    assert state.results[0].winners == (0,)
    assert (state.contenders, game.scores(state), game.awaits(state).player) == ((0, 2), (30, 0, 30), 2)
    state = on(game, state, *turn((6,) * 6), *blow(6, 6), Revenge(False))
    assert state.results[1].points == (-6, None, 30)
    assert game.payments(state) == (4 - 2, -2, 0)


def test_handicaps_are_points_more_in_every_round() -> None:
    game = trente(rounds=2)
    state = game.start(seats(2), (5, -10))
    assert game.scores(state) == (35, 20)
    state = won_by_killing(game, state, 4)
    assert (game.scores(state), state.results[0].points) == ((35, 20), (35, -4))
    with pytest.raises(BadStart, match="handicaps: expected -10 or more"):
        trente(start_score=10).start(seats(2), (0, -11))


def test_words_of_a_record() -> None:
    game = trente()
    start = game.start(seats(3))
    missed = on(game, start, *turn((1, 5, 4, 3, 5, 4)))
    assert game.outcomes(start, missed) == ("1 makes 22 for 12, loses 10, has 20",)
    aimed = on(game, start, *turn((6,) * 6))
    assert game.outcomes(start, aimed) == ("1 makes 36 for 30, attacks 2 at 6",)
    before = on(game, aimed, Roll((6,) * 6))
    asked = game.apply(before, Roll((1,) * 6))
    assert game.outcomes(before, asked) == (
        "1 hits 6 at 6, full hands 1, 2 loses 36, has -6",
        "2 dies",
        "2 may take revenge",
    )
    free = trente(round=3)
    chooses = on(free, start, *turn((6, 5, 5, 5, 5, 5)))
    assert free.outcomes(start, chooses) == ("1 makes 31 for 30, attacks at 1, one of 2 3",)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ('{"points": [30]}', "points: expected 2 whole numbers"),
        ('{"points": [31, 30]}', "points: expected no more than at the start"),
        ('{"points": [30, -1]}', "deaths: expected exactly those who fell below zero"),
        ('{"points": [30, -1], "deaths": [2]}', "points: expected two or more players with 0 or more"),
        ('{"points": [30, 30], "dice": [1, 2]}', "dice: expected 6 or none"),
        ('{"points": [30, 30], "aside": [1, 0, 0, 0, 0, 0]}', "threshold: expected what a die"),
        ('{"points": [30, 30], "aside": [1, 2, 3]}', "aside: expected six numbers"),
        ('{"points": [30, 30], "threshold": 13}', "threshold: expected 0, 12 or 30"),
        ('{"points": [30, 30], "aside": [5, 5, 5, 5, 5, 5], "threshold": 30}', "the turn is over"),
        ('{"points": [30, 30], "level": 2}', "level: expected that of the six dice aside"),
        ('{"points": [30, 30], "level": 2, "target": 1, "threshold": 30}', "target: expected one who may be"),
        ('{"points": [30, 30], "player": 2}', "player: expected only who is dead to play out of turn"),
        ('{"points": [30, 30], "asked": 2}', "asked: expected another player who fell below zero"),
        ('{"points": [30, 30], "gone": [2]}', "contenders: expected two or more who are there"),
        ('{"points": [30, 30], "settling": "match"}', "results: expected fewer, or a play-off"),
        ('{"points": [30, 30], "settling": "round"}', "settling: expected no play-off for a round"),
        ('{"points": [30, 30], "settling": "game"}', 'settling: expected one of "", "round", "match"'),
        ('{"points": [30, 30], "full_hands": 1}', "full_hands: expected none without an attack"),
        ('{"points": [30, 30], "results": [{"points": [30, null], "winners": [2]}]}', "results.winners: "),
        ('{"points": [30, 30], "results": [{"points": [1, -1], "winners": [1]}]}', None),
        ('{"points": [4, -1], "deaths": [2], "asked": 2}', None),
        ('{"points": [4, -1], "deaths": [2], "player": 2, "dice": [1, 2, 3, 4, 5, 6]}', None),
        ('{"points": [4, 1], "level": 2, "target": 2, "threshold": 30, "full_hands": 2}', None),
    ],
)
def test_positions_set_up_by_hand(position: str, expected: str | None) -> None:
    game = trente()
    start = game.start(seats(2))
    if expected is None:
        assert game.awaits(game.apply(start, SetUp(position))) is not None
        return
    with pytest.raises(BadStart, match=expected):
        game.apply(start, SetUp(position))


@pytest.mark.parametrize(
    ("events", "wrong", "rule", "values"),
    [
        ((), Keep((1,)), "throw_to_keep", (6,)),
        ((), Attack(1), "no_attack_due", ()),
        ((), Revenge(True), "no_revenge_due", ()),
        ((), Roll((1, 2)), "dice_count", (6, 2)),
        ((), Roll((1,) * 7), "dice_count", (6, 7)),
        ((), Roll((7,) * 6), "not_dice", ((7,) * 6,)),
        ((Roll((5, 1, 2, 3, 4, 1)),), Keep((5, 5)), "not_thrown", ((5, 5), (5, 1, 2, 3, 4, 1))),
        ((Roll((5, 1, 2, 3, 4, 1)),), Roll((1,) * 6), "must_keep", ((5, 1, 2, 3, 4, 1),)),
        ((Roll((1,) * 6), Keep((1, 1))), Roll((1,) * 5), "aside_thrown", ((1, 1), 4, 5)),
        ((Roll((1,) * 6), Keep((1, 1))), Roll((1,) * 3), "dice_count", (4, 3)),
        (turn((6, 5, 5, 5, 5, 5)), Attack(0), "not_yourself", ((2, 3, 4),)),
        (turn((6, 5, 5, 5, 5, 5)), Attack(9), "not_a_target", (10, (2, 3, 4))),
        (turn((6, 5, 5, 5, 5, 5)), Keep((1,)), "target_first", (1, (2, 3, 4))),
        (turn((6, 5, 5, 5, 5, 5)), Roll((1,) * 6), "target_first", (1, (2, 3, 4))),
        (
            (*turn((6,) * 6), Attack(1), *blow(6, 6), Revenge(False), *turn((6, 5, 5, 5, 5, 5))),
            Attack(1),
            "target_dead",
            (2, (1, 4)),
        ),
        ((*turn((6,) * 6), Attack(1), *blow(6, 6)), Keep((1,)), "revenge_first", (2,)),
    ],
)
def test_what_is_wrong_is_named(events: Any, wrong: Event, rule: str, values: tuple[Any, ...]) -> None:
    game = trente(round=3)
    state = on(game, game.start(seats(4)), *events)
    with pytest.raises(IllegalMove) as refused:
        game.apply(state, wrong)
    foul = refused.value.foul
    assert (foul.rule, tuple(value for _, value in foul.values)) == (rule, values)
    assert foul.expected == game.legal(state)
