"""`piste referee`: questions about the rules in, answers out, one JSON line each."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

import click


@click.command()
def command() -> None:
    """Answer questions about the rules, one JSON line each.

    Reads one question a line on standard input and writes one answer a line on standard output, in order.
    Blank lines are passed over. A question that cannot be taken is answered with an "error" that says what
    was expected; the run goes on and ends with exit status 1.

    Example:

    \b
    echo '{"id": "q1", "game": "occe_adult", "variant": {}, "kind": "legal_closings",
      "state": {"open": [1,2,6,8]}, "input": {"dice": [6, 2]}}' | tr -d '\\n' | piste referee
    """
    failed = False
    for line, error in _answers(sys.stdin.buffer):
        failed = failed or error
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()  # the asking program may wait for this answer before its next question
    if failed:
        sys.exit(1)


def _answers(lines: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Each question's answer as a line, and whether it is an error."""
    import json

    from referee.questions import FrontDesk

    door = FrontDesk()
    for raw in lines:
        if not raw.strip():
            continue
        answer = door.answer(raw)
        shown = json.dumps(answer, ensure_ascii=False)
        # Half a surrogate pair in an id has no UTF-8 form; its escape is the same JSON.
        yield shown.encode("utf-8", "backslashreplace") + b"\n", "error" in answer
