"""Random games: whatever is played, seen however badly, the table's scores are the referee's."""

import json
from itertools import combinations

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from sent import view
from table_script import Script

from referee.core import Roll
from referee.games.tiles import Close
from webui.table.values.actions import CloseTiles, CorrectDice, Next, Throw, Undo
from webui.table.values.setup import Setup, players_at

FEW = settings(max_examples=25, deadline=None)

setups = st.sampled_from(
    [
        Setup("occe_child", players_at((1, 3)), "OCCE enfant"),
        Setup("occe_child", players_at((4, 2)), options=(("single", "free"), ("turns", "alternate"))),
        Setup("occe_adult", players_at((1, 2, 3)), "OCCE adulte"),
        Setup("occe_adult", players_at((2,)), games=2),
        Setup("royal", players_at((1, 2)), "Tric-Trac Royal"),
        Setup("royal", players_at((1,)), options=(("single_ends", True),), games=2),
    ]
)
THROWS = 12


def state_of(script):
    return script.table.match.state


def dice_due(script, data):
    return tuple(data.draw(st.integers(1, 6)) for _ in range(script.table.due.dice))


def legal_tiles(script, data):
    return data.draw(st.sampled_from(script.table.game.legal(state_of(script)))).tiles


def set_up(script):
    """Hands reopen what the next throw needs."""
    state, game = state_of(script), script.table.game
    if game.layout == "box":
        script.turn(reopen=state.open[state.player])
    for player, seat in enumerate(script.table.setup.seats):
        if game.layout != "box" and script.open[seat] != set(state.open[player]):
            script.turn(reopen=state.open[player], seat=seat)


def closed_by_hand(script, tiles, data):
    """The tiles in one go or one after the other, with looks in between or under the hand."""
    if data.draw(st.booleans()):
        script.turn(tiles)
    else:
        for tile in tiles:
            script.turn((tile,))
            if data.draw(st.booleans()):
                script.rest(data.draw(st.sampled_from((0.5, 1.0))))


@FEW
@given(setup=setups, sure=st.sampled_from((0.93, 0.97, 0.999)), data=st.data())
def test_legal_games_end_with_the_referees_scores(setup, sure, data):
    script = Script.laid(setup)
    script.sure = sure
    match = setup.match()
    for _ in range(THROWS):
        if script.table.due is None:
            break
        set_up(script)
        dice = dice_due(script, data)
        before = len(script.table.match.events)
        script.roll(*dice)
        match = match.then(script.table.match.events[before])
        assert script.table.game.dice(state_of(script)) == match.game.dice(match.state)
        if script.table.closing_due:
            tiles = legal_tiles(script, data)
            closed_by_hand(script, tiles, data)
            script.rest(2)
            script.touch(Next())
            match = match.then(Close(tiles))
    assert script.table.match.events == match.events
    assert "move_refused" not in {event.event for event in script.events}
    assert view(script.table)["scores"] == dict(
        zip(map(str, setup.seats), match.game.scores(match.state), strict=True)
    )


@FEW
@given(setup=setups, data=st.data())
def test_tiles_hidden_by_hands_or_dice_never_make_a_foul(setup, data):
    script = Script.laid(setup)
    for _ in range(4):
        if script.table.due is None or not script.table.started:
            break
        set_up(script)
        script.roll(*dice_due(script, data))
        if not script.table.closing_due:
            continue
        tiles = legal_tiles(script, data)
        script.turn(tiles)
        pieces = script.pieces()
        hidden = data.draw(st.sets(st.sampled_from([piece.space for piece in pieces]), max_size=6))
        partly = tuple(p for p in pieces if p.space not in hidden)
        for _ in range(4):
            script.see(0.5, pieces=partly)
        script.rest(2)
        script.touch(Next())
        assert {"move_refused", "move_withdrawn"}.isdisjoint(event.event for event in script.events)


def moves_of_a_misread_die(script):
    """What could be closed had one die shown something else."""
    thrown = script.table.match.events[-1].dice
    start = script.table.match.undo()
    throws = [(*thrown[:k], n, *thrown[k + 1 :]) for k in range(len(thrown)) for n in range(1, 7)]
    after = [start.then(Roll(dice)).state for dice in throws]
    return {frozenset(move.tiles) for state in after for move in start.game.legal(state)}


