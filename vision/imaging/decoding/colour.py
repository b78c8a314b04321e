"""Embedded colour profiles honoured: pixels of Display P3, Adobe RGB, grey or CMYK become those of sRGB."""

from __future__ import annotations

import io

from PIL import Image, ImageCms

SIMPLE_PROFILE = 65_536
"""Bytes. Profiles of cameras, phones and screens are 0.5 to 60 kB; larger ones are tables of printers."""
_SAME = 2
"""Levels of 255 by which a profile may differ from sRGB and still be called by its name: the many profiles of sRGB
that are in use round its curve differently, by one level each way."""
_RGB, _GREY, _CMYK = b"RGB ", b"GRAY", b"CMYK"
_MODES = {_RGB: "RGB", _GREY: "L", _CMYK: "CMYK"}
_STEPS = range(0, 256, 32)
_ALL_GREYS = bytes(range(256))
_SOME_COLOURS = bytes(min(value, 255) for r in _STEPS for g in _STEPS for b in _STEPS for value in (r, g, b))


def mode_of(icc: bytes) -> str | None:
    """Return Pillow's name for the colours that a profile is for; ``None`` where it is none that can be honoured."""
    return _MODES.get(icc[16:20]) if icc[36:40] == b"acsp" else None


def is_simple(icc: bytes) -> bool:
    """Say whether a profile is small and of screens, so that it is no risk to use it in the server's own process."""
    return len(icc) <= SIMPLE_PROFILE and mode_of(icc) in ("RGB", "L")


def transform_of(icc: bytes) -> ImageCms.ImageCmsTransform | None:
    """Return what turns a profile's colours into sRGB; ``None`` where it is sRGB already, or damaged."""
    mode = mode_of(icc)
    if mode is None:
        return None
    try:
        transform = ImageCms.buildTransform(
            io.BytesIO(icc),
            ImageCms.createProfile("sRGB"),
            mode,
            "RGB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        return None if _changes_little(transform, mode) else transform
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None


def in_srgb(image: Image.Image, icc: bytes) -> Image.Image:
    """Return a picture in sRGB, mode ``RGB``; as it was where the profile says nothing about its colours.

    Args:
        image: mode ``RGB``, ``L`` or ``CMYK``.
        icc: the embedded profile; may be empty, damaged or of other colours than the picture's.
    """
    transform = transform_of(icc) if mode_of(icc) == image.mode else None
    return image.convert("RGB") if transform is None else applied(transform, image)


def applied(transform: ImageCms.ImageCmsTransform, image: Image.Image) -> Image.Image:
    """Return a picture of the transform's own mode in sRGB, mode ``RGB``."""
    # Pillow declares that nothing is returned where the picture is changed in place, which is not asked for here.
    return ImageCms.applyTransform(image, transform) or image


def _changes_little(transform: ImageCms.ImageCmsTransform, mode: str) -> bool:
    if mode == "CMYK":
        return False
    before = _ALL_GREYS if mode == "L" else _SOME_COLOURS
    colours = Image.frombytes(mode, (len(before) // len(mode), 1), before)
    after = applied(transform, colours).tobytes()
    return all(abs(one - other) <= _SAME for one, other in zip(after, colours.convert("RGB").tobytes(), strict=True))
