"""What every game promises. No game is named here: a new one is tested by standing in GAMES."""

import dataclasses
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from each import each, in_turn
from every_house import houses, seats_of, shown

from referee.core import (
    CHANCE,
    Deal,
    Foul,
    Left,
    Legal,
    Outcome,
    Partial,
    Paused,
    Placed,
    Replaced,
    Resumed,
    Roll,
    SetUp,
    Touched,
    sure_sighting,
)
from referee.desks import DESKS, desk_of
from referee.errors import BadOption, BadPlace, BadSeats, BadStart, IllegalMove, UnknownGame
from referee.games import GAMES, RULE_IDS, find, profile
from referee.match import Match
from referee.options import build, choices, values
from referee.record import Record, Refused, from_lines, to_lines
from referee.record_verdicts import refusal_of
from referee.witness import explain, touched
from workshop.chance import random_event

Steps = Callable[..., list[Any]]
Played = list[Any]
"""A whole match at random: (state, event, state after) of each event."""
MOST = 40
"""Events of a match that is not played to its end."""


def names_of(game: Any) -> tuple[str, ...]:
    return ("Léa", 'Max "M"', "", "Zoé")[: len(seats_of(game))]


def moves_of(game: Any, played: list[Any]) -> list[Any]:
    """Moves and offers that were possible somewhere in a match, in a fixed order."""
    result = {move for state, _, _ in played for move in (*game.legal(state), *game.offers(state))}
    return sorted(result, key=game.to_text)


def choosing(game: Any, played: list[Any]) -> list[Any]:
    """The states in which somebody must choose."""
    return [state for state, _, _ in played if game.legal(state)]


every_house = pytest.mark.parametrize("game", houses(), ids=shown)
every_game = pytest.mark.parametrize("game", [game() for game in GAMES], ids=shown)


def random_play_ends_with_winners(game: Any, played: Played) -> None:
    state = played[-1][2]
    assert game.is_over(state)
    assert game.awaits(state) is None
    assert game.legal(state) == ()
    assert game.winners(state)
    assert len(game.scores(state)) == len(seats_of(game))


def apply_is_pure_and_states_hash(game: Any, played: Played) -> None:
    for state, event, after in played[:MOST]:
        before = hash(state), repr(state)
        assert game.apply(state, event) == after
        assert (hash(state), repr(state)) == before
        assert hash(after) == hash(game.apply(state, event))
        assert hash(event) == hash(dataclasses.replace(event))


def a_move_is_awaited_exactly_when_there_are_legal_ones(game: Any, played: Played) -> None:
    for state, _, _ in played[:400]:
        due = game.awaits(state)
        assert due.seat == seats_of(game)[due.player]
        assert bool(game.legal(state)) == (due.actor != CHANCE)
        assert ((due.dice > 0) != (due.cards > 0)) == (due.actor == CHANCE)
        assert due.actor == CHANCE or not game.offers(state)


def every_legal_move_applies_and_no_other(game: Any, played: Played) -> None:
    moves = moves_of(game, played[: 2 * MOST])
    strange = 0
    for state, _, _ in played[:MOST]:
        possible = (*game.legal(state), *game.offers(state))
        ends = {game.apply(state, move) for move in possible}
        assert len(ends) == len(possible)
        assert all(game.move_refusal(state, move) is None for move in possible)
        for move in [move for move in moves if move not in possible][:10]:
            foul = game.move_refusal(state, move)
            if foul is None:  # another way to the same end
                assert game.apply(state, move) in ends
                continue
            strange += 1
            with pytest.raises(IllegalMove) as refused:
                game.apply(state, move)
            assert refused.value.foul == foul
    assert strange > 20


