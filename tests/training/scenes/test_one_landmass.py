import numpy as np
import pytest

from games.fjords.landscape import Landscape
from games.fjords.tiles import Tile
from training.scenes.arrangement.one_landmass import lay_by_the_rules
from training.scenes.stage import SceneOptions, set_stage
from training.validation import photo_of_a_game

_SEVERAL = (0, 1, 2)
"""Seeds of boards that would have several landmasses."""


def landscape(seed: int, played: bool) -> Landscape:
    document = photo_of_a_game([seed], 320, 240, "held-out-wide", game=True, played=played).document()
    return Landscape({(tile["q"], tile["r"]): Tile.from_document(tile) for tile in document["tiles"]})


@pytest.mark.training
@pytest.mark.parametrize("seed", _SEVERAL)
def test_a_played_board_has_one_landmass_and_matching_seams(seed: int) -> None:
    board = landscape(seed, played=True)
    assert len(board.landmasses) == 1
    assert list(board.mismatches()) == []


def test_boards_that_no_game_laid_may_have_several_landmasses() -> None:
    assert any(len(landscape(seed, played=False).landmasses) > 1 for seed in _SEVERAL)


def test_tiles_keep_their_places_and_most_keep_their_edges() -> None:
    options = SceneOptions(tiles=(30, 30), empty=0.0, whole=True, matching=1.0, played=True)
    stage = set_stage(np.random.default_rng(3), 320, 240, options)
    laid = lay_by_the_rules(stage)
    assert [t.cell for t in laid.tiles] == [t.cell for t in stage.tiles]
    same = [a.edges == b.edges for a, b in zip(laid.tiles, stage.tiles, strict=True)]
    assert 0.5 < np.mean(same) < 1
