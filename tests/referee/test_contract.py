"""What every game promises. No game is named here: a new one is tested by standing in GAMES."""

import dataclasses
import random
from collections.abc import Callable
from typing import Any

import pytest

from referee.core import CHANCE, Foul, Legal, Partial, Placed, Roll, sure_sighting
from referee.errors import BadOption, BadPlace, BadSeats, IllegalMove, UnknownGame
from referee.games import GAMES, find, profile
from referee.match import Match
from referee.options import build, choices, values
from referee.record import Record, Refused, from_lines, refusal_of, to_lines
from referee.rules import RULE_IDS
from referee.witness import explain, touched

Steps = Callable[..., list[Any]]


def houses() -> list[Any]:
    """Every game as the sheet has it, and with each house rule changed once."""
    found = []
    for game in GAMES:
        found.append(game())
        for choice in choices(game):
            others = choice.values[1:] or (min(choice.most, choice.default + 1),)
            found += [build(game, {choice.name: value}) for value in others]
    return found


def shown(game: Any) -> str:
    options = [(choice, getattr(game, choice.name)) for choice in choices(game)]
    return "-".join((game.name, *(f"{c.name}={value}" for c, value in options if value != c.default)))


def seats_of(game: Any) -> tuple[int, ...]:
    least, most = game.player_range
    return tuple(range(1, max(least, min(3, most)) + 1))


every_house = pytest.mark.parametrize("game", houses(), ids=shown)
every_game = pytest.mark.parametrize("game", [game() for game in GAMES], ids=shown)


@every_house
def test_random_play_ends_with_winners(game: Any, steps: Steps) -> None:
    for seed in range(5):
        state = steps(game, seats_of(game), seed)[-1][2]
        assert game.is_over(state)
        assert game.awaits(state) is None
        assert game.legal(state) == ()
        assert game.winners(state)
        assert len(game.scores(state)) == len(seats_of(game))


@every_house
def test_apply_is_pure_and_states_hash(game: Any, steps: Steps) -> None:
    for state, event, after in steps(game, seats_of(game), 1):
        before = hash(state), repr(state)
        assert game.apply(state, event) == after
        assert (hash(state), repr(state)) == before
        assert hash(after) == hash(game.apply(state, event))
        assert hash(event) == hash(dataclasses.replace(event))


@every_house
def test_a_move_is_awaited_exactly_when_there_are_legal_ones(game: Any, steps: Steps) -> None:
    for state, _, _ in steps(game, seats_of(game), 2):
        due = game.awaits(state)
        assert due.seat == seats_of(game)[due.player]
        assert bool(game.legal(state)) == (due.actor == due.player)
        assert (due.dice > 0) == (due.actor == CHANCE)


@every_house
def test_every_legal_move_applies_and_no_other(game: Any, steps: Steps) -> None:
    matches = [steps(game, seats_of(game), seed) for seed in (3, 4)]
    moves = {move for match in matches for state, _, _ in match for move in game.legal(state)}
    for state, _, _ in matches[0]:
        legal = game.legal(state)
        assert len(set(legal)) == len(legal)
        for move in legal:
            assert game.move_refusal(state, move) is None
            game.apply(state, move)
        for move in sorted(moves - set(legal), key=game.to_text)[:10]:
            with pytest.raises(IllegalMove) as refused:
                game.apply(state, move)
            assert refused.value.foul == game.move_refusal(state, move)


@every_house
def test_a_throw_that_is_not_due_is_refused(game: Any, steps: Steps) -> None:
    played = steps(game, seats_of(game), 5)
    for state in (*(before for before, _, _ in played), played[-1][2]):
        due = game.awaits(state)
        counts = (due.dice, *due.may) if due else ()
        for roll in (Roll(()), Roll((1,)), Roll((1, 2)), Roll((1, 2, 3)), Roll((0, 7)), Roll((1, True))):
            values_due = all(type(die) is int and 1 <= die <= 6 for die in roll.dice)
            if due and due.actor == CHANCE and len(roll.dice) in counts and values_due:
                continue
            with pytest.raises(IllegalMove):
                game.apply(state, roll)


@every_house
def test_fouls_are_named_in_the_table_of_rules(game: Any, steps: Steps) -> None:
    played = steps(game, seats_of(game), 6)
    moves = {move for state, _, _ in played for move in game.legal(state)}
    for state, _, after in played:
        fouls = [game.roll_refusal(state, Roll((1, 2, 3)))]
        fouls += [game.move_refusal(state, move) for move in moves]
        for foul in filter(None, fouls):
            assert tuple(name for name, _ in foul.values) == RULE_IDS[foul.rule]
            assert foul.expected == (game.legal(state) if foul.rule != "throw_first" else ())
            assert hash(foul) is not None
        assert after != state


