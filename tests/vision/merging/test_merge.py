"""One reading from several photos of a table: coordinates, combined evidence, what only one photo shows."""

import json
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.grading.grade import grade
from games.hexgrid import neighbour, shifted
from tests.support.readers.truth_reader import SAMPLES
from tests.vision.tables import SIZE, Tabletop, camera, photographed, piece_at, random_table, table_on, with_edge
from vision.detections import PieceProbabilities, PieceReading, PossiblePiece, TileReading
from vision.geometry.lattice import position
from vision.imaging.photo import decode_photo, photo_of
from vision.merging.adapt_edges import with_edges
from vision.merging.coordinates import move_reading
from vision.merging.merge import merge
from vision.networks.models import load_networks
from vision.reading.reader import read_photo
from vision.reading.reading import Reading
from vision.terrain.edges import EDGES, LOG_PRIOR
from vision.vocabulary import COLOURS

WAYS = st.tuples(st.integers(0, 5), st.tuples(st.integers(-5, 5), st.integers(-5, 5)))


def lying(reading: Reading) -> dict:
    return {tile.cell: tile.edges for tile in reading.tiles}


def standing(reading: Reading) -> set:
    return {(piece.cell, piece.kind, piece.colour) for piece in reading.pieces}


def without(table: Tabletop, *cells: tuple[int, int]) -> Tabletop:
    tiles = {cell: edges for cell, edges in table.tiles.items() if cell not in cells}
    return Tabletop(tiles, {cell: what for cell, what in table.pieces.items() if cell in tiles})


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.integers(8, 18), st.lists(WAYS, min_size=1, max_size=3))
def test_readings_in_any_coordinates_and_from_any_side_are_aligned(seed, count, ways):
    table = random_table(seed, count)
    first = photographed(table, camera(seed, 0.8))
    others = [photographed(table, camera(seed + n, 0.8), turn, by) for n, (turn, by) in enumerate(ways, 1)]
    merging = merge([first, *others])
    assert merging.left_out == ()
    assert lying(merging.reading) == lying(first) == table.tiles
    assert standing(merging.reading) == standing(first)
    assert {t.cell: t.regions for t in merging.reading.tiles} == {t.cell: t.regions for t in first.tiles}
    assert (merging.reading.ask, merging.reading.unseen) == ((), ())


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.permutations(range(3)))
def test_the_order_of_the_photos_only_determines_the_coordinates(seed, order):
    table = random_table(seed, 14)
    photos = [photographed(table, camera(seed + n, 0.8), n, (n, -n)) for n in range(3)]
    merged = merge([photos[n] for n in order]).reading
    first = order[0]
    assert lying(merged) == lying(move_reading(photographed(table, camera(0, 0.5)), first, (first, -first)))
    own = {t.cell: t.px for t in photos[first].tiles}
    assert own
    assert all(t.px == own[t.cell] for t in merged.tiles if t.cell in own)


@pytest.mark.long
@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.integers(10, 20), WAYS)
def test_a_photo_of_another_table_is_left_out(seed, count, way):
    table, other = random_table(seed, count), random_table(seed + 1, count)
    photos = [photographed(t, camera(seed + n, 0.7), *way) for n, t in enumerate((table, other, table))]
    merging = merge(photos)
    assert (merging.used, merging.left_out) == ((0, 2), (1,))
    assert merge(photos[:2]).left_out == (1,)


def test_of_three_photos_the_odd_one_is_left_out_even_if_it_is_the_first():
    photos = [photographed(random_table(seed, 15), camera(n, 0.8)) for n, seed in enumerate((1, 2, 2))]
    assert merge(photos).used == (1, 2)


def test_a_table_with_many_tiles_laid_in_between_is_another_one():
    table = random_table(3, 20)
    early = Tabletop(dict(list(table.tiles.items())[:9]), {})
    assert merge([photographed(early, camera(1, 0.7)), photographed(table, camera(2, 0.7))]).left_out == (1,)


def strip() -> Tabletop:
    """Return a board too long for one photo."""
    return table_on([(q, r) for q in range(16) for r in (-1, 0, 1)], 5)


def looking_at(x: float) -> object:
    plane = camera(1)
    straight = np.array([[150.0, 0, SIZE[0] / 2 - 150 * x], [0, 150.0, SIZE[1] / 2], [0, 0, 1]])
    return replace(plane, homography=straight, radial=0.0)


