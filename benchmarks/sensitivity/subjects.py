"""What is read or calibrated again with each number: single photos, a taught copy, several photos, other games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import vision.hokkaido.reader
import vision.nusfjord.reader
import vision.vikings.reader
from benchmarks.grading.grade import grade
from benchmarks.grading.reliability import detailed_document
from benchmarks.grading.truth import NOTHING, boards_with_truth
from benchmarks.made.villages import made_village
from benchmarks.neighbours import cities, fjords, villages
from benchmarks.neighbours.facts import Fact, counted
from benchmarks.sensitivity.boards import located_boards
from benchmarks.sensitivity.lenses import made_lenses
from benchmarks.sensitivity.live import played_sequences
from benchmarks.sensitivity.outcome import Outcome, Subject
from benchmarks.sensitivity.recognition import recognised_copies
from calibration.problems import CalibrationError
from calibration.stones.learn import StoneTap, learn_stones
from calibration.tiles.detected_photo import detect_tiles
from calibration.tiles.learn import build_set
from vision.imaging.photo import Photo, PhotoError, decode_photo, photo_of
from vision.merging.merge import merge
from vision.networks.models import Networks, load_networks
from vision.profile import Profile
from vision.reading.reader import read_photo
from vision.reading.reading import Reading

_SEEDS = range(7000, 7004)
"""Seeds of the villages."""
_PARTS = ((0.0, 0.0, 0.72, 0.8), (0.3, 0.0, 1.0, 0.75), (0.1, 0.25, 0.95, 1.0))
"""Left, top, right and bottom of the three parts into which a photo is divided for merging, 0..1."""
_TILT = 0.06
"""Largest shift of a part's corner, as a fraction of its sides: every part is seen by a camera of its own."""


def single_photos(folders: list[Path], patterns: list[str]) -> Subject:
    """Return the reading of the folders' photos, untaught."""
    photos = _photos(folders, patterns)
    networks = load_networks()
    return lambda: _graded([(_read(photo, networks, None), truth) for photo, truth in photos])


def taught_copies(folders: list[Path], patterns: list[str]) -> Subject:
    """Return the calibration of copies and the reading of their tables.

    ``NAME.jpg`` with the truth ``spread`` shows the tiles (or ``stones``) of a copy, ``NAME_….jpg`` tables with it.
    """
    networks = load_networks()
    copies = [
        (path.stem, decode_photo(path.read_bytes()), truth, _photos([path.parent], [f"{path.stem}_*.jpg"]))
        for path, truth in _spreads(folders, patterns)
    ]

    def measure() -> Outcome:
        outcomes = []
        for name, photo, truth, tables in copies:
            profile = _taught(name, photo, truth, networks)
            wrong = _wrongly_taught(profile, truth)
            read = _graded([(_read(table, networks, profile), true) for table, true in tables])
            outcomes.append(replace(read, wrong=read.wrong + wrong, readings=(f"{wrong}", *read.readings)))
        return _sum(outcomes)

    return measure


def merged_photos(folders: list[Path], patterns: list[str]) -> Subject:
    """Return the merging of three parts of each photo, each seen by a camera of its own; parts are read once."""
    networks = load_networks()
    tables: list[tuple[list[Reading], dict[str, Any]]] = []
    for seed, (photo, truth) in enumerate(_photos(folders, patterns)):
        parts = _read_parts(photo, networks, seed)
        if parts:
            tables.append((parts, truth))
    return lambda: _graded([(detailed_document(merge(parts).reading), truth) for parts, truth in tables])


def cities_of(folders: list[Path], patterns: list[str]) -> Subject:
    """Return the reading of the folders' photos of *Hokkaido*."""
    return _board_game(folders, patterns, "hokkaido", vision.hokkaido.reader.read, cities.facts)


def fjords_of(folders: list[Path], patterns: list[str]) -> Subject:
    """Return the reading of the folders' photos of *Vikings*."""
    return _board_game(folders, patterns, "vikings", vision.vikings.reader.read, fjords.facts)


def made_villages(_folders: list[Path], _patterns: list[str]) -> Subject:
    """Return the reading of villages of *Nusfjord* that are made and taught anew."""
    made = [(villages.taught_by(spread), laid) for spread, laid in (made_village(seed) for seed in _SEEDS)]
    cases = [(photo_of(laid.pixels), profile, laid) for profile, laid in made]
    return lambda: _counted(vision.nusfjord.reader.read, villages.facts, cases)


SUBJECTS: Mapping[str, Callable[[list[Path], list[str]], Subject]] = {
    "photos": single_photos,
    "boards": located_boards,
    "taught": taught_copies,
    "recognition": recognised_copies,
    "merging": merged_photos,
    "hokkaido": cities_of,
    "vikings": fjords_of,
    "nusfjord": made_villages,
    "lenses": made_lenses,
    "live": played_sequences,
}
"""What can be measured, by its name at the command line."""


def _photos(folders: list[Path], patterns: list[str]) -> list[tuple[Photo, dict[str, Any]]]:
    return [(decode_photo(path.read_bytes()), truth) for path, truth in boards_with_truth(folders, patterns)]


def _spreads(folders: list[Path], patterns: list[str]) -> Iterator[tuple[Path, dict[str, Any]]]:
    for path in sorted({path for folder in folders for pattern in patterns for path in folder.glob(pattern)}):
        if path.suffix == ".jpg" and path.with_suffix(".json").exists():
            truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            if "spread" in truth:
                yield path, truth


