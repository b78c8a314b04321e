"""What a person answers about a photo is kept to, teaches what is like it, and is never asked again."""

from dataclasses import replace

import numpy as np
import pytest

from games.documents import DocumentError
from games.hexgrid import neighbour, neighbours
from tests.calibration.taught import DATA as TAUGHT
from tests.support.readers.truth_reader import SAMPLES
from tests.vision.painted import lattice_of, painted_inspection
from vision.facts import NONE, Facts, PieceFact
from vision.geometry.lattice import nearest_cell, position
from vision.imaging.photo import PhotoError, decode_photo
from vision.networks.models import load_networks
from vision.pieces.detect import find_pieces
from vision.reading.answers.clamped_edges import clamp_edges
from vision.reading.answers.clamped_pieces import clamp
from vision.reading.answers.locate import facts_of, may_be_about
from vision.reading.answers.parse import MAX_ANSWERS, parse_answers
from vision.reading.reader import read_photo
from vision.terrain.edges import EDGES, combine_seams
from vision.terrain.partition import likeliest_edges

_REGIONS = {
    "regions": [
        {"terrain": "P", "ports": [[0, 0], [1, 0], [2, 0]]},
        {"terrain": "M", "ports": [[3, 0], [4, 0], [5, 0], [5, 1]]},
    ],
    "touching": [[0, 1]],
}
_HERE = {"px": [10, 20]}
_BESIDE_BORDER = (((0, 0), 0.42), ((1, 0), 0.58))


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({}, "answers"),
        ([3], "answers[0]"),
        ([{"about": "weather", "answer": "P", **_HERE}], "answers[0].about"),
        ([{"about": "tile", "answer": "tile", **_HERE}, {"about": "tile", "answer": "tile"}], "answers[1].px"),
        ([{"about": "tile", "answer": "tile", "q": 1}], "answers[0].px"),
        ([{"about": "edge", "answer": "P", "q": 1, "r": 0}], "answers[0].edge"),
        ([{"about": "edge", "answer": "PP", **_HERE}], "answers[0].answer"),
        ([{"about": "terrain", "answer": "PO", **_HERE}], "answers[0].answer"),
        ([{"about": "piece", "answer": "dog", **_HERE}], "answers[0].answer"),
        ([{"about": "piece", "answer": 3, **_HERE}], "answers[0].answer"),
        ([{"about": "piece", **_HERE}] * 2, "answers[0].answer"),
        ([{"about": "piece", **_HERE}, {"about": "piece", "answer": "dog", **_HERE}], "answers[1].answer"),
        ([{"about": "colour", "answer": "teal", **_HERE}], "answers[0].answer"),
        ([{"about": "stone", "answer": "home", "colour": "teal", **_HERE}], "answers[0].colour"),
        ([{"about": "tile", "answer": "tile", "px": ["here", 2]}], "answers[0].px[0]"),
        ([{"about": "region", "answer": "P", **_HERE}], "answers[0].answer"),
        ([{"about": "region", "answer": {"regions": [5]}, **_HERE}], "answers[0].answer.regions[0]"),
        ([{"about": "region", "answer": _REGIONS, **_HERE}], "answers[0].answer.edges[5]"),
        ([{"about": "tile", "answer": "tile", **_HERE}] * (MAX_ANSWERS + 1), "answers"),
    ],
)
def test_a_malformed_answer_is_refused_by_the_name_of_its_field(answers, field):
    with pytest.raises(DocumentError) as refused:
        parse_answers(answers)
    assert refused.value.field == field
    assert field in refused.value.message("ru")


def test_questions_that_are_left_without_an_answer_are_passed_over():
    asked = [{"about": "tile", **_HERE}, {"about": "piece", "candidates": ["viking", "none"], **_HERE}]
    answered = [asked[0], {**asked[1], "answer": "viking"}]
    assert parse_answers(answered) == parse_answers(answered[1:])
    assert len(parse_answers(answered)) == 1