def test_photos_of_parts_give_the_whole_board():
    table = strip()
    parts = [photographed(table, looking_at(x), n, (n, 0)) for n, x in enumerate((3.5, 7.5, 11.5))]
    assert all(len(part.tiles) < 0.7 * len(table.tiles) for part in parts)
    merging = merge([parts[0], parts[2], parts[1]])
    assert merging.used == (0, 1, 2)
    assert lying(merging.reading) == {c: e for c, e in table.tiles.items() if c in lying(merging.reading)}
    assert len(merging.reading.tiles) > 0.9 * len(table.tiles)
    far = max(merging.reading.tiles, key=lambda tile: tile.px[0])
    assert far.px[0] > SIZE[0]
    assert np.allclose(far.px, looking_at(3.5).to_photo(position(far.cell)), atol=2)


def test_what_no_photo_shows_stays_unseen_and_what_one_shows_does_not():
    table = strip()
    left, right = (photographed(table, looking_at(x)) for x in (4.5, 9.5))
    unseen = set(merge([left, right]).reading.unseen)
    assert unseen
    assert unseen < set(left.unseen) | set(right.unseen)
    assert not unseen & (lying(left).keys() | lying(right).keys())


def photos_of(table, sures, zoom=0.8):
    return [photographed(table, camera(n, zoom), sure=sure) for n, sure in enumerate(sures, 1)]


@pytest.mark.parametrize(("one", "other", "read"), [(0.9, 0.6, "one"), (0.55, 0.95, "other")])
def test_an_edge_is_read_as_in_the_more_confident_photo(one, other, read):
    table = random_table(7, 12)
    cell, side, letter = next(
        (cell, side, edge)
        for cell, edges in table.tiles.items()
        for side, edge in enumerate(edges)
        if len(edge) == 1 and neighbour(cell, side) not in table.tiles
    )
    wrong = "M" if letter != "M" else "O"
    first, second = photos_of(table, (0.97, 0.97))
    first, second = with_edge(first, cell, side, wrong, one), with_edge(second, cell, side, letter, other)
    merged = {tile.cell: tile for tile in merge([first, second]).reading.tiles}[cell]
    assert merged.edges[side] == {"one": wrong, "other": letter}[read]
    assert merged.edge_confidence[side] < max(one, other)
    ports = {tuple(port): region["terrain"] for region in merged.regions for port in region["ports"]}
    assert ports[side, 0] == merged.edges[side]


def judged(reading: Reading, logs_of) -> Reading:
    """Return the reading with the log likelihoods that a function gives for a tile's cell, side and edge."""
    tiles = tuple(
        replace(t, edge_logs=np.array([logs_of(t.cell, side, edge) for side, edge in enumerate(t.edges)], np.float16))
        for t in reading.tiles
    )
    return replace(reading, tiles=tiles)


def test_the_prior_counts_once_however_many_photos_there_are():
    table = table_on([(0, 0)] + [(q, 0) for q in range(1, 6)], 3)
    rim = next((c, s) for c, edges in table.tiles.items() for s in range(6) if neighbour(c, s) not in table.tiles)
    photos = photos_of(table, (0.97, 0.97, 0.97))

    def logs_of(cell, side, edge):
        shown, gap = ("PO", 2.0) if (cell, side) == rim else (edge, 8.0)
        return np.where([e == shown for e in EDGES], 0.0, -gap)

    def edge(photos):
        return lying(merge([judged(photo, logs_of) for photo in photos]).reading)[rim[0]][rim[1]]

    # In one photo the prior of edges with two terrains decides, by 2.9 nats; three tell more than it does.
    assert LOG_PRIOR[EDGES.index("P")] - LOG_PRIOR[EDGES.index("PO")] > 2.0
    assert edge(photos) == "PO"


@pytest.mark.parametrize("order", [1, -1])
def test_a_photo_that_takes_ocean_for_plains_throughout_is_not_believed_where_it_is_the_surer(order):
    table = random_table(31, 18)
    right, mistaken = photos_of(table, (0.97, 0.97))

    def rightly(_cell, _side, edge):
        return np.where([e == edge for e in EDGES], 0.0, -4.0)

    def mistakenly(cell, side, edge):
        other = edge.replace("O", "P") if len(edge) == 1 else edge
        sure = 5.0 if (cell[0] + side) % 3 == 0 else 3.0
        return np.where([e == other for e in EDGES], 0.0, -sure)

    photos = [judged(right, rightly), judged(mistaken, mistakenly)][::order]
    merged = lying(merge(photos).reading)
    assert {cell: merged[cell] for cell in table.tiles} == table.tiles


