"""Reads a photo of a fjord to its board document."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.vikings.figures import BOATSWAIN, FIGURES_OF_A_KIND, ROWS, SAILS
from vision.geometry.plane import Plane
from vision.imaging.file_pixels import document_px
from vision.imaging.photo import Photo
from vision.profile import Profile, lens_of_pixels
from vision.reading.caveats import STRANGE, is_strange
from vision.vikings.digits import NUMBERS
from vision.vikings.fjord import FjordReading, read_fjord
from vision.vikings.parts import PARTS, part_of
from vision.vikings.ships import ShipReading

_MIN_CONFIDENCE = 0.85
"""Readings with a smaller confidence are asked about."""
_MIN_FIGURE_CONFIDENCE = 0.9
"""The same of whether a figure stands on a tile: on 139 synthetic fjords (40300-40439) 11 instead of 20 of 4 240 are
wrong and not asked about, for half a question more each."""
_MAX_PAYMENTS = 6
"""Largest number of candidates offered for a ship's payment. All chosen by hand."""
_KINDS = (BOATSWAIN, *ROWS)
_NOTHING = "none"
"""The answer to a question that nothing is there."""
Doubt = dict[str, Any]


def read(photo: Photo, profile: Profile | None) -> dict[str, Any]:
    """Return the board document with the fjord that the photo shows, and ``ask``, most doubtful first.

    The player's field ``home_figures`` says where the figures at home stand. The field ``caveats`` says where the board
    may be one of another game.

    Raises:
        UnreadablePhoto: there is no fjord.
    """
    taught = None if profile is None else profile.games.get("vikings")
    seen = read_fjord(photo, lens_of_pixels(photo, profile), taught)
    tiles, asked = _tiles(seen, photo.scale)
    ships, of_ships = _ships(seen, photo.scale)
    home, figures, of_home = _home(seen, photo.scale)
    player = {"name": "Player", "points": 0, "gold": 0, "island_tiles": tiles, "ships": ships, "home": home,
              "home_figures": figures}  # fmt: skip
    asked = sorted(
        [*asked, *of_ships, *of_home, *_elsewhere(seen, tiles)], key=lambda doubt: float(doubt["confidence"])
    )
    head = {"format": "longhouse-board", "version": 1, "game": "vikings", "stage": "final"}
    # A fjord whose home board is hidden is a guess as well, but its tiles are hardly doubted.
    strange = not seen.placement.marks_fit and is_strange(len(tiles) + len(ships), len(asked))
    return {**head, "players": [player], "ask": asked, **({"caveats": [STRANGE]} if strange else {})}


def _tiles(seen: FjordReading, scale: float) -> tuple[list[dict[str, Any]], list[Doubt]]:
    """Return the island tiles as the board document has them, and the questions about them."""
    tiles, asked = [], []
    for (row, column), lies in sorted(seen.laid.items()):
        if row == 0:
            continue
        px = _middle(seen, row, column, scale)
        place = {"row": ROWS[row - 1], "column": column, "px": px}
        sure = max(lies, 1 - lies)
        if sure < _MIN_CONFIDENCE:
            asked.append(_doubt("tile", place, ["tile", _NOTHING] if lies >= 0.5 else [_NOTHING, "tile"], sure))
        if lies < 0.5:
            continue
        part, part_sure = part_of(*seen.land[row, column])
        if part_sure < _MIN_CONFIDENCE:
            asked.append(_doubt("part", place, [part, *(p for p in PARTS.values() if p != part), _NOTHING], part_sure))
        stands = seen.standing.probabilities.get((row, column), 0.0)
        figure = ROWS[row - 1] if stands >= 0.5 else None
        if max(stands, 1 - stands) < _MIN_FIGURE_CONFIDENCE:
            others = [ROWS[row - 1], _NOTHING] if figure else [_NOTHING, ROWS[row - 1]]
            asked.append(_doubt("figure", place, others, max(stands, 1 - stands)))
        sure = lies * part_sure * max(stands, 1 - stands)
        tiles.append({**place, "part": part, "figure": figure, "confidence": round(sure, 4)})
    return tiles, asked


def _elsewhere(seen: FjordReading, tiles: list[dict[str, Any]]) -> list[Doubt]:
    """Return a question for the row and column of one tile if the placement of the fjord is doubtful."""
    alternative, sure = seen.placement.alternative, seen.placement.confidence
    if sure >= _MIN_CONFIDENCE or not tiles:
        return []
    tile = min(tiles, key=lambda t: (t["column"], ROWS.index(t["row"])))
    place = {"row": tile["row"], "column": tile["column"]}
    row, column = ROWS.index(tile["row"]), tile["column"]
    others = (
        []
        if alternative is None
        else _place_in(alternative, seen.placement.plane.to_photo(np.array([column + 0.5, row + 1.5])))
    )
    return [_doubt("place", {**place, "px": tile["px"]}, [place, *others, _NOTHING], sure)]


