"""A real PostgreSQL, which tests start and kill."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest

PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"))), Path("/nowhere"))
PATIENCE = 60.0


class PostgreSQL:
    """A PostgreSQL on 127.0.0.1 at a port of its own, in a folder. It refuses to run as root."""

    def __init__(self, folder: Path) -> None:
        self.folder, root = folder, os.getuid() == 0
        if root:
            shutil.chown(folder, "postgres")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"postgresql://piste@127.0.0.1:{self.port}/postgres"
        self.how: dict = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.how |= {"env": {"LC_ALL": "C"}} | ({"user": "postgres"} if root else {})
        words = ["-D", folder / "data", "-U", "piste", "-A", "trust", "--no-sync", "-E", "UTF8"]
        subprocess.run([PROGRAMS / "initdb", *words], check=True, **self.how)
        self.start()

    def start(self) -> None:
        words = ["-p", str(self.port), "-k", self.folder, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]
        self.process = subprocess.Popen([PROGRAMS / "postgres", "-D", self.folder / "data", *words], **self.how)
        end = time.monotonic() + PATIENCE
        ready = [PROGRAMS / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode:
            assert time.monotonic() < end
            assert self.process.poll() is None

    def kill(self) -> None:
        self.process.send_signal(signal.SIGQUIT)  # at once, without a checkpoint
        self.process.wait()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """It is there within the block, and says nothing."""
        number = self.process.pid
        everyone = [number, *map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())]
        for one in everyone:
            os.kill(one, signal.SIGSTOP)
        try:
            yield
        finally:
            for one in everyone:
                os.kill(one, signal.SIGCONT)


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgreSQL]:
    """A new PostgreSQL."""
    if not (PROGRAMS / "initdb").exists():
        pytest.skip("needs postgresql")
    folder = Path(mkdtemp(prefix="piste-pg"))
    running = PostgreSQL(folder)
    yield running
    running.kill()
    shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'hall.db'}"
    return str(request.getfixturevalue("postgresql").url)
