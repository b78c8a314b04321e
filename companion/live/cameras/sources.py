"""The choice between the cameras of a table: the one given at the start, a phone, and those opened on the page."""

from __future__ import annotations

from collections.abc import Iterator

from companion.live.cameras.cameras import Frame, Wait, open_camera
from companion.live.cameras.capture import OpenCamera
from companion.live.cameras.phone import PhoneCamera
from companion.live.cameras.recordings import Playback

GIVEN, PHONE, OPENED, DEMONSTRATION, NONE = "given", "phone", "opened", "demonstration", ""
_IDLE_S = 0.2
"""Seconds between two checks whether a camera is chosen."""


class Sources:
    """Opens the chosen camera, and ends its frames when another is chosen."""

    def __init__(
        self, given: OpenCamera | None, phone: PhoneCamera, idle: bool = False, demonstration: OpenCamera | None = None
    ) -> None:
        """Choose the given camera, or the phone if there is none.

        Args:
            given: opens the camera that the program was started with; ``None`` without one.
            phone: the phone.
            idle: whether no camera is chosen at first, unless one is given.
            demonstration: plays a recording, where that is offered beside the given camera.
        """
        self._open: dict[str, OpenCamera] = {PHONE: phone.frames}
        if given is not None:
            self._open[GIVEN] = given
        if demonstration is not None:
            self._open[DEMONSTRATION] = demonstration
        self._chosen = GIVEN if given is not None else NONE if idle else PHONE
        self._choices = 0
        self._name = ""

    @property
    def offered(self) -> frozenset[str]:
        """The available cameras."""
        return frozenset(self._open)

    @property
    def chosen(self) -> str:
        """The chosen camera; empty if none is."""
        return self._chosen

    @property
    def name(self) -> str:
        """The name of the camera that was opened on the page; empty if another is chosen."""
        return self._name if self._chosen == OPENED else ""

    def choose(self, source: str) -> None:
        """Choose this camera, or none.

        Raises:
            KeyError: it is not one of `offered`.
        """
        if source != NONE and source not in self._open:
            raise KeyError(source)
        if source != self._chosen:
            self._chosen = source
            self._choices += 1

    def open(self, source: str, name: str) -> None:
        """Choose a camera that is opened now, in place of one that was opened on the page before.

        Args:
            source: a camera's number or a stream's URL.
            name: its name for people.
        """
        self._open[OPENED] = lambda wait: open_camera(source, Playback(), wait)
        self._chosen, self._name = OPENED, name
        self._choices += 1

    def __call__(self, wait: Wait) -> Iterator[Frame]:
        """Yield the frames of the chosen camera until another one is chosen."""
        choice, chosen = self._choices, self._chosen

        def ends(seconds: float) -> bool:
            return wait(seconds) or self._choices != choice

        if chosen == NONE:
            while not ends(_IDLE_S):
                pass
            return
        yield from self._open[chosen](ends)
