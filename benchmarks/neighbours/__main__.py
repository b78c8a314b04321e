"""``python -m benchmarks.neighbours``: accuracy on photos of *Hokkaido*, *Vikings* and *Nusfjord*.

Cities and fjords are of held-out art, on held-out tables and in held-out light, and are read without calibration; a
village's cards are taught from a photo of their own. ``--familiar`` reads those that readers are developed on, and
``--photos DIR`` photos with truth (``hokkaido_*.jpg``, ``vikings_*.jpg`` and ``.json``).
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import vision.hokkaido.reader
import vision.nusfjord.reader
import vision.vikings.reader
from benchmarks.made.cities import hard_city_of
from benchmarks.made.fjords import hard_fjord_of
from benchmarks.made.villages import made_village
from benchmarks.neighbours import cities, fjords, villages
from benchmarks.neighbours.facts import Fact, counted, line
from vision.imaging.photo import Photo, PhotoError, decode_photo, photo_of
from vision.profile import Profile

_BOARDS, _START = 40, 8000
"""Number of boards of each game, and seed of the first; readers were fitted to seeds below 7000."""
Case = tuple[str, Photo, Profile | None, Any]
_READERS = {
    "hokkaido": vision.hokkaido.reader.read,
    "vikings": vision.vikings.reader.read,
    "nusfjord": vision.nusfjord.reader.read,
}
_FACTS: dict[str, Callable[..., Iterator[Fact]]] = {
    "hokkaido": cities.facts,
    "vikings": fjords.facts,
    "nusfjord": villages.facts,
}


def main() -> None:
    """Parse the options, read the photos, and print a line for each photo and the sum for each game."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", nargs="+", choices=list(_READERS), default=list(_READERS), help="all without it")
    options.add_argument("--boards", type=int, default=_BOARDS, help="of each game")
    options.add_argument("--start", type=int, default=_START, help="seed of the first board")
    options.add_argument("--familiar", action="store_true", help="art and tables readers are developed on")
    options.add_argument("--photos", type=Path, help="folder of photos with truth, read instead")
    chosen = options.parse_args()
    if chosen.photos and not chosen.photos.is_dir():
        options.error(f"there is no folder {chosen.photos}")
    for game in chosen.games:
        total: Counter[tuple[str, str]] = Counter()
        for name, photo, profile, truth in _cases(game, chosen):
            began = time.process_time()
            counts = _counts(game, photo, profile, truth)
            total += counts
            print(f"{name:14} {line(counts)}; {time.process_time() - began:.1f} s", flush=True)
        none = f"no photo with its truth ({game}_*.jpg beside {game}_*.json) in {chosen.photos}"
        print(f"ALL {game:10} {line(total) if total else none}", flush=True)


def _cases(game: str, chosen: argparse.Namespace) -> Iterator[Case]:
    if chosen.photos:
        for path in sorted(chosen.photos.glob(f"{game}_*.jpg")):
            beside = path.with_suffix(".json")
            truth = json.loads(beside.read_text(encoding="utf-8")) if beside.exists() else {}
            if truth.get("format") == "longhouse-board":
                yield path.stem, decode_photo(path.read_bytes()), None, truth
        return
    for seed in range(chosen.start, chosen.start + chosen.boards):
        if game == "nusfjord":
            spread, laid = made_village(seed)
            yield f"made_{seed}", photo_of(laid.pixels), villages.taught_by(spread), laid
        else:
            painting = (hard_city_of if game == "hokkaido" else hard_fjord_of)(seed, held_out=not chosen.familiar)
            yield f"made_{seed}", photo_of(painting.pixels), None, painting.document


def _counts(game: str, photo: Photo, profile: Profile | None, truth: Any) -> Counter[tuple[str, str]]:
    try:
        document = _READERS[game](photo, profile)
    except PhotoError as refused:
        print(f"  refused: {refused}")
        document = None
    return counted(_FACTS[game](document, truth))


if __name__ == "__main__":
    main()