def _place_in(alternative: Plane, px: np.ndarray) -> list[dict[str, Any]]:
    """Return the row and column of a point of the photo in another placement, if it has any."""
    column, level = (int(v) for v in np.floor(alternative.to_table(px)))
    return [{"row": ROWS[level - 1], "column": column}] if 1 <= level <= len(ROWS) and column >= 0 else []


def _middle(seen: FjordReading, row: int, column: int, scale: float) -> list[float]:
    """Return the centre of a square, pixels of the upright photo; ``scale`` is from decoded to upright pixels."""
    return _px(seen, (column + 0.5, row + 0.5), scale)


def _px(seen: FjordReading, place: tuple[float, float], scale: float) -> list[float]:
    """Return a point of the table, squares, in pixels of the upright photo; ``scale`` as for `_middle`."""
    return document_px(seen.placement.plane.to_photo(np.array(place)), scale)


def _ships(seen: FjordReading, scale: float) -> tuple[list[dict[str, Any]], list[Doubt]]:
    """Return the ships as the board document has them, and the questions about them."""
    ships, asked = [], []
    for column, ship in sorted(seen.ships.items()):
        sails = sorted(zip(SAILS, ship.sails.tolist(), strict=True), key=lambda s: -s[1])
        sail, sail_sure = sails[0]
        place = {"column": column, "px": _middle(seen, 0, column, scale)}
        sure = min(sail_sure, ship.kind_probability, ship.number_probability, seen.laid[0, column])
        if sail_sure < _MIN_CONFIDENCE:
            asked.append(_doubt("sail", place, [*(name for name, _ in sails), _NOTHING], sail_sure))
        pays_sure = min(ship.kind_probability, ship.number_probability)
        if pays_sure < _MIN_CONFIDENCE:
            asked.append(_doubt("pays", place, [*_payments(ship), _NOTHING], pays_sure))
        if seen.laid[0, column] < _MIN_CONFIDENCE:
            asked.append(_doubt("ship", place, ["ship", _NOTHING], seen.laid[0, column]))
        pays = {ship.kind: ship.numbers[0][0] if ship.numbers else 0}
        ships.append({**place, "sail": sail, "pays": pays, "confidence": round(sure, 4)})
    return ships, asked


def _payments(ship: ShipReading) -> list[str]:
    """Return the possible payments of a ship, most probable first; any number where it cannot be read."""
    if not ship.numbers:
        return [f"{ship.kind} {number}" for number in NUMBERS]
    kinds = [
        (ship.kind, ship.kind_probability),
        ("gold" if ship.kind == "points" else "points", 1 - ship.kind_probability),
    ]
    pairs = [(sure * odds, f"{kind} {number}") for kind, sure in kinds for number, odds in ship.numbers]
    return [text for _, text in sorted(pairs, key=lambda pair: -pair[0])][:_MAX_PAYMENTS]


def _home(seen: FjordReading, scale: float) -> tuple[dict[str, int], list[dict[str, Any]], list[Doubt]]:
    """Return the number of figures of each kind at home, where they stand, and a question for each doubtful kind."""
    counts, least, most = ([0] * len(_KINDS) for _ in range(3))
    figures = []
    doubtful: dict[int, tuple[float, list[float]]] = {}
    for figure in seen.standing.home:
        first, second = figure.kinds
        stands, of_kind = figure.probability, figure.kind_probability
        px = _px(seen, figure.place, scale)
        if stands >= 0.5:
            figures.append({"figure": _KINDS[first], "px": px, "confidence": round(min(stands, of_kind), 4)})
        counts[first] += stands >= 0.5
        most[first] += stands > 1 - _MIN_CONFIDENCE
        least[first] += min(stands, of_kind) >= _MIN_CONFIDENCE
        if stands >= 0.5 and of_kind < _MIN_CONFIDENCE:
            most[second] += 1
            doubtful[second] = min((of_kind, px), doubtful.get(second, (1.0, px)))
        sure = min(max(stands, 1 - stands), of_kind if stands >= 0.5 else 1.0)
        if sure < _MIN_CONFIDENCE:
            doubtful[first] = min((sure, px), doubtful.get(first, (1.0, px)))
    held = [min(count, FIGURES_OF_A_KIND) for count in counts]
    asked = []
    for k, (sure, px) in doubtful.items():
        numbers = dict.fromkeys([held[k], *range(least[k], most[k] + 1), 0])
        asked.append(_doubt("home", {"figure": _KINDS[k], "px": px}, list(numbers), sure))
    return {kind: held[_KINDS.index(kind)] for kind in (*ROWS, BOATSWAIN)}, figures, asked


def _doubt(about: str, place: dict[str, Any], candidates: list[Any], confidence: float) -> Doubt:
    return {"about": about, **place, "candidates": candidates, "confidence": round(confidence, 4)}
