"""Following a table frame by frame, and publishing its changes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.live import snapshots
from companion.live.advice import Adviser
from companion.live.cameras.cameras import Frame
from companion.live.named_ground import Grounds
from companion.live.snapshots import Table
from companion.live.steady_view import SteadyView
from companion.live.table_change import SettlingWindow, TableChange
from companion.live.tracker import Tracker
from companion.reader_service import PhotoReader
from companion.scoring.doubtful_breaches import with_sure_notices
from companion.scoring.fjords_tally import tally_reading
from games.fjords.checks.warning import Warning as BoardWarning
from vision.reading.reading import Reading
from vision.tiles.open_tiles import open_tiles_key


@dataclass(frozen=True)
class Priors:
    """What is known of a table beside its pictures. People may change it at any time, so that it is asked for.

    Attributes:
        colours: returns the played colours that the reader uses; when they change, the table is read again. Called
            whenever a person has entered something about the game.
        grounds: returns the ground that people have named on a board, in the coordinates of that board.
        taught: returns what the reader was taught; when that is another object, the table is read again. Called for
            each frame.
    """

    colours: Callable[[], Collection[str]] = lambda: ()
    grounds: Callable[[Reading], Grounds] = lambda _: {}
    taught: Callable[[], object] = lambda: None


NOTHING_KNOWN = Priors()


class TablePublisher:
    """Follows the table in its frames; one whose thread hangs is replaced by a new one.

    Attributes:
        superseded: whether another one has replaced it; it then publishes nothing any more.
    """

    def __init__(
        self,
        read: PhotoReader,
        table: Table,
        on_change: Callable[[TableChange], None],
        opened: Callable[[], int],
        priors: Priors = NOTHING_KNOWN,
        view: SteadyView | None = None,
    ) -> None:
        """Begin with an unknown table.

        Args:
            read: reads one photo.
            table: receives the snapshots.
            on_change: called with each change, before the table shows it.
            opened: returns how often the camera has been opened.
            priors: what is known of the table beside its pictures.
            view: from where viewers are shown the camera's pictures.
        """
        self.superseded = False
        self._table, self._on_change, self._opened = table, on_change, opened
        self._tracker, self._adviser, self._view = Tracker(read, priors.grounds), Adviser(), view or SteadyView()
        self._take: tuple[int, int] | None = None
        self._window = SettlingWindow()
        self._standing: tuple[BoardWarning, ...] | None = None
        self._priors, self._entered = priors, table.snapshot.entered
        self._played, self._taught = frozenset(priors.colours()), priors.taught()

    def see(self, frame: Frame) -> None:
        """Process one frame and publish what it shows."""
        self._reset_for_new_take(frame)
        self._apply_entries()
        self._apply_teaching()
        self._process(frame)

    def _reset_for_new_take(self, frame: Frame) -> None:
        """Forget the board when a recording restarts; a camera that is reopened shows the same table."""
        take = None if frame.take is None else (self._opened(), frame.take)
        if take != self._take:
            self._tracker.forget()
            self._take = take

    def _apply_entries(self) -> None:
        """Read the table again when ground was named, or the played colours have changed: yellow may be orange."""
        entered = self._table.snapshot.entered
        if entered != self._entered:
            self._entered, before, self._played = entered, self._played, frozenset(self._priors.colours())
            if self._played != before:
                self._tracker.reread_all()
            self._tracker.update_named_grounds()

    def _apply_teaching(self) -> None:
        """Read the table again when something else was taught, or another profile was chosen."""
        before, self._taught = self._taught, self._priors.taught()
        if self._taught is not before:
            self._tracker.reread_all()

    def _process(self, frame: Frame) -> None:
        tracker = self._tracker
        wanted = tracker.should_read(frame.photo, frame.at)
        self._adviser.observe_frame(frame.photo, tracker.moving)
        if wanted:
            # What is read once more, because votes do not agree yet, was read before: the table is still the same.
            if tracker.sees_news:
                self._publish(seeing=snapshots.READING)
            self._read(frame)
        else:
            self._update_window(news=False)
        self._publish(seeing=self._visibility(), advice=self._adviser.advice, standing=self._standing)

    def _read(self, frame: Frame) -> None:
        tracker = self._tracker
        before = tracker.board
        events = tracker.read(frame.photo, frame.at)
        self._adviser.observe_reading(frame.photo, tracker.board, tracker.lost)
        self._update_window(bool(events))
        self._hold_view()
        if tracker.board is not None and events and not self.superseded:
            self._on_change(TableChange(frame, before, events, tracker.board))
        if tracker.board is not None and (events or tracker.bumped or _row_changed(before, tracker.board)):
            self._publish(
                seeing=self._visibility(),
                tally=with_sure_notices(tally_reading(tracker.board)),
                standing=self._standing,
            )

    def _hold_view(self) -> None:
        """Let viewers see the pictures from where the known board was read."""
        if not self._tracker.lost and not self.superseded:
            self._view.hold(None if self._tracker.board is None else self._tracker.photo)

    def _update_window(self, news: bool) -> None:
        """Keep the warnings from before a change for as long as more of the change may follow."""
        was_open = self._window.is_open
        self._window.update(news, self._tracker.settled)
        if not self._window.is_open:
            self._standing = None
        elif not was_open:
            self._standing = self._table.current_notices()

    def _visibility(self) -> str:
        tracker = self._tracker
        if tracker.moving:
            return snapshots.MOVING
        if tracker.lost:
            return snapshots.NO_BOARD
        if tracker.board is None:
            return snapshots.READING
        return snapshots.COVERED if tracker.covered else snapshots.STILL

    def _publish(self, **changes: object) -> None:
        if not self.superseded:
            self._table.publish(**changes)


def _row_changed(before: Reading | None, after: Reading) -> bool:
    """Return whether the open tiles beside the board have changed."""
    return before is not None and open_tiles_key(before.draft) != open_tiles_key(after.draft)
