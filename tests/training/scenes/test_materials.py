"""Photographed light and table tops: an optional folder, some of whose files only validation sees."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from training.scenes.light.materials import is_held_out, load_materials
from training.scenes.light.sky import COLUMNS, ROWS
from training.scenes.photographed_tops import photographed_top
from training.scenes.scene import SceneOptions, make_picture

_NAMES = ("oak", "beech", "slate", "marble", "linen", "felt", "glass", "cork", "tiles", "pine", "denim", "granite")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("materials")
    (made / "hdri").mkdir()
    (made / "textures").mkdir()
    rng = np.random.default_rng(1)
    for n, name in enumerate(_NAMES):
        cv2.imwrite(str(made / "hdri" / f"{name}.hdr"), rng.uniform(0, 2, (64, 128, 3)).astype(np.float32))
        cv2.imwrite(str(made / "textures" / f"{name}.jpg"), np.full((90, 120, 3), 20 + 18 * n, np.uint8))
    cv2.imwrite(str(made / "textures" / "oak_Normal.jpg"), np.full((90, 120, 3), 128, np.uint8))
    return made


def test_training_and_validation_share_no_file_and_leave_none_out_but_normal_maps(folder) -> None:
    learned, kept = (load_materials(folder, held_out) for held_out in (False, True))
    assert len(learned.environments) + len(kept.environments) == len(learned.tops) + len(kept.tops) == 12
    assert kept.tops
    assert len(learned.tops) > len(kept.tops)
    levels = [{int(top.mean()) for top in materials.tops} for materials in (learned, kept)]
    assert not levels[0] & levels[1]


def test_what_is_kept_back_depends_on_the_name_alone() -> None:
    names = [f"wood{n}.jpg" for n in range(200)]
    kept = [name for name in names if is_held_out(Path("anywhere") / name)]
    assert kept == [name for name in names if is_held_out(Path("elsewhere") / name)]
    assert 25 < len(kept) < 75


def test_environments_are_maps_of_radiance(folder) -> None:
    for environment in load_materials(folder, False).environments:
        assert environment.shape == (ROWS, COLUMNS, 3)
        assert environment.max() > 1


def test_no_folder_is_no_materials_and_a_wrong_one_is_refused(tmp_path) -> None:
    assert load_materials(None, False).tops == ()
    with pytest.raises(FileNotFoundError, match="holds neither"):
        load_materials(tmp_path, False)


def test_a_table_is_cut_from_its_picture_at_any_size() -> None:
    stripes = np.repeat(np.tile(np.array([30, 220], np.uint8), 60), 120).reshape(120, 120)
    rng = np.random.default_rng(4)
    for pitch in (20.0, 200.0):
        top = photographed_top(rng, [cv2.merge([stripes] * 3)], 200, 300, pitch)
        assert top.shape == (200, 300, 3)
        assert top.dtype == np.uint8


def test_the_wide_family_works_with_and_without_materials(folder) -> None:
    tables = set()
    for n in range(6):
        for materials in (None, folder):
            options = SceneOptions(art="wide", materials=materials, tiles=(3, 5), clutter=False)
            picture = make_picture(np.random.default_rng(n), 160, 160, options)
            tables.add((materials is None, picture.conditions.table))
    assert (False, "photographed") in tables
    assert (True, "photographed") not in tables
