import numpy as np
import pytest

from vision.networks.activations import channel_softmax, log_odds, log_softmax, log_sum_exp, sigmoid, softmax


def test_softmax_sums_to_one_along_the_axis_that_is_named():
    logits = np.random.default_rng(1).normal(size=(3, 4, 5))
    for axis in (0, 1, -1):
        assert np.allclose(softmax(logits, axis=axis).sum(axis=axis), 1)


def test_huge_logits_do_not_overflow():
    logits = np.array([1000.0, 1000.0, -np.inf])
    assert softmax(logits).tolist() == [0.5, 0.5, 0.0]
    assert log_sum_exp(np.array([1000.0, 1000.0])) == pytest.approx(1000 + np.log(2))
    assert log_softmax(np.array([0.0, -2000.0])).tolist() == [0.0, -2000.0]


def test_single_precision_stays_single():
    logits = np.ones((2, 3), np.float32)
    assert channel_softmax(logits[None]).dtype == np.float32
    for found in (softmax(logits), sigmoid(logits), log_softmax(logits), log_sum_exp(logits)):
        assert found.dtype == np.float32


def test_channels_come_last_and_contiguous():
    found = channel_softmax(np.random.default_rng(1).normal(size=(4, 6, 7)))
    assert found.shape == (6, 7, 4) and found.flags.c_contiguous and np.allclose(found.sum(axis=-1), 1)


def test_log_odds_are_the_inverse_of_the_sigmoid_within_their_limits():
    assert np.allclose(log_odds(sigmoid(np.array([-3.0, 0.0, 2.0]))), [-3.0, 0.0, 2.0])
    assert log_odds(1.0, least=0.01) == pytest.approx(np.log(99))
    assert log_odds(0.0, least=0.01) == pytest.approx(-np.log(99))


def test_log_sum_exp_drops_the_axis():
    logs = np.log(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    assert np.allclose(np.exp(log_sum_exp(logs)), [6, 15])
    assert np.allclose(np.exp(log_sum_exp(logs, axis=0)), [5, 7, 9])
