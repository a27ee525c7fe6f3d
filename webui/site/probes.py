"""How devices check that a Wi-Fi leads to the Internet, and the answers that they expect.

On the box's own Wi-Fi every name leads to the box. A device without an answer leaves the Wi-Fi, or uses its mobile
network instead; with an unexpected answer it opens the page that it is redirected to. That page says that the box is
not the Internet; once its reader chooses to stay, the device gets the expected answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from types import MappingProxyType

MOST_STAYING = 256
"""Devices that are remembered; the oldest are forgotten first."""


@dataclass(frozen=True)
class Hoped:
    """The answer that a device takes for the Internet.

    Attributes:
        status: of HTTP.
        body: the text.
        mimetype: its kind.
    """

    status: int
    body: str = ""
    mimetype: str = "text/plain"


APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
NOTHING = Hoped(204)
ONLINE = Hoped(200, "NetworkManager is online\n")

PROBES: Mapping[str, Hoped | None] = MappingProxyType(
    {
        # iPhone, iPad, Mac
        "captive.apple.com/hotspot-detect.html": Hoped(200, APPLE, "text/html"),
        # Android, Chromebook
        "connectivitycheck.gstatic.com/generate_204": NOTHING,
        "connectivitycheck.android.com/generate_204": NOTHING,
        "clients3.google.com/generate_204": NOTHING,
        "www.gstatic.com/generate_204": NOTHING,
        "play.googleapis.com/generate_204": NOTHING,
        "www.google.com/gen_204": NOTHING,
        "connect.rom.miui.com/generate_204": NOTHING,
        "connectivitycheck.platform.hicloud.com/generate_204": NOTHING,
        # Windows, and what it opens after another answer
        "www.msftconnecttest.com/connecttest.txt": Hoped(200, "Microsoft Connect Test"),
        "www.msftncsi.com/ncsi.txt": Hoped(200, "Microsoft NCSI"),
        "www.msftconnecttest.com/redirect": None,
        # Linux
        "nmcheck.gnome.org/check_network_status.txt": ONLINE,
        "network-test.debian.org/nm": ONLINE,
        "connectivity-check.ubuntu.com/": NOTHING,
        # Firefox
        "detectportal.firefox.com/success.txt": Hoped(200, "success\n"),
        "detectportal.firefox.com/canonical.html": Hoped(200, FIREFOX, "text/html"),
    }
)
"""The expected answer by host and path; None if a person's browser asks."""


@dataclass
class Staying:
    """The devices whose users chose to stay on the box's Wi-Fi, by address. In memory; thread-safe."""

    _there: dict[str, None] = field(default_factory=dict)
    _turn: Lock = field(default_factory=Lock)

    def stays(self, address: str) -> None:
        """The user of a device chose to."""
        with self._turn:
            self._there.pop(address, None)
            self._there = dict.fromkeys([*self._there, address][-MOST_STAYING:])

    def __contains__(self, address: object) -> bool:
        """True for a device whose user chose so."""
        return address in self._there
