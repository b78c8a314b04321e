"""Tiles with signs: the truth lies where the sign is seen, and each cut is taught what it shows."""

import numpy as np
import pytest

from training.marks_net import signs as mark_signs
from training.marks_net.feed import LAND, cuts_of, maps_of
from training.marks_net.hands import HANDS
from training.marks_net.samples import Sign, draw_sample
from vision.tiles.printed_marks import FINDER_SIDE, FINDER_STRIDE, KINDS, MARKS, SIDE, MarkCandidate

PLAIN = np.full((SIDE, SIDE, 3), (60, 140, 80), np.uint8)


@pytest.fixture
def rng():
    return np.random.default_rng(3)


def test_answers_mean_what_the_signs_are():
    assert len(mark_signs.KINDS) == LAND
    for kind, meant in zip(mark_signs.KINDS, KINDS, strict=False):
        assert meant == (kind.split()[0] if kind != mark_signs.OTHER else "")
    assert set(KINDS) - {""} == set(MARKS)


@pytest.mark.parametrize("hand", list(HANDS))
@pytest.mark.parametrize("kind", mark_signs.KINDS)
def test_every_hand_draws_every_sign_into_the_middle_of_its_stencil(rng, hand, kind, tmp_path):
    for _ in range(5):
        inked = np.argwhere(mark_signs.sign(rng, kind, HANDS[hand], tmp_path) > 127)
        away = np.linalg.norm(inked - (mark_signs.SIDE - 1) / 2, axis=1).max()
        assert abs(away - mark_signs.ACROSS / 2) < 4


def test_a_sign_is_where_its_truth_says(rng, tmp_path):
    for _ in range(10):
        sample = draw_sample(rng, PLAIN, ["4"], "training", tmp_path)
        (sign,) = sample.signs
        away = np.abs(sample.picture.astype(int) - np.median(sample.picture, axis=(0, 1))).sum(axis=2)
        ys, xs = np.nonzero(away > 0.6 * away.max())
        assert np.linalg.norm(sign.at - (xs.mean(), ys.mean())) < 0.3 * sign.wide
        assert sample.marks == {"4"}


def test_the_finder_is_taught_a_bump_at_each_sign_and_its_width(rng, tmp_path):
    sample = draw_sample(rng, PLAIN, ["4", "other"], "training", tmp_path)
    picture, heat, wide = maps_of(sample)
    assert picture.shape == (3, FINDER_SIDE, FINDER_SIDE)
    assert (heat == 1).sum() == len(sample.signs) == 2
    for row, column in np.argwhere(heat == 1):
        at = (np.array([column, row]) + 0.5) * FINDER_STRIDE * SIDE / FINDER_SIDE
        nearest = min(sample.signs, key=lambda sign, at=at: np.linalg.norm(sign.at - at))
        assert np.linalg.norm(nearest.at - at) < 8
        assert abs(np.exp(wide[row, column]) - nearest.wide / 34) < 0.1


def test_what_the_finder_takes_for_a_sign_and_is_none_is_taught_as_land(rng, tmp_path):
    sample = draw_sample(rng, PLAIN, ["water"], "training", tmp_path)
    (sign,) = sample.signs
    beside = MarkCandidate(SIDE - 1 - sign.at if np.linalg.norm(sign.at - SIDE / 2) > 40 else sign.at + 90, 30.0, 0.9)
    cuts = cuts_of(rng, sample, lambda _: [beside, MarkCandidate(sign.at, sign.wide, 0.9)])
    answers = [answer for _, answer, _ in cuts]
    assert answers.count(mark_signs.KINDS.index("water")) == 3
    assert LAND in answers
    assert all(np.isnan(better).all() == (answer == LAND) for _, answer, better in cuts)


def test_a_cut_says_how_it_would_be_cut_out_better(rng, tmp_path):
    sample = draw_sample(rng, PLAIN, ["4 spots"], "training", tmp_path)
    (sign,) = sample.signs
    wrong = MarkCandidate(sign.at + np.array([0.2 * sign.wide, 0.0]), 1.25 * sign.wide, 0.9)
    better = cuts_of(rng, sample, lambda _: [wrong])[2][2]
    assert abs(np.linalg.norm(better[:2]) - 0.2 / 1.25) < 1e-3
    assert abs(better[2] - np.log(1 / 1.25)) < 1e-3


def test_signs_have_room_beside_each_other(rng, tmp_path):
    for _ in range(20):
        signs: tuple[Sign, ...] = draw_sample(rng, PLAIN, ["3"] * 4, "training", tmp_path).signs
        for k, one in enumerate(signs):
            assert all(np.linalg.norm(one.at - two.at) > 0.7 * (one.wide + two.wide) for two in signs[:k])
