"""Counts that a single cell leaves open are corrected by comparison with the other cells of the table."""

import numpy as np
import pytest

from training.closeup_net.samples import UNKNOWN
from training.common.judged_samples import PictureOptions
from training.context_net.samples import make_table
from vision.networks.closeup_channels import COUNTS
from vision.networks.models import load_networks
from vision.pieces.context_network import refine_counts
from vision.vocabulary import PIECES

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def networks():
    return load_networks()


@pytest.fixture(scope="module")
def tables(stored):
    """Tables in art that no network was taught with."""
    return stored(_tables, 77, 14)


def _tables(seed, pictures):
    networks, rng = load_networks(), np.random.default_rng(seed)
    return [
        table for _ in range(pictures) if (table := make_table(rng, networks, PictureOptions("held-out"))) is not None
    ]


def _misjudged(logits, table):
    read = logits[:, COUNTS].reshape(-1, len(PIECES), 3).argmax(axis=2)
    told = (table.counts != UNKNOWN).all(axis=1)
    return int(((read != table.counts).any(axis=1) & told).sum())


def test_fewer_cells_are_misjudged_after_the_comparison(networks, tables):
    alone = sum(_misjudged(table.logits, table) for table in tables)
    compared = sum(_misjudged(refine_counts(networks.context, table.logits, table.features), table) for table in tables)
    assert compared < 0.95 * alone


def test_only_counts_are_corrected(networks, tables):
    before = tables[0].logits.copy()
    after = refine_counts(networks.context, tables[0].logits, tables[0].features)
    np.testing.assert_array_equal(tables[0].logits, before)
    np.testing.assert_array_equal(after[:, COUNTS.stop :], before[:, COUNTS.stop :])
    assert np.abs(after[:, COUNTS] - before[:, COUNTS]).max() > 0.1


def test_the_order_of_the_cells_and_padding_make_no_difference(networks, tables):
    table = max(tables, key=lambda t: len(t.logits))
    turned = np.random.default_rng(1).permutation(len(table.logits))[:-3]
    straight = refine_counts(networks.context, table.logits[np.sort(turned)], table.features[np.sort(turned)])
    shuffled = refine_counts(networks.context, table.logits[turned], table.features[turned])
    np.testing.assert_allclose(shuffled, straight[turned.argsort().argsort()], atol=1e-3)


def test_a_single_cell_can_be_judged(networks, tables):
    assert (
        refine_counts(networks.context, tables[0].logits[:1], tables[0].features[:1]).shape
        == tables[0].logits[:1].shape
    )
