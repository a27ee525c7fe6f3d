"""The card of the first start: where to find the box, and how its teacher chooses a code. As text, or as a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from ..words import N_, Words
from .network import Wifi

NO_INTERNET = N_("The tablet says that this Wi-Fi has no Internet? That is right: choose to stay connected.")
"""What devices ask about a Wi-Fi of the box's own, and what is answered."""

@dataclass(frozen=True)
class Card:
    """What a teacher needs to know when unpacking the box.

    Attributes:
        name: of the box; "" without one.
        addresses: numeric, one for each of the box's networks.
        names: the addresses by name: the box's names in the local network, a school or a router.
        word: the one-time word; "" once a teacher's code exists.
        reset: the command that makes a new code.
        wifi: the box's own; None if it makes none.
    """

    name: str
    addresses: tuple[str, ...]
    names: tuple[str, ...]
    word: str
    reset: str
    wifi: Wifi | None = None

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses for QR codes, one for each network: the page of the first code, or the table."""
        return tuple(f"{address}bienvenue" if self.word else address for address in self.addresses)


def text(w: Words, card: Card, drawn: Callable[[str], str]) -> str:
    """The card for a screen of characters.

    Args:
        w: the words of its language.
        card: its content.
        drawn: makes a QR code of characters.
    """
    return "\n".join((title(card), *ways(w, card, drawn), *codes(w, card)))


def page(w: Words, card: Card, drawn: Callable[[str], str]) -> str:
    """The card as one HTML file that needs nothing else; `drawn` makes a QR code as SVG."""
    name = escape(title(card))
    lines = "".join(line if line.startswith("<svg") else f"<p>{escape(line)}</p>" for line in ways(w, card, drawn))
    after = "".join(f"<p>{escape(line)}</p>" for line in codes(w, card))
    style = "body{font:1.3em/1.5 sans-serif;margin:2em;max-width:32em}svg{width:14em;height:14em}"
    return (
        f'<!doctype html><html lang="{w.language}"><head><meta charset="utf-8"><title>{name}</title>'
        f"<style>{style}</style></head><body><h1>{name}</h1>{lines}{after}</body></html>\n"
    )


def title(card: Card) -> str:
    """Piste, and the box's name."""
    return f"Piste · {card.name}" if card.name else "Piste"


def ways(w: Words, card: Card, drawn: Callable[[str], str]) -> Iterator[str]:
    """How tablets reach the box: sentences, each with a QR code if it names a Wi-Fi or a numeric address."""
    if card.wifi is not None:
        yield w.t("Wi-Fi of this box: %(name)s", name=card.wifi.name)
        if card.wifi.password:
            yield w.t("Its password: %(password)s", password=card.wifi.password)
        yield drawn(card.wifi.joined_by)
        yield w.t(NO_INTERNET)
    if not card.addresses:
        yield w.t("This machine is in no network: other tablets cannot reach it yet.")
    for address, link in zip(card.addresses, card.links, strict=True):
        yield w.t("On the tablets of this network: %(address)s", address=address)
        yield drawn(link)
    for named in card.names:
        yield w.t("or %(address)s", address=named)


def codes(w: Words, card: Card) -> tuple[str, ...]:
    """How the teacher gets in, one sentence a step."""
    if not card.word:
        return (w.t("Teacher's code forgotten? This makes a new one: %(command)s", command=card.reset),)
    spaced = f"{card.word[:4]} {card.word[4:]}"
    return (
        w.t("No teacher's code exists yet: choose one at %(address)s", address=(*card.links, "/bienvenue")[0]),
        w.t("with this word, which holds until then: %(word)s", word=spaced),
    )
