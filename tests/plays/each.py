"""Many items in one case, which reports every item that fails; and which of many items a run of the tests takes."""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Any

Test = Callable[..., None]
EVERYTHING = "PISTE_EXAMPLES" in os.environ
"""Whether each combination is tested, or some of them in turn."""


def in_turn(items: Sequence[Any], turn: int, of: int = 2) -> Sequence[Any]:
    """Every second item, or fewer, from another one each turn; all with PISTE_EXAMPLES."""
    return items if EVERYTHING else items[turn % of :: of]


def each(names: str | Iterable[str], items: Iterable[Any]) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`, but all items are one case."""
    fields = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    given = [dict(zip(fields, item if len(fields) > 1 else (item,), strict=True)) for item in items]
    assert given, f"{names}: no item"

    def decorated(test: Test) -> Test:
        asked = [name for name in signature(test).parameters if name not in fields]

        @wraps(test)
        def walk(**fixtures: Any) -> None:
            for item in given:
                with fixtures["subtests"].test(**item):
                    test(**item, **{name: fixtures[name] for name in asked})

        wanted = dict.fromkeys([*asked, "subtests"])
        parameters = [Parameter(name, Parameter.KEYWORD_ONLY) for name in wanted]
        walk.__signature__ = signature(test).replace(parameters=parameters, return_annotation=None)
        return walk

    return decorated
