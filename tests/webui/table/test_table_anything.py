"""Whatever is seen and touched, in whatever order: the table goes on, and goes on after a power cut."""

import json
import random
from contextlib import suppress
from dataclasses import replace
from math import exp, inf

from hypothesis import given, settings
from hypothesis import strategies as st
from sent import view
from table_script import CORNERS, Script, restarted

from referee.core import Deal
from referee.record import from_lines, to_lines
from vision.observation import BoardSeen, Fate
from webui.table.belief.value import MOST
from webui.table.reducer import NotNow, close
from webui.table.values.actions import (
    AnswerRoll,
    BoardCleared,
    CameraBack,
    CameraLost,
    CloseTiles,
    CorrectDice,
    CorrectTiles,
    DealCards,
    Join,
    Leave,
    Next,
    Pause,
    PlayMove,
    Resume,
    Throw,
    TouchMan,
    Undo,
)
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

SETUPS = (
    Setup("occe_child", players_at((1, 3)), "OCCE enfant"),
    Setup("occe_child", players_at((4, 2)), options=(("single", "free"), ("turns", "alternate"))),
    Setup("occe_child", players_at((1,)), cocked="rethrow_die"),
    Setup("occe_adult", players_at((1, 2, 3)), "OCCE adulte", games=2),
    Setup("royal", players_at((1, 2)), "Tric-Trac Royal"),
    Setup("royal", players_at((1,)), options=(("single_ends", True),), games=2),
    Setup("none"),
    Setup("trente", players_at((1, 2, 3)), cocked="rethrow_die"),
    Setup("backgammon", players_at((1, 2)), options=(("points", 3),)),
    Setup("jacquet", players_at((1, 2)), options=(("touch_move", "on"),)),
    Setup("trictrac", players_at((1, 2)), games=2),
    Setup("tock", players_at((1, 2, 3, 4)), options=(("hands", "known"),)),
    Setup("tock", players_at((3, 4, 1, 2))),
)
PUSHED = BoardSeen("occe", tuple((x + 40, y) for x, y in CORNERS), True, 0.99)  # type: ignore[arg-type]  # four corners
STATES = ("flat",) * 8 + ("cocked", "off-board")


def some_tiles(rng, most):
    return tuple(sorted(rng.sample(range(1, 10), rng.randint(0, most))))


def some_dice(script, rng):
    due = script.table.due
    usual = (due.dice if due else 0) or 2
    return tuple(rng.randint(1, 6) for _ in range(rng.choice((usual,) * 9 + (1, 2, 3))))


def some_fate(rng):
    off = rng.choice((0.0, 0.4, 2.0, inf))
    return Fate(rng.random() < 0.5, off, rng.choice((None, 1, 6)), rng.random() < 0.3)


def throw(script, rng):
    values = some_dice(script, rng)
    script.roll(*values, states=[rng.choice(STATES) for _ in values])


def doubtful_throw(script, rng):
    values = some_dice(script, rng)
    script.roll(*values, settle=False)
    script.dice = tuple(replace(die, sure=0.7, chances=()) for die in script.dice)
    script.see()


def turn(script, rng):
    if not script.open:
        return
    legal = script.table.game.legal(script.table.match.state)
    seat = script.seat if rng.random() < 0.9 else rng.choice(list(script.open))
    if legal and rng.random() < 0.7:
        script.turn(rng.choice(legal).tiles, seat=seat)
    else:
        script.turn(some_tiles(rng, 2), reopen=some_tiles(rng, 1), seat=seat)


def look(script, rng):
    kind = rng.choice(("rest", "rest", "rest", "reset", "empty", "strange", "pushed", "away"))
    if kind == "rest":
        script.rest(rng.choice((0.5, 1.5, 3)))
    elif kind == "reset":
        script.reset()
    elif kind == "empty":
        script.dice = ()
        script.see()
    elif kind == "strange":
        script.see(fates=tuple(some_fate(rng) for _ in script.dice), gone=script.dice[: rng.randint(0, 2)])
    else:
        script.see(0.5, board=PUSHED if kind == "pushed" else None, pieces=())


def some_moves(script, rng):
    """Moves that may be made, and some that never may; cards as they are due, or not; a man that is touched."""
    table = script.table
    if table.match is None:
        return (PlayMove("1"), TouchMan("slot-1"))
    game, state = table.game, table.match.state
    legal = (*game.legal(state), *game.offers(state), *game.partials(state))
    due = None if table.due is None or table.due.cards == 0 else random_event(game, state, rng)
    hands = due.hands if isinstance(due, Deal) else (None, ("A",))
    spaces = list(game.appearance(state)) or ["slot-1"]
    moves = [PlayMove(game.to_text(rng.choice(legal)))] * 4 if legal else [PlayMove("9"), PlayMove("24/23")]
    return (
        *moves,
        PlayMove(""),
        PlayMove("?"),
        DealCards(hands),
        DealCards(hands),
        TouchMan(rng.choice(spaces)),
    )


def touch(script, rng):
    dice = some_dice(script, rng)
    seats = [(p.seat, some_tiles(rng, 9)) for p in script.table.setup.players if rng.random() < 0.6]
    actions = (
        Throw(dice), CloseTiles(some_tiles(rng, 2)), Next(), Undo(), CorrectDice(dice), CorrectTiles(dict(seats)),
        AnswerRoll(dice), *some_moves(script, rng), Pause(), Resume(), Resume(), BoardCleared(), CameraLost(),
        CameraBack(), CameraBack(), Leave(rng.randint(1, 4)), Join(rng.randint(1, 4), "Ana"),
    )  # fmt: skip
    with suppress(NotNow):  # the person is informed; the table stays as it was
        script.touch(rng.choice(actions))


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**9), camera=st.booleans(), setup=st.sampled_from(SETUPS))
def test_nothing_that_is_seen_or_touched_stops_the_table(seed, camera, setup):
    rng = random.Random(seed)
    script = Script.laid(setup, camera=camera)
    for _ in range(60):
        rng.choice((throw, doubtful_throw, turn, turn, look, touch, touch))(script, rng)
        table = script.table
        assert restarted(table) == table
        assert json.loads(json.dumps(view(table))) == view(table)
        assert len(table.belief.histories) <= MOST
        assert (
            abs(sum(exp(history.weight) for history in table.belief.histories) - (table.match is not None))
            < 1e-6
        )
    assert {event.values["by"] for event in script.events if event.event == "corrected"} <= {
        "person",
        "piste",
    }
    match = close(script.table, script.t).table.match
    if match is not None:
        assert from_lines(to_lines(match)).match.events == match.events
