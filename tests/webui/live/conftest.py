"""A real Mosquitto for what publishes and what reads."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from mosquitto import Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    (folder := tmp_path / "broker").mkdir()
    running = Mosquitto(folder)
    yield running
    running.kill()
