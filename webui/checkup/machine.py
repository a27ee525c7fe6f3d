"""The machine that Piste runs on: its kind, temperature, and free space."""

from __future__ import annotations

import os
import platform
import shutil
from pathlib import Path

THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")
MODEL = Path("/proc/device-tree/model")
MEMORY = Path("/proc/meminfo")


def temperature(file: Path | None = None) -> float | None:
    """Degrees Celsius of the processor; None if the machine does not report it."""
    try:
        return int((file or THERMAL).read_text(encoding="ascii")) / 1000
    except (OSError, ValueError):
        return None


def model(file: Path = MODEL) -> str:
    """The model, such as "Raspberry Pi 5 Model B Rev 1.0", else the kind of processor."""
    try:
        return file.read_text(encoding="utf-8").strip("\0\n ")[:80]
    except (OSError, ValueError):
        return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def memory_left(file: Path = MEMORY) -> int | None:
    """Bytes of memory still available to programs; None if the machine does not report it."""
    try:
        for line in file.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        return None
    return None


def room_left(folder: Path) -> int:
    """Bytes free on the disk of a folder. Raises OSError."""
    return shutil.disk_usage(folder).free
