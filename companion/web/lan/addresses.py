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
"""The hosts by which a browser on this computer may address it."""
_LOOKUP_VALID_S = 15.0
"""Seconds for which looked-up addresses are reused; chosen by hand."""
_HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
_TEST_NET_ADDRESS = ("192.0.2.1", 9)
"""A reserved address (RFC 5737) whose route tells the interface of the default route; nothing is sent to it."""


@dataclass(frozen=True)
class LocalNetwork:
    """The addresses of this computer on its networks.

    Attributes:
        addresses: its IPv4 addresses without loopback, that of the default route first.
        networks: the networks that these addresses are in.
        names: its host names.
    """

    addresses: tuple[IPv4Address, ...]
    networks: tuple[IPv4Network, ...]
    names: tuple[str, ...]

    @property
    def hosts(self) -> tuple[str, ...]:
        """Addresses and names, as they are written in a URL."""
        return (*map(str, self.addresses), *self.names)

    def is_local(self, address: str) -> bool:
        """Return whether an address is private, or on a network of this computer."""
        try:
            other = ip_address(address)
        except ValueError:
            return False
        if not other.is_global:
            return True
        return any(other in network for network in self.networks if isinstance(other, IPv4Address))


class LocalNetworkLookup:
    """Looks up this computer's addresses, and again after a while, because a laptop changes networks."""

    def __init__(self) -> None:
        """Start without a lookup."""
        self._current: LocalNetwork | None = None
        self._until = 0.0

    def now(self) -> LocalNetwork:
        """Return the addresses, at most `_LOOKUP_VALID_S` seconds old."""
        if self._current is None or time.monotonic() > self._until:
            self._current, self._until = look_up_network(), time.monotonic() + _LOOKUP_VALID_S
        return self._current


def look_up_network() -> LocalNetwork:
    """Return this computer's addresses and names from the system.

    Only IPv4: every home network has it, while an IPv6 address of a computer may be open to the whole internet.
    """
    found = [
        IPv4Interface(f"{ip.ip}/{ip.network_prefix}")
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]
    usable = [face for face in found if not face.ip.is_loopback and not face.ip.is_link_local]
    default = _default_route_address()
    usable.sort(key=lambda face: face.ip != default)
    name = socket.gethostname().split(".")[0].lower()
    names = (name, f"{name}.local") if _HOST_NAME.fullmatch(name) and name != "localhost" else ()
    return LocalNetwork(tuple(face.ip for face in usable), tuple(face.network for face in usable), names)


def _default_route_address() -> IPv4Address | None:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(_TEST_NET_ADDRESS)
        return IPv4Address(line.getsockname()[0])
    return None
