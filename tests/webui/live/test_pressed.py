"""What the button does, and which lamp a table's view lights."""

import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
from each import each
from sent import changed, sent

from hardware.panel import Lamp
from webui.live.live import Live
from webui.live.pressed import Lit, beside, lamp_of, press
from webui.store.journal import Journal
from webui.table.values.setup import Setup, players_at
from webui.table.values.view import View
from webui.words.games.sentences import foul_sentence


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    table = Live(Journal.open(tmp_path), sentence=foul_sentence)
    yield table
    table.close()


@each(
    ("state", "camera", "lamp"),
    [
        ("waiting_throw", "ok", "go"), ("waiting_move", "none", "go"), ("provisional", "ok", "go"),
        ("rolling", "ok", "wait"), ("reading", "ok", "wait"), ("setup", "none", "wait"), ("game_over", "ok", "wait"),
        ("doubt", "ok", "look"), ("refused", "ok", "look"), ("waiting_throw", "lost", "look"),
    ],
)  # fmt: skip
def test_each_state_has_its_lamp(state: str, camera: str, lamp: Lamp) -> None:
    assert lamp_of(changed(View(), state=state, camera={"state": camera})) == lamp


class Shown:
    """Lamps that remember what they showed."""

    def __init__(self) -> None:
        self.lamps: Queue[Lamp] = Queue()

    def show(self, lamp: Lamp) -> None:
        self.lamps.put(lamp)


def test_the_lamps_follow_the_table(live: Live) -> None:
    shown = Shown()
    lit = Lit(live, shown)
    first = shown.lamps.get(timeout=10)
    live.new_game(Setup("occe_child", players_at((1, 3))))
    second = shown.lamps.get(timeout=10)
    lit.close()
    assert first == "wait"
    assert second == lamp_of(live.snapshot()) == "go"


def test_a_press_before_any_game_does_nothing(live: Live) -> None:
    before = sent(live.snapshot())
    press(live)
    assert sent(live.snapshot()) == before


def test_a_table_without_button_and_lamps_does_without(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with beside(live):
        assert sent(live.snapshot())
