"""Names the groups of a board's ground together: which are plains, which mountain, which ocean.

In unknown art the scene network may call all water of a board plains. But ground goes on across a seam: in the right
naming the ground on one side tells that on the other, in a wrong one it tells less. The posterior of each of the 3^9
namings is a log-linear model of

* the network's mean log probabilities of each group, and the same less their mean over the board, which undoes that
  the network prefers one terrain on this board;
* the mutual information of the names on both sides of the seams, in nats (0 if all is one ground, about 1 for three);
* the groups' looks, compared with the board's mean: in most printings water is bluer and mountains are rough;
* the log probabilities of a network that compares the groups with each other (`name_network`).

Added to it is how usual the shares of the terrains are (`usual_shares`), unless this copy's grounds were taught, and
that vikings and longhouses stand on tiles with plains, by the rules.

The weights are fitted together by `training.fit.ground`; where and how well stands in ``ground_model.json``. That of
the network was chosen beside the others: see ``measured`` there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from vision.networks.activations import softmax
from vision.terrain.ground.mixture import GROUPS
from vision.terrain.ground.taught_ground import TaughtGround
from vision.terrain.ground.usual_shares import FEWEST_TILES, usual_shares

_MAX_LOG_GAP = 3.0
"""Mean log probabilities are limited to this distance from a group's likeliest terrain; chosen by hand."""
_MAX_LOOK = 2.5
"""Limit of the groups' looks, in standard deviations of the board's; chosen by hand."""
_JOINT_PRIOR = 1e-3
"""Added to the shares of the nine pairs of names across seams, in total; chosen by hand."""
_SEAM_FEATURE = 2
"""Index of the feature of the seams, the only one that is not a sum over the groups."""
_WITHOUT_PLAINS_COST = 1.0
"""Nats against a naming for each tile with a viking or longhouse that it leaves without plains. On 395 synthetic boards
of played games, 15 of them path-traced, 0.3, 1 and 2 lose 0.153, 0.149 and 0.149 nats a board, and 0.159 without; more
than three tenths is misnamed of 10, 9, 9 and 12. On photos they change nothing; with runes pieces stand off the plains,
too."""
_MIN_PLAINS_SHARE = 0.1
"""Share of a tile's rim from which a ground surely reaches it: an edge is a sixth."""
_NEGLIGIBLE_LOG_GAP = 14.0
"""Namings whose log posterior is this much below the best one's are left out: all 19 683 together count 2 %."""
COLOUR_TEXTURE_COUNT = 5
"""Components of a group's look: colour and texture."""


@dataclass(frozen=True, eq=False)
class GroupEvidence:
    """The evidence of the groups of one board.

    Attributes:
        shares: (9,) of the board's visible ground.
        network: (9, 3) the network's mean log probabilities of plains, mountain and ocean, less their mean.
        seams: (9, 9) symmetric, how often two groups lie on both sides of a seam.
        looks: (9, 5) mean colour and texture, standardised over the board.
        said: (9, 3) log likelihoods of a person's answers about patches of ground, given each group's name.
        measured: (9, 5) mean colour and texture as `looks.GroundFeatures` has them.
        taught: how the grounds of this copy look, where that was taught.
        tiles: number of tiles on the board.
        compared: (9, 3) log probabilities by `name_network.infer_names`; None without that network.
        with_pieces: (t, 9) shares of the groups on the visible rims of t tiles with a viking or longhouse; None if
            these are not known.
    """

    shares: np.ndarray
    network: np.ndarray
    seams: np.ndarray
    looks: np.ndarray
    said: np.ndarray
    measured: np.ndarray
    taught: TaughtGround | None = None
    tiles: int = 0
    compared: np.ndarray | None = None
    with_pieces: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Naming:
    """The posterior of the groups' names.

    Attributes:
        probabilities: (9, 3) of plains, mountain and ocean for each group.
        settled: (9, 3) the same, summed only over namings that do not exchange whole terrains of the likeliest naming.
        exchanges: (3, 3, 3) probability that what is called plains, mountain, ocean is in truth called i, j, k.
        together: (9, 9) probability that two groups have one name.
    """

    probabilities: np.ndarray
    settled: np.ndarray
    exchanges: np.ndarray
    together: np.ndarray


def name_groups(evidence: GroupEvidence, weights: np.ndarray) -> Naming:
    """Return the posterior of the names of a board's groups.

    Args:
        evidence: what is known of the groups.
        weights: (19,) of `naming_features`.
    """
    linear = np.tensordot(np.delete(weights, _SEAM_FEATURE), _linear_terms(evidence), axes=1)
    scores = _summed(linear + evidence.said) + weights[_SEAM_FEATURE] * _information(evidence.seams)
    if evidence.taught is not None:
        scores = scores + evidence.taught.log_likelihoods(evidence.measured, evidence.shares, labellings())
    elif evidence.tiles >= FEWEST_TILES:
        scores = scores + usual_shares().log_likelihoods(_by_name(evidence.shares), evidence.tiles)
    if evidence.with_pieces is not None:
        sets: np.ndarray = np.array(list(product((0.0, 1.0), repeat=GROUPS)))
        scores = scores - _WITHOUT_PLAINS_COST * number_without_plains(evidence.with_pieces, sets)[_plains_sets()]
    likely = np.flatnonzero(scores > scores.max() - _NEGLIGIBLE_LOG_GAP)
    posterior, labels = softmax(scores[likely]), labellings()[likely]
    best = int(posterior.argmax())
    exchanged = _exchanged(evidence.shares, labels, best)
    exchanges = np.bincount(exchanged, posterior, minlength=27).reshape(3, 3, 3)
    same = np.where(exchanged == exchanged[best], posterior, 0.0)
    probabilities = np.einsum("l,lgt->gt", posterior, labels)
    together = np.einsum("l,lgt,lht->gh", posterior, labels, labels, optimize=True)
    return Naming(probabilities, np.einsum("l,lgt->gt", same / same.sum(), labels), exchanges, together)