@each(
    ("game", "dice", "foul"),
    [
        ("occe_child", (1, 4), (1, 2)),
        ("occe_child", (6, 2), (2, 3)),
        ("occe_adult", (1, 4), (1, 2, 3)),
        ("royal", (6, 2), (1, 3, 6)),
    ],
)
def test_a_foul_is_refused_although_other_dice_would_allow_it(game, dice, foul):
    script = Script.laid(Setup(game, players_at((1, 2))))
    script.roll(*dice)
    reported = [event.event for event in script.turn(foul) + script.rest(4)]
    assert reported.count("move_refused") == 1
    assert "corrected" not in reported


@FEW
@given(setup=setups, data=st.data())
def test_fouls_are_refused_once_and_put_right(setup, data):
    script = Script.laid(setup)
    script.roll(*dice_due(script, data))
    state, game = state_of(script), script.table.game
    legal = {frozenset(move.tiles) for move in game.legal(state)}
    misread = moves_of_a_misread_die(script)
    everything = [set(some) for n in (1, 2, 3) for some in combinations(range(1, 10), n)]
    fouls = [some for some in everything if not any(some <= move for move in legal | misread)]
    foul = data.draw(st.sampled_from(fouls))
    refusals = [e for e in script.turn(foul) + script.rest(4) if e.event == "move_refused"]
    assert len(refusals) == 1
    assert refusals[0].values["open"] == sorted(set(range(1, 10)) - foul)
    assert state_of(script) == state
    right = legal_tiles(script, data)
    words = {e.event for e in script.turn(set(right) - foul, reopen=foul - set(right)) + script.rest(3)}
    assert "move_withdrawn" in words
    script.touch(Next())
    assert script.table.match.events[-1] == Close(right)


@FEW
@given(setup=setups, data=st.data())
def test_a_misread_throw_is_corrected_and_the_move_accepted(setup, data):
    script = Script.laid(setup)
    truth, read = dice_due(script, data), dice_due(script, data)
    script.roll(*read)
    legal = setup.match().then(type(script.table.match.events[0])(truth))
    tiles = data.draw(st.sampled_from(legal.game.legal(legal.state))).tiles
    script.turn(tiles)
    script.rest(0.5)
    if script.table.match.events[1:]:
        return
    script.touch(CorrectDice(truth))
    script.rest(3)
    script.touch(Next())
    assert script.table.match.events == (legal.then(Close(tiles))).events


@FEW
@given(setup=setups, data=st.data())
def test_touch_alone_plays_the_same_game(setup, data):
    script = Script.laid(setup, camera=False)
    for _ in range(THROWS):
        if script.table.due is None:
            break
        script.touch(Throw(dice_due(script, data)))
        if script.table.closing_due:
            script.touches(CloseTiles(legal_tiles(script, data)), Next())
    match = setup.match()
    for event in script.table.match.events:
        match = match.then(event)
    assert script.table.match.state == match.state
    assert "move_refused" not in {event.event for event in script.events}


@FEW
@given(setup=setups, data=st.data())
def test_undo_walks_back_to_the_start(setup, data):
    script = Script.laid(setup, camera=False)
    for _ in range(5):
        if script.table.due is None:
            break
        script.touch(Throw(dice_due(script, data)))
        if script.table.closing_due:
            script.touch(CloseTiles(legal_tiles(script, data)))
    while script.table.match.events:
        events = len(script.table.match.events) + (script.table.turned.move is not None)
        script.touch(Undo())
        assert len(script.table.match.events) + (script.table.turned.move is not None) < events
    assert script.table.match == setup.match()


@pytest.mark.parametrize("setup", [Setup("none"), Setup("royal", players_at((1, 2)))])
def test_views_are_plain_json(setup):
    script = Script.laid(setup)
    script.roll(4, 2)
    assert json.loads(json.dumps(view(script.table))) == view(script.table)
