"""The live table: one thread takes the camera's frames, another follows the table in them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection

from companion.eye import Read
from companion.live import table as at
from companion.live.advice import Adviser
from companion.live.cameras import CameraProblem, Frame
from companion.live.capture import RETRY, Capture, OpenCamera
from companion.live.table import Pictures, Table
from companion.live.tracker import Tracker
from companion.live.watching import Happening, Together
from companion.tally import tally_reading
from games.fjords.warnings import Warning as BoardWarning
from vision.draft import row_key
from vision.reading import Reading

STALLED_AFTER = 4.0
REST_AFTER = 60.0
"""Seconds after which a camera that nobody watches is closed."""
_LOG = logging.getLogger(__name__)


class LiveTable:
    """Watches one camera and keeps a `Table` up to date."""

    def __init__(
        self,
        open_camera: OpenCamera,
        read: Read,
        table: Table,
        pictures: Pictures,
        retry: float = RETRY,
        stalled_after: float = STALLED_AFTER,
        rest_after: float = REST_AFTER,
        playing: Callable[[], bool] = lambda: False,
        happened: Callable[[Happening], None] = lambda _: None,
        colours: Callable[[], Collection[str]] = lambda: (),
    ) -> None:
        """Prepare to watch; nothing happens before `start`.

        Args:
            open_camera: opens the camera; called again after it has failed or rested.
            read: reads one photo.
            table: where snapshots go.
            pictures: where the camera's pictures go.
            retry: seconds after which a camera that failed is tried again.
            stalled_after: seconds without a frame after which the camera is said to have stalled.
            rest_after: seconds after which the camera rests when nobody watches and no game is played.
            playing: whether a game is played that must be followed even if nobody watches.
            happened: is handed what happens on the table, before the table shows it.
            colours: those that are played, as `read` knows them; when others are, the table is looked at anew. Asked
                whenever a person has said something of the game.
        """
        self._table, self._pictures, self._happened = table, pictures, happened
        self._capture = Capture(
            open_camera, self._say, self._show, lambda: playing() or table.is_watched(rest_after), retry
        )
        self._tracker, self._adviser, self._stalled_after = Tracker(read), Adviser(), stalled_after
        self._take: tuple[int, int] | None = None
        self._together = Together()
        self._standing: tuple[BoardWarning, ...] | None = None
        self._colours, self._played, self._told = colours, frozenset(colours()), table.snapshot.told
        self._thread = threading.Thread(target=self._watch, name="reader", daemon=True)

    def start(self) -> None:
        """Start both threads."""
        self._table.touch()
        self._table.publish(camera=at.STARTING)
        self._capture.start()
        self._thread.start()

    def stop(self, patience: float = 5.0) -> None:
        """Ask both threads to end and wait for them; a camera that hangs is left behind."""
        self._capture.stop(patience)
        if self._thread.is_alive():
            self._thread.join(patience)

    def _say(self, camera: str, trouble: CameraProblem | None) -> None:
        self._table.publish(camera=camera, trouble=trouble)

    def _show(self, frame: Frame) -> None:
        self._pictures.show(frame.photo)

    def _watch(self) -> None:
        while not self._capture.stopping:
            frame = self._capture.next(self._stalled_after)
            if frame is None:
                if self._table.snapshot.camera == at.LIVE:
                    self._table.publish(camera=at.STALLED)
                continue
            try:
                self.see(frame)
            except Exception:
                # One picture that breaks the reader must not end the evening.
                _LOG.exception("A picture could not be read.")

    def see(self, frame: Frame) -> None:
        """Take in one frame, and publish what it shows; the thread that watches does it for each."""
        self._begin_anew_with(frame)
        self._mind_the_colours()
        self._look(frame)

    def _begin_anew_with(self, frame: Frame) -> None:
        """Forget the board when a recording begins anew or ends; a camera that comes back shows the same table."""
        take = None if frame.take is None else (self._capture.opened, frame.take)
        if take != self._take:
            self._tracker.forget()
            self._take = take

    def _mind_the_colours(self) -> None:
        """Look anew where other colours are played than when the table was read: a yellow piece was perhaps orange."""
        told = self._table.snapshot.told
        if told != self._told:
            self._told, before, self._played = told, self._played, frozenset(self._colours())
            if self._played != before:
                self._tracker.look_anew()

    def _look(self, frame: Frame) -> None:
        tracker = self._tracker
        wanted = tracker.wants(frame.photo, frame.at)
        self._adviser.see(frame.photo, tracker.moving)
        if wanted:
            self._table.publish(seeing=at.READING)
            self._read(frame)
        else:
            self._wait_for_more(news=False)
        self._table.publish(seeing=self._seen(), advice=self._adviser.advice, standing=self._standing)

    def _read(self, frame: Frame) -> None:
        tracker = self._tracker
        before = tracker.board
        events = tracker.take(frame.photo, frame.at)
        self._adviser.read(frame.photo, tracker.board, tracker.lost)
        self._wait_for_more(bool(events))
        if tracker.board is not None and events:
            self._happened(Happening(frame, before, events, tracker.board))
        if tracker.board is not None and (events or tracker.bumped or _row_changed(before, tracker.board)):
            self._table.publish(seeing=self._seen(), tally=tally_reading(tracker.board), standing=self._standing)

    def _wait_for_more(self, news: bool) -> None:
        """Keep in mind what the rules said before anything came of which more may follow."""
        waited = self._together.waits
        self._together.see(news, self._tracker.settled)
        if not self._together.waits:
            self._standing = None
        elif not waited:
            believed = self._table.believed()
            self._standing = () if believed is None else believed.warnings

    def _seen(self) -> str:
        tracker = self._tracker
        if tracker.moving:
            return at.MOVING
        if tracker.lost or tracker.board is None:
            return at.NO_BOARD
        return at.COVERED if tracker.covered else at.STILL


def _row_changed(before: Reading | None, after: Reading) -> bool:
    """Say whether other tiles than before lie open beside the board."""
    return before is not None and row_key(before.draft) != row_key(after.draft)
