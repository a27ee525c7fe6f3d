"""Questions of every kind with something wrong in them: an answer, or one sentence, and never anything else."""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.games import GAMES
from referee.questions import FrontDesk

FILES = ("seed_examples.jsonl", "sample_questions.jsonl")
WRONG = (
    None,
    True,
    -1,
    0,
    1,
    2.5,
    7,
    10**9,
    "",
    "x",
    "A",
    [],
    [1],
    [[1]],
    {},
    {"a": 1},
    [1] * 30,
    float("nan"),
)


def asked(shared: Path) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The questions of the two files, without what was expected, by game and kind; those of games that stand."""
    names = {game.name for game in GAMES}
    result: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for file in FILES:
        for line in (shared / "rules" / file).read_text(encoding="utf-8").splitlines():
            question = {
                name: json.loads(line)[name] for name in ("id", "game", "variant", "kind", "state", "input")
            }
            if question["game"] in names:
                result.setdefault((question["game"], question["kind"]), []).append(question)
    return result


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a value: the way to it."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))


def damaged(question: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The question with one value changed, taken away, or put in twice."""
    broken = copy.deepcopy(question)
    path = rng.choice(list(places(broken)))
    inside = broken
    for key in path[:-1]:
        inside = inside[key]
    deed = rng.random()
    if deed < 0.15:
        del inside[path[-1]]
    elif deed < 0.25 and isinstance(inside, list):
        inside.append(copy.deepcopy(rng.choice(inside)))
    else:
        inside[path[-1]] = rng.choice(WRONG)
    return broken


def test_a_damaged_question_gets_an_answer_or_one_sentence(shared: Path) -> None:
    rng, door = random.Random(1), FrontDesk()
    refused = 0
    for questions in asked(shared).values():
        for _ in range(60):
            question = damaged(rng.choice(questions), rng)
            answer = door.answer(json.dumps(question))
            assert set(answer) in ({"id", "answer"}, {"id", "error"})
            json.dumps(answer)
            if "error" in answer:
                refused += 1
                assert len(answer["error"]) < 600, question
                assert "\n" not in answer["error"]
                assert "expected" in answer["error"], (question, answer)
    assert refused > 500
