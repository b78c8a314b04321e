"""Parses the segments of a JPEG file without decoding it (ISO 10918-1, annex B)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from vision.imaging.decoding.header import PictureHeader
from vision.imaging.decoding.limits import MAX_EXIF, MAX_PROFILE, damaged, too_complex, truncated

MAX_SCANS = 100
"""The decoder visits all pixels for each scan of a progressive picture, so thousands of empty scans take hours. The
encoders of cameras, phones and web sites write 1 to 14."""
MAX_SEGMENTS = 10_000
"""Phones write about 20 segments, and several hundred where a depth map is kept in them."""
_MIN_PROGRESSIVE_PASSES = 10
"""Passes that a progressive picture counts for at least: the decoder holds all its coefficients in memory."""

_START_OF_SCAN, _END_OF_IMAGE = 0xDA, 0xD9
_WITHOUT_LENGTH = {0x01, *range(0xD0, 0xD8)}
_FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_ONE_PASS = {0xC0, 0xC1}
_EXIF, _PROFILE = b"Exif\0\0", b"ICC_PROFILE\0"
_MARKER_AFTER_SCAN = re.compile(rb"\xff[\xc4\xd9-\xdd\xe0-\xef\xfe]")
"""Markers that may follow a scan. Inside one every 0xFF is stuffed or a restart, so a match is always a marker."""


@dataclass
class _Segments:
    """Accumulates the content of the segments."""

    frame: tuple[int, int, int] = (0, 0, 0)
    one_pass: bool = True
    scans: int = 0
    segments: int = 0
    exif: bytes = b""
    profile: dict[int, bytes] = field(default_factory=dict)

    def add(self, marker: int, content: bytes) -> None:
        """Add one segment, without its marker and length."""
        self.segments += 1
        if self.segments > MAX_SEGMENTS or self.scans > MAX_SCANS:
            raise too_complex()
        if marker in _FRAMES and len(content) >= 6:
            width, height = int.from_bytes(content[3:5], "big"), int.from_bytes(content[1:3], "big")
            self.frame, self.one_pass = (width, height, content[5]), marker in _ONE_PASS
        elif marker == 0xE1 and content.startswith(_EXIF) and len(self.exif) < MAX_EXIF:
            self.exif += content[len(_EXIF) :] if self.exif else content
        elif marker == 0xE2 and content.startswith(_PROFILE) and len(content) > 14:
            self.profile[content[12]] = content[14:]

    def header(self) -> PictureHeader:
        width, height, components = self.frame
        if not width or not height:
            raise damaged()
        # The decoder holds all coefficients of a sequential picture with a scan for each component, too.
        passes = 1 if self.one_pass and self.scans == 1 else max(self.scans, _MIN_PROGRESSIVE_PASSES)
        icc = b"".join(part for _, part in sorted(self.profile.items()))
        return PictureHeader(width, height, self.exif, icc if len(icc) <= MAX_PROFILE else b"", components, passes)


def describe_jpeg(data: bytes) -> PictureHeader:
    """Parse the header of a JPEG file.

    Raises:
        PhotoError: the file is truncated, damaged, or has more scans or segments than any photo.
    """
    walk, at = _Segments(), 2
    while True:
        at = _next_marker(data, at, after_scan=walk.scans > 0)
        marker = data[at + 1]
        if marker == _END_OF_IMAGE:
            break
        if marker in _WITHOUT_LENGTH:
            at += 2
            continue
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if end < at + 4 or end > len(data):
            raise truncated()
        walk.scans += marker == _START_OF_SCAN
        walk.add(marker, data[at + 4 : end])
        at = end
    if not walk.scans:
        raise truncated()
    return walk.header()


def _next_marker(data: bytes, at: int, after_scan: bool) -> int:
    """Return the offset of the next marker: at ``at`` itself, or after a scan anywhere from ``at`` on."""
    if after_scan:
        found = _MARKER_AFTER_SCAN.search(data, at)
        if found is None:
            raise truncated()
        return found.start()
    while data[at : at + 2] == b"\xff\xff":
        at += 1
    if at + 2 > len(data) or data[at] != 0xFF:
        raise truncated()
    return at
