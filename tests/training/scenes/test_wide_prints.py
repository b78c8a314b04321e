"""Printings in any style have three grounds that a person tells apart, and signs that belong to one terrain."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.scenes.mixture import mixed_options
from training.scenes.prints.any_palette import any_palette, separation
from training.scenes.prints.any_printing import any_printing
from training.scenes.prints.borders import along_borders
from training.scenes.prints.further_grounds import FURTHER, further_grey
from training.scenes.prints.further_grounds import OF_TERRAIN as GROUNDS_OF_TERRAIN
from training.scenes.prints.grammar import Signs
from training.scenes.prints.noise import noise_pool
from training.scenes.prints.palettes import lab
from training.scenes.prints.printing import BASES
from training.scenes.prints.signs.terrain_signs import DRAWN, OF_TERRAIN, strew
from training.scenes.second_stage import textures
from training.scenes.second_stage.prints import TEXTURES
from training.scenes.stage import ARTS

SEEDS = st.integers(0, 10**6)


@given(SEEDS)
def test_the_grounds_of_any_palette_can_be_distinguished(seed) -> None:
    colours = any_palette(np.random.default_rng(seed))
    assert separation(colours) > 12
    assert ((colours >= 0) & (colours <= 255)).all()


def test_hue_alone_does_not_name_a_ground() -> None:
    palettes = [any_palette(np.random.default_rng([2, n])) for n in range(150)]
    bluest = [int(np.argmin([lab(colour)[2] for colour in colours])) for colours in palettes]
    lightest = [int(np.argmax([lab(colour)[0] for colour in colours])) for colours in palettes]
    assert 0.4 < np.mean(np.array(bluest) == 2) < 0.85  # mostly, but not always, the ocean
    assert np.bincount(lightest, minlength=3).min() > 15


@pytest.mark.parametrize("family", ["wide", "held-out-wide", "crafted"])
def test_the_grounds_of_a_printing_differ_when_printed(family) -> None:
    art = ARTS[family]
    for n in range(12):
        printing = art.printing(np.random.default_rng([7, n]))
        surfaces = art.sheets(printing, noise_pool(0), 60.0)
        tones = [np.median(cv2.cvtColor(s, cv2.COLOR_BGR2LAB).reshape(-1, 3), axis=0) for s in surfaces]
        assert min(np.abs(a - b).max() for a, b in combinations(tones, 2)) > 6


@pytest.mark.parametrize("texture", [getattr(textures, name) for name in TEXTURES], ids=TEXTURES)
@pytest.mark.parametrize(("pitch", "size"), [(30.0, 60), (130.0, 120)])
def test_a_crafted_texture_has_tones_of_both_sides_of_its_ink_and_is_new_for_each_seed(texture, pitch, size) -> None:
    one, other = (texture(np.random.default_rng(seed), size, pitch) for seed in (1, 2))
    assert one.shape == (size, size)
    assert np.isfinite(one).all() and np.ptp(np.clip(one, -1, 1)) > 0.2
    assert not np.array_equal(one, other)


def test_crafted_prints_use_no_texture_of_training() -> None:
    assert not set(TEXTURES) & ({base for bases in BASES for base in bases} | set(FURTHER))


@pytest.mark.parametrize("name", FURTHER)
@pytest.mark.parametrize("pitch", [26.0, 60.0, 140.0])
def test_a_further_texture_is_visible_about_its_own_ink_and_is_new_for_each_seed(name, pitch) -> None:
    size = int(np.clip(2.4 * pitch, 96, 340))
    tone = FURTHER[name](np.random.default_rng(1), noise_pool(0), size, pitch)
    assert tone.shape == (size, size)
    assert np.isfinite(tone).all()
    one, other = (further_grey(np.random.default_rng(seed), noise_pool(0), name, size, pitch) for seed in (1, 2))
    assert one.shape == (size, size)
    assert one.dtype == np.uint8
    assert np.median(one) == pytest.approx(128, abs=6)
    assert one.std() > 8
    assert not np.array_equal(one, other)


def test_two_grounds_in_five_have_a_further_texture_and_none_that_is_typical_of_another_terrain() -> None:
    bases = [[ink.base for ink in any_printing(np.random.default_rng([8, n])).inks] for n in range(150)]
    assert 0.3 < np.mean([base in FURTHER for row in bases for base in row]) < 0.5
    for terrain, others in enumerate(GROUNDS_OF_TERRAIN):
        assert not any(row[k] in others for row in bases for k in range(3) if k != terrain)


def test_no_sign_stands_for_two_terrains() -> None:
    assert len(set().union(*OF_TERRAIN)) == sum(map(len, OF_TERRAIN)) == len(DRAWN)


@pytest.mark.parametrize("kind", list(DRAWN))
def test_a_sign_is_drawn_in_its_colours_and_leaves_most_of_the_ground(kind) -> None:
    sheet = np.full((200, 200, 3), 128, np.uint8)
    colours = np.array([(0.0, 0, 255), (0, 255, 0), (255, 0, 0)])
    strew(np.random.default_rng(1), sheet, Signs((kind,), 12.0, 0.15, 0.12, colours, 0.5), 80.0)
    changed = (sheet != 128).any(axis=2).mean()
    assert 0.002 < changed < 0.5


def test_half_the_mixture_is_wide_and_none_is_held_out() -> None:
    rng = np.random.default_rng(6)
    arts = [mixed_options(rng, None).art for _ in range(200)]
    assert set(arts) == {"training", "wide"}
    assert 60 < arts.count("wide") < 140


def test_coast_lines_are_drawn_in_the_ocean_only() -> None:
    printing = any_printing(np.random.default_rng(1))
    finish = replace(printing.finish, coast_lines=4, coast_step=0.05, edge=0.0)
    x = np.mgrid[0:120, 0:120][1].astype(np.float32) / 120
    pulls = (0.5 - x, np.full_like(x, -1), x - 0.5)
    label = np.where(x > 0.5, 3, 1).astype(np.uint8)
    top = np.full((120, 120, 3), 200, np.uint8)
    along_borders(top, pulls, label, replace(printing, finish=finish), 120.0)
    drawn = (top != 200).any(axis=2)
    assert drawn[:, 62:].any()
    assert not drawn[label != 3].any()
    assert not drawn[:, 60 + round(4.6 * 6) :].any()
