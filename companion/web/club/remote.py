"""A table's camera, phone, pictures and recorder, all of which are in another process, as its pages use them."""

from __future__ import annotations

import itertools
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from companion.live.cameras.demonstration import is_existing_recording
from companion.live.cameras.sources import GIVEN, NONE, OPENED, PHONE
from companion.live.snapshots import Pictures
from companion.record.events.log import Event
from companion.record.followed_game import ChosenGame
from companion.record.recorder import FOLLOWS
from companion.record.storage.library import Library, StoredGame
from companion.record.storage.table_register import MAX_CAMERA, ClubTable, TableRegister
from companion.web.club.links import Claim, Link
from companion.web.club.messages import Command, Follow, PhonePicture, PicturesWanted, Play, Seen
from vision.imaging.photo import Photo
from vision.merging.alignment import Transform

_ANSWER_MARGIN_S = 0.5
"""Seconds that the answer of the other process may take beside the wait that it was told."""


class RemoteRecorder:
    """The game that a table's camera process records; this side only reads it, and never writes what was seen.

    Attributes:
        state: how the game is recorded, see `companion.record.recorder.Recorder`.
        way: turn and shift from the camera's coordinates to those of the game.
    """

    def __init__(
        self,
        number: int,
        register: TableRegister,
        library: Library,
        send: Callable[[Command], bool],
        changed: Callable[[], None],
    ) -> None:
        """Read the game of this table.

        Args:
            number: the table's number.
            register: knows which game is played at it.
            library: the games.
            send: sends a command to the camera process.
            changed: called when another game is played at the table.
        """
        self._number, self._register, self._library = number, register, library
        self._send, self._changed = send, changed
        self._chosen = ChosenGame(library, register.table(number).game)
        self.state: str = FOLLOWS
        self.way: Transform = (0, (0, 0))

    @property
    def game(self) -> int | None:
        """The number of the game that is played at the table; ``None`` without one."""
        return self._chosen.number

    def receive(self, seen: Seen) -> None:
        """Take over what the camera process reports."""
        self.state, self.way = seen.state, seen.way

    def current(self) -> StoredGame | None:
        """Return the game that the camera follows; ``None`` where it follows none, or the game is over."""
        return self._chosen.current()

    def finished(self) -> StoredGame | None:
        """Return the game of this table that is over, as long as no other one is played; ``None`` without one."""
        return self._chosen.finished()

    def follow(self, game: int) -> None:
        """Have the camera follow a game, which is the one of this table from now on."""
        self._register.begin_game(self._number, game)
        self._choose(game)
        self._send(Follow(game))
        self._changed()

    def refresh(self, table: ClubTable) -> None:
        """Take over which game the register has now."""
        if table.game != self.game:
            self._choose(table.game)

    def begin(self, game: int) -> None:
        """Make a game the one of this table, whether or not a camera follows it."""
        self.follow(game)

    def record_board(self, document: Mapping[str, Any]) -> None:
        """Do nothing: the camera process has recorded the board before it was reported."""

    def record(self, event: Event) -> bool:
        """Return that nothing was recorded: the camera process records."""
        return False

    def _choose(self, game: int | None) -> None:
        self._chosen, self.state = ChosenGame(self._library, game), FOLLOWS