@every_house
def test_every_move_is_found_again_by_what_it_looks_like(game: Any, steps: Steps) -> None:
    for state, event, _ in steps(game, seats_of(game), 7):
        if isinstance(event, Roll):
            continue
        verdict = explain(game, state, touched(game, state, event))
        assert isinstance(verdict, Legal)
        assert verdict.move == event
        assert verdict.continuations == game.continuations(state, event)
        assert verdict.sure > 0.99


@every_house
def test_nothing_changed_is_a_move_not_begun(game: Any, steps: Steps) -> None:
    for state, _, _ in steps(game, seats_of(game), 8):
        verdict = explain(game, state, sure_sighting((), game.appearance(state)))
        assert isinstance(verdict, Partial)
        assert (verdict.towards, verdict.changed) == (game.legal(state), ())


@every_house
def test_a_foul_at_the_table_is_a_foul(game: Any, steps: Steps) -> None:
    played = steps(game, seats_of(game), 9)
    moves = {move for state, _, _ in played for move in game.legal(state)}
    for state, _, _ in played[:60]:
        looks = {frozenset(game.effect(state, move).items()) for move in game.legal(state)}
        for move in moves:
            stands = {*game.appearance(state).items(), *game.leftover(state).items()}
            look = frozenset(game.effect(state, move).items()) - stands
            verdict = explain(game, state, touched(game, state, move))
            on_the_way = any(look <= other for other in looks) or not look
            assert isinstance(verdict, Foul) != on_the_way


@every_house
def test_continuations_are_legal_and_go_on(game: Any, steps: Steps) -> None:
    for state, _, _ in steps(game, seats_of(game), 10):
        for move in game.legal(state):
            for longer in game.continuations(state, move):
                assert longer in game.legal(state)
                assert game.effect(state, move).items() < game.effect(state, longer).items()


@every_house
def test_views_are_states_that_can_be_shown(game: Any, steps: Steps) -> None:
    for state, _, after in steps(game, seats_of(game), 11):
        for player in range(len(seats_of(game))):
            view = game.view(state, player)
            assert game.appearance(view) == game.appearance(state)
        assert game.view(after, 0) == game.view(game.view(after, 0), 0)


@every_house
def test_what_is_left_over_differs_from_what_is_due(game: Any, steps: Steps) -> None:
    for _, _, after in steps(game, seats_of(game), 12):
        due, left = game.appearance(after), game.leftover(after)
        assert all(space in due and kind != due[space] for space, kind in left.items())


@every_house
def test_a_table_not_yet_set_up_is_no_foul(game: Any, steps: Steps) -> None:
    for _, _, after in steps(game, seats_of(game), 13):
        due = game.awaits(after)
        if due and due.actor == CHANCE:
            old = {**game.appearance(after), **game.leftover(after)}
            assert isinstance(explain(game, after, sure_sighting((), old)), Partial)


@every_house
def test_moves_survive_their_text(game: Any, steps: Steps) -> None:
    for state, _, _ in steps(game, seats_of(game), 14):
        for move in game.legal(state):
            text = game.to_text(move)
            assert game.from_text(text) == move
            assert not set(text) & set(" ,\n")
    for nonsense in ("", "?", "1++2", "99999999", "-1", "²"):
        with pytest.raises(ValueError, match="expected"):
            game.from_text(nonsense)


@every_house
def test_matches_survive_their_record(game: Any, steps: Steps) -> None:
    seats = seats_of(game)
    match = Match(game, seats, ("Léa", 'Max "M"', "")[: len(seats)])
    for _, event, _ in steps(game, seats, 15):
        match = match.then(event)
    assert from_lines(to_lines(match)).match == match


def placed(game: Any, state: Any, rng: random.Random, most: int = 4) -> Placed:
    """A person's word on some spaces: some stand as they should, some as others do."""
    should = game.appearance(state)
    kinds = sorted({kind for move in game.legal(state) for kind in game.effect(state, move).values()})
    spaces = rng.sample(sorted(should), rng.randint(1, most))
    return Placed(tuple((space, rng.choice([should[space], *kinds])) for space in spaces))


