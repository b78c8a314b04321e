"""The tables of a club, each with its services, its codes and its camera process."""

from __future__ import annotations

import shutil
import threading
from typing import cast

from flask import Flask, current_app

from companion.reader_service import NetworkReader, UploadReader
from companion.record.storage.table_register import ClubTable
from companion.web.access.access_control import folder_of_table
from companion.web.base.store import store_of
from companion.web.club.links import Link, Links
from companion.web.club.messages import Entered
from companion.web.club.open_tables import MakeCodes, MakeReader, Opener, OpenTable
from companion.web.config import Config
from companion.web.games.live_record import CLUB_VIEWERS
from companion.web.limits.seats import Seats
from companion.web.table_context import ALL_TABLES, SERVICES, TableContext, TablePathMiddleware, table_context

_KEY = "longhouse-club"


class Club:
    """The tables of a club that are open; safe to use from many threads."""

    def __init__(self, opener: Opener) -> None:
        """Open no table yet; ``opener`` opens each when it is needed."""
        config = opener.config
        self._opener, self._store, self._links = opener, opener.store, opener.links
        self._seats = Seats(config.viewers, config.viewers_per_device, config.viewers_for_hosts, self._wake)
        self._lock = threading.RLock()
        self._open: dict[int, OpenTable] = {}

    @property
    def tables(self) -> list[ClubTable]:
        """All tables, in the order in which they were added."""
        return self._store.register.tables()

    def context(self, number: int) -> TableContext | None:
        """Return the context of a table, opened now if it was not open; ``None`` where there is no such table."""
        table = self._open.get(number) or self._opened(number)
        return None if table is None else table.context

    def contexts(self) -> list[TableContext]:
        """Return the contexts of all tables."""
        return [found for table in self.tables if (found := self.context(table.id)) is not None]

    def link(self, number: int) -> Link:
        """Return the link to a table's camera process; raises `KeyError` where the table is not open."""
        return self._open[number].link

    def start(self) -> None:
        """Open all tables, and start the cameras of those that have one."""
        for table in self.tables:
            self._opened(table.id)
        self._links.begin(self.refresh)

    def refresh(self, number: int) -> None:
        """Load a table from the register again: another web process may have changed it."""
        known = self._open.get(number)
        try:
            table = self._store.register.table(number)
        except KeyError:
            self._shut(number)
            return
        if known is not None and known.rulebook == table.rulebook:
            known.recorder.refresh(table)
            known.cameras.refresh(table)
            return
        self._shut(number)
        self._opened(number)

    def close(self) -> None:
        """End all camera processes, and all requests that follow a table."""
        with self._lock:
            all_open, self._open = list(self._open.values()), {}
        for table in all_open:
            table.end_requests()
        ending = [threading.Thread(target=table.link.stop, daemon=True) for table in all_open]
        for thread in ending:
            thread.start()
        for thread in ending:
            thread.join(6.0)
        self._links.end()

    def remove(self, number: int) -> None:
        """Remove a table with its codes; its games stay. Raises `KeyError` where there is none."""
        self._store.register.remove(number)
        self._shut(number)
        self._links.changed(number)
        shutil.rmtree(folder_of_table(self._store.folder, number), ignore_errors=True)

    def change_rulebook(self, number: int, rulebook: str) -> None:
        """Change the game that is played at a table: the camera is closed, and the table opened again."""
        self._store.register.change(number, rulebook=rulebook, camera="", game=None)
        self._shut(number)
        self._opened(number)
        self._links.changed(number)

    def tell_viewers(self, game: int | None) -> None:
        """Notify the pages and the camera of each table that a change concerns.

        Those are the table that the request is about, and the ones at which the game of this number is played.
        """
        here = table_context()
        for number, opened in list(self._open.items()):
            if (here is not None and here.number == number) or (game is not None and opened.recorder.game == game):
                table = opened.context.services.table
                table.publish(entered=table.snapshot.entered + 1)
                opened.link.send(Entered())

    def _shut(self, number: int) -> None:
        """End a table's camera, and all requests that follow it."""
        with self._lock:
            table = self._open.pop(number, None)
        if table is not None:
            table.end_requests()
            table.link.stop()

    def _wake(self) -> None:
        for table in list(self._open.values()):
            table.context.services.table.wake()

    def _opened(self, number: int) -> OpenTable | None:
        """Return a table, which is opened the first time that it is asked for; ``None`` where there is none."""
        with self._lock:
            if number in self._open:
                return self._open[number]
            try:
                table = self._store.register.table(number)
            except KeyError:
                return None
            opened = self._open[number] = self._opener.open(table, self._seats, lambda: len(self._open))
        services = opened.context.services
        if services.watches and services.live is not None:
            services.live.start()
        return opened


def set_up(
    app: Flask,
    config: Config,
    read: UploadReader,
    make_codes: MakeCodes,
    make_reader: MakeReader | None = None,
    links: Links | None = None,
) -> Club:
    """Let an app hold the tables of a club; no camera is opened before `Club.start`.

    Args:
        app: the app.
        config: the settings.
        read: reads uploaded photos.
        make_codes: makes the codes of a table, given its number.
        make_reader: makes the reader of a camera process; by default with the shipped networks.
        links: how camera processes are reached; by default they are children of this process.
    """
    store = store_of(app)
    for name, camera in config.tables:
        known = next((table for table in store.register.tables() if table.name == name), None)
        if known is None:
            store.register.add(name, camera)
        else:
            store.register.change(known.id, camera=camera)
    opener = Opener(
        config, read, app.extensions[SERVICES], store, make_reader or NetworkReader, make_codes, links or Links()
    )
    club = Club(opener)
    app.extensions[_KEY], app.extensions[CLUB_VIEWERS] = club, club.tell_viewers
    app.extensions[ALL_TABLES] = club.contexts
    app.wsgi_app = TablePathMiddleware(app.wsgi_app, club.context)  # type: ignore[method-assign]
    return club


def club_of(app: Flask) -> Club | None:
    """Return the club of an app; ``None`` for an app that holds one table."""
    return cast("Club | None", app.extensions.get(_KEY))


def club() -> Club | None:
    """Return the club of the current app; ``None`` where it holds one table."""
    return club_of(current_app)
