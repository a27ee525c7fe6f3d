"""Forms of a text in a game's tables: a text, a singular and plural, one per case, or a function.

A sentence is made from named values. Each name in a text stands for its value: several numbers or cards as
"3, 5 and 8", anything else as it is. Values shown differently are given beside the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from .. import Words

Values: TypeAlias = Mapping[str, Any]
Teller: TypeAlias = Callable[[Words, Values], str]
Sentence: TypeAlias = str | Teller
"""A text marked with N_, or a function that makes it."""
Fill: TypeAlias = Callable[[Words, Values], object]
"""What stands for a name in a text."""


def tell(w: Words, sentence: Sentence, values: Values) -> str:
    """A sentence of a table with its values, in the reader's language; "" if the table has an empty text."""
    if isinstance(sentence, str):
        return says(sentence)(w, values) if sentence else ""
    return sentence(w, values)


def shown(w: Words, value: object) -> object:
    """A value as text: several things joined by "and", anything else as it is."""
    return w.all_of(shown(w, item) for item in value) if isinstance(value, list | tuple) else value


def says(text: str, **fills: Fill) -> Teller:
    """One text; `fills` are for names that are shown differently."""
    return lambda w, v: w.t(text, **_filled(w, v, fills))


def counted(texts: tuple[str, str], count: str, **fills: Fill) -> Teller:
    """A text for one and one for many; `count` names the value that says how many, or that holds so many."""
    singular, plural = texts
    return lambda w, v: w.tn(singular, plural, number(v[count]), **_filled(w, v, fills))


def cases(name: str, texts: Mapping[Any, Sentence], otherwise: Sentence = "") -> Teller:
    """The sentence of what the value of that name is."""
    return lambda w, v: tell(w, texts.get(v[name], otherwise), v)


def joined(*sentences: Sentence) -> Teller:
    """Several sentences in a row, without empty ones."""
    return lambda w, v: " ".join(text for sentence in sentences if (text := tell(w, sentence, v)))


def number(value: Any) -> int:
    """A number, or how many things a value holds."""
    return len(value) if isinstance(value, list | tuple) else int(value)


def any_of(name: str) -> Fill:
    """Alternatives, each once: "3, 5 or 8"."""
    return lambda w, v: w.any_of(dict.fromkeys(listed(v[name])))


def amount(name: str) -> Fill:
    """A number of points, with a real minus sign."""
    return lambda w, v: w.amount(v[name])


def of(name: str) -> Fill:
    """The value of another name, as its kind is shown."""
    return lambda w, v: shown(w, v[name])


def listed(value: Any) -> list[Any]:
    """A value as a list: dice may come as one number or as several."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else [value]


def _filled(w: Words, values: Values, fills: Mapping[str, Fill]) -> dict[str, object]:
    kinds = {name: shown(w, value) for name, value in values.items()}
    return kinds | {name: fill(w, values) for name, fill in fills.items()}
