"""Converts pixels with an embedded colour profile (Display P3, Adobe RGB, grey, CMYK and others) to sRGB."""

from __future__ import annotations

import io

from PIL import Image, ImageCms

MAX_SIMPLE_PROFILE = 65_536
"""Bytes. Profiles of cameras, phones and screens are 0.5 to 60 kB; larger ones are tables of printers."""
_MAX_DIFFERENCE = 2
"""Levels of 255 by which a profile may differ from sRGB and still count as sRGB: the many sRGB profiles in use round
its curve differently, by one level each way."""
_RGB, _GREY, _CMYK = b"RGB ", b"GRAY", b"CMYK"
_MODES = {_RGB: "RGB", _GREY: "L", _CMYK: "CMYK"}
_LEVELS = range(0, 256, 32)
_ALL_GREYS = bytes(range(256))
_SAMPLE_COLOURS = bytes(min(value, 255) for r in _LEVELS for g in _LEVELS for b in _LEVELS for value in (r, g, b))


def mode_of(icc: bytes) -> str | None:
    """Return Pillow's mode of the colours that a profile applies to; ``None`` where it is not supported."""
    return _MODES.get(icc[16:20]) if icc[36:40] == b"acsp" else None


def is_simple(icc: bytes) -> bool:
    """Return whether a profile is small and for grey or RGB, hence safe to apply in the server's own process."""
    return len(icc) <= MAX_SIMPLE_PROFILE and mode_of(icc) in ("RGB", "L")


def transform_of(icc: bytes) -> ImageCms.ImageCmsTransform | None:
    """Return the transform from a profile's colours to sRGB; ``None`` where it is sRGB already, or damaged."""
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
        return None if _is_nearly_srgb(transform, mode) else transform
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None


def in_srgb(image: Image.Image, icc: bytes) -> Image.Image:
    """Convert a picture to sRGB, mode ``RGB``; without a usable profile only its mode is converted.

    Args:
        image: mode ``RGB``, ``L`` or ``CMYK``.
        icc: the embedded profile; may be empty, damaged or for another mode.
    """
    transform = transform_of(icc) if mode_of(icc) == image.mode else None
    return image.convert("RGB") if transform is None else applied(transform, image)


def applied(transform: ImageCms.ImageCmsTransform, image: Image.Image) -> Image.Image:
    """Convert a picture of the transform's input mode to sRGB, mode ``RGB``."""
    # By its type applyTransform may return None, which it does only for a change in place.
    return ImageCms.applyTransform(image, transform) or image


def _is_nearly_srgb(transform: ImageCms.ImageCmsTransform, mode: str) -> bool:
    if mode == "CMYK":
        return False
    before = _ALL_GREYS if mode == "L" else _SAMPLE_COLOURS
    colours = Image.frombytes(mode, (len(before) // len(mode), 1), before)
    after = applied(transform, colours).tobytes()
    return all(
        abs(one - other) <= _MAX_DIFFERENCE for one, other in zip(after, colours.convert("RGB").tobytes(), strict=True)
    )
