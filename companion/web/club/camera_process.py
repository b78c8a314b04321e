"""The process that watches one table: it records what its camera sees, and reports it to the pages.

Nothing that viewers do reaches it but short notes, so that they never slow the camera. It ends with its parent.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from multiprocessing.connection import Connection
from pathlib import Path

import cv2

from companion.live.snapshots import Snapshot
from companion.memory import limit_server_arenas
from companion.profiles import ProfileStore
from companion.reader_service import NetworkReader, PhotoReader
from companion.record.recorder import Recorder
from companion.record.storage.database import open_database
from companion.record.storage.library import Library
from companion.threads import shorten_switch_interval
from companion.web.club.messages import (
    CameraJob,
    CameraState,
    Command,
    Entered,
    Follow,
    PhoneAnswered,
    PhonePicture,
    PicturesWanted,
    PictureTaken,
    Play,
    Report,
    Seen,
    Watched,
)
from companion.web.config import Config
from companion.web.games.album import Album
from companion.web.games.live_record import RecordedTable
from companion.web.services import Services, build_services
from vision.reading.reading import Reading

_LIFE_SIGN_S = 1.0
"""Seconds between two reports without news."""
_PICTURE_INTERVAL_S = 0.1
"""Least time between two pictures for viewers, seconds: each is encoded once, whoever looks."""
_PICTURES_FOR_S = 10.0
"""Seconds for which pictures are sent after somebody last asked for one."""
_PHONE_TIMEOUT_S = 2.0
"""Seconds for which a phone's picture waits for the live loop."""


def run(job: CameraJob, connection: Connection) -> None:
    """Watch a table until the other end of the connection is closed."""
    # Ctrl+C in a terminal is sent to all processes; the parent decides when this one ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_server_arenas()
    cv2.setNumThreads(job.threads)
    shorten_switch_interval()
    logging.basicConfig(format="%(message)s")
    _CameraProcess(job, connection).serve()


class _CameraProcess:
    """One table's camera, recorder and reader."""

    def __init__(self, job: CameraJob, connection: Connection) -> None:
        self._connection, self._sending = connection, threading.Lock()
        self._recorder = Recorder(Library(open_database(job.db)), lambda _: job.game)
        table = RecordedTable(self._recorder)
        config = Config(camera=job.camera or None, pace=job.pace)
        self._here = build_services(config, _reader(job), table, self._recorder)
        table.keep_pictures(Album(job.data / "pictures"), self._here.pictures)
        self._pictures_until = 0.0
        self._phone = ThreadPoolExecutor(1, "phone")

    def serve(self) -> None:
        """Watch, report, and do what the pages ask for."""
        live = self._here.live
        assert live is not None
        live.start()
        for work in (self._report_table, self._report_pictures):
            threading.Thread(target=work, daemon=True).start()
        try:
            while True:
                self._do(self._connection.recv())
        except (EOFError, OSError):
            live.stop(1.0)
        finally:
            # Threads of drivers may hang; everything recorded is on the disk.
            os._exit(0)

    def _do(self, command: Command) -> None:
        """Carry out a command of the pages."""
        here = self._here
        if isinstance(command, Watched):
            here.table.touch()
        elif isinstance(command, PicturesWanted):
            self._pictures_until = time.monotonic() + _PICTURES_FOR_S
        elif isinstance(command, Entered):
            here.table.publish(entered=here.table.snapshot.entered + 1)
        elif isinstance(command, Follow):
            self._recorder.follow(command.game)
        elif isinstance(command, Play) and here.demonstration is not None:
            getattr(here.demonstration, command.what)()
        elif isinstance(command, PhonePicture):
            self._phone.submit(self._take, here, command)

    def _take(self, here: Services, picture: PhonePicture) -> None:
        here.phone.claim(picture.sender)
        if picture.once:
            here.phone.show(picture.photo, picture.sender)
            return
        taken = here.phone.send(picture.photo, picture.sender, _PHONE_TIMEOUT_S)
        self._send(PhoneAnswered(picture.token, taken))

    def _report_table(self) -> None:
        sent: object = None
        for snapshot in self._here.table.follow(_LIFE_SIGN_S, counts=False):
            newest = snapshot or self._here.table.snapshot
            is_new = newest.tally is not sent
            sent = newest.tally
            self._send(self._seen(newest, is_new))

    def _seen(self, snapshot: Snapshot, is_new: bool) -> Seen:
        """Return the report of a snapshot; the reading goes with it only where the board is new."""
        recorder, live = self._recorder, self._here.live
        current = recorder.current()
        tally = snapshot.tally
        return Seen(
            shown=CameraState(**{shown.name: getattr(snapshot, shown.name) for shown in fields(CameraState)}),
            is_new=is_new,
            reading=_light(tally.reading) if tally is not None and is_new else None,
            game=None if current is None else current.id,
            state=recorder.state,
            way=recorder.way,
            phone_wanted=self._here.phone.wanted,
            failing=() if live is None else live.failing_threads,
        )

    def _report_pictures(self) -> None:
        last = 0
        while True:
            time.sleep(_PICTURE_INTERVAL_S)
            if time.monotonic() < self._pictures_until:
                found = self._here.pictures.newer(last, _LIFE_SIGN_S)
                if found is not None:
                    last = found[0]
                    self._send(PictureTaken(found[1]))

    def _send(self, report: Report) -> None:
        try:
            with self._sending:
                self._connection.send(report)
        except OSError:
            os._exit(0)


def _light(reading: Reading | None) -> Reading | None:
    """Return a reading without the evidence, which only the process that has made it can use: 16 kB are left."""
    return None if reading is None else replace(reading, observation=None)


def _reader(job: CameraJob) -> PhotoReader:
    reader = job.make_reader()
    if isinstance(reader, NetworkReader):
        ProfileStore(Path(job.data) / "profiles", job.profile, reader.use)
    return reader
