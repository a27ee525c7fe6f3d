"""The networks and their cards: what runs, and nothing else. How they came to be is the workshop's.

`path("dice")` is the only door.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


class ModelError(Exception):
    """Root of everything that this room raises on purpose."""


class UnknownModel(ModelError, LookupError):
    """No network of that name is registered in models.toml."""


class WrongModel(ModelError, ValueError):
    """A network's file is absent or is not the one that was registered."""


def registered() -> Mapping[str, Mapping[str, Any]]:
    """What models.toml says of each network: file, sha256, input, outputs, labels."""
    with (HERE / "models.toml").open("rb") as file:
        return tomllib.load(file)


def path(name: str) -> Path:
    """The .onnx file of a network, checked against its registered sha256.

    Raises UnknownModel when models.toml has no such name, WrongModel when the file is absent or another one.
    """
    models = registered()
    if name not in models:
        raise UnknownModel(f"expected one of {', '.join(sorted(models)) or 'no network yet'}; got {name!r}")
    file: Path = HERE / models[name]["file"]
    if not file.is_file():
        raise WrongModel(f"expected the network {name!r} at {file}; there is no such file")
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != models[name]["sha256"]:
        raise WrongModel(f"expected {file.name} with sha256 {models[name]['sha256']}; got {found}")
    return file
