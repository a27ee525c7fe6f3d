"""The files beside the pictures for their recipients: the licence that a person signs, and a description."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Licence = Literal["cc-by", "cc0"]
LICENCES: tuple[Licence, ...] = get_args(Licence)
TITLES: Mapping[Licence, str] = {"cc-by": "CC BY 4.0", "cc0": "CC0 1.0"}
WHERE: Mapping[Licence, str] = {
    "cc-by": "https://creativecommons.org/licenses/by/4.0/legalcode",
    "cc0": "https://creativecommons.org/publicdomain/zero/1.0/legalcode",
}
LONGEST_NAME = 80


class NotSigned(ValueError):
    """A consent without a name or a licence."""


@dataclass(frozen=True)
class Consent:
    """What a person agreed to before anything was stored.

    Attributes:
        name: the signer's, as under the licence.
        licence: cc-by or cc0.
        day: the date, such as 2026-03-04.

    Raises NotSigned for no name, one too long or of several lines, or another licence.
    """

    name: str
    licence: Licence
    day: str

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > LONGEST_NAME or not self.name.isprintable():
            raise NotSigned(f"expected a name of 1 to {LONGEST_NAME} letters; got {self.name!r}")
        if self.licence not in LICENCES:
            raise NotSigned(f"expected one of {', '.join(LICENCES)}; got {self.licence!r}")

    @property
    def source(self) -> str:
        """The author of these pictures, for their labels."""
        return f"{self.name}, {self.day}"


def licence_text(consent: Consent) -> str:
    """The signed licence, in French and in English."""
    french, english = _TERMS[consent.licence]
    return _LICENCE.format(
        french=french, english=english, title=TITLES[consent.licence], where=WHERE[consent.licence],
        name=consent.name, day=consent.day,
    )  # fmt: skip


def readme_text(consent: Consent, facts: Mapping[str, object]) -> str:
    """A description of the set, how it was made and how to use it.

    Args:
        consent: the signer's.
        facts: board, camera, size, light, pictures stored, skipped, refused, and figures, from `webui.capture.files`.
    """
    lines = "\n".join(f"| {name} | {value} |" for name, value in facts.items())
    return _README.format(
        name=consent.name, day=consent.day, title=TITLES[consent.licence], where=WHERE[consent.licence], lines=lines
    )


_TERMS: Mapping[Licence, tuple[str, str]] = {
    "cc-by": (
        "J’ai fait ces images et leurs étiquettes, ou j’ai le droit de les donner. Chacun peut les copier, les changer "
        "et s’en servir pour tout usage, s’il dit de qui elles viennent et ce qu’il a changé, selon la licence "
        "Creative Commons Attribution 4.0 International.",
        "I made these pictures and their labels, or I have the right to give them away. Everybody may copy, change "
        "and use them for any purpose, who says whose they are and what was changed, under the Creative Commons "
        "Attribution 4.0 International licence.",
    ),
    "cc0": (
        "J’ai fait ces images et leurs étiquettes, ou j’ai le droit de les donner. Je les verse au domaine public "
        "selon CC0 1.0 universel : chacun peut s’en servir pour tout usage, sans rien demander ni dire.",
        "I made these pictures and their labels, or I have the right to give them away. I dedicate them to the public "
        "domain under CC0 1.0 Universal: everybody may use them for any purpose, and owes me nothing.",
    ),
}

_LICENCE = """{title}

{french}

{english}

{where}

Signé / signed: {name}
Le / on: {day}
"""

_README = """# Photographies d’un plateau / Photographs of a board

Des images d’un vrai plateau, prises avec `piste capture`. Chacune montre le plateau et une petite marge ; au-delà, une
seule couleur : rien de la pièce n’est gardé. Ce qui est sur la table a été demandé, puis confirmé ou corrigé par une
personne, avant que Piste ne dise ce qu’il y lisait.

Pictures of a real board, taken with `piste capture`. Each shows the board and a small margin; beyond it one plain
colour: nothing of the room is kept. What lies on the table was asked for, then confirmed or corrected by a person,
before Piste told what it read there.

© {name}, {day}. [{title}]({where}): LICENCE.txt.

| file | what |
|---|---|
| pictures/ | PNG, one a step |
| labels.jsonl | the truth, a line a picture, in the format of `python -m workshop evaluate labels.jsonl` |
| readings.jsonl | what Piste read in the same pictures without any help: its own, never the truth |
| summary.json | figures, all together and of each step |
| capture.json | how far the capture is; to go on with it |

The board's edge and the places of dice were proposed by Piste, or shown by hand, and seen by the person; which side is
place 1's, states, values and tiles are as the person confirmed them. A picture that was blurred, dark or glaring was
refused, unless the person kept it all the same (`condition.although` in its label).

| | |
|---|---|
{lines}
"""
