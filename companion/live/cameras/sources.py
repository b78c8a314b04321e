"""The choice between the cameras of a table: the one given at the start, and a phone."""

from __future__ import annotations

from collections.abc import Iterator

from companion.live.cameras.cameras import Frame, Wait
from companion.live.cameras.capture import OpenCamera
from companion.live.cameras.phone import PhoneCamera

GIVEN, PHONE = "given", "phone"


class Sources:
    """Opens the chosen camera, and ends its frames when another is chosen."""

    def __init__(self, given: OpenCamera | None, phone: PhoneCamera) -> None:
        """Choose the given camera, or the phone if there is none.

        Args:
            given: opens the camera that the program was started with; ``None`` without one.
            phone: the phone.
        """
        self._open: dict[str, OpenCamera] = {PHONE: phone.frames}
        if given is not None:
            self._open[GIVEN] = given
        self._chosen = PHONE if given is None else GIVEN

    @property
    def offered(self) -> frozenset[str]:
        """The available cameras."""
        return frozenset(self._open)

    @property
    def chosen(self) -> str:
        """The chosen camera."""
        return self._chosen

    def choose(self, source: str) -> None:
        """Choose this camera.

        Raises:
            KeyError: it is not one of `offered`.
        """
        if source not in self._open:
            raise KeyError(source)
        self._chosen = source

    def __call__(self, wait: Wait) -> Iterator[Frame]:
        """Yield the frames of the chosen camera until another one is chosen."""
        chosen = self._chosen
        yield from self._open[chosen](lambda seconds: wait(seconds) or self._chosen != chosen)