def _taught(name: str, photo: Photo, truth: Mapping[str, Any], networks: Networks) -> Profile:
    """Return the profile that is calibrated with one photo; empty where nothing is found."""
    try:
        if "stones" in truth:
            taps = [StoneTap.parse({**stone, "px": list(stone["px"])}) for stone in truth["stones"]]
            return Profile(stones=learn_stones(photo, networks, None, taps).known(name))
        seen = detect_tiles(photo, name, networks, None, ())
        return Profile(tiles=(build_set(name, [seen.tiles]).known,))
    except CalibrationError:
        return Profile()


def _wrongly_taught(profile: Profile, truth: Mapping[str, Any]) -> int:
    """Return how many tiles, by their edges, or stones are in only one of what was taught and the truth."""
    if "stones" in truth:
        taught = len(profile.stones.stones) if profile.stones else 0
        return abs(len(truth["stones"]) - taught)
    known = Counter(_canonical(tile.tile.edges) for tiles in profile.tiles for tile in tiles.tiles)
    true = Counter(_canonical(tile["edges"]) for tile in truth["tiles"])
    return (known - true).total() + (true - known).total()


def _canonical(edges: Sequence[str]) -> tuple[str, ...]:
    """Return a tile's edges in the turn that sorts first."""
    return min(tuple(edges[k:]) + tuple(edges[:k]) for k in range(len(edges)))


def _read_parts(photo: Photo, networks: Networks, seed: int) -> list[Reading]:
    rng = np.random.default_rng(seed)
    readings = []
    for left, top, right, bottom in _PARTS:
        sides = np.array([photo.pixels.shape[1], photo.pixels.shape[0]])
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) * sides
        shifted = corners + rng.uniform(-_TILT, _TILT, (4, 2)) * sides * (right - left)
        width, height = (int(v) for v in corners[2] - corners[0])
        target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        warp = cv2.getPerspectiveTransform(shifted.astype(np.float32), target)
        seen = cv2.warpPerspective(photo.pixels, warp, (width, height), borderMode=cv2.BORDER_REFLECT)
        try:
            readings.append(read_photo(photo_of(seen), networks))
        except PhotoError:
            continue
    return readings


def _read(photo: Photo, networks: Networks, profile: Profile | None) -> Mapping[str, Any]:
    try:
        return detailed_document(read_photo(photo, networks, profile))
    except PhotoError:
        return NOTHING


def _graded(read: Sequence[tuple[Mapping[str, Any], dict[str, Any]]]) -> Outcome:
    return Outcome(
        wrong=sum(grade(said, truth).wrong_facts for said, truth in read),
        asked=sum(len(said.get("ask", ())) for said, _ in read),
        readings=tuple(json.dumps(_without_confidences(said), sort_keys=True) for said, _ in read),
    )


def _without_confidences(read: Mapping[str, Any]) -> dict[str, Any]:
    tiles = [[tile[key] for key in ("q", "r", "edges", "regions")] for tile in read["tiles"]]
    pieces = [[piece.get(key) for key in ("kind", "colour", "q", "r")] for piece in read["pieces"]]
    runes = [[rune.get(key) for key in ("kind", "colour", "q", "r")] for rune in read.get("runes", ())]
    return {"tiles": tiles, "pieces": pieces, "runes": runes, "asked": len(read.get("ask", ()))}


def _board_game(
    folders: list[Path],
    patterns: list[str],
    game: str,
    read: Callable[..., Any],
    facts: Callable[..., Iterator[Fact]],
) -> Subject:
    paths = sorted({path for folder in folders for pattern in patterns for path in folder.glob(pattern)})
    cases = []
    for path in paths:
        if path.suffix == ".jpg" and path.name.startswith(game) and path.with_suffix(".json").exists():
            truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            if truth.get("format") == "longhouse-board":
                cases.append((decode_photo(path.read_bytes()), None, truth))
    return lambda: _counted(read, facts, cases)


def _counted(
    read: Callable[..., Any],
    facts: Callable[..., Iterator[Fact]],
    cases: Sequence[tuple[Photo, Profile | None, Any]],
) -> Outcome:
    documents = [_document(read, photo, profile) for photo, profile, _ in cases]
    counts: Counter[tuple[str, str]] = Counter()
    for document, (_, _, truth) in zip(documents, cases, strict=True):
        counts += counted(facts(document, truth))
    wrong = sum(count for (_, what), count in counts.items() if what == "all")
    wrong -= sum(count for (_, what), count in counts.items() if what == "right")
    asked = sum(len(document["ask"]) for document in documents if document)
    return Outcome(wrong, asked, tuple(json.dumps(_said_by(document), sort_keys=True) for document in documents))


def _document(read: Callable[..., Any], photo: Photo, profile: Profile | None) -> Any:
    try:
        return read(photo, profile)
    except PhotoError:
        return None


def _said_by(document: Any) -> Any:
    """Return a document without its confidences and places in the picture."""
    if isinstance(document, Mapping):
        return {key: _said_by(value) for key, value in document.items() if key not in ("confidence", "px", "options")}
    if isinstance(document, list | tuple):
        return [_said_by(value) for value in document]
    return document


def _sum(outcomes: Sequence[Outcome]) -> Outcome:
    return Outcome(
        sum(one.wrong for one in outcomes),
        sum(one.asked for one in outcomes),
        tuple(reading for one in outcomes for reading in one.readings),
    )
