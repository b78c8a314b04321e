"""What one frame after the other shows of a table: what has happened, and what is to be published of it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.live import snapshots as at
from companion.live.advice import Adviser
from companion.live.cameras.cameras import Frame
from companion.live.follow import Happening, Together
from companion.live.snapshots import Table
from companion.live.tracker import Tracker
from companion.reader_service import PhotoReader
from companion.scoring.fjords_tally import tally_reading
from games.fjords.warnings import Warning as BoardWarning
from vision.reading.reading import Reading
from vision.tiles.open_tiles import row_key


class Follower:
    """Follows the table in its frames; one that is given up is replaced by another, which begins anew.

    Attributes:
        silent: whether another one has taken its place; it then publishes nothing any more.
    """

    def __init__(
        self,
        read: PhotoReader,
        table: Table,
        happened: Callable[[Happening], None],
        colours: Callable[[], Collection[str]],
        opened: Callable[[], int],
    ) -> None:
        """Begin without having seen anything.

        Args:
            read: reads one photo.
            table: where snapshots go.
            happened: is handed what happens on the table, before the table shows it.
            colours: those that are played, as `read` knows them; when others are, the table is looked at anew. Asked
                whenever a person has said something of the game.
            opened: says how often the camera was opened so far.
        """
        self.silent = False
        self._table, self._happened, self._opened = table, happened, opened
        self._tracker, self._adviser = Tracker(read), Adviser()
        self._take: tuple[int, int] | None = None
        self._together = Together()
        self._standing: tuple[BoardWarning, ...] | None = None
        self._colours, self._played, self._told = colours, frozenset(colours()), table.snapshot.told

    def see(self, frame: Frame) -> None:
        """Take in one frame, and publish what it shows."""
        self._begin_anew_with(frame)
        self._mind_the_colours()
        self._look(frame)

    def _begin_anew_with(self, frame: Frame) -> None:
        """Forget the board when a recording begins anew or ends; a camera that comes back shows the same table."""
        take = None if frame.take is None else (self._opened(), frame.take)
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
            self._publish(seeing=at.READING)
            self._read(frame)
        else:
            self._wait_for_more(news=False)
        self._publish(seeing=self._seen(), advice=self._adviser.advice, standing=self._standing)

    def _read(self, frame: Frame) -> None:
        tracker = self._tracker
        before = tracker.board
        events = tracker.take(frame.photo, frame.at)
        self._adviser.read(frame.photo, tracker.board, tracker.lost)
        self._wait_for_more(bool(events))
        if tracker.board is not None and events and not self.silent:
            self._happened(Happening(frame, before, events, tracker.board))
        if tracker.board is not None and (events or tracker.bumped or _row_changed(before, tracker.board)):
            self._publish(seeing=self._seen(), tally=tally_reading(tracker.board), standing=self._standing)

    def _wait_for_more(self, news: bool) -> None:
        """Keep in mind what the rules said before anything came of which more may follow."""
        waited = self._together.waits
        self._together.see(news, self._tracker.settled)
        if not self._together.waits:
            self._standing = None
        elif not waited:
            believed = self._table.believed()
            self._standing = () if believed is None else believed.notices

    def _seen(self) -> str:
        tracker = self._tracker
        if tracker.moving:
            return at.MOVING
        if tracker.lost or tracker.board is None:
            return at.NO_BOARD
        return at.COVERED if tracker.covered else at.STILL

    def _publish(self, **changes: object) -> None:
        if not self.silent:
            self._table.publish(**changes)


def _row_changed(before: Reading | None, after: Reading) -> bool:
    """Say whether other tiles than before lie open beside the board."""
    return before is not None and row_key(before.draft) != row_key(after.draft)
