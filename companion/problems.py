"""Messages for users about files, in both languages: one sentence that says what is wrong and what to do."""

from __future__ import annotations

import errno

from calibration.problems import CalibrationError
from companion.language import N_, translator
from games.documents import DocumentError
from games.incoming import FileTooLarge, NotAFile, NothingComes
from vision.imaging.photo import PhotoError, UnreadablePhoto

GIVEN_UP = N_("The photo could not be read in the time that one may take; take it again, or with fewer pixels.")
"""The sentence of a photo over which workers were given up or have failed, with the code ``given-up``."""
_PHOTO = {
    "empty": N_("The file is empty; take the photo again or choose another file."),
    "not-an-image": N_("This is not a picture that can be read; use a JPEG, PNG, WebP or HEIC photo."),
    "truncated": N_("The picture file is cut short; copy or send it again."),
    "too-small": N_("The picture is too small to see a board in it; take it with more pixels."),
    "too-large": N_("The picture has too many megapixels; save it smaller and try again."),
    "too-complex": N_("The picture takes too much time or memory to decode; save it as a plain JPEG and try again."),
    "no-board": N_("No board of Fjords was found in the picture; take it from above with the whole board in view."),
    "other-game": N_("The picture shows a board of another game; choose a photo of a Fjords board."),
    "given-up": GIVEN_UP,
}
_NO_FILE = N_("There is no such file; check the name.")
_WRONG_NAMES = (errno.ELOOP, errno.ENAMETOOLONG)
"""Errors of names that lead to no file and have no class of their own: links in a circle, and too many letters."""
_FILE = {
    FileTooLarge: N_("The file is too large; choose a photo or a document of usual size."),
    NotAFile: N_("This is a device, not a file; name a file."),
    NothingComes: N_("No data comes through this pipe; name a file, or start the program that writes to it."),
    FileNotFoundError: _NO_FILE,
    NotADirectoryError: _NO_FILE,
    IsADirectoryError: N_("This is a folder, not a file; name the files in it."),
    PermissionError: N_("The file cannot be opened; check its permissions."),
}


class Problem(Exception):
    """A problem that the user can solve, with its sentence in either language."""

    def __init__(self, message: str, **details: object) -> None:
        """Set the English message (marked for the catalogues) and the values of its placeholders."""
        super().__init__(message.format(**details))
        self.message, self.details = message, details

    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same problem, so that a lasting one is reported once."""
        return isinstance(other, Problem) and (self.message, self.details) == (other.message, other.details)

    def __hash__(self) -> int:
        """Hash by the message."""
        return hash(self.message)

    def sentence(self, lang: str) -> str:
        """Return the sentence in this language."""
        return translator(lang)(self.message).format(**self.details)


KNOWN = (Problem, PhotoError, DocumentError, CalibrationError, OSError)
"""The errors that have a sentence; any other is a fault of the program."""


def sentence(error: Exception, lang: str) -> str:
    """Return the sentence of an error: what is wrong and what to do about it.

    Args:
        error: one of `KNOWN`.
        lang: ``en`` or ``ru``.
    """
    if isinstance(error, Problem):
        return error.sentence(lang)
    if isinstance(error, CalibrationError):
        return translator(lang)(error.message).format(**error.details)
    if isinstance(error, DocumentError | UnreadablePhoto):
        return error.message(lang)
    if isinstance(error, PhotoError):
        # The English sentence may contain figures; sentences in other languages follow from the code alone.
        if lang == "en" or error.code not in _PHOTO:
            return str(error)
        return translator(lang)(_PHOTO[error.code])
    for kind, message in _FILE.items():
        if isinstance(error, kind):
            return translator(lang)(message)
    if isinstance(error, OSError) and error.errno in _WRONG_NAMES:
        return translator(lang)(_NO_FILE)
    return translator(lang)(N_("The file cannot be read; check the disk it is on."))
