"""Following a table without a page: its changes, frame by frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from companion.live.cameras.cameras import CameraProblem, Frame, open_camera
from companion.live.cameras.capture import Capture
from companion.live.cameras.recordings import Playback, names_a_recording
from companion.live.table_change import SettlingWindow, TableChange
from companion.live.tracker import Tracker
from companion.reader_service import PhotoReader

_FRAME_TIMEOUT_S = 0.5
"""Wait for a frame, seconds, before the camera's problems are looked at."""


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


def changes_in(frames: Iterator[Frame], read: PhotoReader, tracker: Tracker | None = None) -> Iterator[TableChange]:
    """Yield the changes of a table that the frames show."""
    tracker = tracker or Tracker(read)
    frame, window = None, SettlingWindow()
    for frame in frames:
        before = tracker.board
        events = tracker.read(frame.photo, frame.at) if tracker.should_read(frame.photo, frame.at) else ()
        was_open = window.is_open
        window.update(bool(events), tracker.settled)
        if tracker.board is not None and (events or (was_open and not window.is_open)):
            yield TableChange(frame, before, events, tracker.board, not window.is_open)
    before = tracker.board
    events = tracker.finish()
    if frame is not None and (events or window.is_open) and tracker.board is not None:
        yield TableChange(frame, before, events, tracker.board)