def test_a_colour_has_the_name_that_the_profile_gives_it():
    (answer,) = parse_answers([{"about": "colour", "answer": "Ann", **_HERE}], ("Ann", "yellow"))
    assert answer.value == "Ann"


def test_answers_are_found_again_by_their_place_though_the_lattice_is_turned():
    lattice = lattice_of([(0, 0), (1, 0), (0, 1), (1, 1)])

    def at(q, r):
        return lattice.plane.to_photo(lattice.centres[q, r]).tolist()

    regions = {"regions": [{"terrain": "P", "ports": [[e, 0] for e in (0, 1, 2)]}], "touching": []}
    regions["regions"].append({"terrain": "M", "ports": [[e, 0] for e in (3, 4, 5)]})
    # the reading that asked had its axes a sixth of a turn behind: its (0, -1) is our (1, -1) and so on
    asked = [
        {"about": "tile", "q": 0, "r": 0, "px": at(0, 0), "answer": "tile"},
        {"about": "tile", "q": 1, "r": -1, "px": at(1, 0), "answer": "tile"},
        {"about": "region", "q": 1, "r": 0, "px": at(0, 1), "answer": regions},
    ]
    facts = facts_of(parse_answers(asked), lattice, 1.0)
    assert facts.tiles == {(0, 0): True, (1, 0): True}
    assert facts.regions[0, 1].edges == ("M", "P", "P", "P", "M", "M")
    assert facts.regions[0, 1].regions[0]["ports"] == [[1, 0], [2, 0], [3, 0]]


def asked_at(places, lattice):
    """Return answers about cells, each with the pixels of the cell that it is paired with."""
    spots = [(cell, lattice.plane.to_photo(position(there)).tolist()) for cell, there in places]
    return parse_answers([{"about": "piece", "q": q, "r": r, "px": px, "answer": "viking"} for (q, r), px in spots])


@pytest.mark.parametrize(
    ("places", "fits"),
    [
        ([((0, 0), (0, 0)), ((1, 0), (1, 0)), ((0, 1), (0, 1))], True),
        ([((0, 0), (1, 1)), ((1, 0), (1, 2)), ((0, 1), (0, 2))], True),  # turned by a sixth, and shifted
        ([((0, 0), (0, 0)), ((1, 0), (1, 0)), ((3, -2), (0, 1))], True),  # one lies beside a border
        ([((0, 0), (-1, 0))], True),  # beside the board, where a tile may have been missed
        ([((0, 0), (9, 0)), ((1, 0), (10, 0))], False),
        ([], True),
    ],
)
def test_answers_fit_a_board_on_which_or_beside_which_one_of_their_places_lies(places, fits):
    lattice = lattice_of([(0, 0), (1, 0), (0, 1), (1, 1)])
    assert may_be_about(asked_at(places, lattice), lattice, 1.0) == fits


def test_several_answers_about_one_piece_are_one_fact_and_the_later_counts():
    lattice = lattice_of([(0, 0), (1, 0), (0, 1)])
    px = lattice.plane.to_photo(np.array([0.1, 0.1])).tolist()
    said = [("piece", "viking"), ("colour", "red"), ("piece", "longhouse")]
    facts = facts_of(parse_answers([{"about": a, "answer": v, "px": px} for a, v in said]), lattice, 1.0)
    (piece,) = facts.pieces
    assert (piece.cell, piece.kind, piece.colour) == ((0, 0), "longhouse", "red")


@pytest.mark.parametrize(
    ("about", "first", "later"),
    [
        ("edge", NONE, "P"),
        ("edge", "M", NONE),
        ("terrain", "P", "M"),
        ("tile", NONE, "tile"),
        ("stone", "water", NONE),
        ("stone", NONE, "water"),
        ("colour", NONE, "white"),
        ("piece", NONE, "viking"),
        ("home", "home", NONE),
    ],
)
def test_of_two_answers_to_one_question_nothing_is_left_of_the_earlier(about, first, later):
    lattice = lattice_of([(0, 0), (1, 0), (0, 1)])
    px = lattice.plane.to_photo(np.array([0.3, 0.0])).tolist()
    asked = [{"about": about, "answer": answer, "px": px} for answer in (first, later)]
    assert facts_of(parse_answers(asked), lattice, 1.0) == facts_of(parse_answers(asked[1:]), lattice, 1.0)


