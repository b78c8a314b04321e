"""A table that is followed without a page: what happens, frame by frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.eye import Read
from companion.live.cameras import CameraProblem, Frame, open_camera
from companion.live.capture import Capture
from companion.live.events import Event
from companion.live.recordings import Playback
from companion.live.tracker import Tracker
from vision.reading import Reading

_PATIENCE = 0.5


@dataclass(frozen=True)
class Happening:
    """What one frame of a table showed to have happened.

    Attributes:
        frame: the frame.
        before: the board before; ``None`` at the beginning.
        events: what happened, at least one.
        after: the board that they lead to.
    """

    frame: Frame
    before: Reading | None
    events: tuple[Event, ...]
    after: Reading


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


def follow(frames: Iterator[Frame], read: Read, tracker: Tracker | None = None) -> Iterator[Happening]:
    """Yield what happens on a table, as the frames show it."""
    tracker = tracker or Tracker(read)
    frame = None
    for frame in frames:
        before = tracker.board
        if tracker.wants(frame.photo, frame.at):
            events = tracker.take(frame.photo, frame.at)
            if events and tracker.board is not None:
                yield Happening(frame, before, events, tracker.board)
    before = tracker.board
    events = tracker.finish()
    if frame is not None and events and tracker.board is not None:
        yield Happening(frame, before, events, tracker.board)
