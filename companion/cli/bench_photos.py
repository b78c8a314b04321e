"""Measures how long it takes to read photos, stage by stage, and compares photos with each other."""

from __future__ import annotations

import io
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from rich.console import RenderableType
from rich.table import Column, Table

from companion.language import N_, translator
from companion.reader_service import CopyReading, NetworkReader
from companion.taught_copy import read_copy
from vision.board.locate import survey
from vision.imaging.photo import Photo, PhotoError, decode_photo
from vision.networks.models import Networks
from vision.profile import Profile, lens_of_pixels
from vision.reading.conclude import conclude
from vision.reading.observation import TaughtData, observe
from vision.reading.observed_pieces import describe_pieces, observe_pieces
from vision.terrain.analyse import analyse_terrain

REPETITIONS = 5
"""How often each stage is measured, unless another number is asked for."""
_UNIT_MEGAPIXELS = 12
"""A phone's photo: the time of decoding one is the unit in which readings of photos of any size are compared."""
_OUTLIER = 1.8
"""Multiple of the median reading time from which a photo is an outlier: none of the sample photos takes as long."""

_STAGES = {
    "decode": N_("decode"),
    "locate": N_("find the board"),
    "terrain": N_("terrain"),
    "pieces": N_("pieces"),
    "conclude": N_("conclude"),
}
"""The stages of a reading in their order, with the words for them."""


def measure(
    data: bytes, reader: NetworkReader, repetitions: int = REPETITIONS, tell: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """Return the times of one photo, milliseconds: decoding it, reading it, and each stage of that by itself.

    Terrain and pieces are analysed in parallel, so that the stages together take longer than the whole. A photo of
    another copy than the profile's is read twice, as by other commands; its stages are of the reading without it.

    Args:
        data: the photo's file.
        reader: whose profile is used.
        repetitions: how often each stage is measured; the medians are returned.
        tell: called with the name of the profile that is left aside; with an empty one where none is.
    """
    photo = decode_photo(data)
    found = _read(reader, photo)  # loads the networks
    tell("" if found is None else found.left_aside)
    profile = reader.profile
    if profile is not None and found is not None and found.left_aside:
        profile = profile.camera_only()
    decode = _median_ms(lambda: _decode_alone(data), repetitions)
    read = _median_ms(lambda: _read(reader, decode_photo(data)), repetitions)
    stages = _stages(data, reader.networks(), profile, repetitions)
    return {
        "megapixels": round(photo.width * photo.height / 1e6, 2),
        "tiles": 0 if found is None else len(found.reading.tiles),
        "decode_ms": round(decode, 1),
        "read_ms": round(read, 1),
        "ratio": round(read / decode, 2),
        "stages_ms": {name: round(took, 1) for name, took in stages.items()},
    }


def _read(reader: NetworkReader, photo: Photo) -> CopyReading | None:
    """Return the reading of a photo; ``None`` where there is no board."""
    try:
        return read_copy(reader, photo)
    except PhotoError:
        return None


def _decode_alone(data: bytes) -> None:
    if cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) is None:
        import pi_heif  # HEIC is the format that the reader decodes and OpenCV does not

        np.asarray(pi_heif.open_heif(io.BytesIO(data)))


def _median_ms(work: Callable[[], object], repetitions: int) -> float:
    times = []
    for _ in range(repetitions):
        begun = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - begun))
    return statistics.median(times)


