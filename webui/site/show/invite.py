"""How tablets get in: the address that they can reach, and the QR code that brings it with the table's code."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from ..server import network_address


@dataclass(frozen=True)
class Invitation:
    """What the teacher shows to pupils.

    Attributes:
        code: the table's code.
        address: of the table, as it is typed; "" where no tablet can reach this machine.
        picture: the QR code of the page that asks for the code and has it filled in, as SVG; "" without an address.
    """

    code: str
    address: str
    picture: str


def invitation(code: str, root: str) -> Invitation:
    """The invitation, as it is shown by whoever sees the site at `root`, such as "http://127.0.0.1:8000/"."""
    address = reachable(root)
    return Invitation(code, address, qr_picture(f"{address}jouer?code={code}") if address else "")


def reachable(root: str) -> str:
    """The site's address for other machines: `root` itself, but that this machine alone knows itself as 127.0.0.1."""
    parts = urlsplit(root)
    if not _this_machine_alone(parts.hostname or ""):
        return root
    found = network_address()
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{found}{port}/" if found else ""


def _this_machine_alone(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def qr_picture(url: str) -> str:
    """The URL as a QR code, one path in an SVG of its own units that takes the size it is given."""
    import segno

    return segno.make(url, error="m", micro=False).svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None)
