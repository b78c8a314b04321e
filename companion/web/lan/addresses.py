"""This computer's own addresses and names on the home network, and who else is on it."""

from __future__ import annotations

import re
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, ip_address

import ifaddr

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
"""How a page that is opened on this very computer may name it."""
_FRESH = 15.0
"""Seconds for which addresses that were looked up are taken for the present ones."""
_HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
_SOMEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asked for the way to it only, nothing is sent there."""


@dataclass(frozen=True)
class Place:
    """Where this computer is on the network.

    Attributes:
        addresses: its IPv4 addresses, the one that others most likely reach first; loopback is not among them.
        networks: the networks that these addresses are in.
        names: what others may call it.
    """

    addresses: tuple[IPv4Address, ...]
    networks: tuple[IPv4Network, ...]
    names: tuple[str, ...]

    @property
    def hosts(self) -> tuple[str, ...]:
        """Addresses and names, as they stand in a URL."""
        return (*map(str, self.addresses), *self.names)

    def is_near(self, address: str) -> bool:
        """Say whether an address is of this computer or of the home network, and not from the wide internet."""
        try:
            other = ip_address(address)
        except ValueError:
            return False
        if not other.is_global:
            return True
        return any(other in network for network in self.networks if isinstance(other, IPv4Address))


class Whereabouts:
    """Looks up where this computer is; anew after a while, because it may be carried to another network."""

    def __init__(self) -> None:
        """Look nothing up yet."""
        self._place: Place | None = None
        self._until = 0.0

    def now(self) -> Place:
        """Return where this computer is, as it was at most `_FRESH` seconds ago."""
        if self._place is None or time.monotonic() > self._until:
            self._place, self._until = look_up(), time.monotonic() + _FRESH
        return self._place


def look_up() -> Place:
    """Ask the system for this computer's addresses and name.

    Only IPv4: every home network has it, while an IPv6 address of a computer may be open to the whole internet.
    """
    found = [
        IPv4Interface(f"{ip.ip}/{ip.network_prefix}")
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
    usable = [face for face in found if not face.ip.is_loopback and not face.ip.is_link_local]
    way_out = _way_out()
    usable.sort(key=lambda face: face.ip != way_out)
    name = socket.gethostname().split(".")[0].lower()
    names = (name, f"{name}.local") if _HOST_NAME.fullmatch(name) and name != "localhost" else ()
    return Place(tuple(face.ip for face in usable), tuple(face.network for face in usable), names)


def _way_out() -> IPv4Address | None:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(_SOMEWHERE)
        return IPv4Address(line.getsockname()[0])
    return None
