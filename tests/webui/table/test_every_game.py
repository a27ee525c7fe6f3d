"""Every game of GAMES is followed at the table: dice and tiles by camera, men and cards by touch. No page is asked."""

import json
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from each import each
from new_games import Counters
from sent import view
from table_script import Script, die, only, restarted, words

import referee.games
from referee.core import CHANCE, Deal, Roll, Touched
from referee.games import GAMES
from webui.table.games import SHOWN
from webui.table.reducer import NotNow
from webui.table.store import persistent
from webui.table.values.actions import (
    AnswerRoll,
    CameraBack,
    CameraLost,
    CloseTiles,
    CorrectDice,
    CorrectTiles,
    DealCards,
    Next,
    Pause,
    PlayMove,
    Resume,
    Throw,
    TouchMan,
    Undo,
)
from webui.table.values.languages import LANGUAGES
from webui.table.values.setup import Setup, players_at
from webui.table.values.shown import camera_reads
from webui.words.games.sentences import event_sentence
from workshop.chance import random_event


def setup_of(game, profile="", games=1, **options):
    players = players_at(range(1, max(2, game.player_range[0]) + 1))
    return Setup(game.name, players, profile, tuple(sorted(options.items())), games)


def named(name, **options):
    return setup_of(next(game for game in GAMES if game.name == name), **options)


PROFILES = [setup_of(game, profile) for game in GAMES for profile in game.profiles]
HOUSES = [
    *PROFILES,
    named("backgammon", points=3, crawford=True),
    named("backgammon", games=2, jacoby=True),
    named("trictrac", games=2),
    named("jacquet", touch_move="on"),
    named("tock", hands="known"),
]


def title(setup):
    return "-".join((setup.game, setup.profile, *(f"{name}={value}" for name, value in setup.options)))


every_profile = pytest.mark.parametrize("setup", PROFILES, ids=title)
every_house = pytest.mark.parametrize("setup", HOUSES, ids=title)
by_touch = pytest.mark.parametrize("setup", [one for one in HOUSES if not camera_reads(one.build())], ids=title)
thrown = pytest.mark.parametrize("setup", [one for one in PROFILES if one.game != "tock"], ids=title)


def set_up(script):
    """Hands open the tiles that must stand open."""
    game, state = script.table.game, script.table.match.state
    if not camera_reads(game):
        return
    for seat in script.open:
        player = (
            state.player if not seat else next(iter(k for k, s in enumerate(state.seats) if s == seat), None)
        )
        if player is not None and script.open[seat] != set(state.open[player]):
            script.turn(reopen=state.open[player], seat=seat)


def happens(script, event, rng):
    """What really happens at a table, and what Piste reports."""
    set_up(script)
    game = script.table.game
    if isinstance(event, Roll):
        return script.roll(*event.dice)
    if isinstance(event, Deal):
        return script.touch(DealCards(event.hands))
    if camera_reads(game):
        return script.turn(event.tiles) + script.rest(2) + script.touch(Next())
    events = script.touch(PlayMove(game.to_text(event))) + (script.rest(1.5) if rng.random() < 0.5 else [])
    return events + (script.touch(Next()) if script.table.turned.move is not None else [])


def played(setup, seed, most, *, until=None):
    """A game at random up to so many events, or until something holds of it: the table, and the referee's match."""
    rng, script, match = random.Random(seed), Script.laid(setup), setup.match()
    for _ in range(most):
        if match.game.is_over(match.state) or (until is not None and until(match)):
            break
        event = random_event(match.game, match.state, rng)
        match = match.then(event)
        happens(script, event, rng)
        assert script.table.match == match, event
    return script, match


def say(event):
    """The event's sentence, in every language."""
    names = {number: f"player {number}" for number in range(1, 13)}
    return min(event_sentence(event.as_json(), names, language) for language in LANGUAGES)


def owes_a_move(match):
    due = match.game.awaits(match.state)
    return len(match.events) > 8 and due is not None and due.actor != CHANCE


def throws(match):
    due = match.game.awaits(match.state)
    return len(match.events) > 8 and due is not None and due.dice > 0


