"""Tables of what was tried, found, mended and lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown: the first column is words, the others are figures."""
    lines = [tuple(head), ("---", *("--:" for _ in head[1:])), *(tuple(map(str, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def with_sum(rows: Mapping[str, Sequence[int]]) -> list[tuple[str, ...]]:
    """Rows of figures by their names, and their sum."""
    total = [sum(figures) for figures in zip(*rows.values(), strict=True)]
    return [(name, *map(str, figures)) for name, figures in {**rows, "all": total}.items()]
