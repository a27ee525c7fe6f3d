"""Games for practice at the table: what Piste does is allowed, from its own place, and taken back with the rest."""

import random
from dataclasses import replace

import pytest
from each import each
from sent import view
from table_script import restarted, words

from referee.coach import Coach
from referee.coach_trente import TrenteCoach
from referee.core import CHANCE
from referee.games import GAMES
from referee.games.arrows import ArrowGame, Play
from referee.games.tiles import TileGame
from referee.games.tock import Tock
from referee.games.trente import Keep, Trente
from webui.live.opponent import Opponent
from webui.table.games import SHOWN
from webui.table.games.pawns import draw_deal
from webui.table.practice import next_action
from webui.table.reducer import NotNow, Table, open_table, touch
from webui.table.transitions.turns import before_decision, draw_throw, expect_person, piste_acts
from webui.table.values.actions import (
    CloseTiles,
    CorrectDice,
    DealCards,
    Leave,
    Next,
    Pause,
    PlayMove,
    Throw,
    TouchMan,
    Undo,
)
from webui.table.values.practice import Practice, PracticeError
from webui.table.values.setup import Setup, SetupError, players_at
from webui.table.values.shown import usual_places

WAYS = [
    (game, next(iter(game.profiles)), plays)
    for game in SHOWN
    for plays in ("random", "advice")
    if plays == "random" or game.solved
]
every_way = pytest.mark.parametrize(
    ("game", "profile", "plays"), WAYS, ids=lambda part: str(getattr(part, "name", part))
)
CHILD = Setup("occe_child", players_at((1, 3), ("Zoé", "Piste")), "OCCE enfant", practice=Practice((3,)))
MOST = 1200
"""Deeds of a game at most; one of Tock may last longer."""


def setup_of(game, profile: str, plays: str = "random", dice: str = "piste") -> Setup:
    """One person against Piste."""
    many, options = max(2, game.player_range[0]), (("hands", "known"),) if game is Tock else ()
    seats = usual_places(Setup(game.name, players_at(range(1, many + 1)), profile, options).build(), many)
    return Setup(game.name, players_at(seats), profile, options, practice=Practice(seats[1:], plays, dice))


def begun(setup: Setup) -> Table:
    return open_table(setup, camera=False).table


def person_does(table: Table, rng: random.Random):
    """What a person may say who is to act."""
    due = table.due
    if due.actor == CHANCE:
        return draw_deal(table, rng.shuffle) if due.cards else draw_throw(table, rng)
    if table.whole:
        return Next()
    return PlayMove(table.game.to_text(rng.choice(table.game.legal(table.playing.state))))


def going_on(table: Table, rng: random.Random, most: int = MOST):
    """Each table of a game, and the action on it, marked as Piste's or a person's."""
    for count in range(1, most):
        if table.due is None:
            return
        piste = piste_acts(table)
        action = next_action(table, rng) if piste else person_does(table, rng)
        assert action is not None
        step = touch(table, action, 2.0 * count)
        yield table, action, piste, step
        table = step.table


def played(setup: Setup, rng: random.Random, until, most: int = MOST) -> Table:
    """A game until a table holds."""
    return next(step.table for _, _, _, step in going_on(begun(setup), rng, most) if until(step.table))


@every_way
def test_what_piste_does_is_never_refused_and_the_game_ends(game, profile: str, plays: str) -> None:
    rng, over = random.Random(f"{profile} {plays}"), False
    for count, (_, action, piste, step) in enumerate(going_on(begun(setup_of(game, profile, plays)), rng)):
        assert "move_refused" not in words(step.events), (action, piste)
        over = step.table.due is None
        if count % 60 == 0:
            assert restarted(step.table).playing.events == step.table.playing.events
    assert over or game is Tock


