"""What can go wrong while the eyes are taught, each in one sentence that says what to do."""

from __future__ import annotations


def N_(message: str) -> str:
    """Mark a message for the catalogues where it stands; it is translated where it is shown."""
    return message


class CalibrationError(ValueError):
    """Something that cannot be learned from what was given.

    Attributes:
        message: the English sentence, marked for the catalogues, with places to fill in.
        details: what is filled in.
    """

    def __init__(self, message: str, **details: object) -> None:
        """Keep the sentence and what is filled into it; the text of the error is English."""
        super().__init__(message.format(**details))
        self.message, self.details = message, details
