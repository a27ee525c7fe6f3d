"""https: encrypted connections, and a certificate that this machine makes for itself.

A tablet cannot know that such a certificate is this machine's: it asks once; compare it with the fingerprint in the
terminal.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import socket
import ssl
import subprocess
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from ..files import write_bytes_whole
from .limits.connections import Channel, SharingServer

FILE = "https.pem"
DAYS = 820
"""Validity of a certificate, days; Apple's devices accept at most 825."""
SOON = 7 * 24 * 3600
"""Seconds before its end at which a certificate counts as expired: Piste may run for a week."""
LARGEST = 1024 * 1024
"""Largest size of a certificate and its key, bytes."""
AMISS = ("damaged", "expired", "elsewhere")
"""It is none, its time is over, this machine has another name or address now."""
WANTS = (ssl.SSLWantReadError, ssl.SSLWantWriteError)
"""No error: the other side has to send or read something first."""


class NoCertificate(OSError):
    """A certificate cannot be made or read; the message says why."""


class EncryptedChannel(Channel):
    """A connection over TLS. OpenSSL allows one thread at a time: threads take turns."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self._turn = Lock()
        context: ssl.SSLContext = server.context
        sock.setblocking(False)
        wrapped = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        super().__init__(server, wrapped, addr, adj, map=map)

    def handle_read(self) -> None:
        """Reads what has arrived; the first bytes are the handshake's."""
        assert self.socket is not None
        while self.socket is not None:
            try:
                with self._turn:
                    data = self.socket.recv(self.adj.recv_bytes)
            except WANTS:
                return
            except OSError:
                self.handle_close()
                return
            if not data:
                self.connected = False
                return
            self.received(data)
            if not self.readable():
                return

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Sends what can be sent now; returns the number of bytes."""
        if self.socket is None:
            return 0
        try:
            with self._turn:
                return int(self.socket.send(data))
        except WANTS:
            return 0


class EncryptedServer(SharingServer):
    """The server over TLS.

    Attributes:
        context: with the certificate.
    """

    channel_class = EncryptedChannel
    context: ssl.SSLContext


def context_of(file: Path) -> ssl.SSLContext:
    """A TLS context with a certificate and its key, both in one file. Raises NoCertificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        _pem(file)
        context.load_cert_chain(file)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        raise NoCertificate(f"{file}: expected a certificate and its key as PEM; got: {error}") from error
    return context


def _pem(file: Path) -> bytes:
    """The content of the file. Raises OSError, or ValueError if it is too large for a certificate."""
    with file.open("rb") as opened:
        content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(f"more than {LARGEST} bytes")
    return content


def certificate(folder: Path, names: tuple[str, ...]) -> Path:
    """This machine's own certificate, made at first use and replaced when needed; the file (0600).

    Raises NoCertificate or OSError.
    """
    file = folder / FILE
    if not file.exists() or amiss(file, names):
        write_bytes_whole(file, _made(names))
    return file


def amiss(file: Path, names: tuple[str, ...]) -> str:
    """Why browsers would refuse a certificate for these names, of AMISS; "" if not, or without openssl."""
    program = shutil.which("openssl")
    if program is None:
        return ""
    command = [program, "x509", "-in", str(file), "-noout", "-checkend", str(SOON), "-ext", "subjectAltName"]
    output = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": os.defpath}).stdout
    if "will not expire" not in output:
        return "expired" if "will expire" in output else "damaged"
    named = {*re.findall(r"DNS:[^\s,]+", output), *map(_ip, re.findall(r"IP Address:([^\s,]+)", output))}
    return "" if named.issuperset(names) else "elsewhere"


def fingerprint(file: Path) -> str:
    """SHA-256 of the certificate, as browsers show it: pairs of digits with colons. Raises NoCertificate."""
    try:
        text = _pem(file).decode("ascii")
        begins = text.index("-----BEGIN CERTIFICATE-----")
        whole = ssl.PEM_cert_to_DER_cert(text[begins:])
    except (OSError, ValueError) as error:
        raise NoCertificate(f"{file}: expected a certificate as PEM; got: {error}") from error
    digits = hashlib.sha256(whole).hexdigest().upper()
    return ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))


def names_here(addresses: tuple[str, ...], names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Names of this machine in a certificate: its network addresses, and given names."""
    host = socket.gethostname().split(".")[0]
    called = ("localhost", host, f"{host}.local", *names)
    return (*(f"DNS:{name}" for name in called), *map(_ip, ("127.0.0.1", *addresses)))


def _ip(address: str) -> str:
    """An address as in a certificate; openssl writes IPv6 in its own way."""
    return f"IP:{ip_address(address)}"


def _made(names: tuple[str, ...]) -> bytes:
    """Key and certificate, made by openssl, which every supported Linux has."""
    program = shutil.which("openssl")
    if program is None:
        raise NoCertificate("expected the program openssl, which makes certificates; install it, or give --certificate")
    with TemporaryDirectory() as folder:
        key, made = Path(folder) / "key", Path(folder) / "made"
        command = [
            program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-sha256",
            "-days", str(DAYS), "-subj", "/CN=Piste", "-addext", f"subjectAltName={','.join(names)}",
            "-addext", "basicConstraints=critical,CA:FALSE", "-keyout", str(key), "-out", str(made),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": os.defpath})
        if done.returncode:
            raise NoCertificate(f"openssl made no certificate: {done.stderr.strip()[-200:]}")
        return key.read_bytes() + made.read_bytes()
