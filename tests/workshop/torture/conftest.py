"""What the trials ask for."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where there is one: what is written is no matter here, and a disk would be slow."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(prefix="piste-", dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)
