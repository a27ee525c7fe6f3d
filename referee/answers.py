"""Answers of the notation by kind of question: what every game's desk has in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from . import expect

Plain: TypeAlias = Mapping[str, Any]
"""What a line of JSON holds under `state`, `input` or `answer`."""

Answer: TypeAlias = Callable[[Plain, Plain], Plain]
"""From the `state` and the `input` of a question to its answer. Raises BadQuestion."""


class Desk(Protocol):
    """Answers questions about one game; remembers what it has worked out, so ask the same one again."""

    def answer(self, kind: str, state: Plain, question: Plain) -> Plain:
        """Answers one question of the referee's notation.

        Args:
            kind: what is asked, such as "legal_closings".
            state: the question's `state`.
            question: the question's `input`.

        Raises:
            BadQuestion: a key is missing or holds something else than expected; one sentence.
        """


class AnswersByKind:
    """Answers questions, each kind in its own way: a Desk.

    Args:
        answers: for each kind of question who answers it.
    """

    def __init__(self, answers: Mapping[str, Answer]) -> None:
        self._answers = answers

    def answer(self, kind: str, state: Plain, question: Plain) -> Plain:
        """Answers one question. See `Desk`."""
        if kind not in self._answers:
            raise expect.wrong("kind", f"one of {', '.join(self._answers)}", kind)
        return self._answers[kind](state, question)
