"""Errors of calibration, each with one sentence for the user."""

from __future__ import annotations


def N_(message: str) -> str:
    """Mark a message for the translation catalogues; it is translated where it is displayed."""
    return message


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