def test_the_regions_are_those_of_the_photo_that_is_surest_of_them():
    table = random_table(7, 12)
    photos = photos_of(table, (0.97, 0.97, 0.97))
    letter = table.tiles[0, 0][0][0]
    others = ({"terrain": letter, "ports": [[0, 0]]}, {"terrain": "P", "ports": []})
    sure = [0.6, 0.9, 0.7]
    shown = [
        replace(p, tiles=tuple(replace(t, region_confidence=t.confidence * s) for t in p.tiles))
        for p, s in zip(photos, sure, strict=True)
    ]
    tiles = tuple(replace(t, regions=others, touching=()) if t.cell == (0, 0) else t for t in shown[1].tiles)
    merged = {t.cell: t for t in merge([shown[0], replace(shown[1], tiles=tiles), shown[2]]).reading.tiles}
    assert merged[0, 0].regions == others
    assert merged[0, 0].touching == ()


def test_two_photos_outvote_a_third_of_equal_confidence():
    table = random_table(8, 12)
    first, *others = photos_of(table, (0.9, 0.9, 0.9))
    letter = table.tiles[0, 0][0]
    wrong = "M" if letter != "M" else "O"
    merged = merge([with_edge(first, (0, 0), 0, wrong, 0.9), *others]).reading
    assert lying(merged)[0, 0][0] == letter


def test_a_contradiction_between_photos_is_asked_with_both_answers():
    table = random_table(9, 12)
    first, second = photos_of(table, (0.97, 0.97))
    letter = table.tiles[0, 0][2]
    wrong = "M" if letter != "M" else "O"
    merged = merge([with_edge(first, (0, 0), 2, wrong, 0.9), second]).reading
    (asked,) = [a for a in merged.ask if a["about"] == "edge"]
    assert (asked["q"], asked["r"], asked["edge"]) == (0, 0, 2)
    assert {letter, wrong} <= set(asked["candidates"])


def piece(reading: Reading, cell, kind, colour, sure, seed):
    others = tuple(p for p in reading.pieces if p.cell != cell)
    return replace(reading, pieces=(*others, piece_at(cell, kind, colour, camera(seed, 0.8), sure)))


@pytest.fixture
def bare():
    table = random_table(11, 14)
    return Tabletop(table.tiles, {c: w for c, w in table.pieces.items() if c != (0, 0)})


def test_a_piece_hidden_in_one_photo_is_taken_from_the_other_and_a_faint_one_is_not(bare):
    first, second = photos_of(bare, (0.97, 0.97))
    sure = merge([piece(first, (0, 0), "viking", "red", 0.99, 1), second]).reading
    assert ((0, 0), "viking", "red") in standing(sure)
    faint = merge([piece(first, (0, 0), "viking", "red", 0.65, 1), second]).reading
    assert (0, 0) not in {cell for cell, *_ in standing(faint)}
    # a hand over the tile says nothing of the piece
    covered = photographed(without(bare, (0, 0)), camera(2, 0.8))
    kept = merge([piece(first, (0, 0), "viking", "red", 0.65, 1), covered]).reading
    assert ((0, 0), "viking", "red") in standing(kept)


def test_kind_and_colour_are_combined_separately(bare):
    first, second = photos_of(bare, (0.97, 0.97))
    merged = merge(
        [piece(first, (0, 0), "longhouse", "red", 0.7, 1), piece(second, (0, 0), "viking", "red", 0.95, 2)]
    ).reading
    assert ((0, 0), "viking", "red") in standing(merged)


def test_a_piece_at_a_border_that_photos_give_to_two_tiles_is_one_piece(bare):
    first, second = photos_of(bare, (0.97, 0.97))
    plane = camera(2, 0.8)
    x, y = plane.to_photo(np.array([0.45, 0.0]))
    beside = replace(piece_at((1, 0), "viking", "red", plane, 0.7), px=(float(x), float(y)))
    x, y = camera(1, 0.8).to_photo(np.array([0.55, 0.0]))
    here = replace(piece_at((0, 0), "viking", "red", camera(1, 0.8), 0.95), px=(float(x), float(y)))
    first = replace(first, pieces=(*(p for p in first.pieces if p.cell not in ((0, 0), (1, 0))), here))
    second = replace(second, pieces=(*(p for p in second.pieces if p.cell not in ((0, 0), (1, 0))), beside))
    merged = merge([first, second]).reading
    assert [s for s in standing(merged) if s[0] in ((0, 0), (1, 0))] == [((0, 0), "viking", "red")]