class RemoteCameras:
    """The choice of a table's camera, kept in the register; another choice restarts the camera process."""

    def __init__(
        self,
        table: ClubTable,
        register: TableRegister,
        begin: Callable[[], None],
        end: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        """Begin with the camera in the register.

        Args:
            table: the table.
            register: keeps the choice.
            begin: begins the camera process anew.
            end: ends it.
            changed: called when another camera was chosen here.
        """
        self._number, self._register, self._begin, self._end = table.id, register, begin, end
        self._changed = changed
        self._source, self._name = table.camera, ""
        self._recording = table.camera if table.camera and is_existing_recording(table.camera) else ""

    @property
    def source(self) -> str:
        """The source that the table is watched through; empty for none."""
        return self._source

    @property
    def offered(self) -> frozenset[str]:
        """The available cameras."""
        return frozenset({PHONE, GIVEN} if self._recording else {PHONE})

    @property
    def chosen(self) -> str:
        """The chosen camera; empty if none is."""
        if self._source in ("", PHONE):
            return PHONE if self._source else NONE
        return GIVEN if self._source == self._recording else OPENED

    @property
    def name(self) -> str:
        """The name of the camera that was opened on the page; empty if another is chosen."""
        return (self._name or _name_of(self._source)) if self.chosen == OPENED else ""

    def choose(self, source: str) -> None:
        """Choose this camera, or none.

        Raises:
            KeyError: it is not one of `offered`.
        """
        if source != NONE and source not in self.offered:
            raise KeyError(source)
        self._watch({NONE: "", PHONE: PHONE, GIVEN: self._recording}[source], "")

    def open(self, source: str, name: str) -> None:
        """Choose a webcam by its number, or a stream by its URL; ``name`` is for people."""
        self._watch(source[:MAX_CAMERA], name)

    def _watch(self, source: str, name: str) -> None:
        self._register.change(self._number, camera=source)
        self._take(source, name)
        self._changed()

    def refresh(self, table: ClubTable) -> None:
        """Take over which camera the register has now."""
        if table.camera != self._source:
            self._take(table.camera, "")

    def _take(self, source: str, name: str) -> None:
        changed, self._source, self._name = source != self._source, source, name
        if not source:
            self._end()
        elif changed:
            self._begin()


class RemotePhone:
    """The phone that is a table's camera: its pictures are handed on to the camera process."""

    def __init__(self, link: Link, claim: Claim) -> None:
        """Hand pictures on through a link; ``claim`` knows which phone is the camera."""
        self._link, self._claim = link, claim
        # It starts at a random number, since other web processes receive the answers, too.
        self._tokens = itertools.count(secrets.randbits(40))
        self._answers: dict[int, tuple[threading.Event, list[bool]]] = {}
        self.wanted = False

    @property
    def is_claimed(self) -> bool:
        """Whether any phone is the camera."""
        return self._claim.get() is not None

    def claim(self, sender: str) -> None:
        """Make this phone the camera, in place of any other."""
        self._claim.set(sender)

    def release(self) -> None:
        """Make no phone the camera."""
        self._claim.set(None)

    def is_from(self, sender: str) -> bool:
        """Return whether this phone is the camera."""
        return sender == self._claim.get()

    def send(self, photo: Photo, sender: str, patience: float) -> bool:
        """Hand a picture on, and return whether it was taken within ``patience`` seconds."""
        if not self.is_from(sender):
            return False
        token, answer = next(self._tokens), (threading.Event(), [False])
        self._answers[token] = answer
        try:
            if self._link.send(PhonePicture(token, sender, photo)):
                answer[0].wait(patience + _ANSWER_MARGIN_S)
        finally:
            del self._answers[token]
        return answer[1][0] and self.is_from(sender)

    def show(self, photo: Photo, sender: str) -> None:
        """Hand a single shot on."""
        if self.is_from(sender):
            self._link.send(PhonePicture(0, sender, photo, once=True))

    def receive(self, token: int, taken: bool) -> None:
        """Take over the camera process' answer to a picture."""
        answer = self._answers.get(token)
        if answer is not None:
            answer[1][0] = taken
            answer[0].set()


class RemotePictures(Pictures):
    """The newest picture of a table's camera process, which sends pictures only while somebody asks for them."""

    def __init__(self, link: Link) -> None:
        """Begin without a picture."""
        super().__init__()
        self._link = link

    def newer(self, than: int, patience: float, small: bool = False) -> tuple[int, bytes] | None:
        """Wait for a picture as `Pictures.newer` does; it is asked for first."""
        self._link.send(PicturesWanted())
        return super().newer(than, patience, small)

    @property
    def newest(self) -> Photo | None:
        """The newest picture, decoded."""
        self.newer(0, _ANSWER_MARGIN_S)
        return super().newest


class RemoteDemonstration:
    """A recording that the camera process plays."""

    def __init__(self, link: Link) -> None:
        """Play through this link."""
        self._link = link

    def pause(self) -> None:
        """Hold the present picture."""
        self._link.send(Play("pause"))

    def resume(self) -> None:
        """Continue after a pause."""
        self._link.send(Play("resume"))

    def replay(self) -> None:
        """Play from the beginning."""
        self._link.send(Play("replay"))


def _name_of(source: str) -> str:
    """Return a name for a source that people will recognise: a stream's computer, or the source itself."""
    try:
        return urlsplit(source).hostname or source
    except ValueError:  # half an IPv6 address in brackets, which opening the camera reports
        return source
