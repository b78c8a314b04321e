"""A recording as a camera: it plays once, can be paused, and then shows its last picture until it is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from companion.home_paths import path_given
from companion.live.cameras.cameras import Frame, Wait, open_camera
from companion.live.cameras.recordings import Playback, names_a_recording

RECORDED_GAME = Path(__file__).with_name("recorded_game")
"""The game that Longhouse comes with: the pictures of `sample_images/game`, as WebP of a quarter of the size."""
PLAYING, PAUSED, OVER, OFF = "playing", "paused", "over", ""
_HELD_S = 0.2
"""Seconds between two frames of a picture that is held: as often as the live loop looks for news."""


def is_existing_recording(source: str) -> bool:
    """Return whether a camera's source is an existing folder of pictures or video file."""
    return names_a_recording(source) and path_given(source).exists()


class Demonstration:
    """Plays a recording; can be paused and restarted from other threads.

    Attributes:
        source: the folder of pictures or the video file.
    """

    def __init__(self, source: str, hold: int, report: Callable[[str], object] = lambda _: None) -> None:
        """Prepare to play.

        Args:
            source: a folder of pictures or a video file.
            hold: frames for which each picture of a folder is held.
            report: called with the state whenever it changes: playing, paused, over, or empty once another camera is
                chosen.
        """
        self.source, self._playback = source, Playback(hold=hold, clean=True)
        self._report = report
        self._paused = False
        self._take = 0
        self._shown = 0

    def pause(self) -> None:
        """Hold the present picture."""
        self._paused = True

    def resume(self) -> None:
        """Continue after a pause."""
        self._paused = False

    def replay(self) -> None:
        """Play from the beginning."""
        self._paused = False
        self._take += 1

    def __call__(self, wait: Wait) -> Iterator[Frame]:
        """Yield frames until `wait` returns true; one that was closed in between continues where it stopped."""
        try:
            while True:
                take = self._take
                yield from self._played(take, wait)
                if wait(0):
                    return
        finally:
            self._report(OFF)

    def _played(self, take: int, wait: Wait) -> Iterator[Frame]:
        """Yield the frames of one time that the recording plays, and its last picture until it is to play again."""
        last: Frame | None = None
        begin = self._shown
        self._report(PLAYING)
        for frame in open_camera(self.source, self._playback, lambda _: False):
            if frame.number < begin:
                continue
            self._shown = frame.number
            yield replace(frame, take=take)
            delay = frame.at - last.at if last is not None else 0.0
            last = frame
            if wait(delay):
                return
            yield from self._held(PAUSED, frame, take, wait, lambda: self._paused)
            if self._take != take or wait(0):
                break
        if last is not None and self._take == take:
            yield from self._held(OVER, last, take, wait, lambda: True)
        if self._take != take:
            self._shown = 0

    def _held(self, state: str, frame: Frame, take: int, wait: Wait, holds: Callable[[], bool]) -> Iterator[Frame]:
        """Yield one picture again and again for as long as it is held."""
        if not holds():
            return
        self._report(state)
        at = frame.at
        while holds() and self._take == take and not wait(_HELD_S):
            at += _HELD_S
            yield replace(frame, take=take, at=at)
        if state == PAUSED:
            self._report(PLAYING)