def a_throw_that_is_not_due_is_refused(game: Any, played: Played) -> None:
    for state in (*(before for before, _, _ in played[:MOST]), played[-1][2]):
        due = game.awaits(state)
        counts = (due.dice, *due.may) if due else ()
        for roll in (Roll(()), Roll((1,)), Roll((1, 2)), Roll((1, 2, 3)), Roll((0, 7)), Roll((1, True))):
            values_due = all(type(die) is int and 1 <= die <= 6 for die in roll.dice)
            if due and due.actor == CHANCE and len(roll.dice) in counts and values_due:
                continue
            with pytest.raises(IllegalMove):
                game.apply(state, roll)


def fouls_are_named_in_the_table_of_rules(game: Any, played: Played) -> None:
    played = played[:MOST]
    moves, rng = moves_of(game, played), random.Random(6)
    for state, _, after in played:
        legal = game.legal(state)
        fouls = [game.roll_refusal(state, Roll((1, 2, 3)))]
        fouls += [game.move_refusal(state, move) for move in rng.sample(moves, min(len(moves), 20))]
        for foul in filter(None, fouls):
            assert tuple(name for name, _ in foul.values) == game.rule_ids[foul.rule] == RULE_IDS[foul.rule]
            assert foul.expected == legal
            assert hash(foul) is not None
        assert after != state


def assert_found_again(game: Any, played: list[Any]) -> None:
    for state, event, _ in played:
        if isinstance(event, Roll | Deal):
            continue
        verdict = explain(game, state, touched(game, state, event))
        assert isinstance(verdict, Legal)
        assert verdict.move == event
        assert verdict.continuations == game.continuations(state, event)
        assert verdict.sure > 0.99


def every_move_is_found_again_by_what_it_looks_like(game: Any, played: Played) -> None:
    assert_found_again(game, played[:MOST])


def nothing_changed_is_a_move_not_begun(game: Any, played: Played) -> None:
    for state, _, _ in played[:MOST]:
        verdict = explain(game, state, sure_sighting((), game.appearance(state)))
        assert isinstance(verdict, Partial)
        assert (verdict.towards, verdict.changed) == (game.legal(state), ())


def a_foul_at_the_table_is_a_foul(game: Any, played: Played) -> None:
    played = played[:MOST]
    moves = moves_of(game, played)
    rng = random.Random(9)
    for state, _, _ in played:
        possible = (*game.legal(state), *game.offers(state), *game.partials(state))
        looks = {frozenset(game.effect(state, move).items()) for move in possible}
        stands = {*game.appearance(state).items(), *game.leftover(state).items()}
        for move in rng.sample(moves, min(len(moves), 3)):
            look = frozenset(game.effect(state, move).items()) - stands
            verdict = explain(game, state, touched(game, state, move))
            if as_many(game, state, look):  # else something was misread: what else was done is anybody's guess
                assert isinstance(verdict, Foul) != (look in looks or not look)


def as_many(game: Any, state: Any, look: frozenset[tuple[str, str]]) -> bool:
    """No piece that the game counts comes or goes by what a look changes."""
    should, more = game.appearance(state), Counter()
    for space, kind in look:
        more.update(game.counts(kind))
        more.subtract(game.counts(should[space]))
    return not any(more.values())


def continuations_are_legal_and_go_on(game: Any, played: Played) -> None:
    for state in choosing(game, played[:MOST]):
        for move in game.legal(state)[:20]:
            for longer in game.continuations(state, move):
                assert game.move_refusal(state, longer) is None
                assert game.effect(state, move) != game.effect(state, longer)


def what_is_on_the_way_leads_to_legal_moves_and_is_none(game: Any, played: Played) -> None:
    rng = random.Random(10)
    for state in choosing(game, played[:MOST])[:15]:
        ends = {game.apply(state, move) for move in game.legal(state)}
        partials = game.partials(state)
        looks = {frozenset(game.effect(state, part).items()) for part in partials}
        assert len(looks) == len(partials)
        for part in rng.sample(partials, min(len(partials), 10)):
            assert game.move_refusal(state, part) is not None
            towards = game.continuations(state, part)
            assert towards
            some = rng.sample(towards, min(len(towards), 10))
            assert {game.apply(state, move) for move in some} <= ends


