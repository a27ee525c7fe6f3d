"""A tile that is not seen surely: Piste asks, a person answers, and the eyes may become sure by themselves."""

from dataclasses import replace

import pytest
from sent import view
from table_script import EACH, Script, restarted

from referee.games.tiles import Close
from vision.observation import Piece
from webui.table.reducer import NotNow
from webui.table.values.actions import AnswerTile
from webui.table.values.setup import Setup, players_at

CHILD = Setup("occe_child", players_at((1, 3)), "OCCE enfant")
ROYAL = Setup("royal", players_at((1, 2)), "Tric-Trac Royal")


def doubtful(script: Script, tile: int, closed: float) -> tuple[Piece, ...]:
    """Every tile, one of the player at turn read closed with this probability."""
    space = f"seat-{script.seat}/slot-{tile}" if script.seat else f"slot-{tile}"
    kind = "closed" if closed > 0.5 else "open"
    chances = (("closed", closed), ("open", 1 - closed))
    unsure = Piece(space, kind, None, (0.0, 0.0), max(closed, 1 - closed), chances)
    return tuple(unsure if piece.space == space else piece for piece in script.pieces())


def leaning(script: Script, tile: int, closed: float, seconds: float = 4.0) -> list[str]:
    """A tile of the player at turn is read closed with this probability for so long; the events."""
    pieces = doubtful(script, tile, closed)
    events = [event for _ in range(round(seconds / EACH)) for event in script.see(EACH, pieces=pieces)]
    return [event.event for event in events]


def asks(script: Script) -> dict | None:
    return (view(script.table)["doubt"] or {}).get("asks")


@pytest.fixture(params=[CHILD, ROYAL], ids=["frames", "box"])
def thrown(request) -> Script:
    """6 and 2 were thrown, and a hand has just left the board."""
    script = Script.laid(request.param)
    script.roll(6, 2)
    script.turn()
    return script


@pytest.mark.parametrize("closed", [0.4, 0.6])
def test_a_doubtful_tile_is_asked_about_after_a_longer_look(thrown: Script, closed: float) -> None:
    leaning(thrown, 8, closed, 1.5)
    assert asks(thrown) is None
    leaning(thrown, 8, closed)
    assert asks(thrown) == {"seat": 1, "tile": 8}


@pytest.mark.parametrize("closed", [0.4, 0.6])
def test_the_answer_counts_whichever_way_the_eyes_lean(thrown: Script, closed: float) -> None:
    leaning(thrown, 8, closed)
    thrown.touch(AnswerTile(1, 8, "closed"))
    assert leaning(thrown, 8, closed) == ["move_accepted"]
    assert asks(thrown) is None


@pytest.mark.parametrize("closed", [0.4, 0.6])
def test_an_open_tile_ends_the_doubt_and_nothing_was_closed(thrown: Script, closed: float) -> None:
    leaning(thrown, 8, closed)
    thrown.touch(AnswerTile(1, 8, "open"))
    assert leaning(thrown, 8, closed) == []
    assert asks(thrown) is None
    assert view(thrown.table)["state"] == "waiting_move"


def test_the_question_is_gone_once_the_eyes_are_sure(thrown: Script) -> None:
    leaning(thrown, 8, 0.6)
    leaning(thrown, 8, 0.01, EACH)
    assert asks(thrown) is None


def test_a_tile_turned_after_the_answer_is_seen(thrown: Script) -> None:
    leaning(thrown, 8, 0.4)
    thrown.touch(AnswerTile(1, 8, "open"))
    thrown.turn((8,))
    thrown.rest(0.5)
    assert thrown.table.turned.move == Close((8,))


def test_a_wrong_answer_gives_way_to_sure_eyes(thrown: Script) -> None:
    leaning(thrown, 8, 0.6)
    thrown.touch(AnswerTile(1, 8, "closed"))
    leaning(thrown, 8, 0.01, EACH)
    assert thrown.table.turned.move is None


def test_an_answer_that_no_move_explains_is_refused_at_once(thrown: Script) -> None:
    leaning(thrown, 9, 0.5)
    assert asks(thrown) == {"seat": 1, "tile": 9}
    assert [event.event for event in thrown.touch(AnswerTile(1, 9, "closed"))][-1] == "move_refused"


@pytest.mark.parametrize(("seat", "tile"), [(1, 7), (3, 8)])
def test_only_what_was_asked_is_answered(thrown: Script, seat: int, tile: int) -> None:
    leaning(thrown, 8, 0.6)
    with pytest.raises(NotNow, match="in doubt"):
        thrown.touch(AnswerTile(seat, tile, "open"))


def test_an_answer_outlives_a_restart(thrown: Script) -> None:
    leaning(thrown, 8, 0.4)
    thrown.touch(AnswerTile(1, 8, "closed"))
    again = replace(thrown, table=restarted(thrown.table))
    assert again.table.spots == thrown.table.spots


def test_a_throw_after_a_doubtful_tile_implies_its_move(
    thrown: Script,
) -> None:
    thrown.turn((8,))
    leaning(thrown, 8, 0.6, 1.5)
    thrown.roll(4, 1, settle=False)
    leaning(thrown, 8, 0.6, 1.5)
    thrown.turn((4, 1))
    thrown.rest(3)
    events = [
        event
        for event in thrown.events[2:]
        if event.event in ("move_accepted", "roll_settled", "move_refused")
    ]
    values = [event.values.get("dice", event.values.get("closed")) for event in events]
    assert values == [[6, 2], [8], [4, 1], [1, 4]]
    asked = [event for event in thrown.events if event.event == "roll_uncertain" and event.values["asks"]]
    assert asked == []