@each("game", SHOWN)
def test_piste_moves_in_steps_that_lead_to_the_move(game) -> None:
    rng, parts = random.Random(5), 0
    for before, action, piste, step in going_on(begun(setup_of(game, next(iter(game.profiles)))), rng, 400):
        if piste and isinstance(action, PlayMove):
            lies, now = before.turned.move, step.table.turned
            parts += not step.table.whole
            if isinstance(lies, Play):
                assert now.move.steps[: len(lies.steps)] == lies.steps
    assert bool(parts) is (issubclass(game, ArrowGame) or game is Tock)


def test_with_the_coach_piste_closes_what_costs_nothing() -> None:
    rng, coach, checked = random.Random(2), Coach(CHILD.build()), 0
    setup = replace(CHILD, practice=Practice((3,), "advice"))
    for before, action, _, _ in going_on(begun(setup), rng):
        if isinstance(action, CloseTiles):
            game, state = before.game, before.playing.state
            best = coach.costs(game.open_tiles(state, state.player), game.dice(state))
            assert next(cost for cost in best if cost.close.tiles == action.tiles).cost == 0
            checked += len(best) > 1
    assert checked


def test_with_the_coach_piste_throws_the_best_number_of_dice() -> None:
    setup = replace(setup_of(GAMES[2], "Tric-Trac Royal", "advice"), options=(("one_die", "may_at_6"),))
    rng, chosen = random.Random(4), []
    for before, action, piste, _ in (deed for _ in range(8) for deed in going_on(begun(setup), rng)):
        if piste and isinstance(action, Throw) and before.due.may:
            tiles = before.game.open_tiles(before.playing.state, before.due.player)
            chosen.append((len(action.dice), Coach(before.game).dice_choices(tiles)[0].dice))
    assert chosen
    assert [mine for mine, _ in chosen] == [best for _, best in chosen]


def test_with_the_coach_piste_sets_aside_what_loses_fewest_points() -> None:
    rng, coach, checked = random.Random(6), TrenteCoach(Trente()), 0
    for before, action, piste, _ in going_on(begun(setup_of(Trente, "Trente (Wikilivres)", "advice")), rng):
        state = before.playing.state
        if piste and isinstance(action, PlayMove) and isinstance(keep := before.game.from_text(action.move), Keep):
            aside = tuple(die for die in state.aside if die)
            best = coach.advice(aside, state.threshold if aside else 0, state.dice)
            assert best[0].keep == keep
            checked += 1
    assert checked > 5


def test_piste_does_what_another_program_advises() -> None:
    setup, rng = setup_of(GAMES[5], "Backgammon international", "gnubg"), random.Random(8)
    owed = played(setup, rng, lambda now: piste_acts(now) and len(now.game.legal(now.playing.state)) > 3)
    for best in owed.game.legal(owed.playing.state):
        table = owed
        while piste_acts(table) and not table.whole:
            table = touch(table, next_action(table, rng, best), table.t + 1).table
        end = table.game.effect(table.playing.state, table.turned.move)
        assert end == table.game.effect(table.playing.state, best)
    due = played(setup, rng, lambda now: piste_acts(now) and now.game.offers(now.playing.state) != ())
    (double,) = due.game.offers(due.playing.state)
    assert next_action(due, rng, double) == PlayMove("double")
    assert isinstance(next_action(due, rng, None), Throw)


def test_a_slow_program_is_waited_for() -> None:
    setup, rng, thought = setup_of(GAMES[5], "Backgammon international", "gnubg"), random.Random(8), []
    table = played(setup, rng, lambda now: piste_acts(now) and bool(now.game.legal(now.playing.state)))
    now = iter(range(100))
    opponent = Opponent(lambda: 2.0 * next(now), rng, lambda match: thought[0] if thought else None)
    assert [opponent.step(1, table, 1.0) for _ in range(5)] == [None] * 5
    thought.append((None,))
    assert opponent.step(1, table, 1.0) is not None


