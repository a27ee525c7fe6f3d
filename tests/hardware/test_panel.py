"""The button and the lamps, at gpiozero's own mock pins."""

import sys
from collections.abc import Iterator

import pytest

from hardware.errors import HardwareError, NoPanel
from hardware.panel import BUTTON, LAMPS, PINS, Panel


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    gpiozero = pytest.importorskip("gpiozero", reason="needs gpiozero")
    from gpiozero.pins.mock import MockFactory

    made = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", made)
    yield made
    made.close()


def test_pressing_the_button_calls_what_was_asked_for(factory: object) -> None:
    pressed: list[int] = []
    with Panel(lambda: pressed.append(1)):
        factory.pin(BUTTON).drive_low()  # type: ignore[attr-defined]  # gpiozero brings no types
    assert pressed == [1]


@pytest.mark.parametrize("lamp", LAMPS)
def test_one_lamp_is_lit_and_no_other(factory: object, lamp: str) -> None:
    with Panel(lambda: None) as panel:
        panel.show("go")
        panel.show(lamp)  # type: ignore[arg-type]  # one of LAMPS
        lit = [factory.pin(pin).state for pin in PINS]  # type: ignore[attr-defined]  # as above
    assert [bool(state) for state in lit] == [name == lamp for name in LAMPS]


def test_its_pins_are_free_again_afterwards(factory: object) -> None:
    for _ in range(2):
        with Panel(lambda: None) as panel:
            panel.show("look")


def test_two_parts_at_one_pin_are_refused_and_free_all(factory: object) -> None:
    with pytest.raises(NoPanel, match="gpiozero says"), Panel(lambda: None, button=22):
        pass
    with Panel(lambda: None):
        pass


def test_without_gpiozero_there_is_no_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(NoPanel, match="python3-gpiozero"), Panel(lambda: None):
        pass
    assert issubclass(NoPanel, (HardwareError, LookupError))