def wrong_moves(match):
    """Moves of before that no rule allows now, and that none begins with."""
    game, state = match.game, match.state
    before = (match.until(count).state for count in range(len(match.events)))
    for move in dict.fromkeys(move for old in before for move in game.legal(old)):
        if game.move_refusal(state, move) is not None and not game.continuations(state, move):
            yield move


@every_house
def test_a_whole_game_is_followed_from_start_to_winners(setup):
    script, match = played(setup, 3, 4000)
    state = match.state
    assert match.game.is_over(state)
    assert "move_refused" not in words(script.events)
    assert words(script.events).count("game_started") >= 1
    last = script.events[-1]
    assert last.event in ("game_ended", "series_ended")
    seats = [setup.seats[player] for player in match.game.winners(state)]
    assert last.values["winners"] == seats
    shown = view(script.table)
    assert (shown["state"], shown["due"], shown["legal"]) == (
        "series_over" if setup.games > 1 else "game_over",
        None,
        [],
    )
    assert shown["winners"] == [player + 1 for player in match.game.winners(state)]
    assert json.loads(json.dumps(shown)) == shown
    assert shown["results"]
    assert restarted(script.table) == script.table
    assert all(say(event) for event in script.events)


@every_profile
def test_a_wrong_move_is_refused_and_changes_nothing(setup):
    for seed in range(4):
        script, match = played(setup, seed, 60, until=owes_a_move)
        move = next(wrong_moves(match), None)
        if move is None:
            continue
        foul = match.game.move_refusal(match.state, move)
        script.rest()
        refused = only(script.touch(PlayMove(match.game.to_text(move))), "move_refused")
        assert refused.values["rule"] == foul.rule
        assert refused.player == match.game.awaits(match.state).actor + 1
        assert len(refused.values["legal"]) == len(match.game.legal(match.state))
        assert script.table.match == match
        assert script.table.turned.move is None
        assert view(script.table)["state"] == "refused"
        return
    pytest.fail("expected a wrong move")


@every_profile
def test_a_move_is_taken_back(setup):
    script, match = played(setup, 1, 40, until=owes_a_move)
    move = match.game.legal(match.state)[0]
    happens(script, move, random.Random(0))
    assert script.table.match == match.then(move)
    events = script.touch(Undo())
    assert only(events, "corrected").values["what"] == "move"
    assert script.table.match == match
    happens(script, move, random.Random(0))
    assert script.table.match == match.then(move)


@by_touch
def test_undo_or_an_empty_move_takes_back_a_provisional_move(setup):
    script, match = played(setup, 1, 40, until=owes_a_move)
    word = match.game.to_text(match.game.legal(match.state)[-1])
    for back in (Undo(), PlayMove("")):
        script.touch(PlayMove(word))
        assert view(script.table)["state"] == "provisional"
        assert script.table.whole
        script.touch(back)
        assert script.table.turned.move is None
        assert script.table.match == match


@every_profile
def test_a_restart_changes_nothing_in_the_game(setup):
    script, match = played(setup, 2, 25)
    assert restarted(script.table) == script.table
    lay = restarted(persistent(script.table))
    assert lay.match == match
    assert view(lay)["legal"] == view(script.table)["legal"]
    rng = random.Random(5)
    script.table = replace(restarted(script.table), sentence=None)
    for _ in range(6):
        if match.game.is_over(match.state):
            break
        event = random_event(match.game, match.state, rng)
        match = match.then(event)
        happens(script, event, rng)
        assert script.table.match == match


@thrown
def test_a_doubtful_throw_is_asked_about_and_answered(setup):
    script, match = played(setup, 1, 60, until=throws)
    count = match.game.awaits(match.state).dice
    values = (3, 4, 1, 2, 5, 6)[:count]
    set_up(script)
    script.rest()
    script.roll(*values, sure=0.45)
    script.rest(5)
    assert script.table.match == match
    asked = [event for event in script.events if event.event == "roll_uncertain"]
    asks = asked[-1].values["asks"]
    assert asks or camera_reads(match.game)  # tiles may still tell
    assert view(script.table)["state"] == ("doubt" if asks else "reading")
    assert view(script.table)["doubt"]["readings"]
    script.touch(AnswerRoll(values))
    assert script.table.match == match.then(Roll(values))
    assert restarted(script.table) == script.table


