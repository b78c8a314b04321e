"""The services that the pages share: the table, its pictures, the reader. One set for each app; nothing is global."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from typing import Protocol

from companion.language import LANGUAGES
from companion.live.cameras.cameras import open_camera
from companion.live.cameras.capture import OpenCamera
from companion.live.cameras.demonstration import RECORDED_GAME, Demonstration, is_existing_recording
from companion.live.cameras.phone import PhoneCamera
from companion.live.cameras.recordings import FEWEST, RATE, Playback
from companion.live.cameras.sources import NONE, PHONE, Sources
from companion.live.loop import LiveTable
from companion.live.snapshots import Pictures, Table
from companion.live.table_publisher import Priors
from companion.live.votes.played_colours import PlayedColoursReader
from companion.live.watched_copy import WatchedCopyReader
from companion.reader_service import PhotoReader, UploadReader
from companion.record.recorder import Recorder
from companion.web.config import Config
from companion.web.limits.memo import Memo
from companion.web.limits.photo_queue import LivePriorityReader, PhotoQueue, WorkersPhotoQueue
from companion.web.limits.seats import Seats
from vision.imaging.photo import Photo

_DRAWN_STATES = 2 * len(LANGUAGES)
"""Drawn boards kept: the present one in each language, and the one before, which a slow viewer may still ask for."""


class Live(Protocol):
    """What watches a table: `LiveTable` in this process, or a process of its own."""

    @property
    def failing_threads(self) -> tuple[str, ...]: ...  # noqa: D102

    def start(self) -> None: ...  # noqa: D102

    def stop(self, patience: float = 5.0) -> None: ...  # noqa: D102


class Cameras(Protocol):
    """The choice of a table's camera: `Sources` in this process, or that of another one."""

    @property
    def offered(self) -> frozenset[str]: ...  # noqa: D102

    @property
    def chosen(self) -> str: ...  # noqa: D102

    @property
    def name(self) -> str: ...  # noqa: D102

    def choose(self, source: str) -> None: ...  # noqa: D102

    def open(self, source: str, name: str) -> None: ...  # noqa: D102


class Phone(Protocol):
    """The phone that is a table's camera: `PhoneCamera` in this process, or that of another one."""

    @property
    def wanted(self) -> bool: ...  # noqa: D102

    @property
    def is_claimed(self) -> bool: ...  # noqa: D102

    def claim(self, sender: str) -> None: ...  # noqa: D102

    def release(self) -> None: ...  # noqa: D102

    def is_from(self, sender: str) -> bool: ...  # noqa: D102

    def send(self, photo: Photo, sender: str, patience: float) -> bool: ...  # noqa: D102

    def show(self, photo: Photo, sender: str) -> None: ...  # noqa: D102


class Player(Protocol):
    """What plays a recording: `Demonstration` in this process, or that of another one."""

    def pause(self) -> None: ...  # noqa: D102

    def resume(self) -> None: ...  # noqa: D102

    def replay(self) -> None: ...  # noqa: D102


@dataclass(frozen=True)
class Services:
    """The services of one app.

    Attributes:
        config: the page's settings.
        read: reads one photo.
        photo_queue: the queue in which uploaded pictures wait to be read.
        seats: the limit on pages that follow the table.
        table: the live table's snapshots.
        pictures: the camera's pictures.
        live: the live loop; it is started with the first camera.
        phone: receives the pictures of a phone that is the camera.
        phone_turn: held while one of its pictures is decoded, so that there is never more than one in memory.
        cameras: the sources that the table may be watched through.
        demonstration: the recording that was given in place of a camera, or else the shipped one; ``None`` at a club's
            table without one.
        drawn: the template variables of the table's page, by the table's state and the language.
    """

    config: Config
    read: UploadReader
    photo_queue: PhotoQueue
    seats: Seats
    table: Table = field(default_factory=Table)
    pictures: Pictures = field(default_factory=Pictures)
    live: Live | None = None
    phone: Phone = field(default_factory=PhoneCamera)
    phone_turn: BoundedSemaphore = field(default_factory=BoundedSemaphore)
    cameras: Cameras | None = None
    demonstration: Player | None = None
    drawn: Memo[Mapping[str, object]] = field(default_factory=lambda: Memo(_DRAWN_STATES))

    @property
    def watches(self) -> bool:
        """Whether the table is watched through a camera, or a recording is shown in its place."""
        return self.live is not None and (self.cameras is None or self.cameras.chosen != NONE)

    def close(self) -> None:
        """Stop the live loop, and end all requests that follow it."""
        self.table.close()
        self.pictures.close()
        if self.live is not None:
            self.live.stop()


def build_services(
    config: Config, read: PhotoReader, table: Table, recorder: Recorder, uploads: UploadReader | None = None
) -> Services:
    """Return the services for these settings; the camera is not opened before `LiveTable.start`.

    Args:
        config: the settings.
        read: reads a picture of the watched table.
        table: where the live loop publishes its snapshots.
        recorder: records the changes of the table, before it shows them.
        uploads: reads photos that people send; by default ``read``.
    """
    has_workers = config.hosted is not None and bool(config.hosted.queue)
    make_queue = WorkersPhotoQueue if has_workers else PhotoQueue
    pictures, photo_queue = Pictures(), make_queue(config.photos_waiting, config.photos_each)
    seats = Seats(config.viewers, config.viewers_per_device, config.viewers_for_hosts, table.wake)
    phone = PhoneCamera()
    demonstration = _demonstration(config, table)
    cameras = _sources(config, phone, demonstration)
    of_copy = WatchedCopyReader(read, lambda name: table.publish(left_aside=name))
    live = LiveTable(
        cameras,
        LivePriorityReader(PlayedColoursReader(of_copy, recorder.colours), photo_queue),
        table,
        pictures,
        playing=lambda: recorder.following,
        on_change=recorder.record_change,
        priors=Priors(recorder.colours, recorder.grounds, lambda: of_copy.profile),
    )
    return Services(
        config,
        uploads or read,
        photo_queue,
        seats,
        table,
        pictures,
        live,
        phone,
        cameras=cameras,
        demonstration=demonstration,
    )


def _demonstration(config: Config, table: Table) -> Demonstration:
    """Return the player of the recording that is configured as the camera, or else of the one that is shipped."""
    is_given = config.camera is not None and is_existing_recording(config.camera)
    source = config.camera if is_given and config.camera is not None else str(RECORDED_GAME)
    hold = max(FEWEST, round(config.pace * RATE))
    return Demonstration(source, hold, lambda state: table.publish(playback=state))


def _sources(config: Config, phone: PhoneCamera, demonstration: Demonstration) -> Sources:
    """Return the sources that the table may be watched through; the recording is the camera where it is configured."""
    if demonstration.source == config.camera:
        return Sources(demonstration, phone)
    return Sources(_given(config.camera), phone, config.camera is None, demonstration)


def _given(camera: str | None) -> OpenCamera | None:
    """Return the function that opens the configured camera; ``None`` for a phone, which connects to the server."""
    if camera is None or camera == PHONE:
        return None
    return lambda wait: open_camera(camera, Playback(), wait)
