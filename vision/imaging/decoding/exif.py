"""Reads the camera's name and the picture's orientation from EXIF."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Mapping
from typing import Any

from PIL import ExifTags, Image

_MAX_ENTRIES = 1_000
"""Largest number of entries of a directory; cameras write fewer than 100."""
_MAX_BYTES = 1_000_000
"""Largest size of all values together. Entries may share their bytes, so that a block of 64 kB can expand to 300 MB;
a camera's block fits in one JPEG segment of 64 kB."""
_TYPE_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8}
"""Bytes of a value by the number of its type (TIFF 6.0, section 2; 13 and 16 are of later supplements)."""


def camera_and_orientation(block: bytes) -> tuple[str, int]:
    """Return the camera and orientation of an EXIF block; a damaged or oversized block counts as empty.

    Args:
        block: the block with or without its ``Exif`` prefix; may be empty.

    Returns:
        The camera's make, model and focal length, empty if missing, and the orientation, 1..8.
    """
    tiff = block.removeprefix(b"Exif\0\0")
    try:
        if not tiff or not _is_within_limits(tiff):
            return "", 1
        tags = Image.Exif()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tags.load(tiff)
            more = tags.get_ifd(ExifTags.IFD.Exif)
        orientation = tags.get(ExifTags.Base.Orientation, 1)
        named = [tags.get(ExifTags.Base.Make), tags.get(ExifTags.Base.Model), _focal_length(more)]
    except (OSError, ValueError, SyntaxError, TypeError, ArithmeticError, LookupError, struct.error):
        return "", 1
    words = [" ".join(str(word).replace("\0", " ").split()) for word in named if word]
    return " ".join(words), orientation if orientation in range(1, 9) else 1


def _focal_length(tags: Mapping[int, Any]) -> str:
    """Return the focal length, which tells a phone's cameras apart, preferably the one that includes digital zoom."""
    for tag, unit in ((ExifTags.Base.FocalLengthIn35mmFilm, "mm (35 mm)"), (ExifTags.Base.FocalLength, "mm")):
        if tags.get(tag):
            return f"{float(tags[tag]):g} {unit}"
    return ""


def _is_within_limits(tiff: bytes) -> bool:
    """Return whether the two directories that are read hold no more than a camera writes."""
    order = "<" if tiff[:2] == b"II" else ">"
    (first,) = struct.unpack_from(order + "I", tiff, 4)
    remaining, offsets = _MAX_BYTES, [first]
    for offset in offsets:
        (count,) = struct.unpack_from(order + "H", tiff, offset)
        if count > _MAX_ENTRIES:
            return False
        for number in range(count):
            tag, kind, values, at = struct.unpack_from(order + "HHII", tiff, offset + 2 + 12 * number)
            remaining -= values * _TYPE_SIZES.get(kind, 1)
            if tag == ExifTags.IFD.Exif and len(offsets) == 1:
                offsets.append(at)
    return remaining >= 0