@thrown
def test_a_throw_before_an_owed_move_is_refused_by_rule(setup):
    script, match = played(setup, 1, 60, until=owes_a_move)
    script.rest()
    last = next(event for event in reversed(match.events) if isinstance(event, Roll))
    dice = tuple(7 - value for value in last.dice)
    events = script.roll(*dice) + script.rest(4)
    assert only(events, "move_refused").values["rule"] == match.game.roll_refusal(match.state, Roll(dice)).rule
    assert script.table.match == match
    assert "move_refused" in words(script.touch(Throw(dice)))
    assert script.table.match == match


@by_touch
def test_going_on_without_the_move_that_is_owed_is_refused(setup):
    script, match = played(setup, 1, 60, until=owes_a_move)
    assert "move_refused" in words(script.touch(Next()))
    assert script.table.match == match


@thrown
def test_a_corrected_throw_keeps_the_moves_that_remain_legal(setup):
    script, match = played(setup, 1, 60, until=throws)
    due = match.game.awaits(match.state)
    happens(script, Roll((6,) * due.dice), random.Random(0))
    before = match.then(Roll((6,) * due.dice))
    script.rest()
    script.touch(CorrectDice((2,) * due.dice))
    assert script.table.match == match.then(Roll((2,) * due.dice))
    assert all(say(event) for event in script.events)
    corrected = next(event for event in script.events if event.event == "corrected")
    assert corrected.values["after"] == [2] * due.dice
    assert before != script.table.match


@every_profile
def test_play_goes_on_through_a_pause_and_without_pictures(setup):
    script, match = played(setup, 4, 12)
    script.touch(Pause())
    with pytest.raises(NotNow, match="paused"):
        script.touch(PlayMove(""))
    script.touches(Resume(), CameraLost())
    rng = random.Random(6)
    for _ in range(6):
        if match.game.is_over(match.state):
            break
        event = random_event(match.game, match.state, rng)
        match = match.then(event)
        if isinstance(event, Roll):
            script.touch(Throw(event.dice))
        elif isinstance(event, Deal):
            script.touch(DealCards(event.hands))
        else:
            script.touches(PlayMove(match.game.to_text(event)), Next())
        assert script.table.match == match
    script.touch(CameraBack())
    assert script.table.fitting == camera_reads(match.game)
    assert restarted(script.table) == script.table


def test_the_next_throw_accepts_a_move_that_could_go_on():
    script = Script.laid(named("trente"))
    script.roll(6, 6, 5, 4, 2, 1)
    script.rest()
    script.touch(PlayMove("6"))
    script.rest(3)
    assert view(script.table)["state"] == "provisional"
    assert "6+6" in view(script.table)["continuations"]
    script.touch(PlayMove("6+6"))
    aside = script.dice[:2]
    events = script.roll(5, 5, 3, 1, settle=False)
    script.dice = (*aside, *script.dice)
    events += script.see() + script.rest()
    assert [event.event for event in events] == ["move_accepted", "roll_started", "roll_settled"]
    assert only(events, "move_accepted").values["move"] == "6+6"
    assert only(events, "roll_settled").values["dice"] == [5, 5, 3, 1]


def laid_aside(script, *places):
    """A hand lays some of the dice elsewhere, as they show."""
    script.hand()
    far = {k: replace(lying, box=(lying.box[0] + 7, 460.0, 20.0, 20.0)) for k, lying in enumerate(script.dice)}
    script.dice = tuple(far[k] if k in places else lying for k, lying in enumerate(script.dice))
    return script.see() + script.rest(4)


@each("places", [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)])
@each("touched_first", [True, False])
def test_dice_that_are_set_aside_are_no_throw(places, touched_first):
    script = Script.laid(named("trente"))
    script.roll(6, 6, 5, 4, 2, 1)
    script.rest()
    word = "+".join(str(script.dice[k].value) for k in places)
    if touched_first:
        script.touch(PlayMove(word))
    assert words(laid_aside(script, *places)) == []
    if not touched_first:
        script.touch(PlayMove(word))
    aside, rest = [script.dice[k] for k in places], 6 - len(places)
    script.roll(*(1, 1, 3, 2, 3)[:rest], settle=False)
    script.dice = (*aside, *script.dice)
    events = script.see() + script.rest()
    assert words(events) == ["move_accepted", "roll_started", "roll_settled"]
    assert only(events, "roll_settled").values["dice"] == list((1, 1, 3, 2, 3)[:rest])


