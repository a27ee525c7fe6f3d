"""How tablets get in: the addresses that they can reach, and QR codes that contain the table's code."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from ...box.network import Listening, Wifi, this_machine_alone


@dataclass(frozen=True)
class Invitation:
    """The invitation that the teacher shows to pupils.

    Attributes:
        code: the table's code.
        pictures: for each address of the table, as it is typed, the QR code of the page that asks for the code and
            has it filled in, as SVG.
        names: the addresses by name, without one.
        wifi: the box's own; None if it makes none.
        alone: the site listens for this machine only.
    """

    code: str
    pictures: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    wifi: Wifi | None
    alone: bool

    @property
    def wifi_picture(self) -> str:
        """The QR code that joins that Wi-Fi, as SVG; "" without one."""
        return "" if self.wifi is None else qr_picture(self.wifi.joined_by)


def invitation(code: str, root: str, listening: Listening, wifi: Wifi | None) -> Invitation:
    """The invitation for a reader who opened the site at `root`, such as "http://127.0.0.1:8000/"."""
    parts, addresses = urlsplit(root), reachable(root, listening)
    pictures = tuple((address, qr_picture(f"{address}jouer?code={code}")) for address in addresses)
    names = tuple(name for name in listening.named(parts.port, parts.scheme) if name not in addresses)
    return Invitation(code, pictures, names, wifi, listening.alone)


def reachable(root: str, listening: Listening) -> tuple[str, ...]:
    """The addresses of `root` for other machines: itself, except if it is this machine's 127.0.0.1."""
    parts = urlsplit(root)
    if not this_machine_alone(parts.hostname or ""):
        return (root,)
    return tuple(f"{url}{parts.path[1:]}" for url in listening.urls(parts.port, parts.scheme))


def qr_picture(text: str) -> str:
    """The text, such as a URL, as a QR code: one path in a scalable SVG."""
    import segno

    return segno.make(text, error="m", micro=False).svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None)
