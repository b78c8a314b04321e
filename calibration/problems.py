"""Errors of calibration, each with one sentence for the user."""

from __future__ import annotations

import errno

from games.language import N_ as N_

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of writing more than a disk, a quota or a limit of files has room for."""


def why_not_written(error: OSError) -> str:
    """Return the sentence, with a placeholder for the folder, for a file that could not be written into a folder."""
    if error.errno in _NO_ROOM:
        return N_("There is no room for more in the folder “{folder}”; make room on its disk, then try again.")
    return N_("The folder “{folder}” cannot be written to; choose another.")


class CalibrationError(ValueError):
    """Calibration from the given input is impossible.

    Attributes:
        message: the English sentence, marked for the catalogues, with placeholders.
        details: the values of the placeholders.
    """

    def __init__(self, message: str, **details: object) -> None:
        """Store the sentence and its values; the text of the exception is in English."""
        super().__init__(message.format(**details))
        self.message, self.details = message, details


class BlurredPicture(CalibrationError):
    """The picture is too blurred to calibrate from."""

    def __init__(self) -> None:
        """Store the sentence."""
        super().__init__(N_("The picture is blurred; hold the camera still, with more light, and take it again."))
