"""Compares fjords of *Vikings* that were read with the truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.neighbours.facts import Fact


def facts(seen_board: Mapping[str, Any] | None, truth: Mapping[str, Any]) -> Iterator[Fact]:
    """Yield the tiles, figures and ships of a fjord; `None` was refused.

    A tile is right if its row, column and part are; a question for the fjord's place is one about every tile and ship.
    """
    (true,) = truth["players"]
    (seen,) = seen_board["players"] if seen_board is not None else [{"island_tiles": [], "ships": [], "home": {}}]
    ask = [] if seen_board is None else seen_board["ask"]
    everywhere = seen_board is None or any(doubt["about"] == "place" for doubt in ask)
    yield from _tiles(seen, true, ask, everywhere)
    yield from _ships(seen, true, ask, everywhere)
    of_home = {doubt["figure"] for doubt in ask if doubt["about"] == "home"}
    for kind in sorted({*seen["home"], *true["home"]}):
        read, meant = seen["home"].get(kind, 0), true["home"].get(kind, 0)
        for n in range(max(read, meant)):
            yield Fact("figures", n < min(read, meant), kind in of_home or seen_board is None)


def _tiles(seen: Any, true: Any, ask: list[Any], everywhere: bool) -> Iterator[Fact]:
    tiles = {(tile["row"], tile["column"]): tile for tile in seen["island_tiles"]}
    asked = {(doubt["about"], doubt.get("row"), doubt.get("column")) for doubt in ask}
    for tile in true["island_tiles"]:
        place = tile["row"], tile["column"]
        found = tiles.pop(place, None)
        of_tile = everywhere or ("tile", *place) in asked
        yield Fact("tiles", found is not None and found["part"] == tile["part"], of_tile or ("part", *place) in asked)
        figure = None if found is None else found["figure"]
        if tile["figure"] or figure:
            yield Fact("figures", figure == tile["figure"], of_tile or ("figure", *place) in asked)
    for place in tiles:
        yield Fact("tiles", False, everywhere or ("tile", *place) in asked)


def _ships(seen: Any, true: Any, ask: list[Any], everywhere: bool) -> Iterator[Fact]:
    read, meant = (
        {ship["column"]: (ship["sail"], str(ship["pays"])) for ship in player["ships"]} for player in (seen, true)
    )
    asked = {doubt.get("column") for doubt in ask if doubt["about"] in ("ship", "sail", "pays")}
    for column in sorted({*read, *meant}):
        yield Fact("ships", read.get(column) == meant.get(column), everywhere or column in asked)
