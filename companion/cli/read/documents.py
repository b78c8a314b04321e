"""Board documents of photos, with the annotated photos and files that the command ``read`` writes besides."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.cli.answers import Answer
from companion.cli.game import FJORDS
from companion.cli.input_files import photo_bytes
from companion.cli.output_files import write_output
from companion.open_tiles import with_places
from companion.reader_service import NetworkReader
from companion.scoring.fjords_tally import tally_reading
from companion.scoring.tally import tally_of
from companion.taught_copy import read_copy
from vision.imaging.photo import Photo, decode_photo
from vision.plugins import reader_of
from vision.profile import Profile
from vision.reading.reading import Reading

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Outputs:
    """Where annotated photos and documents are written.

    Attributes:
        pictures: folder for annotated photos; ``None`` for no output.
        out: the same for documents.
        shared: names without extension, in lower case, that several of the photos bear, as two formats of one shot do.
    """

    pictures: Path | None
    out: Path | None
    shared: frozenset[str] = frozenset()

    def name_of(self, file: str) -> str:
        """Return the name of what is written for a photo, before its extension; names in `shared` keep the photo's."""
        stem = Path(file).stem
        return Path(file).name if stem.casefold() in self.shared else stem

    def picture_of(self, file: str) -> Path | None:
        """Return the name of the annotated photo of a photo."""
        return None if self.pictures is None else self.pictures / f"{self.name_of(file)}.jpg"

    def document_of(self, file: str) -> Path | None:
        """Return the name of the file for the document of a photo."""
        return None if self.out is None else self.out / f"{self.name_of(file)}.json"

    def keep(self, file: str, document: dict[str, Any], draw: Callable[[], np.ndarray]) -> None:
        """Write the document and the annotated photo of a reading.

        Raises:
            Problem: they cannot be written.
        """
        picture = self.picture_of(file)
        if picture is not None:
            write_output(picture, cv2.imencode(".jpg", draw(), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
        self.keep_document(file, document)

    def keep_document(self, file: str, document: dict[str, Any]) -> None:
        """Write the document of a reading; raises as `keep` does."""
        out = self.document_of(file)
        if out is not None:
            write_output(out, json.dumps(document, ensure_ascii=False).encode())

    def lacks_picture_of(self, file: str) -> bool:
        """Return whether an annotated photo is wanted and was never written."""
        picture = self.picture_of(file)
        return picture is not None and not picture.exists()


def fjords_document(file: str, photo: Photo, reading: Reading, outputs: Outputs, lang: str) -> dict[str, Any]:
    """Return the document of a reading of Fjords, and write what is wanted."""

    def drawn() -> np.ndarray:
        from companion.record.doubts.certainty import has_winner
        from companion.scoring.panel import fjords_panel  # drawing is slow to import, and seldom wanted
        from vision.drawing.annotate import annotate

        tally = tally_reading(reading)
        return annotate(photo, reading, fjords_panel(tally, lang, has_winner(tally)))

    document = with_places(reading.to_document())
    outputs.keep(file, document, drawn)
    return document


def board_document(file: str, game: str, taught: Profile | None, outputs: Outputs, lang: str) -> dict[str, Any]:
    """Return the document of a photo of one player's board of another game, and write what is wanted."""
    reader = reader_of(game)
    assert reader is not None  # --game accepts no other

    def drawn() -> np.ndarray:
        from companion.scoring.panel import score_panel
        from vision.drawing.annotate import annotate_marks
        from vision.drawing.marks import marks_on

        return annotate_marks(photo, marks_on(document), score_panel(tally_of(document), lang))

    photo = decode_photo(photo_bytes(file))
    document = reader(photo, taught)
    outputs.keep(file, document, drawn)
    return document


@dataclass(frozen=True)
class PhotoRead:
    """What was read in a photo; may be sent to another process.

    Attributes:
        document: the board document.
        left_aside: the name of the profile without which it was read, since it shows another copy of the game; else
            empty.
    """

    document: dict[str, Any]
    left_aside: str = ""


@dataclass(frozen=True)
class PhotoWork:
    """Reads photos; may be sent to another process.

    Attributes:
        game: what is played.
        profile: folder of a valid profile, if any.
        outputs: what is written.
        lang: language of what is drawn.
    """

    game: str
    profile: Path | None
    outputs: Outputs
    lang: str

    def __call__(self, file: str) -> PhotoRead:
        """Return what is read in a photo; raises an error of `companion.problems.KNOWN`."""
        reader = _reader(self.profile)
        if self.game != FJORDS:
            return PhotoRead(board_document(file, self.game, reader.profile, self.outputs, self.lang))
        photo = decode_photo(photo_bytes(file))
        found = read_copy(reader, photo)
        return PhotoRead(fjords_document(file, photo, found.reading, self.outputs, self.lang), found.left_aside)


@lru_cache(maxsize=1)
def _reader(folder: Path | None) -> NetworkReader:
    """Return the reader with a profile, made once in each process."""
    if folder is None:
        return NetworkReader()
    from calibration.profile.folder import load_profile  # slow to import, and needed only with a profile

    return NetworkReader(load_profile(folder))


def answer_with(document: Mapping[str, Any], game: str, lang: str) -> Answer:
    """Return the answer of the command with a document, which people see as a table."""

    def show() -> Iterator[RenderableType]:
        from companion.cli.terminal.tables import board_reading, reading_table  # slow to import, and only for people

        return reading_table(document, lang) if game == FJORDS else board_reading(document, tally_of(document), lang)

    return Answer(document, show)
