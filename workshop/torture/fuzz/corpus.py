"""Inputs that once led to lines of the program that none before them reached: kept in a folder from run to run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from .loop import Target


def with_corpus(target: Target, corpus: Path) -> Target:
    """The parser with what was kept of it after its own inputs. Raises OSError."""
    kept = sorted(_folder(corpus, target.name).glob("*")) if corpus.is_dir() else []
    return replace(target, seeds=(*target.seeds, *(file.read_bytes() for file in kept)))


def add_to(corpus: Path, name: str, led: Iterable[bytes]) -> None:
    """Keeps inputs of a parser, each once, by the sum of its bytes. Raises OSError."""
    folder = _folder(corpus, name)
    folder.mkdir(parents=True, exist_ok=True)
    for data in led:
        (folder / sha256(data).hexdigest()[:16]).write_bytes(data)


def _folder(corpus: Path, name: str) -> Path:
    return corpus / name.replace(" ", "-")