@every_house
def test_a_persons_word_replaces_what_stands_there(game: Any, steps: Steps) -> None:
    rng = random.Random(1)
    for state, _, _ in steps(game, seats_of(game), 16):
        word = placed(game, state, rng)
        after = game.apply(state, word)
        assert after == game.apply(state, word)
        assert hash(word) is not None
        stands = {**game.appearance(after), **game.leftover(after)}
        passed = set(game.outcomes(state, after)) or game.awaits(after).player != game.awaits(state).player
        assert passed or {space: stands[space] for space, _ in word.spaces} == dict(word.spaces)
        assert game.is_over(after) or bool(game.legal(after)) == (game.awaits(after).actor != CHANCE)


@every_house
def test_after_a_persons_word_the_match_goes_on_and_survives_its_record(game: Any) -> None:
    rng = random.Random(2)
    seats = seats_of(game)
    match = Match(game, seats, ("Léa", "Max", "Zoé")[: len(seats)])
    for _ in range(40):
        due = game.awaits(match.state)
        if due is None:
            break
        word = due.actor != CHANCE and rng.random() < 0.3
        rolled = Roll(tuple(rng.randint(1, 6) for _ in range(due.dice)))
        moves = game.legal(match.state)
        match = match.then(placed(game, match.state, rng) if word else rng.choice(moves) if moves else rolled)
    assert any(isinstance(event, Placed) for event in match.events)
    assert from_lines(to_lines(match)).match == match
    assert match.undo().state == match.until(len(match.events) - 1).state


@every_house
def test_words_on_what_is_not_there_are_refused(game: Any, steps: Steps) -> None:
    played = steps(game, seats_of(game), 17)
    space, kind = next(iter(game.appearance(played[0][0]).items()))
    for spaces in ((), (("the moon", kind),), ((space, "upside down"),), ((space, kind), (space, kind))):
        with pytest.raises(BadPlace, match="expected"):
            game.apply(played[0][0], Placed(spaces))
    with pytest.raises(IllegalMove):
        game.apply(played[-1][2], Placed(((space, kind),)))


@every_house
def test_looks_that_no_move_explains_survive_their_record(game: Any, steps: Steps) -> None:
    rng, rules = random.Random(3), set()
    match, refused = Match(game, seats_of(game), tuple("abc"[: len(seats_of(game))])), []
    for state, event, _ in steps(game, seats_of(game), 18)[:40]:
        for look in (placed(game, state, rng), placed(game, game.tidied(state), rng)):
            foul = refusal_of(game, state, look)
            if foul is not None:
                refused.append(Refused(len(match.events), look, foul.rule))
                rules.add(foul.rule)
        match = match.then(event)
    assert rules
    assert from_lines(to_lines(match, refused)) == Record(match, tuple(refused))


@every_house
def test_options_build_the_same_game(game: Any) -> None:
    assert build(type(game), values(game)) == game
    assert hash(build(type(game), values(game))) == hash(game)


@every_game
def test_options_that_a_game_does_not_have_are_refused(game: Any) -> None:
    with pytest.raises(BadOption, match=r"^colour: expected an option of"):
        build(type(game), {"colour": "red"})
    for choice in choices(game):
        for wrong in ("", -1, None, [], 10**9 + 1, 2.0):
            with pytest.raises(BadOption, match=rf"^{choice.name}: expected"):
                build(type(game), {choice.name: wrong})


@every_game
def test_seats_that_a_game_does_not_take_are_refused(game: Any) -> None:
    least, most = game.player_range
    for seats in ((), (0,), (1, 1), (99,), tuple(range(1, most + 2)), tuple(range(1, least))):
        with pytest.raises(BadSeats, match=r"^seats: expected"):
            game.start(seats)


@every_game
def test_profiles_build_their_game(game: Any) -> None:
    assert game.profiles
    for name, options in game.profiles.items():
        assert profile(name) == build(type(game), options)
    assert find(game.name) is type(game)


@every_game
def test_a_desk_says_what_it_expects(game: Any) -> None:
    with pytest.raises(ValueError, match=r"^kind: expected one of"):
        game.desk().answer("the weather", {}, {})


def test_names_are_each_used_once() -> None:
    names = [game.name for game in GAMES]
    profiles = [name for game in GAMES for name in game.profiles]
    assert len(set(names)) == len(names)
    assert len(set(profiles)) == len(profiles)


@pytest.mark.parametrize("ask", [find, profile])
def test_an_unknown_name_is_refused(ask: Callable[[str], Any]) -> None:
    with pytest.raises(UnknownGame, match=r"expected a .* got 'whist'"):
        ask("whist")
