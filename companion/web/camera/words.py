"""Status messages for a phone that is the camera."""

from __future__ import annotations

from companion.language import N_
from companion.live import snapshots
from companion.live.snapshots import Snapshot

_NOT_CHOSEN = N_("Another camera is watching the table; the host can change that on the page.")
_RESTS = N_("Nobody is watching, so the camera is paused until somebody does.")
_SEEN = {
    snapshots.WAITING: N_("The first pictures are on their way."),
    snapshots.MOVING: N_("Something is moving in the picture. If it is the phone, hold it steadily or prop it up."),
    snapshots.READING: N_("The board is being read."),
    snapshots.STILL: N_("The board is seen well."),
    snapshots.COVERED: N_("Something is in front of the board; the board stays as it was."),
    snapshots.NO_BOARD: N_("No board is seen; move the phone until the whole board is in the picture."),
}


def phone_status(snapshot: Snapshot, wanted: bool, chosen: bool) -> str:
    """Return the status message in English, marked for the catalogues.

    Args:
        snapshot: the table now.
        wanted: whether the live loop takes the phone's pictures.
        chosen: whether the table is watched through the phone.
    """
    if not chosen:
        return _NOT_CHOSEN
    return _SEEN.get(snapshot.seeing, _SEEN[snapshots.WAITING]) if wanted else _RESTS
