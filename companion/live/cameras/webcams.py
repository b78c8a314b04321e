"""The webcams of this computer, by name where the system knows it."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_LINUX = Path("/sys/class/video4linux")
_UNNAMED = 3
"""Webcams that are offered by number where the system does not list them."""


@dataclass(frozen=True)
class Webcam:
    """A webcam: the number that opens it, and its name; empty where that is not known."""

    number: int
    name: str = ""


def webcams(devices: Path = _LINUX, platform: str = sys.platform) -> list[Webcam]:
    """Return the webcams of this computer.

    On Linux these are the devices that the system lists; elsewhere the first three numbers, of which some may be of no
    camera.

    Args:
        devices: the folder in which Linux lists video devices.
        platform: the name of the system, as `sys.platform` has it.
    """
    if not platform.startswith("linux"):
        return [Webcam(number) for number in range(_UNNAMED)]
    folders = devices.iterdir() if devices.is_dir() else ()
    found = (_webcam(folder) for folder in folders)
    return sorted((webcam for webcam in found if webcam is not None), key=lambda webcam: webcam.number)


def _webcam(folder: Path) -> Webcam | None:
    """Return the webcam of a device; ``None`` for one that carries no pictures, such as a camera's second device."""
    number = folder.name.removeprefix("video")
    if not number.isdecimal() or _text(folder / "index") not in ("", "0"):
        return None
    return Webcam(int(number), _text(folder / "name"))


def _text(file: Path) -> str:
    with suppress(OSError):
        return file.read_text(errors="replace", encoding="utf-8").strip()[:80]
    return ""
