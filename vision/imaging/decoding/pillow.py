"""Decoding by Pillow: HEIC and AVIF, which OpenCV does not read, and CMYK with a profile, which OpenCV ignores.

None of these decoders has limits of its own; they run in the subprocess of `vision.imaging.decoding.child`.
"""

from __future__ import annotations

import io

from PIL import Image, ImageOps, UnidentifiedImageError

from vision.imaging.decoding.exif import camera_and_orientation
from vision.imaging.decoding.formats import Format
from vision.imaging.decoding.limits import WORKING_SIDE, PhotoError, check_size, damaged, not_an_image, too_complex
from vision.imaging.decoding.nclx import converted, matrix_to_srgb

_PILLOW_FORMATS = {Format.HEIF: "HEIF", Format.AVIF: "AVIF", Format.JPEG: "JPEG", Format.TIFF: "TIFF"}
_DECODER_ERRORS = (OSError, ValueError, SyntaxError, EOFError, RuntimeError, LookupError)


def opened(data: bytes, kind: Format) -> Image.Image:
    """Open a picture and check its size; its pixels are not decoded yet.

    Raises:
        PhotoError: it is no file of this format, or too large or too small.
    """
    if kind is Format.HEIF:
        from pi_heif import register_heif_opener

        register_heif_opener()
    Image.MAX_IMAGE_PIXELS = None  # the limit is checked below, with an error of its own
    try:
        image = Image.open(io.BytesIO(data), formats=[_PILLOW_FORMATS.get(kind, kind.name)])
    except (UnidentifiedImageError, *_DECODER_ERRORS):
        raise not_an_image() from None
    check_size(*image.size)
    return image


def camera_of(image: Image.Image) -> tuple[str, int]:
    """Return the camera's name and the EXIF orientation, 1..8, of an opened picture."""
    block = image.info.get("exif")
    camera, orientation = camera_and_orientation(block if isinstance(block, bytes) else b"")
    undone = image.info.get("original_orientation")  # pi_heif turns the picture upright and keeps the orientation here
    return camera, undone if isinstance(undone, int) and undone in range(1, 9) else orientation


def profile_of(image: Image.Image) -> bytes:
    """Return the embedded colour profile, empty where there is none."""
    profile = image.info.get("icc_profile")
    return profile if isinstance(profile, bytes) else b""


def decode_by_pillow(image: Image.Image, data: bytes) -> Image.Image:
    """Decode an opened picture: upright, in sRGB, mode ``RGB``, halved while larger than needed.

    Args:
        image: the opened picture.
        data: its file, which may name a colour space where no profile is embedded.

    Raises:
        PhotoError: the picture is damaged, or takes more memory than allowed.
    """
    from vision.imaging.decoding.colour import in_srgb, mode_of

    icc = profile_of(image)
    try:
        upright = ImageOps.exif_transpose(image)
        if upright.mode not in ("L", "CMYK") or mode_of(icc) != upright.mode:
            upright = upright.convert("RGB")
        while max(upright.size) >= 2 * WORKING_SIDE:
            upright = upright.reduce(2)
        if icc:
            return in_srgb(upright, icc)
        matrix = matrix_to_srgb(data)
        return upright.convert("RGB") if matrix is None else converted(upright.convert("RGB"), matrix)
    except _DECODER_ERRORS as error:
        raise _photo_error(error) from None


def _photo_error(error: Exception) -> PhotoError:
    """Return the error to show for a decoder's; libavif and libheif report exhausted memory in their messages only."""
    return too_complex() if "memory" in str(error).lower() else damaged()
