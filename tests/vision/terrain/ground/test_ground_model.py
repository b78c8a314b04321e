"""Ground that looks alike is named together, by its seams and by what a person says of one patch."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cameras import disc
from tests.vision.painted import lattice_of, random_board
from tests.vision.terrain.ground.painted_ground import COLOURS, evidence_of, near, painted, read_edges, says, terrain_at
from training.fit.usual_shares import shares_of_sets
from vision.geometry.lattice import CORNERS, nearest_cell, position
from vision.terrain.ground.ground_model import apply_ground_model
from vision.terrain.ground.grounds import KnownGround
from vision.terrain.ground.usual_shares import FEWEST_TILES, usual_shares
from vision.vocabulary import TERRAINS

EDGES = ("P", "M", "O", "PO", "OM", "P")


def _board(seed=2, size=2):
    return random_board(np.random.default_rng(seed), disc(size), EDGES)


def _applied(board, maps, view, **more):
    return apply_ground_model(maps, view, lattice_of(board).centres, **more)


def test_a_tile_that_the_network_mistakes_is_corrected_by_the_looks_of_the_others():
    plains, rest = ("P",) * 6, [("M",) * 6, ("O",) * 6, ("P",) * 6]
    board = {cell: plains if cell == (0, 0) else rest[n % 3] for n, cell in enumerate(disc(2))}
    view, maps = painted(board)
    centres = lattice_of(board).centres
    doubtful = says(maps, {"P": (0.2, 0.6, 0.2)}, near(maps, view, centres[0, 0]))
    assert terrain_at(doubtful, view, centres[0, 0]) == "M"
    corrected, ground = apply_ground_model(doubtful, view, centres)
    assert ground is not None
    assert {c: terrain_at(corrected, view, at) for c, at in centres.items()} == {c: e[0] for c, e in board.items()}
    # One tile seen again shows too little to fit anything, but enough to be compared with the model.
    again, _ = apply_ground_model(doubtful, view, {(0, 0): centres[0, 0]}, ground)
    assert terrain_at(again, view, centres[0, 0]) == "P"


@pytest.mark.parametrize("said", [(0.70, 0.05, 0.25), (0.05, 0.70, 0.25)])
def test_a_board_whose_ocean_the_network_calls_another_terrain_is_named_by_its_seams(said):
    board = _board()
    view, maps = painted(board)
    mistaken = says(maps, {"O": said})
    assert read_edges(evidence_of(board, mistaken, view)) != board
    corrected, ground = _applied(board, mistaken, view)
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


def test_a_tile_that_is_laid_wrong_is_read_as_it_lies():
    board = _board(seed=6)
    board[0, 0] = tuple({"P": "M", "M": "O", "O": "P"}.get(edge, "PO") for edge in board[0, 0])
    view, maps = painted(board)
    corrected, ground = _applied(board, maps, view)
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


def test_the_light_may_fall_off_over_the_board_by_a_factor_of_six():
    board = _board(seed=3)
    dark = {"P": (90, 160, 150), "M": (80, 120, 150), "O": (130, 110, 80)}
    view, maps = painted(board, dark, lambda x, y: 1.2 - 0.6 * x - 0.4 * y)
    mistaken = says(maps, {"O": (0.6, 0.1, 0.3), "M": (0.45, 0.5, 0.05)})
    corrected, ground = _applied(board, mistaken, view)
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


def _exchanged():
    """Return a board of blue mountains and black oceans, which the network exchanges, with its view and maps."""
    board = _board(seed=4)
    view, maps = painted(board, {"P": (190, 215, 205), "M": (200, 130, 40), "O": (70, 75, 90)})
    return board, view, says(maps, {"M": (0.05, 0.2, 0.75), "O": (0.05, 0.75, 0.2)})


def _spot(board, terrain):
    """Return a table point on an edge of one terrain."""
    return next(spot for spot, shown in _spots(board).items() if shown == terrain)


def _spots(board, along=(0.5,)):
    """Return the terrain by table points at these fractions of the edges, those on a border aside."""
    return {
        tuple(position(cell) + 0.84 * ((1 - x) * CORNERS[i] + x * CORNERS[(i + 1) % 6])): edge[int(x * len(edge))]
        for cell, edges in board.items()
        for i, edge in enumerate(edges)
        for x in along
        if x * len(edge) % 1
    }


@pytest.mark.parametrize("terrain", ["M", "O"])
def test_a_ground_that_a_person_names_renames_all_ground_that_looks_like_it(terrain):
    board, view, maps = _exchanged()
    assert read_edges(evidence_of(board, _applied(board, maps, view)[0], view)) != board
    known = KnownGround(spots={_spot(board, terrain): terrain})
    corrected, ground = _applied(board, maps, view, known=known)
    assert ground is not None
    # The other of the two is renamed as well: the seams say that they are two grounds.
    assert read_edges(evidence_of(board, corrected, view, ground)) == board
    assert {g.terrain for g in ground.grounds} == {"P", "M", "O"}
    assert next(g for g in ground.grounds if g.terrain == terrain).probabilities.max() > 0.9


@pytest.mark.parametrize("named", ["", "M", "O"])
def test_grounds_of_like_colours_stay_apart_by_the_network_whichever_of_them_a_person_names(named):
    board = _board(seed=4)
    view, maps = painted(board, {**COLOURS, "O": (80, 85, 100)})
    doubtful = says(maps, {"M": (0.1, 0.75, 0.15), "O": (0.1, 0.15, 0.75)})
    spots = {_spot(board, named): named} if named else {}
    corrected, ground = _applied(board, doubtful, view, known=KnownGround(spots=spots))
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


def test_answers_about_a_few_edges_rename_all_ground_that_looks_like_theirs_and_one_alone_does_not():
    board, view, maps = _exchanged()
    mountains = [spot for spot, terrain in _spots(board).items() if terrain == "M"]
    corrected, ground = _applied(board, maps, view, known=KnownGround(at_edges=dict.fromkeys(mountains[:4], "M")))
    assert read_edges(evidence_of(board, corrected, view, ground)) == board
    view, maps = painted(board)
    corrected, ground = _applied(board, maps, view, known=KnownGround(at_edges={mountains[0]: "O"}))
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


ODD = {"P": (150, 120, 150), "M": (70, 60, 90), "O": (190, 190, 225)}
"""Colours of an unknown print, which tell little."""


def test_the_ground_that_covers_half_of_a_board_is_plains_if_a_network_hardly_prefers_ocean():
    board = random_board(np.random.default_rng(3), disc(2), ("P", "P", "P", "M", "O"))
    view, maps = painted(board, ODD)
    hardly = says(maps, {"P": (0.36, 0.16, 0.48), "O": (0.48, 0.16, 0.36)})
    corrected, ground = _applied(board, hardly, view)
    assert read_edges(evidence_of(board, corrected, view, ground)) == board
    few = dict(list(lattice_of(board).centres.items())[: FEWEST_TILES - 1])
    corrected, _ = apply_ground_model(hardly, view, few)
    assert read_edges(evidence_of({c: board[c] for c in few}, corrected, view)) != {c: board[c] for c in few}


def test_the_ground_of_tiles_with_pieces_is_plains_where_a_network_hardly_prefers_another():
    tiles = [("P",) * 6, ("O",) * 6, ("M",) * 6, ("P", "P", "O", "O", "M", "M")]
    board = {cell: tiles[n % 4] for n, cell in enumerate(disc(3))}
    view, maps = painted(board, ODD)
    hardly = says(maps, {"P": (0.38, 0.16, 0.46), "O": (0.46, 0.16, 0.38)})
    centres, stood_on = lattice_of(board).centres, [cell for cell, edges in board.items() if edges == tiles[0]][:7]
    alone, ground = _applied(board, hardly, view)
    assert ground is not None and ground.renamed_by(()) is ground
    with_pieces, _ = _applied(board, hardly, view, before=ground.renamed_by(stood_on))
    read = [
        {terrain_at(maps, view, centres[c]) for c in board if board[c] == tiles[0]} for maps in (alone, with_pieces)
    ]
    assert read == [{"O"}, {"P"}]


def test_a_board_that_is_half_ocean_is_left_to_a_network_that_is_sure():
    board = random_board(np.random.default_rng(3), disc(2), ("O", "O", "O", "M", "P"))
    view, maps = painted(board)
    corrected, ground = _applied(board, maps, view)
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


DUSK = {
    terrain: tuple(0.45 * v * f for v, f in zip(bgr, (1.5, 1.0, 0.8), strict=True)) for terrain, bgr in COLOURS.items()
}
EXCHANGED = {"P": (0.1, 0.2, 0.7), "M": (0.7, 0.2, 0.1), "O": (0.2, 0.7, 0.1)}


@pytest.fixture(scope="module")
def taught():
    """The looks of the grounds of a board that a person named."""
    board = _board()
    view, maps = painted(board)
    known = KnownGround(_spots(board, np.arange(0.04, 1, 0.08)))
    _, ground = _applied(board, says(maps, EXCHANGED), view, known=known)
    return ground.learned_ground()


@pytest.mark.parametrize("edges", [("P", "M", "M", "O", "PO", "OM"), ("O", "O", "O", "O", "M", "P"), ("M", "O", "MO")])
def test_grounds_of_a_taught_copy_are_named_in_another_light_whatever_the_network_says(edges, taught):
    board = random_board(np.random.default_rng(5), disc(2), edges)
    view, maps = painted(board, DUSK)
    mistaken = says(maps, EXCHANGED)
    without, ground = _applied(board, mistaken, view)
    assert read_edges(evidence_of(board, without, view, ground)) != board
    corrected, ground = _applied(board, mistaken, view, known=KnownGround(taught=taught))
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


def test_another_copy_is_named_as_if_nothing_had_been_taught(taught):
    board = _board(seed=4)
    view, maps = painted(board, {"P": (90, 160, 120), "M": (170, 170, 175), "O": (120, 90, 40)})
    corrected, ground = _applied(board, maps, view, known=KnownGround(taught=taught))
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


def test_a_doubt_about_a_ground_is_a_doubt_about_all_its_edges_until_it_is_named():
    board = _board(seed=5)
    view, maps = painted(board, {"P": (190, 215, 205), "M": (60, 75, 100), "O": (120, 140, 170)})
    undecided = says(maps, {"M": (0.04, 0.48, 0.48), "O": (0.04, 0.48, 0.48)})
    corrected, ground = _applied(board, undecided, view)
    assert ground is not None
    sure = {edge: p.max() for edge, p in _posteriors(board, corrected, view, ground)}
    doubted = [sure[c, i] for c, edges in board.items() for i, edge in enumerate(edges) if edge in "MO"]
    assert max(doubted) < 0.97
    assert min(sure[c, i] for c, edges in board.items() for i, edge in enumerate(edges) if edge == "P") > 0.9
    spot = _spot(board, "O")
    corrected, ground = _applied(board, undecided, view, known=KnownGround(spots={spot: "O"}))
    assert min(p.max() for _, p in _posteriors(board, corrected, view, ground)) > 0.97


def _posteriors(board, maps, view, ground):
    evidence = evidence_of(board, maps, view, ground)
    return [((c, i), evidence.posterior[k, i]) for k, c in enumerate(evidence.cells) for i in range(6)]


def test_each_ground_is_shown_by_a_patch_of_it_and_its_members_are_the_edges_of_its_terrain():
    board = _board(seed=7)
    view, maps = painted(board)
    _, ground = _applied(board, maps, view)
    assert ground is not None
    assert len(ground.grounds) == len(TERRAINS)
    for shown in ground.grounds:
        assert nearest_cell(np.array(shown.spot)) == shown.cell
        assert terrain_at(maps, view, shown.spot) == shown.terrain
        assert board[shown.cell][shown.edge] == shown.terrain
        away = np.array(shown.spot) - position(shown.cell)
        assert (away @ ((CORNERS + np.roll(CORNERS, -1, axis=0)) / 2).T).argmax() == shown.edge
        for cell, edge, half in shown.members:
            assert board[cell][edge][-1 if half else 0] == shown.terrain
    halves = sum(len(shown.members) for shown in ground.grounds)
    assert halves > 0.95 * 12 * len(board)


def test_looks_that_all_grounds_share_leave_the_network_its_word():
    board = _board(seed=8)
    view, maps = painted(board)
    grey = replace(view, pixels=np.full_like(view.pixels, 120))
    corrected, ground = _applied(board, maps, grey)
    assert read_edges(evidence_of(board, corrected, grey, ground)) == board


@pytest.mark.parametrize("terrain", TERRAINS)
def test_a_board_of_one_terrain_is_left_to_a_network_that_is_sure(terrain):
    board = dict.fromkeys(disc(1), (terrain,) * 6)
    view, maps = painted(board)
    corrected, ground = _applied(board, maps, view)
    assert read_edges(evidence_of(board, corrected, view, ground)) == board


def test_what_is_table_and_what_is_tile_stays_as_it_was():
    board = _board(size=1)
    view, maps = painted(board)
    corrected, _ = _applied(board, maps, view)
    assert np.abs(corrected.terrain[..., 0] - maps.terrain[..., 0]).max() < 1e-3


def test_the_same_picture_gives_the_same_terrain():
    board = _board(seed=9, size=1)
    view, maps = painted(board)
    assert np.array_equal(_applied(board, maps, view)[0].logits, _applied(board, maps, view)[0].logits)


def test_nothing_is_fitted_where_no_tile_is_visible():
    view, maps = painted(_board(size=1))
    assert apply_ground_model(maps, view, {}) == (maps, None)


def test_usual_shares_are_those_of_the_tile_sets_and_more_tiles_stay_closer_to_them():
    usual, fewer, of_sets = usual_shares(), np.array([[0.46, 0.26, 0.28]]), shares_of_sets()
    assert usual.mean == pytest.approx(of_sets.mean) and usual.spread == pytest.approx(of_sets.spread)
    mean = np.array([[*usual.mean, 1 - usual.mean.sum()]])
    assert 0.5 < mean[0, 0] < 0.6
    assert usual.log_likelihoods(mean, 30)[0] == pytest.approx(0, abs=1e-6)
    costs = [usual.log_likelihoods(fewer, tiles)[0] for tiles in (10, 20, 40)]
    assert 0 > costs[0] > costs[1] > costs[2] > usual.log_likelihoods(np.array([[0.0, 0.0, 1.0]]), 40)[0]


def test_two_tiles_are_left_to_the_network_unless_something_is_known_of_their_ground():
    board = _board(size=1)
    view, maps = painted(board)
    two = dict(list(lattice_of(board).centres.items())[:2])
    assert apply_ground_model(maps, view, two) == (maps, None)
    shown = {spot: terrain for spot, terrain in _spots(board).items() if nearest_cell(np.array(spot)) in two}
    _, ground = apply_ground_model(maps, view, two, known=KnownGround(shown))
    assert ground is not None
