"""The page's settings, in one typed place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.hosted.settings import HostedSettings

_VIEWERS_PER_HOST = 10
"""One of so many pages that may follow the table is reserved for hosts."""


@dataclass(frozen=True)
class Config:
    """The settings of the server and its pages.

    Attributes:
        camera: a folder of pictures, a camera's number, a video file, a stream's URL, or ``phone`` for one whose
            browser sends its camera's pictures; ``None`` for no camera.
        host: the address it listens on; by default only this computer can reach it.
        lan: whether others on the home network may join; it then listens on all addresses, and with TLS, too.
        port: the port it listens on.
        pace: seconds for which each picture of a recorded game is held, enough to look at the board after each move.
        upload_megabytes: the largest photo that is accepted.
        photos_waiting: how many requests with photos may be queued at once, with the one that is read; at about
            0.4 s a photo on two cores the last of twelve waits five seconds.
        photos_each: how many of them may come from one address.
        viewers: how many pages may follow the table at once.
        viewers_per_device: how many pages of one device may follow; a browser opens at most six connections to one
            server, so that more could not load.
        data: the folder that games are kept in; without one they are kept only as long as the page is served.
        db: the address of another database than the one in that folder.
        profile: the folder of a calibration profile to use, besides those in the data folder.
        club: whether it holds the tables of a club, each with a camera of its own, in place of one table.
        tables: names and cameras of tables that the club has from the start on; those added on the page are kept.
        hosted: the settings of a hosted page; ``None`` on a computer at home.
        heartbeat: longest interval of messages in an event stream, seconds.
    """

    camera: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    pace: float = 5.0
    upload_megabytes: int = 64
    photos_waiting: int = 12
    photos_each: int = 4
    viewers: int = 40
    viewers_per_device: int = 6
    heartbeat: float = 10.0
    data: str | None = None
    db: str | None = None
    lan: bool = False
    profile: Path | None = None
    club: bool = False
    tables: tuple[tuple[str, str], ...] = ()
    hosted: HostedSettings | None = None

    @property
    def viewers_for_hosts(self) -> int:
        """How many of `viewers` are reserved for hosts: 4 of the usual 40, for a computer, a tablet and a phone."""
        return self.viewers // _VIEWERS_PER_HOST

    @property
    def joinable(self) -> bool:
        """Whether others may join by codes: on the home network, or by the names of a hosted page."""
        return self.lan or (self.hosted is not None and bool(self.hosted.host_names))