def test_dice_thrown_again_may_show_what_the_dice_aside_show():
    script = Script.laid(named("trente"))
    script.roll(2, 6, 1, 4, 1, 4)
    script.rest()
    laid_aside(script, 0, 1, 3, 5)
    script.touch(PlayMove("2+4+4+6"))
    aside = [script.dice[k] for k in (0, 1, 3, 5)]
    script.roll(6, 2, settle=False)
    script.dice = (*aside, *script.dice)
    events = script.see() + script.rest()
    assert words(events) == ["move_accepted", "roll_started", "roll_settled"]
    assert only(events, "roll_settled").values["dice"] == [6, 2]


def test_a_stain_beside_six_dice_is_none_of_them():
    script = Script.laid(named("trente"))
    script.roll(1, 6, 1, 5, 4, 2, settle=False)
    stain = replace(die(3, at=8, throw=1), sure=0.6, there=0.5)
    script.dice = (*script.dice, stain)
    events = script.see() + script.rest(4)
    assert words(events) == ["roll_settled"]
    assert sorted(only(events, "roll_settled").values["dice"]) == [1, 1, 2, 4, 5, 6]


def test_a_move_in_parts_stands_part_by_part():
    script = Script.laid(named("backgammon"))
    for dice in ((5,), (2,), (6, 1)):
        script.roll(*dice)
    whole = script.table.game.from_text("13/7+8/7")
    parts = [part for part in script.table.game.partials(script.table.match.state) if len(part.steps) == 1]
    first = next(p for p in parts if whole in script.table.game.continuations(script.table.match.state, p))
    script.touch(PlayMove(script.table.game.to_text(first)))
    assert view(script.table)["state"] == "waiting_move"
    assert view(script.table)["provisional"] == script.table.game.to_text(first)
    script.rest(3)
    assert not script.table.whole
    script.touch(PlayMove("13/7+8/7"))
    assert view(script.table)["state"] == "provisional"
    assert script.rest(2) == []  # a finger may still take it back
    assert words(script.touch(Next())) == ["move_accepted"]


def test_the_move_it_allows_shows_what_was_thrown():
    script = Script.laid(named("backgammon"))
    for dice in ((5,), (2,)):
        script.roll(*dice)
    script.roll(6, 1, sure=0.6)
    script.rest(1)
    assert view(script.table)["state"] == "reading"
    script.touch(PlayMove("13/7+8/7"))
    assert script.table.match.events[-1] == Roll((6, 1))
    assert view(script.table)["state"] == "provisional"


def test_the_game_is_doubled_and_the_other_player_answers():
    script, match = played(named("backgammon"), 0, 60, until=lambda playing: bool(playing.game.offers(playing.state)))
    assert view(script.table)["offers"] == ["double"]
    player = match.game.awaits(match.state).player
    accepted = only(script.touch(PlayMove("double")) + script.touch(Next()), "move_accepted")
    assert (accepted.player, accepted.values["move"]) == (player + 1, "double")
    due = view(script.table)["due"]
    assert (due["what"], due["player"]) == ("move", 2 - player)
    assert view(script.table)["legal"] == ["accept", "refuse"]
    accepted = only(script.touch(PlayMove("accept")) + script.touch(Next()), "move_accepted")
    assert accepted.player == 2 - player


def test_a_double_said_once_lapses_when_dice_are_thrown():
    script, _ = played(named("backgammon"), 0, 60, until=lambda playing: bool(playing.game.offers(playing.state)))
    script.touch(PlayMove("double"))
    events = script.touch(Throw((3, 1)))
    assert "move_accepted" not in words(events)
    assert "roll_settled" in words(events)
    assert script.table.match.state.dice == (3, 1)


def test_a_refused_throw_leaves_the_move_that_waits():
    script = Script.laid(named("backgammon"))
    for dice in ((5,), (2,), (6, 1)):
        script.roll(*dice)
    script.touch(PlayMove("13/7+8/7"))
    event = only(script.touch(Throw((3,))), "move_refused")
    assert event.values["throw"]
    assert view(script.table)["provisional"] == "13/7+8/7"
    assert words(script.touch(Next())) == ["move_accepted"]


