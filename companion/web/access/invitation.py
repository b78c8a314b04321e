"""The data that others need to join: addresses, codes, and both as QR codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from companion.web.access_codes import CAMERA, HOST, VIEWER, CodeSet, shown
from companion.web.lan.addresses import LocalNetwork

_LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Invitation:
    """How others join.

    Attributes:
        address: of the page on which a code is typed.
        plain: the same without TLS, for a phone that refuses the certificate.
        others: further addresses of this computer, for a network that the first is not in.
        camera: the address that makes a phone the camera.
        viewer: the address that admits a viewer.
        camera_code: the code for a phone that is to be the camera, formatted for people.
        viewer_code: the code for viewers.
        host_code: the code for another device of the host.
        alone: whether this computer has no network, so that nobody can join.
        own_certificate: whether this computer signed its certificate itself, of which browsers warn.
    """

    address: str
    plain: str
    others: tuple[str, ...]
    camera: str
    viewer: str
    camera_code: str
    viewer_code: str
    host_code: str
    alone: bool
    own_certificate: bool = True


def invitation(place: LocalNetwork, host: str, codes: CodeSet, root: str = "") -> Invitation:
    """Return how others join a computer with these addresses.

    Args:
        place: the computer's addresses.
        host: the host and port in the address of the host's own browser.
        codes: the codes that are valid.
        root: beginning of the addresses of one table of a club; empty for everything.
    """
    port = urlsplit(f"//{host}").port
    tail = f":{port}" if port is not None else ""
    names = [f"{address}{tail}" for address in place.addresses] or [f"{_LOOPBACK}{tail}"]
    return _invitation(names, codes, root, alone=not place.addresses)


def hosted_invitation(name: str, codes: CodeSet, root: str = "") -> Invitation:
    """Return how others join a hosted page that is reached by this name; see `invitation`."""
    return replace(_invitation([name], codes, root, alone=False), own_certificate=False)


def _invitation(names: Sequence[str], codes: CodeSet, root: str, alone: bool) -> Invitation:
    page = f"https://{names[0]}{root}/join/"
    return Invitation(
        address=page,
        plain=f"http://{names[0]}{root}/join/",
        others=tuple(f"https://{name}{root}/join/" for name in names[1:]),
        camera=page + getattr(codes, CAMERA),
        viewer=page + getattr(codes, VIEWER),
        camera_code=shown(getattr(codes, CAMERA)),
        viewer_code=shown(getattr(codes, VIEWER)),
        host_code=shown(getattr(codes, HOST)),
        alone=alone,
    )
