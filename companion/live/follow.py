"""A table that is followed without a page: what happens, frame by frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.live.cameras.cameras import CameraProblem, Frame, open_camera
from companion.live.cameras.capture import Capture
from companion.live.cameras.recordings import Playback
from companion.live.events import Event
from companion.live.tracker import Tracker
from companion.reader_service import PhotoReader
from vision.reading.reading import Reading

_PATIENCE = 0.5
_TOGETHER = 4
"""Frames for which more is waited for of what came at once; under a hand that rests it may not be seen for long."""


@dataclass(frozen=True)
class Happening:
    """What one frame of a table showed to have happened.

    Attributes:
        frame: the frame.
        before: the board before; ``None`` at the beginning.
        events: what happened; none where it is but settled what has happened before.
        after: the board that they lead to.
        settled: whether all that came with them is known; else it follows at once, and a last one that says so.
    """

    frame: Frame
    before: Reading | None
    events: tuple[Event, ...]
    after: Reading
    settled: bool = True


class Together:
    """Waits until all is known of what came at once: one of several tiles may be seen a frame later."""

    def __init__(self) -> None:
        """Begin with nothing to wait for."""
        self._frames = 0

    @property
    def waits(self) -> bool:
        """Whether more may follow."""
        return self._frames > 0

    def see(self, news: bool, settled: bool) -> None:
        """Take in whether one more frame has brought news, and whether all that has changed is known now."""
        # Those that came while one was read do not count: of a quick camera they would be over at once.
        self._frames += news or self.waits
        if settled or self._frames > _TOGETHER:
            self._frames = 0


def is_recording(source: str) -> bool:
    """Say whether a camera is a recording, which ends and may be played at any pace."""
    return not source.isdecimal() and "://" not in source


def frames_of(source: str, playback: Playback, say: Callable[[CameraProblem], None]) -> Iterator[Frame]:
    """Yield all frames of a recording, or of a camera the newest whenever one is asked for.

    Args:
        source: a camera's number, a stream's URL, a video file or a folder of pictures.
        playback: how a recording plays.
        say: is told why a camera gives no pictures at present; it is tried again.

    Raises:
        CameraProblem: there is no such recording or camera, or it gives no pictures to begin with.
    """
    if is_recording(source):
        yield from open_camera(source, playback, lambda _: False)
        return
    troubles: deque[CameraProblem | None] = deque([None], maxlen=1)
    capture = Capture(lambda wait: open_camera(source, playback, wait), lambda _, trouble: troubles.append(trouble))
    capture.start()
    shown, told = False, None
    try:
        while True:
            frame = capture.next(_PATIENCE)
            if frame is not None:
                shown, told = True, None
                yield frame
            elif (trouble := troubles[0]) is not None and trouble != told:
                if not shown:
                    raise trouble
                told = trouble
                say(trouble)
    finally:
        capture.stop()


def follow(frames: Iterator[Frame], read: PhotoReader, tracker: Tracker | None = None) -> Iterator[Happening]:
    """Yield what happens on a table, as the frames show it."""
    tracker = tracker or Tracker(read)
    frame, together = None, Together()
    for frame in frames:
        before = tracker.board
        events = tracker.take(frame.photo, frame.at) if tracker.wants(frame.photo, frame.at) else ()
        waited = together.waits
        together.see(bool(events), tracker.settled)
        if tracker.board is not None and (events or (waited and not together.waits)):
            yield Happening(frame, before, events, tracker.board, not together.waits)
    before = tracker.board
    events = tracker.finish()
    if frame is not None and (events or together.waits) and tracker.board is not None:
        yield Happening(frame, before, events, tracker.board)
