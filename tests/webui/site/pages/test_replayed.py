"""A game without tiles, step by step: what is corrected far back is taken in, and the board is there again."""

import random
from contextlib import suppress

import pytest
from put_otherwise import told_otherwise
from sent import sent

from referee.core import Deal, Roll
from webui.site.show.played import moment_board, moments
from webui.table.reducer import NotNow
from webui.table.values.actions import CorrectDice, DealCards, Next, PlayMove, Throw, Undo
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

GAMES = (
    ("jacquet", "Jacquet traditionnel"),
    ("backgammon", "Backgammon international"),
    ("trente", "Trente (chez nous)"),
)
OF_PIECES = ("backgammon", "jacquet", "trictrac", "tock")


def told(teacher):
    view = sent(teacher.live.snapshot())
    setup = teacher.live.stored_game(view["id"])[1].setup
    return setup, moments(setup, teacher.live.lines(view["id"]), "fr")


def stands(match):
    """All that a board shows of a match, and who is to act."""
    game, state = match.game, match.state
    legal = sorted(map(game.to_text, game.legal(state)))
    return dict(game.appearance(state)), game.scores(state), game.awaits(state), legal


@pytest.mark.parametrize(("game", "profile"), GAMES)
def test_the_last_moment_matches_the_table_after_corrections(teacher, game, profile) -> None:
    rng = random.Random(game)
    live = teacher.live
    live.new_game(Setup(game, players_at((1, 2), ("Léa", "Max")), profile))
    for deed in range(50):
        match = live.stored_game(live.snapshot().id)[1].playing
        if match.game.is_over(match.state):
            break
        chance = rng.random()
        if chance < 0.12 and match.newest(Roll) is not None:
            last = match.newest(Roll)
            dice = tuple(rng.randint(1, 6) for _ in match.events[last].dice)
            live.act(CorrectDice(dice=dice))
        elif chance < 0.2 and len(match.events) > 3:
            live.act(Undo())
        else:
            event = random_event(match.game, match.state, rng)
            live.act(Throw(event.dice) if isinstance(event, Roll) else PlayMove(match.game.to_text(event)))
            if live.snapshot().state == "provisional":
                live.act(Next())
        teacher.clock.now += 0.7
        match = live.stored_game(live.snapshot().id)[1].playing
        _, found = told(teacher)
        shown = found[-1].replayed.match
        assert shown is not None, (deed, match.events)
        assert stands(shown) == stands(match), deed


@pytest.mark.parametrize("game", OF_PIECES)
def test_the_last_moment_matches_the_table_after_board_corrections(teacher, game) -> None:
    rng = random.Random(game)
    live, put = teacher.live, 0
    live.new_game(Setup(game, players_at(range(1, 5 if game == "tock" else 3), ("Léa", "Max", "Zoé", "Tom"))))
    for deed in range(40):
        match = live.stored_game(live.snapshot().id)[1].playing
        if match.game.is_over(match.state):
            break
        chance = rng.random()
        if chance < 0.3:
            with suppress(NotNow):  # the referee takes no such board
                live.act(told_otherwise(match, rng))
                put += 1
        elif chance < 0.4 and len(match.events) > 3:
            live.act(Undo())
        else:
            event = random_event(match.game, match.state, rng)
            if isinstance(event, Deal):
                live.act(DealCards(event.hands))
            else:
                live.act(Throw(event.dice) if isinstance(event, Roll) else PlayMove(match.game.to_text(event)))
            if live.snapshot().state == "provisional":
                live.act(Next())
        teacher.clock.now += rng.choice((0.0, 0.7))
        match = live.stored_game(live.snapshot().id)[1].playing
        _, found = told(teacher)
        assert all(moment.says[0] for moment in found)
        shown = found[-1].replayed.match
        assert shown is not None, (deed, match.events)
        assert stands(shown) == stands(match), deed
    assert put


def test_dice_corrected_after_the_move_leave_a_board(teacher) -> None:
    live = teacher.live
    live.new_game(Setup("backgammon", players_at((1, 2), ("Léa", "Max")), "Backgammon international"))
    for action in (Throw((6,)), Throw((3,)), PlayMove("24/18+13/10"), Next(), CorrectDice((5,))):
        live.act(action)
        teacher.clock.now += 0.7
    setup, found = told(teacher)
    assert moment_board(setup, found[-1], "fr") is not None
