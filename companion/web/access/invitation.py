"""What others need to join: addresses, codes, and both as QR codes."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from companion.web.access.codes import CAMERA, HOST, VIEWER, CodeSet, shown
from companion.web.lan.addresses import LocalNetwork

_NOWHERE = "127.0.0.1"


@dataclass(frozen=True)
class Invitation:
    """How others join.

    Attributes:
        address: the page on which a code is typed.
        plain: the same without TLS, for a phone that does not take the certificate.
        others: further addresses of this computer, for a network that the first is not in.
        camera: the address that makes a phone the camera.
        viewer: the address by which one looks on.
        camera_code: the code in it, as people read it.
        viewer_code: the code of those who look on.
        host_code: the code for another device that is to do everything.
        alone: whether this computer is on no network, so that nobody can join.
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


def invitation(place: LocalNetwork, host: str, codes: CodeSet) -> Invitation:
    """Return how others join a computer at this place.

    Args:
        place: where the computer is.
        host: how the host's own browser names it, with the port.
        codes: the codes that are valid.
    """
    port = urlsplit(f"//{host}").port
    tail = f":{port}" if port is not None else ""
    addresses = [f"{address}{tail}" for address in place.addresses] or [f"{_NOWHERE}{tail}"]
    page = f"https://{addresses[0]}/join/"
    return Invitation(
        address=page,
        plain=f"http://{addresses[0]}/join/",
        others=tuple(f"https://{address}/join/" for address in addresses[1:]),
        camera=page + getattr(codes, CAMERA),
        viewer=page + getattr(codes, VIEWER),
        camera_code=shown(getattr(codes, CAMERA)),
        viewer_code=shown(getattr(codes, VIEWER)),
        host_code=shown(getattr(codes, HOST)),
        alone=not place.addresses,
    )
