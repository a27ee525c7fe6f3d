"""The languages of Piste: one line each. How a language writes numbers and dates comes from Babel, by its locale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Language = Literal["fr", "en", "de"]
"""A language that players may choose; its catalog lies in translations/."""

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""All of them, the default first."""

LOCALES: Mapping[Language, str] = {"fr": "fr_FR", "en": "en_GB", "de": "de_DE"}
"""How each is written where it matters which country's."""