def test_piste_knows_no_more_cards_than_its_own_hand() -> None:
    """With other cards in hands that it does not see it does the same."""
    setup, same = setup_of(Tock, "Tock Canop"), 0
    table = played(setup, random.Random(1), lambda now: piste_acts(now) and now.playing.state.phase == "play")
    for seed in range(12):
        state = table.playing.state
        mine = state.turn
        others = [seat for seat in range(4) if seat != mine]
        cards = [card for seat in others for card in state.hands[seat].known]
        random.Random(seed).shuffle(cards)
        hands = list(state.hands)
        for seat in others:
            many = hands[seat].count
            hands[seat], cards = replace(hands[seat], known=tuple(sorted(cards[:many]))), cards[many:]
        other = replace(state, hands=tuple(hands))
        same += other != state
        assert table.game.view(other, state.player(mine)) == table.game.view(state, state.player(mine))
        shown = _with_state(table, other)
        assert next_action(shown, random.Random(3)) == next_action(table, random.Random(3))
    assert same


def _with_state(table: Table, state):
    """The table as if its game stood so."""
    match = replace(table.playing)
    match._replay.reaches(replace(table.playing._replay.standing, state=state))
    return replace(table, match=match)


@each(
    "action", [Throw((1, 2)), CloseTiles((3,)), PlayMove("3"), Next(), TouchMan("x"), DealCards((None, None))]
)
def test_nobody_plays_for_piste(action) -> None:
    table = played(CHILD, random.Random(1), lambda now: piste_acts(now) and now.closing_due)
    with pytest.raises(NotNow, match="expected Piste"):
        expect_person(table, action)


def test_either_piste_draws_the_dice_or_people_throw_them() -> None:
    with pytest.raises(NotNow, match="expected Piste to draw the dice"):
        expect_person(begun(CHILD), Throw((1, 2)))
    people = begun(replace(CHILD, practice=Practice((3,), dice="people")))
    expect_person(people, Throw((1, 2)))
    with pytest.raises(NotNow, match="expected a game whose dice Piste draws"):
        draw_throw(people, random.Random(1))


def test_people_throw_for_piste_where_dice_are_real() -> None:
    setup = replace(CHILD, practice=Practice((3,), dice="people"))
    table, rng = begun(setup), random.Random(9)
    for count in range(200):
        if table.due is None:
            break
        if piste_acts(table):
            assert table.closing_due
            table = touch(table, next_action(table, rng), count).table
            continue
        due = table.due
        if due.actor == CHANCE:
            action = Throw(tuple(rng.randint(1, 6) for _ in range(due.dice)))
            expect_person(table, action)
        else:
            action = person_does(table, rng)
        table = touch(table, action, count).table
    assert table.due is None


@each("count", [0, 3, True, "2", 1.0, 2.5])
def test_only_as_many_dice_are_drawn_as_may_be(count) -> None:
    with pytest.raises(NotNow):
        draw_throw(begun(CHILD), random.Random(1), count)


def test_drawn_dice_show_each_face_alike() -> None:
    rng, table = random.Random(1), begun(CHILD)
    faces = [face for _ in range(6000) for face in draw_throw(table, rng).dice]
    assert all(1850 < faces.count(face) < 2150 for face in range(1, 7))


@each("game", SHOWN)
def test_undo_goes_back_to_the_persons_last_decision(game) -> None:
    rng, person, tried = random.Random(7), 0, 0
    setup = setup_of(game, next(iter(game.profiles)))
    for count, (_, _, _, step) in enumerate(going_on(begun(setup), rng, 260)):
        table = step.table
        if count % 3 or table.due is None:
            continue
        wanted = before_decision(table)
        own = table.turned.move is not None and not piste_acts(table)
        assert view(table)["undo"] is (own or wanted is not None)
        if own:
            assert touch(table, Undo(), 999.0).table.playing.events == table.playing.events
        elif wanted is None:
            with pytest.raises(NotNow, match=r"expected a move of a person's"):
                touch(table, Undo(), 999.0)
        else:
            after = touch(table, Undo(), 999.0).table
            assert after.playing.events == wanted.events
            assert after.due.player == person
            assert after.closing_due
            assert not piste_acts(after)
            tried += 1
    assert tried > 2


