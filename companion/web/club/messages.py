"""What a table's camera process and the pages say to each other, over a pipe between the two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import URL

from companion.live import snapshots
from companion.problems import Problem
from companion.reader_service import PhotoReader
from games.fjords.checks.warning import Warning as BoardWarning
from vision.imaging.photo import Photo
from vision.reading.reading import Reading


@dataclass(frozen=True)
class CameraJob:
    """What a camera process is begun with.

    Attributes:
        camera: the source to watch through.
        game: the number of the game to follow; ``None`` for none yet.
        db: the address of the database.
        data: the data folder.
        pace: seconds for which each picture of a recorded game is held.
        make_reader: makes the reader of photos; it must be possible to pickle it.
        profile: the folder of a calibration profile that was given at the start.
        threads: threads of OpenCV, so that the processes of many tables do not fight for the cores.
    """

    camera: str
    game: int | None
    db: str | URL
    data: Path
    pace: float
    make_reader: Callable[[], PhotoReader]
    profile: Path | None = None
    threads: int = 1


@dataclass(frozen=True)
class Watched:
    """Somebody looks at the table."""


@dataclass(frozen=True)
class PicturesWanted:
    """Somebody looks at the camera's pictures."""


@dataclass(frozen=True)
class Entered:
    """A person has changed a game."""


@dataclass(frozen=True)
class Follow:
    """The camera is to follow another game."""

    game: int


@dataclass(frozen=True)
class Play:
    """A recording is to pause, to resume or to replay: the name of a method of `Demonstration`."""

    what: str


@dataclass(frozen=True)
class PhonePicture:
    """A picture from the phone that is the camera.

    Attributes:
        token: identifies the picture in the answer.
        sender: identifies the phone.
        photo: the picture.
        once: whether it is a single shot, which is shown until the next picture.
    """

    token: int
    sender: str
    photo: Photo
    once: bool = False


Command = Watched | PicturesWanted | Entered | Follow | Play | PhonePicture


@dataclass(frozen=True)
class CameraState:
    """The fields of `companion.live.snapshots.Snapshot` that the camera decides, and that are not the board."""

    camera: str = snapshots.OFF
    trouble: Problem | None = None
    seeing: str = snapshots.WAITING
    advice: tuple[str, ...] = ()
    standing: tuple[BoardWarning, ...] | None = None
    playback: str = ""
    left_aside: str = ""


@dataclass(frozen=True)
class ProcessState:
    """What the camera process itself does: it starts, or has failed.

    Attributes:
        camera: as in a snapshot.
        trouble: why it has failed.
    """

    camera: str
    trouble: Problem | None = None


@dataclass(frozen=True)
class Seen:
    """The state of the table; it is also sent each second without news, as a sign of life.

    Attributes:
        shown: what the camera does.
        is_new: whether ``reading`` has changed.
        reading: the reading of the board; ``None`` where nothing was read yet, or it has not changed.
        game: the number of the game that is followed.
        state: how it is recorded, see `companion.record.recorder.Recorder`.
        way: turn and shift from the camera's coordinates to those of the game.
        phone_wanted: whether a phone's pictures are taken now.
        failing: the names of threads that have ended or hang.
    """

    shown: CameraState = field(default_factory=CameraState)
    is_new: bool = False
    reading: Reading | None = None
    game: int | None = None
    state: str = ""
    way: tuple[int, tuple[int, int]] = (0, (0, 0))
    phone_wanted: bool = False
    failing: tuple[str, ...] = ()


@dataclass(frozen=True)
class PictureTaken:
    """The camera's newest picture."""

    jpeg: bytes


@dataclass(frozen=True)
class PhoneAnswered:
    """Whether a phone's picture was taken in time."""

    token: int
    taken: bool


Report = Seen | ProcessState | PictureTaken | PhoneAnswered