def what_is_on_the_way_is_seen_so(game: Any, played: Played) -> None:
    for state in choosing(game, played[:MOST])[:10]:
        ends = {game.apply(state, move) for move in game.legal(state)}
        for part in game.partials(state)[:5]:
            verdict = explain(game, state, touched(game, state, part))
            assert isinstance(verdict, Partial)
            assert verdict.towards
            assert {game.apply(state, move) for move in verdict.towards} <= ends


def views_are_states_that_can_be_shown(game: Any, played: Played) -> None:
    for state, _, after in played[:MOST]:
        for player in range(len(seats_of(game))):
            view = game.view(state, player)
            assert game.appearance(view) == game.appearance(state)
        assert game.view(after, 0) == game.view(game.view(after, 0), 0)


def what_is_left_over_differs_from_what_is_due(game: Any, played: Played) -> None:
    for _, _, after in played[:MOST]:
        due, left = game.appearance(after), game.leftover(after)
        assert all(space in due and kind != due[space] for space, kind in left.items())


def a_table_not_yet_set_up_is_no_foul(game: Any, played: Played) -> None:
    for _, _, after in played[:MOST]:
        due = game.awaits(after)
        if due and due.actor == CHANCE:
            old = {**game.appearance(after), **game.leftover(after)}
            assert isinstance(explain(game, after, sure_sighting((), old)), Partial)


def moves_survive_their_text(game: Any, played: Played) -> None:
    for state, _, _ in played[:MOST]:
        for move in (*game.legal(state), *game.offers(state), *game.partials(state)):
            text = game.to_text(move)
            assert game.from_text(text) == move
            assert not set(text) & set(" ,\n")
    for nonsense in ("", "?", "1++2", "99999999", "-1", "²"):
        with pytest.raises(ValueError, match="expected"):
            game.from_text(nonsense)


def matches_survive_their_record(game: Any, played: Played) -> None:
    seats = seats_of(game)
    match = Match(game, seats, names_of(game))
    for _, event, _ in played[:400]:
        match = match.then(event)
    assert from_lines(to_lines(match)).match == match


def what_an_event_ended_is_a_value_with_one_line(game: Any, played: Played) -> None:
    for before, _, after in played[:400]:
        for ended in game.outcomes(before, after):
            assert tuple(ended.named) == game.outcome_ids[ended.what]
            assert hash(ended) == hash(Outcome(ended.what, ended.player, ended.values))
            line = game.outcome_text(ended)
            assert line.isprintable()
            assert line == line.strip() != ""


def placed(game: Any, state: Any, rng: random.Random, most: int = 4) -> Placed:
    """A person's word on some spaces: they stand as others do, as after a move, or as each other did."""
    should = game.appearance(state)
    moves = game.legal(state)
    kinds = sorted({kind for move in moves[:50] for kind in game.effect(state, move).values()})
    spaces = rng.sample(sorted(should), rng.randint(min(2, len(should)), min(most, len(should))))
    if rng.random() < 0.3:
        return Placed(tuple((space, rng.choice([should[space], *kinds])) for space in spaces))
    if moves and rng.random() < 0.5:
        return Placed(tuple(game.effect(state, rng.choice(moves)).items()))
    return Placed(tuple(zip(spaces, (should[space] for space in reversed(spaces)), strict=True)))


def a_persons_word_replaces_what_stands_there(game: Any, played: Played) -> None:
    rng, taken = random.Random(1), 0
    for state, _, _ in played[:MOST]:
        word = placed(game, state, rng)
        try:
            after = game.apply(state, word)
        except BadPlace:  # no table can show it
            continue
        taken += 1
        assert after == game.apply(state, word)
        assert hash(word) is not None
        stands = {**game.appearance(after), **game.leftover(after)}
        passed = set(game.outcomes(state, after)) or game.awaits(after).player != game.awaits(state).player
        assert passed or {space: stands[space] for space, _ in word.spaces} == dict(word.spaces)
        assert game.is_over(after) or bool(game.legal(after)) == (game.awaits(after).actor != CHANCE)
    assert taken > 5