def test_an_empty_tile_says_nothing_about_a_piece_that_stands_close_by_on_the_next_tile():
    # One viking seen in both close-ups: its foot is beside the border of (0, 0) and (1, 0).
    near = [find_pieces({c: painted_inspection(c, ("viking", "white", (x, 0.0)))})[0] for c, x in _BESIDE_BORDER]
    told = Facts(pieces=(PieceFact((1, 0), (0.55, 0.0), NONE),))
    kept = clamp(near, told, [(0, 0), (1, 0)])
    assert [nearest_cell(piece.foot) for piece in kept.pieces] == [(0, 0)]


@pytest.mark.parametrize(("nats", "read"), [(4.0, "OP"), (25.0, "M")])
def test_the_other_side_of_a_seam_follows_an_answer_unless_its_own_pixels_are_clear(nats, read):
    cells = ((0, 0), (1, 0))
    pixels = np.where(np.array(EDGES) == "M", nats, 0.0) * np.ones((6, 1))
    rims = clamp_edges(dict.fromkeys(cells, pixels), Facts(edges={((0, 0), 0): "PO"}))
    edges = likeliest_edges(combine_seams(cells, np.array([rims[c] for c in cells])))
    assert (edges[0, 0][0], edges[1, 0][3]) == ("PO", read)
    both = Facts(edges={((0, 0), 0): "PO", ((1, 0), 3): "M"})
    rims = clamp_edges(dict.fromkeys(cells, pixels), both)
    edges = likeliest_edges(combine_seams(cells, np.array([rims[c] for c in cells])))
    assert (edges[0, 0][0], edges[1, 0][3]) == ("PO", "M")


@pytest.fixture(scope="module")
def networks():
    return load_networks()


@pytest.fixture(scope="module")
def photo():
    return decode_photo((SAMPLES / "table05.jpg").read_bytes())


@pytest.fixture(scope="module")
def before(photo, networks):
    return read_photo(photo, networks)


def _rim_tile(reading):
    cells = {t.cell for t in reading.tiles}
    return min(reading.tiles, key=lambda t: (sum(n in cells for n in neighbours(t.cell)), t.cell))


def _edge_px(tile, side):
    return (0.2 * np.array(tile.px) + 0.8 * (tile.outline[side] + tile.outline[(side + 1) % 6]) / 2).tolist()


def test_a_reading_keeps_to_every_answer_and_asks_none_of_them_again(photo, networks, before):
    tiles = {tile.cell: tile for tile in before.tiles}
    rim = _rim_tile(before)
    vikings = [p for p in before.pieces if p.kind == "viking" and p.cell != rim.cell]
    gone, house, red = vikings[0], vikings[1], vikings[2]
    bare = next(t for t in before.tiles if t.cell not in {p.cell for p in before.pieces} | {rim.cell})
    inner = next(t for t in before.tiles if rim.cell not in neighbours(t.cell) and neighbour(t.cell, 0) in tiles)
    said = [
        {"about": "tile", "px": rim.px, "answer": "none"},
        {"about": "edge", "px": _edge_px(inner, 0), "answer": "OMO"},
        {"about": "piece", "px": gone.px, "answer": "none"},
        {"about": "piece", "px": house.px, "answer": "longhouse"},
        {"about": "colour", "px": red.px, "answer": "red"},
        {"about": "piece", "px": bare.px, "answer": "stone"},
        {"about": "stone", "px": bare.px, "answer": "home", "colour": "red"},
    ]
    told = [{**answer, "px": list(answer["px"])} for answer in said]
    after = read_photo(photo, networks, answers=parse_answers(told))
    lying = {tile.cell: tile.edges for tile in after.tiles}
    assert lying.keys() == tiles.keys() - {rim.cell}
    assert lying[inner.cell][0] == "OMO"
    standing = {p.cell: p for p in after.pieces}
    assert gone.cell not in standing
    assert standing[house.cell].kind == "longhouse"
    assert (standing[red.cell].kind, standing[red.cell].colour) == ("viking", "red")
    assert (standing[bare.cell].rune, standing[bare.cell].colour) == ("home", "red")
    asked = {(a["about"], a["q"], a["r"], a.get("edge")) for a in after.ask}
    assert ("tile", *rim.cell, None) not in asked
    assert ("edge", *inner.cell, 0) not in asked
    assert not {("piece", *c, None) for c in (gone.cell, house.cell, bare.cell)} & asked
    assert not {("colour", *red.cell, None), ("stone", *bare.cell, None)} & asked