def seen_in_pixels(reading: Reading, *looks: tuple[tuple[int, int], str, float]) -> Reading:
    """Return the reading with red pieces of which pixels alone give the kind: on a cell, its kind, how probably."""
    pieces = []
    for cell, kind, sure in looks:
        tile = next(tile for tile in reading.tiles if tile.cell == cell)
        kinds = np.array([sure if kind == "viking" else 1 - sure, sure if kind == "longhouse" else 1 - sure, 0])
        red = np.array([float(name == "red") for name in COLOURS])
        states = np.log(np.concatenate([[0], kinds[0] * red, kinds[1] * red, [0]]) + 1e-9)
        found = PieceProbabilities(1.0, kinds, red, states=states)
        pieces.append(PieceReading(kind, "red", cell, tile.px, tile.outline, sure, found))
    return replace(reading, pieces=tuple(pieces))


@pytest.mark.parametrize(("sure", "kind"), [(0.6, "viking"), (0.999, "longhouse")])
def test_longhouses_are_counted_over_all_parts_of_a_board_and_overrule_no_clear_pixels(sure, kind):
    table = strip()
    left, right = (photographed(table, looking_at(x)) for x in (4.5, 9.5))
    there = seen_in_pixels(left, *((cell, "longhouse", 0.999) for cell in ((1, 0), (2, 0), (2, -1))))
    # One photo alone shows two longhouses, which plains join, and nothing is to be said of them.
    one = next(c for c in lying(right) if c[0] >= 10 and table.tiles[c][0] == "P" and neighbour(c, 0) in lying(right))
    alone = seen_in_pixels(right, (one, "longhouse", 0.999), (neighbour(one, 0), "longhouse", sure))
    merged = merge([there, alone])
    assert merged.used == (0, 1)
    assert {p.cell: p.kind for p in merged.reading.pieces}[neighbour(one, 0)] == kind
    assert {p.kind for p in merge([alone]).reading.pieces} == {"longhouse"}


def test_a_colour_that_one_photo_names_differently_is_one_colour():
    table = random_table(13, 16)
    true, second, third = photos_of(table, (0.97, 0.97, 0.97))
    pink = tuple(replace(p, colour="pink" if p.colour == "red" else p.colour, confidence=0.9) for p in true.pieces)
    merged = merge([replace(true, pieces=pink), second, third]).reading
    assert {colour for _, _, colour in standing(merged)} == {"white", "red"}


def test_two_teams_that_one_photo_calls_alike_stay_two():
    table = random_table(13, 16)
    first, second = photos_of(table, (0.97, 0.97))
    alike = tuple(replace(p, colour="white", confidence=0.9 if p.colour == "red" else 0.97) for p in first.pieces)
    red = {p.cell for p in second.pieces if p.colour == "red"}
    merged = merge([replace(first, pieces=alike), second]).reading
    assert red
    assert {p.cell for p in merged.pieces if p.colour == "red"} == red


def test_a_piece_that_no_photo_reads_but_all_hold_possible_is_asked():
    table = random_table(15, 12)
    free = next(c for c in table.tiles if c not in table.pieces)
    doubt = PossiblePiece(free, 0.5, ("viking",))
    photos = [replace(p, possible=(doubt,)) for p in photos_of(table, (0.97, 0.97, 0.97))]
    merged = merge(photos).reading
    assert free not in {p.cell for p in merged.pieces}
    assert [(a["about"], a["q"], a["r"], a["candidates"][0]) for a in merged.ask] == [("piece", *free, "none")]


def test_a_stone_under_a_longhouse_is_no_longhouse_and_keeps_its_rune(bare):
    first, second = photos_of(bare, (0.97, 0.97))
    first, second = (piece(p, (0, 0), "longhouse", "red", 0.95, n) for n, p in enumerate((first, second), 1))
    stone = replace(piece_at((0, 0), "stone", "red", camera(2, 0.8), 0.9), rune="home")
    merged = merge([first, replace(second, pieces=(*second.pieces, stone))]).reading
    there = {(p.kind, p.rune) for p in merged.pieces if p.cell == (0, 0)}
    assert ("longhouse", None) in there
    assert merge([first, second]).reading.to_document()["runes"] == []
    sure = replace(stone, confidence=0.99)
    merged = merge([first, replace(second, pieces=(*second.pieces, sure))]).reading
    assert merged.to_document()["runes"][0]["kind"] == "home"