def test_a_touched_man_must_move_and_lasts_through_a_restart():
    script, match = played(named("jacquet", touch_move="on"), 1, 60, until=owes_a_move)
    man = next(
        space
        for space, kind in match.game.appearance(match.state).items()
        if space.startswith("arrow") and kind.startswith(("white", "black")[match.state.player])
    )
    events = script.touch(TouchMan(man))
    assert only(events, "move_accepted").values["move"] == f"touches {man}"
    assert script.table.match == match.then(Touched(man))
    assert restarted(script.table) == script.table
    with pytest.raises(NotNow):
        script.touch(TouchMan("arrow-99"))


def test_where_nothing_is_touched_or_dealt_it_is_refused():
    script, match = played(named("backgammon"), 1, 60, until=owes_a_move)
    assert only(script.touch(TouchMan("arrow-1")), "move_refused").values["rule"] == "not_in_this_game"
    assert only(script.touch(DealCards((None, None))), "move_refused").values["rule"] == "not_in_this_game"
    assert script.table.match == match


def test_cards_in_a_hand_are_told_to_nobody_else():
    script, match = played(named("tock", hands="known"), 1, 60, until=owes_a_move)
    everybody, state = view(script.table), match.state
    mine = view(script.table, match.game.awaits(match.state).actor)
    hand = state.hands[state.turn].known
    assert len(hand) > 1
    assert set(everybody["legal"]) != set(mine["legal"])
    assert {word.rpartition(":")[0] or word for word in mine["legal"]} - set(hand) <= {"discards", "gives"}
    gifts = [event for event in script.events if event.values.get("move", "").startswith("gives")]
    assert gifts
    assert {event.values["move"] for event in gifts} == {"gives:?"}
    deals = [event for event in script.events if event.values.get("move", "").startswith("deals")]
    assert {event.values["move"] for event in deals} == {"deals"}
    wrong = [
        move for move in ("discards:2", "discards:3", "discards:9") if move.rpartition(":")[2] not in hand
    ]
    values = only(script.touch(PlayMove(wrong[0])), "move_refused").values
    assert set(values["legal"]) == set(everybody["legal"])


def test_cards_are_dealt_once_and_as_many_as_are_due():
    script = Script.laid(named("tock"))
    assert view(script.table)["due"] | {"what": "deal", "cards": 5} == view(script.table)["due"]
    assert (
        only(script.touch(DealCards((("A",), None, None, None))), "move_refused").values["rule"]
        == "deal_count"
    )
    assert only(script.touch(Throw((3, 4))), "move_refused").values["rule"] == "no_dice"
    script.touch(DealCards((None,) * 4))
    assert only(script.touch(DealCards((None,) * 4)), "move_refused").values["rule"] == "not_dealing"
    assert len(script.table.match.events) == 1


def test_dice_mean_nothing_in_a_game_of_cards():
    script = Script.laid(named("tock"))
    script.roll(3, 4)
    script.rest(3)
    script.touch(DealCards((None,) * 4))
    script.roll(5, 1)
    script.rest(3)
    assert "roll_settled" not in words(script.events)
    assert script.table.match.events == (Deal((None,) * 4),)


@by_touch
def test_no_board_is_missed_where_none_is_read(setup):
    script = Script.laid(setup)
    assert words(script.events) == ["game_started"]
    assert view(script.table)["put_back"] == []
    script.rest(10)
    assert words(script.events) == ["game_started"]
    for action in (CloseTiles((1,)), CorrectTiles({1: (1,)})):
        with pytest.raises(NotNow, match="expected a game of tiles"):
            script.touch(action)
    with pytest.raises(NotNow, match="move: expected"):
        script.touch(PlayMove("no such move"))


def test_a_toy_game_is_followed(monkeypatch):
    monkeypatch.setattr(referee.games, "GAMES", (*GAMES, Counters))
    assert Counters not in SHOWN
    script, match = played(setup_of(Counters), 1, 200)
    assert match.game.is_over(match.state)
    assert "roll_settled" in words(script.events)
    assert restarted(script.table) == script.table
    with suppress(NotNow):
        script.touch(Undo())
    assert view(script.table)["spaces"]
