"""Photos of another copy of the game than the taught one: what was taught misleads there, and is left aside."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from companion.language import N_
from companion.reader_service import CopyReading, CopyUsed, PhotoReader, ReadsAnswers, ReadsFiles, UploadReader
from vision.imaging.photo import decode_photo
from vision.vocabulary import COLOURS

if TYPE_CHECKING:
    from vision.imaging.photo import Photo
    from vision.profile import Profile
    from vision.reading.answers.answer import Answer
    from vision.reading.reading import Reading

PIECES_LEFT_ASIDE = N_(
    "How the pieces of “{name}” look is not used: another version of Longhouse saw them, and this one sees them "
    "differently. Keep a photo of this copy again."
)
"""What is said where a profile's `has_outdated_piece_examples`."""
OTHER_COPY = N_(
    "This is not the copy of the game that was taught as “{name}”; it was read as if nothing had been taught."
)
"""The sentence for people about a board that was read without the profile of this name."""
_TILES_OF_COPY = 60
"""Approximate number of tiles of a copy: the synthetic copies below have as many, the 2021 printing has 67, not all in
play."""
_RECOGNISED, _MISTAKEN = 0.75, 0.03
"""Share of the tiles that earlier photos of the same copy showed, and of the tiles of another copy, that are
recognised: 0.83 and 0.02 on third photos of 24 copies with one or two kept ones (boards of `benchmarks.kept_copies
--seed 8902`)."""
_DECISIVE = 2.0
"""Log odds, nats, from which the recognised tiles of earlier photos decide. On those photos they are 2.3 or more for
the same copy, and -5 or less for another; by hand."""
_FEWEST = 6
"""Tiles or pieces from which the share of known ones says anything; by hand."""
_MIN_KNOWN = 0.5
"""Least share of recognised tiles, and of pieces in taught colours, in a photo of the taught copy, of which
nearly all are; by hand."""


@runtime_checkable
class ReadsUntaught(Protocol):
    """A reader that can leave the copy that it was taught aside.

    Attributes:
        profile: the calibration in use, if any.
    """

    @property
    def profile(self) -> Profile | None: ...  # noqa: D102

    def read_untaught(self, photo: Photo, answers: Sequence[Answer]) -> Reading: ...  # noqa: D102


def shows_copy(reading: Reading, profile: Profile) -> bool:
    """Return whether a photo that was read with a profile shows the copy that was taught, or may well show it."""
    return copy_shown(reading, profile) is not False


def copy_shown(reading: Reading, profile: Profile, decisive: float = _DECISIVE) -> bool | None:
    """Return whether a board that was read with a profile is of the copy that was taught; ``None`` if that is unclear.

    Args:
        reading: of the board.
        profile: what was taught.
        decisive: log odds, nats, from which the recognised tiles of earlier photos decide.
    """
    recognised = sum(tile.recognised for tile in reading.tiles)
    if profile.tiles and len(reading.tiles) >= _FEWEST:
        return recognised >= _MIN_KNOWN * len(reading.tiles)
    if not profile.tiles and profile.seen_tiles is not None:
        odds = _log_odds_of_copy(recognised, len(reading.tiles), len(profile.seen_tiles.tiles))
        if abs(odds) >= decisive:
            return odds > 0
    coloured = [piece.colour for piece in reading.pieces if piece.colour is not None]
    taught = taught_colours(profile)
    if not taught or len(coloured) < _FEWEST:
        return None
    return sum(colour in taught for colour in coloured) >= _MIN_KNOWN * len(coloured)


def _log_odds_of_copy(recognised: int, tiles: int, known: int) -> float:
    """Return the log odds, nats, that a photo shows the copy of earlier photos, by two binomial distributions.

    Args:
        recognised: number of the photo's tiles that were recognised.
        tiles: number of its tiles.
        known: number of tiles that the earlier photos showed.
    """
    share = max(_RECOGNISED * min(known / _TILES_OF_COPY, 1.0), _MISTAKEN)
    return recognised * log(share / _MISTAKEN) + (tiles - recognised) * log((1 - share) / (1 - _MISTAKEN))


def taught_colours(profile: Profile) -> tuple[str, ...]:
    """Return the names of the colours of the pieces that a profile knows, each once."""
    if profile.palette is not None:
        return tuple(dict.fromkeys(piece.name for piece in profile.palette.pieces))
    known = () if profile.pieces is None else profile.pieces.colours
    return tuple(dict.fromkeys(COLOURS[k] for k in known if k >= 0))


def teaches_copy(profile: Profile) -> bool:
    """Return whether a profile holds anything of a copy of the game; it may be new, or know a camera alone."""
    of_photos = (profile.pieces, profile.ground, profile.seen_tiles)
    return any((profile.palette, profile.tiles, profile.stones, *of_photos))


def answerable_colours(profile: Profile | None) -> tuple[str, ...]:
    """Return the colours that answers about a photo may name, whether or not the profile was used for its questions.

    Questions about a photo of another copy than the taught one use the usual names.
    """
    return COLOURS if profile is None or profile.palette is None else (*profile.palette.names, *COLOURS)


def read_copy(reader: PhotoReader, photo: Photo, answers: Sequence[Answer] = ()) -> CopyReading:
    """Return the reading of a photo with what was taught, or without it where another copy of the game is shown.

    Args:
        reader: reads the photo; it leaves what was taught aside where it is `ReadsUntaught`.
        photo: the photo.
        answers: a person's about it; they are kept to where the reader can.

    Raises:
        PhotoError: no board can be found in it.
    """
    reading = reader.read_with(photo, answers) if answers and isinstance(reader, ReadsAnswers) else reader(photo)
    profile = reader.profile if isinstance(reader, ReadsUntaught) else None
    if profile is None or not teaches_copy(profile):
        return CopyReading(reading)
    used = CopyUsed(profile.name, not shows_copy(reading, profile), profile.has_outdated_piece_examples)
    if isinstance(reader, ReadsUntaught) and used.other_copy:
        reading = reader.read_untaught(photo, answers)
    return CopyReading(reading, used)


def read_copy_in_file(reader: UploadReader, data: bytes, answers: Sequence[Answer] = ()) -> CopyReading:
    """Return what `read_copy` does for the bytes of a picture file, which may be read elsewhere; raises the same."""
    if isinstance(reader, ReadsFiles):
        return reader.read_file(data, answers)
    return read_copy(reader, decode_photo(data), answers)
