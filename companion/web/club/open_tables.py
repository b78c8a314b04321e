"""Opens a table of a club: its services, its codes, and the link to its camera process."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial

from companion.reader_service import PhotoReader, UploadReader
from companion.record.storage.table_register import FJORDS, ClubTable
from companion.scoring.doubtful_breaches import with_sure_notices
from companion.scoring.fjords_tally import tally_reading
from companion.web.access_codes import Codes
from companion.web.base.store import Store
from companion.web.club.links import Link, Links
from companion.web.club.messages import CameraJob, CameraState, PhoneAnswered, PictureTaken, ProcessState, Report, Seen
from companion.web.club.remote import (
    RemoteCameras,
    RemoteDemonstration,
    RemotePhone,
    RemotePictures,
    RemoteRecorder,
)
from companion.web.config import Config
from companion.web.games.live_record import RecordedTable
from companion.web.limits.seats import Seats
from companion.web.services import Services
from companion.web.table_context import TableContext

MakeReader = Callable[[], PhotoReader]
MakeCodes = Callable[[int], Codes]


@dataclass(frozen=True)
class OpenTable:
    """A table that is open.

    Attributes:
        context: its services, codes and games.
        link: to its camera process.
        recorder: records its game.
        cameras: which camera it has.
        rulebook: the game that is played there.
    """

    context: TableContext
    link: Link
    recorder: RemoteRecorder
    cameras: RemoteCameras
    rulebook: str

    def end_requests(self) -> None:
        """End all requests that follow the table or wait for a picture of it."""
        self.context.services.table.close()
        self.context.services.pictures.close()


@dataclass(frozen=True)
class _Reports:
    """Takes what a camera process reports, and hands it to the parts of its table."""

    link: Link
    seen: RecordedTable
    recorder: RemoteRecorder
    phone: RemotePhone
    pictures: RemotePictures

    def take(self, report: Report) -> None:
        if isinstance(report, PictureTaken):
            self.pictures.show(report.jpeg)
        elif isinstance(report, PhoneAnswered):
            self.phone.receive(report.token, report.taken)
        elif isinstance(report, ProcessState):
            self.seen.publish(camera=report.camera, trouble=report.trouble)
        else:
            self.recorder.receive(report)
            self.phone.wanted, self.link.failing = report.phone_wanted, report.failing
            self.seen.publish(**_fields_of(report.shown), **_tally(report))


@dataclass(frozen=True)
class Opener:
    """Opens tables.

    Attributes:
        config: the settings.
        read: reads uploaded photos, in this process.
        club_services: the services of what belongs to no table; all tables share their queue of photos.
        store: the record.
        make_reader: makes the reader of a camera process; it must be possible to pickle it.
        make_codes: makes the codes of a table, given its number.
        links: how camera processes are reached.
    """

    config: Config
    read: UploadReader
    club_services: Services
    store: Store
    make_reader: MakeReader
    make_codes: MakeCodes
    links: Links

    def open(self, table: ClubTable, seats: Seats, tables_open: Callable[[], int]) -> OpenTable:
        """Open a table, without starting its camera.

        Args:
            table: the table.
            seats: of those who follow any table.
            tables_open: returns how many tables are open when a camera starts; they share the processor.
        """
        register, number = self.store.register, table.id
        changed = partial(self.links.changed, number)
        recorder = RemoteRecorder(number, register, self.store.library, lambda command: link.send(command), changed)
        seen = RecordedTable(recorder)
        link = self.links.link(
            number,
            lambda: self._job(number, cameras.source, tables_open()),
            seen,
            lambda report: reports.take(report),
        )
        phone, pictures = RemotePhone(link, self.links.claim(number)), RemotePictures(link)
        reports = _Reports(link, seen, recorder, phone, pictures)
        cameras = RemoteCameras(table, register, partial(_begin_anew, link), link.stop, changed)
        services = self._services(table.rulebook, reports, cameras, seats)
        here = TableContext(
            number,
            services,
            recorder,
            self.make_codes(number),
            recorder.begin,
            lambda game: register.table_of(game) == number,
        )
        return OpenTable(here, link, recorder, cameras, table.rulebook)

    def _services(self, rulebook: str, reports: _Reports, cameras: RemoteCameras, seats: Seats) -> Services:
        """Return the services of a table; only Fjords is followed live."""
        return Services(
            self.config,
            self.read,
            self.club_services.photo_queue,
            seats,
            reports.seen,
            reports.pictures,
            reports.link if rulebook == FJORDS else None,
            reports.phone,
            cameras=cameras if rulebook == FJORDS else None,
            demonstration=RemoteDemonstration(reports.link) if "given" in cameras.offered else None,
        )

    def _job(self, number: int, camera: str, tables_open: int) -> CameraJob:
        """Return what the camera process of a table begins with; the tables that are open share the processor."""
        store, config = self.store, self.config
        return CameraJob(
            camera=camera,
            game=store.register.table(number).game,
            db=store.address,
            data=store.folder,
            pace=config.pace,
            make_reader=self.make_reader,
            profile=config.profile,
            threads=max(1, (os.cpu_count() or 1) // max(1, tables_open)),
        )


def _begin_anew(link: Link) -> None:
    link.stop()
    link.start()


def _tally(report: Seen) -> dict[str, object]:
    """Return the field ``tally`` of a snapshot where a board was read anew; a process that begins knows none yet."""
    return {} if report.reading is None else {"tally": with_sure_notices(tally_reading(report.reading))}


def _fields_of(shown: CameraState) -> dict[str, object]:
    return {part.name: getattr(shown, part.name) for part in fields(shown)}