def after_a_persons_word_the_match_goes_on_and_survives_its_record(game: Any, _: Played) -> None:
    rng = random.Random(2)
    match = Match(game, seats_of(game), names_of(game))
    for _ in range(80):
        due = game.awaits(match.state)
        if due is None:
            break
        word = due.actor != CHANCE and rng.random() < 0.3
        try:
            match = match.then(
                placed(game, match.state, rng) if word else random_event(game, match.state, rng)
            )
        except BadPlace:  # no table can show it
            continue
    assert any(isinstance(event, Placed) for event in match.events)
    assert from_lines(to_lines(match)).match == match
    assert match.undo().state == match.until(len(match.events) - 1).state


def words_on_what_is_not_there_are_refused(game: Any, played: Played) -> None:
    space, kind = next(iter(game.appearance(played[0][0]).items()))
    for spaces in ((), (("the moon", kind),), ((space, "upside down"),), ((space, kind), (space, kind))):
        with pytest.raises(BadPlace, match="expected"):
            game.apply(played[0][0], Placed(spaces))
    with pytest.raises(IllegalMove):
        game.apply(played[-1][2], Placed(((space, kind),)))


def looks_that_no_move_explains_survive_their_record(game: Any, played: Played) -> None:
    rng, rules = random.Random(3), set()
    match, refused = Match(game, seats_of(game), names_of(game)), []
    for state, event, _ in played[: MOST // 2]:
        for look in (placed(game, state, rng), placed(game, game.tidied(state), rng)):
            foul = refusal_of(game, state, look)
            if foul is not None:
                refused.append(Refused(len(match.events), look, foul.rule))
                rules.add(foul.rule)
        match = match.then(event)
    assert rules
    assert from_lines(to_lines(match, refused)) == Record(match, tuple(refused))


def a_position_set_up_by_hand_goes_on_as_the_match_would(game: Any, played: Played) -> None:
    seats = seats_of(game)
    for state, _, _ in played[: MOST * 2]:
        text = game.position(state)
        begun = game.apply(game.start(seats), SetUp(text))
        assert game.position(begun) == text
        assert game.awaits(begun) == game.awaits(state)
        assert game.legal(begun) == game.legal(state)
        assert game.offers(begun) == game.offers(state)
        assert game.scores(begun) == game.scores(state)
        assert game.appearance(begun) == game.appearance(state)


def a_match_from_a_position_survives_its_record(game: Any, played: Played) -> None:
    seats = seats_of(game)
    middle = played[min(24, len(played) - 1)][0]
    match = Match(game, seats, names_of(game)).then(SetUp(game.position(middle)))
    rng = random.Random(20)
    while len(match.events) < 40 and not game.is_over(match.state):
        match = match.then(random_event(game, match.state, rng))
    assert from_lines(to_lines(match)).match == match


def a_match_goes_on_when_a_player_leaves(game: Any, _: Played) -> None:
    rng = random.Random(shown(game))
    match = Match(game, seats_of(game), names_of(game))
    for _ in range(rng.randint(0, 30)):
        if not game.is_over(match.state):
            match = match.then(random_event(game, match.state, rng))
    if game.is_over(match.state):
        return
    leaver = rng.randrange(len(match.seats))
    match = match.then(Left(leaver))
    with pytest.raises(IllegalMove):
        match.then(Left(leaver))
    for _ in range(20_000):
        if game.is_over(match.state):
            break
        match = match.then(random_event(game, match.state, rng))
    assert game.winners(match.state)
    if len(match.events) < 500:
        assert from_lines(to_lines(match)).match == match


PROMISES = (
    random_play_ends_with_winners,
    apply_is_pure_and_states_hash,
    a_move_is_awaited_exactly_when_there_are_legal_ones,
    every_legal_move_applies_and_no_other,
    a_throw_that_is_not_due_is_refused,
    fouls_are_named_in_the_table_of_rules,
    every_move_is_found_again_by_what_it_looks_like,
    nothing_changed_is_a_move_not_begun,
    a_foul_at_the_table_is_a_foul,
    continuations_are_legal_and_go_on,
    what_is_on_the_way_leads_to_legal_moves_and_is_none,
    what_is_on_the_way_is_seen_so,
    views_are_states_that_can_be_shown,
    what_is_left_over_differs_from_what_is_due,
    a_table_not_yet_set_up_is_no_foul,
    moves_survive_their_text,
    matches_survive_their_record,
    what_an_event_ended_is_a_value_with_one_line,
    a_persons_word_replaces_what_stands_there,
    after_a_persons_word_the_match_goes_on_and_survives_its_record,
    words_on_what_is_not_there_are_refused,
    looks_that_no_move_explains_survive_their_record,
    a_position_set_up_by_hand_goes_on_as_the_match_would,
    a_match_from_a_position_survives_its_record,
    a_match_goes_on_when_a_player_leaves,
)


@pytest.mark.parametrize(("turn", "game"), [*enumerate(houses())], ids=[*map(shown, houses())])
def test_a_house_keeps_every_promise(turn: int, game: Any, steps: Steps) -> None:
    """As the sheet has it a game keeps all; with one rule changed, every other one in turn."""
    played = steps(game, seats_of(game), 1)
    for keeps in PROMISES if game == type(game)() else in_turn(PROMISES, turn):
        keeps(game, played)


@every_game
def test_every_move_of_a_whole_match_is_found_again(game: Any, steps: Steps) -> None:
    assert_found_again(game, steps(game, seats_of(game), 29))


def test_views_leak_no_hand() -> None:
    games = [game for game in houses() if game.pack(game.start(seats_of(game)))]
    assert games
    for game in games:
        start = game.start(seats_of(game))
        pack, due = game.pack(start), game.awaits(start).cards
        mine, *others = (tuple(pack[n * due : (n + 1) * due]) for n in range(len(seats_of(game))))
        first = game.apply(start, Deal((mine, *others)))
        other = game.apply(start, Deal((mine, *others[1:], others[0])))
        assert first != other
        assert repr(game.view(first, 0)) == repr(game.view(other, 0))
        assert game.view(first, 1) != game.view(other, 1)
        assert game.legal(game.view(first, 0)) == game.legal(game.view(other, 0))


@every_game
def test_positions_that_cannot_be_are_refused(game: Any, steps: Steps) -> None:
    start = game.start(seats_of(game))
    for text in (
        "",
        "[]",
        "{}x",
        "null",
        '{"the moon": 1}',
        "[" * 99_999,
        "{}" * 99_999,
        "{}\n",
        '{"a": NaN}',
    ):
        with pytest.raises(BadStart, match="expected"):
            game.apply(start, SetUp(text))
    text = game.position(steps(game, seats_of(game), 22, 20)[-1][0])
    for index, character in enumerate(text):
        if character.isdigit():
            for other in ("-1", "9999999", '"x"', "[]", "null", "1.5"):
                broken = text[:index] + other + text[index + 1 :]
                with pytest.raises(BadStart, match="expected"):
                    game.apply(start, SetUp(broken))


@every_game
def test_a_position_is_set_up_before_anything_else(game: Any, steps: Steps) -> None:
    start = game.start(seats_of(game))
    for _, _, after in steps(game, seats_of(game), 23, 10):
        with pytest.raises(IllegalMove, match="not_at_start"):
            game.apply(after, SetUp(game.position(start)))


@every_game
def test_handicaps_are_one_a_player_within_the_games_range(game: Any) -> None:
    seats = seats_of(game)
    least, most = game.handicap_range
    assert least <= 0 <= most
    assert game.start(seats, (0,) * len(seats)) == game.start(seats)
    given = (most, *(0 for _ in seats[1:]))
    assert hash(game.start(seats, given)) is not None
    assert most == 0 or game.start(seats, given) != game.start(seats)
    for wrong in (
        (0,) * (len(seats) + 1),
        (most + 1, *given[1:]),
        (least - 1, *given[1:]),
        (True, *given[1:]),
    ):
        with pytest.raises(BadStart, match=r"^handicaps: expected"):
            game.start(seats, wrong)


@every_game
def test_a_match_with_handicaps_ends_and_survives_its_record(game: Any) -> None:
    rng = random.Random(25)
    given = tuple(rng.randint(*game.handicap_range) // 2 for _ in seats_of(game))
    match = Match(game, seats_of(game), names_of(game), handicaps=given)
    for _ in range(20_000):
        if game.is_over(match.state):
            break
        match = match.then(random_event(game, match.state, rng))
    assert game.winners(match.state)
    assert from_lines(to_lines(match.until(200))).match == match.until(200)


@every_game
def test_what_a_game_does_not_know_is_refused(game: Any, steps: Steps) -> None:
    for state, _, after in steps(game, seats_of(game), 26, 30):
        due = game.awaits(state)
        if not due.cards:
            with pytest.raises(IllegalMove):
                game.apply(state, Deal((None,) * len(seats_of(game))))
        with pytest.raises((IllegalMove, BadPlace)):
            game.apply(state, Touched("the moon"))
        for player in (-1, len(seats_of(game))):
            with pytest.raises(IllegalMove, match="no_such_player"):
                game.apply(state, Left(player))
        assert after != state


@every_game
def test_a_match_pauses_and_players_change(game: Any) -> None:
    rng = random.Random(27)
    match = Match(game, seats_of(game), names_of(game))
    match = match.then(random_event(game, match.state, rng)).then(Paused("vendredi, 16 h"))
    event = random_event(game, match.state, rng)
    with pytest.raises(IllegalMove, match="paused"):
        match.then(event)
    match = match.then(Replaced(0, 'Ève, "la grande"')).then(Resumed())
    assert (match.names[0], match.players[0], match.paused) == ('Ève, "la grande"', "Léa", False)
    match = match.then(event)
    with pytest.raises(IllegalMove, match="not_paused"):
        match.then(Resumed())
    with pytest.raises(IllegalMove, match="no_such_player"):
        match.then(Replaced(99, "x"))
    assert from_lines(to_lines(match)).match == match


def test_options_build_the_same_game() -> None:
    for game in houses():
        assert build(type(game), values(game)) == game
        assert hash(build(type(game), values(game))) == hash(game)


@every_game
def test_what_is_shown_of_legal_moves_changes_no_rule(game: Any, steps: Steps) -> None:
    hidden = dataclasses.replace(game, show_legal="never")
    for state, event, after in steps(game, seats_of(game), 28, 30):
        assert hidden.legal(state) == game.legal(state)
        assert hidden.apply(state, event) == after


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


@each("game", [find(name)() for name in DESKS])
def test_a_desk_says_what_it_expects(game: Any) -> None:
    with pytest.raises(ValueError, match=r"^kind: expected one of"):
        desk_of(game).answer("the weather", {}, {})


def test_names_are_each_used_once() -> None:
    names = [game.name for game in GAMES]
    profiles = [name for game in GAMES for name in game.profiles]
    assert len(set(names)) == len(names)
    assert len(set(profiles)) == len(profiles)


@pytest.mark.parametrize("ask", [find, profile])
def test_an_unknown_name_is_refused(ask: Callable[[str], Any]) -> None:
    with pytest.raises(UnknownGame, match=r"expected a .* got 'whist'"):
        ask("whist")
