"""What a tallied photo can be kept for: a profile of its copy of the game."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.from_reading import is_worth_keeping
from companion.reader_service import CopyUsed
from companion.web.teach.workspace import workspace
from vision.reading.reading import Reading


@dataclass(frozen=True)
class Keeping:
    """The offer to keep what a photo shows of a copy.

    Attributes:
        key: of the profile in use; empty where none is, or a damaged one.
        name: its name; likewise.
        is_answered: whether answers are kept, too.
        asks_which_copy: whether a profile is in use in which the photo may be kept, or as another copy.
        is_other_copy: whether the profile in use seems to be that of another copy, or is damaged.
    """

    key: str
    name: str
    is_answered: bool
    asks_which_copy: bool
    is_other_copy: bool


def keeping_of(reading: Reading, used: CopyUsed | None, is_answered: bool) -> Keeping | None:
    """Return what is offered for keeping a photo; ``None`` where it shows too little, or nothing new.

    Args:
        reading: of the photo.
        used: the profile that it was read with.
        is_answered: whether a person answered about it.
    """
    if reading.observation is None or not (is_answered or is_worth_keeping(reading)):
        return None
    key, profile = workspace().profiles.chosen, workspace().reader.profile
    if key is None or profile is None:
        return Keeping("", "", is_answered, False, key is not None)  # a damaged one is left as it is
    return Keeping(key, profile.name, is_answered, used is not None, used is not None and used.other_copy)
