"""Following a table without a page: its changes, frame by frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.live.cameras.cameras import CameraProblem, Frame, open_camera
from companion.live.cameras.capture import Capture
from companion.live.cameras.recordings import Playback, names_a_recording
from companion.live.events import Event
from companion.live.tracker import Tracker
from companion.reader_service import PhotoReader
from vision.reading.reading import Reading

_FRAME_TIMEOUT_S = 0.5
"""Wait for a frame, seconds, before the camera's problems are looked at."""
_MAX_SETTLING_FRAMES = 4
"""Frames for which the rest of a change is awaited, chosen by hand; a resting hand may hide it for much longer."""


@dataclass(frozen=True)
class TableChange:
    """The change of a table that one frame showed.

    Attributes:
        frame: the frame.
        before: the board before; ``None`` at the beginning.
        events: the events; none where an earlier change is only settled.
        after: the board after the events.
        settled: whether everything that has changed is known; else more changes follow, of which the last is settled.
    """

    frame: Frame
    before: Reading | None
    events: tuple[Event, ...]
    after: Reading
    settled: bool = True


class SettlingWindow:
    """The frames in which the rest of a change is awaited: one of several tiles may be seen a frame later."""

    def __init__(self) -> None:
        """Start without an open change."""
        self._frames = 0

    @property
    def is_open(self) -> bool:
        """Whether more of the change may follow."""
        return self._frames > 0

    def update(self, news: bool, settled: bool) -> None:
        """Count a frame: whether it brought events, and whether everything that has changed is known."""
        # Frames that arrive during a reading do not count: with a fast camera the window would close at once.
        self._frames += news or self.is_open
        if settled or self._frames > _MAX_SETTLING_FRAMES:
            self._frames = 0


def frames_of(source: str, playback: Playback, report: Callable[[CameraProblem], None]) -> Iterator[Frame]:
    """Yield all frames of a recording, or the newest frame of a camera at each step.

    Args:
        source: a camera's number, a stream's URL, a video file or a folder of pictures.
        playback: how to play a recording.
        report: called with the reason why a camera gives no pictures at present, which is tried again, or why a picture
            of a folder is left out.

    Raises:
        CameraProblem: there is no such recording or camera, or it gives no first picture.
    """
    if names_a_recording(source):
        yield from open_camera(source, playback, lambda _: False, report)
        return
    problems: deque[CameraProblem | None] = deque([None], maxlen=1)
    capture = Capture(lambda wait: open_camera(source, playback, wait), lambda _, problem: problems.append(problem))
    capture.start()
    shown, reported = False, None
    try:
        while True:
            frame = capture.next(_FRAME_TIMEOUT_S)
            if frame is not None:
                shown, reported = True, None
                yield frame
            elif (problem := problems[0]) is not None and problem != reported:
                if not shown:
                    raise problem
                reported = problem
                report(problem)
    finally:
        capture.stop()


def follow(frames: Iterator[Frame], read: PhotoReader, tracker: Tracker | None = None) -> Iterator[TableChange]:
    """Yield the changes of a table that the frames show."""
    tracker = tracker or Tracker(read)
    frame, window = None, SettlingWindow()
    for frame in frames:
        before = tracker.board
        events = tracker.take(frame.photo, frame.at) if tracker.wants(frame.photo, frame.at) else ()
        was_open = window.is_open
        window.update(bool(events), tracker.settled)
        if tracker.board is not None and (events or (was_open and not window.is_open)):
            yield TableChange(frame, before, events, tracker.board, not window.is_open)
    before = tracker.board
    events = tracker.finish()
    if frame is not None and (events or window.is_open) and tracker.board is not None:
        yield TableChange(frame, before, events, tracker.board)