def test_alone_undo_takes_back_the_last_move_whoever_made_it() -> None:
    table = begun(replace(CHILD, practice=Practice()))
    for action in (Throw((6, 3)), CloseTiles((9,)), Next()):
        table = touch(table, action, 1.0).table
    assert len(touch(table, Undo(), 2.0).table.playing.events) == 1


def test_a_corrected_throw_of_pistes_is_played_by_piste_again() -> None:
    rng = random.Random(3)
    table = played(CHILD, rng, lambda now: piste_acts(now) and now.closing_due)
    after = touch(table, CorrectDice((6, 5)), 99.0).table
    step = touch(after, next_action(after, rng), 100.0)
    assert "move_refused" not in words(step.events)
    assert step.table.whole


def test_piste_waits_in_a_pause_and_in_other_games() -> None:
    table = played(CHILD, random.Random(1), piste_acts)
    assert next_action(touch(table, Pause(), 99.0).table, random.Random(1)) is None
    assert next_action(begun(replace(CHILD, practice=None)), random.Random(1)) is None
    assert not piste_acts(begun(replace(CHILD, practice=None)))


def test_once_the_person_has_left_piste_has_won() -> None:
    table = played(setup_of(GAMES[4], "Jacquet traditionnel"), random.Random(1), lambda now: len(now.times) > 9)
    after = touch(table, Leave(table.setup.seats[0]), 999.0).table
    assert (after.due, view(after)["winners"]) == (None, [2])


# What makes a game one for practice.


@pytest.mark.parametrize(
    ("practice", "expected"),
    [
        (Practice((1, 3)), "and a person"),
        (Practice((2,)), "expected some of the places"),
    ],
)
def test_a_person_plays_and_pistes_places_belong_to_the_game(practice: Practice, expected: str) -> None:
    with pytest.raises(SetupError, match=expected):
        replace(CHILD, practice=practice)


def test_the_coach_plays_only_where_he_is_exact() -> None:
    with pytest.raises(SetupError, match="expected random"):
        setup_of(GAMES[4], "Jacquet traditionnel", "advice")
    assert {game.name for game in GAMES if game.solved} == {
        game.name for game in GAMES if issubclass(game, TileGame | Trente)
    }


def test_hands_must_be_known_where_piste_plays_cards() -> None:
    four = players_at((1, 2, 3, 4))
    with pytest.raises(SetupError, match="expected hands that are known"):
        Setup("tock", four, practice=Practice((2, 3, 4)))
    assert Setup("tock", four, practice=Practice()).practice == Practice()


def test_throws_alone_are_no_practice() -> None:
    with pytest.raises(SetupError, match="expected a game to practise"):
        Setup("none", practice=Practice())


@each("wrong", [{"plays": "cheats"}, {"dice": "mine"}, {"seats": (1, 1)}, {"seats": ("1",)}])
def test_a_practice_that_cannot_be(wrong) -> None:
    with pytest.raises(PracticeError):
        Practice(**wrong)


@each("payload", [3, [], "x", {"seats": 3}, {"seats": [9]}, {"plays": []}, {"dice": {}}])
def test_what_a_program_says_of_practice_is_read_or_refused(payload) -> None:
    with pytest.raises(SetupError):
        Setup.from_json({**CHILD.to_json(), "practice": payload})


@every_way
def test_a_setup_is_kept_as_it_was(game, profile: str, plays: str) -> None:
    setup = setup_of(game, profile, plays)
    assert Setup.from_json(setup.to_json()) == setup
    assert Setup.from_json({k: v for k, v in CHILD.to_json().items() if k != "practice"}).practice is None