def naming_features(evidence: GroupEvidence) -> np.ndarray:
    """Return the (19683, 19) features of all namings, see the module."""
    columns = [_summed(values) for values in _linear_terms(evidence)]
    columns.insert(_SEAM_FEATURE, _information(evidence.seams))
    return np.stack(columns, axis=1)


def _linear_terms(evidence: GroupEvidence) -> np.ndarray:
    """Return (18, 9, 3) what a group of each name adds to each of the features, without that of the seams."""
    shares = evidence.shares[:, None]
    network = np.maximum(evidence.network - evidence.network.max(axis=1, keepdims=True), -_MAX_LOG_GAP)
    relative = evidence.network - (shares * evidence.network).sum(axis=0)
    looks = shares * np.clip(evidence.looks, -_MAX_LOOK, _MAX_LOOK)
    by_look = [looks[:, [k]] * np.eye(3)[t] for t in range(3) for k in range(COLOUR_TEXTURE_COUNT)]
    compared = np.zeros_like(network) if evidence.compared is None else evidence.compared
    return np.stack([shares * network, shares * relative, *by_look, shares * compared])


@lru_cache(maxsize=1)
def labellings() -> np.ndarray:
    """Return (19683, 9, 3) float32: for each naming and group a 1 at its terrain."""
    labels: np.ndarray = np.eye(3, dtype=np.float32)[np.array(list(product(range(3), repeat=GROUPS)))]
    return labels


@lru_cache(maxsize=1)
def _by_terrain() -> np.ndarray:
    """Return `labellings` as (3, 9, 19683), whose products take a third of the time."""
    return np.ascontiguousarray(labellings().transpose(2, 1, 0))


def _summed(values: np.ndarray) -> np.ndarray:
    """Return for each naming the (19683,) sum of (9, 3) values over the groups with their names."""
    return np.asarray(labellings().reshape(-1, 3 * GROUPS) @ values.ravel().astype(np.float32))


def _by_name(shares: np.ndarray) -> np.ndarray:
    """Return for each naming the (19683, 3) shares of the board that are called plains, mountain and ocean."""
    named: np.ndarray = shares.astype(np.float32) @ _by_terrain()
    return named.T


def number_without_plains(shares: np.ndarray, plains: np.ndarray) -> np.ndarray:
    """Return (n,) how many tiles are without plains.

    Args:
        shares: (t, 9) of the groups on the visible rims of t tiles.
        plains: (n, 9) probability 0..1 that each group is plains.
    """
    return np.asarray((1 - np.minimum(plains @ shares.T / _MIN_PLAINS_SHARE, 1)).sum(axis=1))


@lru_cache(maxsize=1)
def _plains_sets() -> np.ndarray:
    """Return for each naming the (19683,) index, among all 512 sets of groups, of those that it calls plains."""
    return np.asarray(labellings()[:, :, 0].astype(int) @ (2 ** np.arange(GROUPS)[::-1]))


def _information(seams: np.ndarray) -> np.ndarray:
    """Return the (19683,) mutual information, in nats, of the names on both sides of the seams."""
    shares = (seams / max(float(seams.sum()), 1e-6)).astype(np.float32)
    plains, mountain, _ = _by_terrain()
    by_plains, by_mountain = shares @ plains, shares @ mountain
    pairs = ((by_plains, plains), (by_mountain, mountain), (by_plains, mountain))
    pp, mm, pm = ((one_side * other_side).sum(axis=0) for one_side, other_side in pairs)
    # The joint distribution is symmetric, and its margins are the shares of the names, so that the rest of it follows.
    all_plains, all_mountain = by_plains.sum(axis=0), by_mountain.sum(axis=0)
    po, mo = all_plains - pp - pm, all_mountain - pm - mm
    oo = shares.sum() - all_plains - all_mountain - po - mo
    joint = np.maximum([pp, mm, oo, pm, po, mo], 0) + np.float32(_JOINT_PRIOR / 9)
    joint /= joint.sum(axis=0) + joint[3:].sum(axis=0)
    pp, mm, oo, pm, po, mo = joint
    marginal = np.stack([pp + pm + po, mm + pm + mo, oo + po + mo])
    terms = joint * np.log(joint)
    # The last three pairs stand for their mirror images, too.
    negative_entropy = terms.sum(axis=0) + terms[3:].sum(axis=0)
    information: np.ndarray = negative_entropy - 2 * (marginal * np.log(marginal)).sum(axis=0)
    return information


def _exchanged(shares: np.ndarray, labels: np.ndarray, best: int) -> np.ndarray:
    """Return what each of m namings mostly calls the best one's plains, mountain and ocean, as (m,) numbers 0..26.

    Args:
        shares: (9,) of the groups on the board.
        labels: (m, 9, 3) for each naming and group a 1 at its terrain.
        best: index of the likeliest naming.

    Returns:
        9 times the first terrain, plus 3 times the second, plus the third: index into a (3, 3, 3) array of
        `Naming.exchanges`.
    """
    numbers = np.zeros(len(labels), np.int64)
    for terrain in range(3):
        weights = shares * labels[best, :, terrain]
        instead = np.einsum("lgt,g->lt", labels, weights).argmax(axis=1)
        numbers = 3 * numbers + (instead if weights.any() else terrain)
    return numbers
