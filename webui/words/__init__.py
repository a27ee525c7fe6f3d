"""Words in the reader's language, without Flask: `piste watch` speaks too.

English is the language of the message ids; the other languages have catalogs in translations/. The
extraction looks for the names `t`, `tn`, `N_` and `Nn_`.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from babel import Locale

from ..table.values.languages import LANGUAGES, LOCALES, Language

CATALOGS = Path(__file__).parents[1] / "translations"

ELIDED = re.compile(r"\b([DdQq]u?)e (?=%\((\w+)\)s)")
"""What French shortens before a vowel: "de" and "que" before a value."""


def N_(text: str) -> str:  # noqa: N802  the name that gettext users know
    """Marks a text for later translation; returns it unchanged."""
    return text


def Nn_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802  N_ for a singular and its plural
    """Marks a singular and a plural for later translation; returns them unchanged."""
    return singular, plural


@dataclass(frozen=True)
class Words:
    """One language's words.

    Attributes:
        language: one of LANGUAGES.
        catalog: its gettext catalog.
    """

    language: Language
    catalog: gettext.NullTranslations

    @cached_property
    def locale(self) -> Locale:
        """How dates and numbers are written."""
        return Locale.parse(LOCALES[self.language])

    def _symbol(self, name: str) -> str:
        return str(self.locale.number_symbols["latn"][name])

    def t(self, text: str, /, **values: object) -> str:
        """The text in this language, with its named values filled in."""
        translated = self.catalog.gettext(text)
        return self._filled(translated, values) if values else translated

    def tn(self, singular: str, plural: str, n: int, /, **values: object) -> str:
        """The singular or the plural, as this language counts; `n` is filled in too."""
        return self._filled(self.catalog.ngettext(singular, plural, n), {"n": n, **values})

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        """The text with its values; French says "d’Ana" and "qu’Ana"."""
        if self.language == "fr":
            text = ELIDED.sub(
                lambda match: f"{match[1]}’" if _vowel(str(values[match[2]])) else match[0], text
            )
        return text % values

    def amount(self, number: float) -> str:
        """ "2", "0.5" or "0,5", with a real minus sign."""
        return self.decimal(f"{number:.2f}".rstrip("0").rstrip(".").replace("-", "−"))

    def decimal(self, text: str) -> str:
        """A number written with a point, as this language writes it: "0.5" or "0,5"."""
        return text.replace(".", self._symbol("decimal"))

    def grouped(self, number: int) -> str:
        """A whole number with its thousands apart: "12\u202f000", "12,000" or "12.000"."""
        return f"{number:,}".replace(",", self._symbol("group"))

    def all_of(self, items: Iterable[object]) -> str:
        """ "3, 5 and 8"."""
        return self._joined([str(item) for item in items], self.t("%(first)s and %(last)s"))

    def any_of(self, items: Iterable[object]) -> str:
        """ "3, 5 or 8"."""
        return self._joined([str(item) for item in items], self.t("%(first)s or %(last)s"))

    def _joined(self, texts: list[str], pattern: str) -> str:
        if len(texts) < 2:
            return "".join(texts)
        return pattern % {"first": ", ".join(texts[:-1]), "last": texts[-1]}


def spoken(environ: Mapping[str, str]) -> str:
    """The language of a terminal, of LANGUAGES, by LC_ALL, LC_MESSAGES or LANG.

    French by default, English for a language that Piste does not speak.
    """
    wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    language = wanted.partition(".")[0].partition("_")[0]
    if language in ("", "C", "POSIX"):
        return LANGUAGES[0]
    return language if language in LANGUAGES else "en"


def _vowel(name: str) -> bool:
    """French shortens "de" before it: Ana, Émile, Yves; not Yanis."""
    plain = unicodedata.normalize("NFD", name.lower())
    return re.match(r"[aeiouœ]|y[^aeiou]", plain) is not None


@cache
def native_name(language: Language) -> str:
    """A language's name for itself, such as "Français"."""
    return str(Locale.parse(LOCALES[language]).get_language_name()).title()


@cache
def words(language: str) -> Words:
    """The words of a language; an unknown language gets the default. Reads its catalog once."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    return Words(known, gettext.translation("messages", CATALOGS, [known], fallback=True))
