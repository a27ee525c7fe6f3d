"""Tables of figures, as Markdown."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown: the first column is words, the others are figures."""
    lines = [tuple(head), ("---", *("--:" for _ in head[1:])), *(tuple(map(str, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
