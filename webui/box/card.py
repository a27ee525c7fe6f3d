"""The card of the first start: where the box is found, and how its teacher chooses a code. As text, or as a page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ..words import Words


@dataclass(frozen=True)
class Card:
    """What whoever unpacks the box has to know.

    Attributes:
        name: of the box; "" where it has none.
        address: in digits, "" where the box is in no network.
        local: the address by its name in the local network, "" where nothing tells that name.
        word: the one-time word; "" once a teacher's code exists.
        reset: the command that makes a new code.
    """

    name: str
    address: str
    local: str
    word: str
    reset: str

    @property
    def link(self) -> str:
        """What the QR code opens: the page of the first code, or the table."""
        return f"{self.address}bienvenue" if self.word and self.address else self.address


def text(w: Words, card: Card, picture: str) -> str:
    """The card for a screen of characters.

    Args:
        w: the words of its language.
        card: what it says.
        picture: the QR code of `card.link` made of characters, "" without one.
    """
    return "\n".join((title(card), *(line for line in (*addresses(w, card), picture, *codes(w, card)) if line)))


def page(w: Words, card: Card, picture: str) -> str:
    """The card as one HTML file that needs nothing else; `picture` is the QR code as SVG."""
    name = escape(title(card))
    told = "".join(f"<p>{escape(line)}</p>" for line in addresses(w, card))
    after = "".join(f"<p>{escape(line)}</p>" for line in codes(w, card))
    style = "body{font:1.3em/1.5 sans-serif;margin:2em;max-width:32em}svg{width:14em;height:14em}"
    return (
        f'<!doctype html><html lang="{w.language}"><head><meta charset="utf-8"><title>{name}</title>'
        f"<style>{style}</style></head><body><h1>{name}</h1>{told}{picture}{after}</body></html>\n"
    )


def title(card: Card) -> str:
    """Piste, and which."""
    return f"Piste · {card.name}" if card.name else "Piste"


def addresses(w: Words, card: Card) -> tuple[str, ...]:
    """Where the box is found, a sentence each."""
    if not card.address:
        return (w.t("This machine is in no network: other tablets cannot reach it yet."),)
    local = (w.t("or %(address)s", address=card.local),) if card.local else ()
    return (w.t("On the tablets of this network: %(address)s", address=card.address), *local)


def codes(w: Words, card: Card) -> tuple[str, ...]:
    """How the teacher gets in, a sentence each."""
    if not card.word:
        return (w.t("Teacher's code forgotten? This makes a new one: %(command)s", command=card.reset),)
    spaced = f"{card.word[:4]} {card.word[4:]}"
    return (
        w.t("No teacher's code exists yet: choose one at %(address)s", address=card.link or "/bienvenue"),
        w.t("with this word, which holds until then: %(word)s", word=spaced),
    )
