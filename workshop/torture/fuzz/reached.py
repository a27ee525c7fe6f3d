"""Which lines of the program an input reaches: `sys.monitoring` where Python has it (3.12), else `sys.settrace`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[3]
OURS = tuple(f"{CHECKOUT / room}/" for room in ("referee", "vision", "webui", "hardware", "workshop/evaluate"))
Lines = set[tuple[str, int]]
"""Files and the numbers of lines in them."""


@contextmanager
def reached(lines: Lines) -> Iterator[None]:
    """Adds to `lines` those of Piste's own that are run within, in this thread."""
    if sys.version_info >= (3, 12):  # pragma: no cover - by version
        with _monitored(lines):
            yield
        return

    def step(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return step

    def call(frame: FrameType, event: str, arg: Any) -> Any:
        return step if frame.f_code.co_filename.startswith(OURS) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def _monitored(lines: Lines) -> Iterator[None]:
    """Each line costs something only the first time that it is reached."""
    watch: Any = vars(sys)["monitoring"]

    def line(code: CodeType, number: int) -> Any:
        if code.co_filename.startswith(OURS):
            lines.add((code.co_filename, number))
        return watch.DISABLE

    watch.use_tool_id(watch.COVERAGE_ID, "piste fuzz")
    try:
        watch.register_callback(watch.COVERAGE_ID, watch.events.LINE, line)
        watch.set_events(watch.COVERAGE_ID, watch.events.LINE)
        yield
    finally:
        watch.set_events(watch.COVERAGE_ID, 0)
        watch.free_tool_id(watch.COVERAGE_ID)