def _stages(data: bytes, networks: Networks, profile: Profile | None, repetitions: int) -> dict[str, float]:
    """Return the median time of each stage that a photo reaches, milliseconds."""
    photo = decode_photo(data)
    taught = TaughtData.of(profile)
    lens, pixels = lens_of_pixels(photo, profile), photo.normalised
    times = {
        "decode": _median_ms(lambda: decode_photo(data).normalised, repetitions),
        "locate": _median_ms(lambda: survey(pixels, networks, lens), repetitions),
    }
    found = survey(pixels, networks, lens)
    if found is None:
        return times
    seen = observe(found, pixels, networks, taught)
    cells = list(seen.outputs)

    def look_at_terrain() -> object:
        return analyse_terrain(found, None, networks, not taught.sets).insides.result()

    def look_at_pieces() -> object:
        pieces = observe_pieces(found, pixels, networks, taught.stones, cells)
        return describe_pieces(pieces, found, pixels, networks, taught.stones)

    return {
        **times,
        "terrain": _median_ms(look_at_terrain, repetitions),
        "pieces": _median_ms(look_at_pieces, repetitions),
        "conclude": _median_ms(lambda: conclude(seen, photo, networks), repetitions),
    }


@dataclass
class Comparison:
    """The times of several photos, and their summary."""

    measured: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def add(self, file: str, times: Mapping[str, Any]) -> None:
        """Add the times of `measure` for a photo."""
        self.measured[file] = times

    def summary(self) -> dict[str, Any]:
        """Return the typical and the longest reading, in units of decoding 12 megapixels, and the outliers."""
        largest = max(self.measured.values(), key=lambda times: float(times["megapixels"]))
        unit = _UNIT_MEGAPIXELS * largest["decode_ms"] / largest["megapixels"]
        reads = {file: float(times["read_ms"]) for file, times in self.measured.items()}
        median, worst = statistics.median(reads.values()), max(reads, key=lambda file: reads[file])
        stages = {name for times in self.measured.values() for name in times["stages_ms"]}
        return {
            "photos": len(reads),
            "decode_12mp_ms": round(unit, 1),
            "median_read_ms": round(median, 1),
            "median_ratio": round(median / unit, 2),
            "worst_read_ms": round(reads[worst], 1),
            "worst_ratio": round(reads[worst] / unit, 2),
            "worst": worst,
            "outliers": [file for file, took in reads.items() if took > _OUTLIER * median],
            "median_stages_ms": {name: self._median_of(name) for name in sorted(stages, key=list(_STAGES).index)},
        }

    def _median_of(self, stage: str) -> float:
        found = [times["stages_ms"] for times in self.measured.values()]
        return round(statistics.median(float(stages[stage]) for stages in found if stage in stages), 1)


def table_of(times: Mapping[str, Any], lang: str) -> Iterator[RenderableType]:
    """Render the times of one photo."""
    say = translator(lang)
    heads = (N_("Megapixels"), N_("Tiles"), N_("Decode, ms"), N_("Read, ms"), N_("Reading time ÷ decoding time"))
    table = Table(*(Column(say(head), justify="right") for head in heads))
    table.add_row(*(str(times[name]) for name in ("megapixels", "tiles", "decode_ms", "read_ms", "ratio")))
    yield table
    yield _stage_table(times["stages_ms"], lang)


def summary_of(found: Mapping[str, Any], lang: str) -> Iterator[RenderableType]:
    """Render the summary of several photos."""
    say = translator(lang)
    heads = (N_("Photos"), N_("Decode 12 megapixels, ms"), N_("Median, ms"), N_("Longest, ms"))
    table = Table(*(Column(say(head), justify="right") for head in heads))
    median, worst = (f"{found[f'{name}_read_ms']} (× {found[f'{name}_ratio']})" for name in ("median", "worst"))
    table.add_row(str(found["photos"]), str(found["decode_12mp_ms"]), median, worst)
    yield table
    yield _stage_table(found["median_stages_ms"], lang)
    if found["outliers"]:
        yield say(N_("Outliers: {photos}.")).format(photos=", ".join(Path(file).name for file in found["outliers"]))


def _stage_table(stages: Mapping[str, float], lang: str) -> Table:
    say = translator(lang)
    table = Table(*(Column(say(_STAGES[name]), justify="right") for name in stages))
    table.add_row(*(str(took) for took in stages.values()))
    return table
