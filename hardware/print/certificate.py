"""The certificate of a game that is over: one A4 page laid on its long side, to print and to hang up."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

PRINTED = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""The scripts that certificates are set in, as Unicode names their letters."""
PICTURES = frozenset({"So", "Sk", "Cf", "Me", "Cn", "Co"})
"""Unicode's categories of emoji, of what joins and colours them, and of what no typeface knows."""


def spelled(text: str) -> str:
    """A text without its pictures, such as emoji: the typefaces of certificates have none."""
    left = (sign for sign in text if unicodedata.category(sign) not in PICTURES and not "\ufe00" <= sign <= "\ufe0f")
    return " ".join(part for part in "".join(left).split(" ") if part)


def by_hand(name: str) -> bool:
    """Whether a name is left on a certificate as a dotted line: it is in another script, or has pictures alone."""
    letters = (letter for letter in unicodedata.normalize("NFC", name) if ord(letter) > 0x7F)
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters if letter.isalpha()}
    return not scripts <= PRINTED or not spelled(name)


@dataclass(frozen=True)
class Certificate:
    """What stands on it.

    Attributes:
        title: the largest line.
        above: who has won, in a word or two over the names.
        winners: their names.
        game: what was played.
        when: the day.
        moment: the sentence of the best moment; "" for none.
        points: (name, points in words) of everybody, the best first; () where the winner played alone.
        signed: what stands below the line for a signature.
    """

    title: str
    above: str
    winners: str
    game: str
    when: str
    moment: str
    points: tuple[tuple[str, str], ...]
    signed: str
