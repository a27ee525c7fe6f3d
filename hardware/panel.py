"""A large button and three lamps at a Raspberry Pi's pins, through gpiozero (apt: python3-gpiozero)."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal, Self

from .errors import NoPanel

Lamp = Literal["go", "wait", "look"]
"""Green: it is a player's turn. Yellow: Piste is reading, or is idle. Red: a person should look at the page."""
LAMPS: tuple[Lamp, ...] = ("go", "wait", "look")
BUTTON, PINS = 17, (22, 23, 24)
"""Pins, as Broadcom counts them: the button's, to ground; those of the green, the yellow and the red lamp."""
BOUNCE = 0.05
"""s in which a button's contacts close more than once."""


class Panel:
    """The button and the lamps. Opened by `with`.

    Args:
        pressed: called in a thread of gpiozero's whenever the button goes down.
        button: its pin.
        lamps: those of the lamps.
    """

    def __init__(
        self, pressed: Callable[[], None], button: int = BUTTON, lamps: tuple[int, int, int] = PINS
    ) -> None:
        self._pressed, self._pin, self._lamp_pins = pressed, button, lamps
        self._button: Any = None
        self._lamps: tuple[Any, ...] = ()

    def __enter__(self) -> Self:
        """Takes the pins. Raises NoPanel where there is no gpiozero, or no pins."""
        try:
            from gpiozero import LED, Button
            from gpiozero.exc import GPIOZeroError
        except ImportError as error:
            raise NoPanel("expected apt's python3-gpiozero; it is not installed") from error
        try:
            self._button = Button(self._pin, bounce_time=BOUNCE)
            self._lamps = tuple(LED(pin) for pin in self._lamp_pins)
        except (GPIOZeroError, OSError, ImportError) as error:
            self._close()
            raise NoPanel(f"expected the pins of a Raspberry Pi; gpiozero says: {error}") from error
        self._button.when_pressed = self._pressed
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def show(self, lamp: Lamp) -> None:
        """Lights one lamp, and no other."""
        for name, light in zip(LAMPS, self._lamps, strict=True):
            light.value = name == lamp

    def _close(self) -> None:
        for device in (self._button, *self._lamps):
            if device is not None:
                device.close()
        self._button, self._lamps = None, ()
