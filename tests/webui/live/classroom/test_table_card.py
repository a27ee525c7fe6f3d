"""A table's card says what the referee says, of every game, and no more than everybody may know."""

import random
from itertools import permutations
from typing import Any

import msgspec
import pytest
from each import each
from sent import changed
from table_script import Script

from referee.core import CHANCE, Deal, Roll
from referee.games import GAMES
from referee.games.tiles import Close, TileGame
from webui.live.classroom.card import STILL, TableCard, card, needs
from webui.table.values.actions import CloseTiles, DealCards, Next, Pause, PlayMove, Throw
from webui.table.values.practice import Practice
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import View
from webui.table.viewing import view
from workshop.chance import random_event

PROFILES = [(game, profile) for game in GAMES for profile in game.profiles]
EVENTS = 60


def begun(game: type, profile: str = "", games: int = 1, **options: Any) -> Script:
    players = players_at(range(1, max(2, game.player_range[0]) + 1), ("Léa", "Tom", "Ana", "Zoé"))
    return Script.laid(Setup(game.name, players, profile, tuple(sorted(options.items())), games), camera=False)


def happens(script: Script, event: Any) -> None:
    """A throw or a move, told by touch."""
    if isinstance(event, Roll):
        script.touch(Throw(event.dice))
    elif isinstance(event, Deal):
        script.touch(DealCards(event.hands))
    elif isinstance(event, Close):
        script.touches(CloseTiles(event.tiles), Next())
    else:
        script.touch(PlayMove(script.table.game.to_text(event)))
        if script.table.turned.move is not None:
            script.touch(Next())


@each("game, profile", PROFILES)
def test_the_card_says_what_the_referee_says(game: type, profile: str) -> None:
    rng = random.Random(profile)
    script = begun(game, profile, games=2 if issubclass(game, TileGame) else 1)
    closed = 0
    for _ in range(EVENTS):
        match = script.table.match
        state, due = match.state, match.game.awaits(match.state)
        shown = card(view(script.table), 3, "Les hiboux", "green")
        assert msgspec.json.decode(msgspec.json.encode(shown), type=TableCard) == shown
        assert shown.acting == (0 if due is None else 1 + (due.player if due.actor == CHANCE else due.actor))
        assert [player.score for player in shown.players] == list(match.game.scores(state))
        assert shown.closed == (closed if issubclass(game, TileGame) else None)
        if issubclass(game, TileGame):
            assert [set(player.open) for player in shown.players] == [set(tiles) for tiles in state.open]
            assert [player.closed for player in shown.players] == [match.game.tiles - len(o) for o in state.open]
            assert shown.finished == len(state.results)
        else:
            assert {player.closed for player in shown.players} == {None}
        if due is None:
            assert any(player.winner for player in shown.players)
            assert shown.finished > 0
            break
        event = random_event(match.game, state, rng)
        closed += len(event.tiles) if isinstance(event, Close) else 0
        happens(script, event)


def test_cards_that_nobody_has_shown_are_on_no_card() -> None:
    tock = next(game for game in GAMES if game.name == "tock")
    cards = set()
    for dealt in permutations((("A", "2", "3"), ("9", "9", "D"), ("10", "7", "2"), ("6", "V", "4"))):
        script = begun(tock, hands="known")
        script.touch(DealCards(tuple((*hand, "5", "8") for hand in dealt)))
        cards.add(msgspec.json.encode(card(view(script.table))))
    assert len(cards) == 1


def test_an_empty_table_has_a_card() -> None:
    shown = card(View(), 2, "Les hiboux", "green")
    assert (shown.game, shown.players, shown.state, shown.acting) == (None, (), "setup", 0)
    assert needs(View(), STILL) == ()


# Who needs the teacher.


@pytest.fixture
def played() -> Script:
    script = begun(next(game for game in GAMES if game.name == "occe_child"))
    script.touch(Throw((6, 2)))
    return script


def test_a_table_that_plays_needs_nobody(played: Script) -> None:
    assert needs(view(played.table)) == ()


def told(script: Script) -> View:
    """The view with its newest events, as a live table has it."""
    history = tuple(event.as_json() for event in script.events)
    return msgspec.structs.replace(view(script.table), history=history, last=history[-1])


def test_a_table_where_nothing_moves_is_still_after_two_minutes(played: Script) -> None:
    assert needs(told(played), 119) == ()
    assert needs(told(played), 120) == ("still",)
    assert needs(changed(told(played), events=0), 500) == ()  # it plays without Piste
    assert needs(changed(told(played), events=0), 120, away=0) == ("unbegun",)
    seen_since = changed(told(played), at=told(played).at + 100)  # a hand passed, and nothing was done
    assert needs(seen_since, 19) == ()
    assert needs(seen_since, 20) == ("still",)


def test_a_refusal_may_stand_for_half_a_minute(played: Script) -> None:
    played.touch(CloseTiles((7, 1)))
    assert told(played).state == "refused"
    assert needs(told(played), 29) == ()
    assert needs(told(played), 30) == ("refusal",)
    assert needs(told(played), 500) == ("refusal",)


def test_a_question_needs_an_answer(played: Script) -> None:
    asked = changed(told(played), state="doubt", doubt={"kind": "dice", "readings": [[6, 2], [6, 3]], "asks": True})
    assert card(asked).asks
    assert needs(asked, 5) == ()
    assert needs(asked, 15) == ("question",)


def test_the_teacher_is_asked_to_look_although_they_go_on(played: Script) -> None:
    asked = {"rule": "board_unsure", "values": {}, "reason": None, "open": [], "legal": []}
    looks = {"event": "move_refused", "t": 0.0, **asked}
    assert needs(changed(told(played), verdict=looks, at=16.0)) == ("question",)


def test_a_paused_table_waits_for_nobody(played: Script) -> None:
    played.touches(CloseTiles((7, 1)), Pause())
    assert needs(told(played), 1000) == ()


def test_what_is_urgent_comes_first(played: Script) -> None:
    wrong = changed(told(played), problems=["camera_lost", "journal_full"])
    assert needs(wrong, 500, away=31) == ("trouble", "camera", "tablet", "still")
    assert needs(wrong, away=29) == ("trouble", "camera")


def test_a_game_that_is_over_needs_the_next_one(played: Script) -> None:
    over = changed(told(played), state="game_over")
    assert needs(over, 500, away=500) == ("over",)


def test_practice_and_recordings_need_nobody() -> None:
    practice = Practice((3,))
    players = players_at((1, 3))
    for setup in (
        Setup("occe_child", players, recorded=True),
        Setup("occe_child", players, practice=practice),
    ):
        shown = view(Script.laid(setup, camera=False).table)
        assert needs(changed(shown, problems=["table_stopped"]), 500, away=500) == ()