def test_a_name_that_only_the_second_photo_recognised_is_kept():
    table = random_table(23, 12)
    first, second = photos_of(table, (0.97, 0.97))
    tiles = tuple(replace(t, name="A7", set_name="ours", marks=("3",)) if t.cell == (0, 0) else t for t in second.tiles)
    merged = {t.cell: t for t in merge([first, replace(second, tiles=tiles)]).reading.tiles}
    assert (merged[0, 0].name, merged[0, 0].set_name, merged[0, 0].marks) == ("A7", "ours", ("3",))


def test_a_tile_that_a_hand_hides_in_one_photo_stays_and_is_asked_where_it_was_poorly_seen():
    table = random_table(17, 14)
    rim = min(table.tiles, key=lambda c: (sum(shifted(c, d) in table.tiles for d in ((1, 0), (0, 1), (-1, 1))), c))
    whole, covered = photographed(table, camera(1, 0.8)), photographed(without(table, rim), camera(2, 0.8))
    assert rim in lying(merge([whole, covered]).reading)
    poor = tuple(replace(t, edge_confidence=(0.85,) * 6) if t.cell == rim else t for t in whole.tiles)
    merged = merge([replace(whole, tiles=poor), covered]).reading
    assert [(a["q"], a["r"]) for a in merged.ask if a["about"] == "tile"] == [rim]


def test_one_photo_alone_is_its_own_reading():
    reading = photographed(random_table(19, 9), camera(1))
    assert merge([reading]).reading is reading


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(["P", "M", "O", "PO", "OM"]), min_size=6, max_size=6))
def test_regions_cover_every_part_of_the_given_edges(seed, edges):
    (tile,) = photographed(random_table(seed, 1), camera(1, 0.5)).tiles
    regions, touching = with_edges(tile, edges)
    ports = sorted((side, part, g["terrain"]) for g in regions for side, part in g["ports"])
    assert ports == [(side, part, letter) for side, edge in enumerate(edges) for part, letter in enumerate(edge)]
    assert all(a < b < len(regions) for a, b in touching)


def test_a_replaced_edge_joins_the_region_beside_it():
    rim = tuple("PPPOOO")
    regions = ({"terrain": "P", "ports": [[0, 0], [1, 0], [2, 0]]}, {"terrain": "O", "ports": [[3, 0], [4, 0], [5, 0]]})
    tile = TileReading((0, 0), rim, regions, ((0, 1),), (0.0, 0.0), np.zeros((6, 2)), 0.9, (0.9,) * 6)
    adapted, touching = with_edges(tile, tuple("PPPPOO"))
    assert [g["ports"] for g in adapted] == [[[0, 0], [1, 0], [2, 0], [3, 0]], [[4, 0], [5, 0]]]
    assert touching == ((0, 1),)
    adapted, touching = with_edges(tile, tuple("PMPOOO"))
    assert [(g["terrain"], g["ports"]) for g in adapted][2] == ("M", [[1, 0]])
    assert touching == ((0, 1), (0, 2))


# --- Real photos


@cache
def networks():
    return load_networks()


def parts_of(name):
    """Two photos of one table: its left two thirds, turned a quarter, and its right two thirds, made smaller."""
    pixels = decode_photo((SAMPLES / f"{name}.jpg").read_bytes()).pixels
    width = pixels.shape[1]
    left, right = pixels[:, : round(0.68 * width)], pixels[:, round(0.32 * width) :]
    return cv2.rotate(left, cv2.ROTATE_90_CLOCKWISE), cv2.resize(right, None, fx=0.9, fy=0.9)


@pytest.mark.long
def test_photos_of_the_two_ends_of_a_table_are_the_whole_table():
    truth = photo_truth("table11")
    readings = [read_photo(photo_of(np.ascontiguousarray(part)), networks()) for part in parts_of("table11")]
    merging = merge(readings)
    assert merging.used == (0, 1)
    assert max(len(r.tiles) for r in readings) < len(merging.reading.tiles)
    found = grade(_upright(merging.reading.to_document(), truth), truth)
    assert found.tiles_found >= len(truth["tiles"]) - 3
    assert found.edges_right > 0.95 * 6 * found.tiles_found
    other = read_photo(decode_photo((SAMPLES / "table12.jpg").read_bytes()), networks())
    assert merge([*readings, other]).left_out == (2,)


def photo_truth(name):
    return json.loads((SAMPLES / f"{name}.json").read_bytes())


def _upright(document, truth):
    """Give the merged tiles, whose pixels are those of the turned left part, the pixels of the whole photo."""
    width, height = truth["photo"]["width"], truth["photo"]["height"]
    assert width > height
    tiles = [{**t, "px": [t["px"][1], height - 1 - t["px"][0]]} for t in document["tiles"]]
    return {**document, "tiles": tiles}