def test_a_stone_that_a_person_says_is_none_is_gone_and_is_not_asked_about_again(networks):
    photo = decode_photo((TAUGHT / "stones_homes.jpg").read_bytes())
    water = next(piece for piece in read_photo(photo, networks).pieces if piece.rune == "water")
    told = parse_answers([{"about": "stone", "px": list(water.px), "answer": "none"}])
    after = read_photo(photo, networks, answers=told)
    assert not [piece for piece in after.pieces if piece.kind == "stone" and piece.cell == water.cell]
    assert not [asked for asked in after.ask if asked["about"] == "stone" and (asked["q"], asked["r"]) == water.cell]


def test_an_answer_changes_nothing_that_was_not_in_doubt(photo, networks, before):
    viking = next(p for p in before.pieces if p.kind == "viking")
    same = [
        {"about": "piece", "px": list(viking.px), "answer": "viking"},
        {"about": "colour", "px": list(viking.px), "answer": viking.colour},
        {"about": "edge", "px": _edge_px(before.tiles[0], 2), "answer": before.tiles[0].edges[2]},
    ]
    after = read_photo(photo, networks, answers=parse_answers(same))
    assert {t.cell: t.edges for t in after.tiles} == {t.cell: t.edges for t in before.tiles}
    doubtful = {piece.cell for piece in before.possible}
    read, again = ({(p.cell, p.kind, p.colour) for p in r.pieces if p.cell not in doubtful} for r in (before, after))
    assert read == again


def test_a_tile_that_was_not_found_is_added_and_regions_are_kept(photo, networks, before):
    lying = {t.cell for t in before.tiles}
    plane = before.observation.lattice.plane
    free = next(n for c in sorted(lying) for n in neighbours(c) if n not in lying)
    at = plane.to_photo(position(free)) * photo.scale
    inside = next(t for t in before.tiles if len(t.regions) > 1)
    one_land = {"regions": [{"terrain": "P", "ports": [[e, 0] for e in range(6)]}], "touching": []}
    answers = [
        {"about": "tile", "px": at.tolist(), "answer": "tile"},
        {"about": "region", "px": list(inside.px), "q": inside.cell[0], "r": inside.cell[1], "answer": one_land},
    ]
    after = {t.cell: t for t in read_photo(photo, networks, answers=parse_answers(answers)).tiles}
    assert after.keys() == lying | {free}
    assert after[inside.cell].edges == ("P",) * 6
    assert [g["ports"] for g in after[inside.cell].regions] == [[[e, 0] for e in range(6)]]


def test_an_answer_far_outside_the_photo_is_refused_and_one_about_a_tile_that_is_cut_off_is_not(photo, networks):
    unanswered = {"about": "tile", **_HERE}
    (answer,) = parse_answers([unanswered, {"about": "piece", "px": [1.5 * photo.width, 10], "answer": "none"}])
    with pytest.raises(DocumentError) as refused:
        read_photo(photo, networks, answers=(answer,))
    assert refused.value.field == "answers[1].px"
    read_photo(photo, networks, answers=(replace(answer, px=(photo.width + 40.0, 10.0)),))


def test_a_board_of_which_every_tile_was_denied_is_no_board(photo, networks, before):
    answers = parse_answers([{"about": "tile", "px": list(t.px), "answer": "none"} for t in before.tiles])
    with pytest.raises(PhotoError):
        read_photo(photo, networks, answers=answers)
