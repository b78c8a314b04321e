"""The votes of several readings on one cell, and how many log odds accept a change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property

from companion.live.votes.vote_weights import (
    MIN_PRESENCE_ON_KNOWN_TILE,
    MIN_PRESENCE_ON_NEW_TILE,
    CellEvidence,
    Pieces,
    PiecesKey,
    capped_log_odds,
    evidence_of,
    extra_piece_confidence,
    leader,
    log_odds,
    log_odds_between,
    pieces_key,
)
from vision.detections import TileReading
from vision.vocabulary import COLOURS

_MAX_VOTES = 9
"""Votes that a cell keeps, of each light; chosen by hand."""
_MAX_LIGHTS = 4
"""Lights whose votes an unchanged cell keeps; chosen by hand."""
_VOTES_PER_LIGHT = 4
"""Votes in one light after which more of them add no information; chosen by hand."""
_MIN_ADDED, _MIN_CONFIRMED, _MIN_REMOVED, _MIN_REPLACED, _MIN_TILE_REMOVED = 2.0, 1.5, 4.5, 3.5, 6.0
"""Summed log odds that accept a change in a changed cell: two confident readings add a piece, four doubtful ones do,
too; all other changes need more. Chosen by hand."""
_SURER_READINGS, _MIN_TILE_CORRECTED = 2, 1.0
"""Readings of another tile that correct that of an unchanged cell, and by how much larger the log odds of each of these
must be than those of any reading of the known tile; chosen by hand."""
_MIN_RENAMED, _MIN_OVERLOOKED, _MIN_IMAGINED = 1.0, 2.0, 3.5
"""Log odds over all lights that correct the pieces of an unchanged cell: another kind or colour, one more, one less;
chosen by hand."""
EMPTY_CONFIDENCE = 0.9
"""Probability that a cell is empty where a reading sees nothing in it; chosen by hand."""


@dataclass(frozen=True)
class Vote:
    """The content of a cell in one reading.

    Attributes:
        tile: the tile that lies there.
        pieces: the pieces that stand there.
        empty_confidence: where it reads none, its probability that the cell is empty, 0..1.
        names: names of the colours.
        light: number of the light, or place of the camera, of the reading.
    """

    tile: TileReading | None
    pieces: Pieces
    empty_confidence: float = EMPTY_CONFIDENCE
    names: tuple[str, ...] = COLOURS
    light: int = 0

    @cached_property
    def tile_weight(self) -> float:
        """Log odds that the vote contributes to its tile, 0.5..1.5."""
        return capped_log_odds(EMPTY_CONFIDENCE if self.tile is None else self.tile.confidence)

    @cached_property
    def evidence(self) -> CellEvidence:
        """The evidence about the pieces."""
        return evidence_of(self.pieces, self.empty_confidence, self.names, self.light)

    @cached_property
    def tile_key(self) -> Hashable:
        """The edges and regions of the tile."""
        return tile_key(self.tile)


@dataclass(frozen=True)
class Ballot:
    """The votes of the last readings on a cell.

    Attributes:
        votes: one for each reading; the oldest are dropped.
        changed: whether the cell's picture has changed and the readings do not agree yet.
        reported: whether events of the tile, and of the pieces, were reported since; later ones correct those.
        witnessed: whether the pieces were seen to arrive, so that they cannot be gone while nothing changes.
        new: whether the tile itself is new, so that a changed picture is no sign of anything on it.
    """

    votes: tuple[Vote, ...] = ()
    changed: bool = False
    reported: tuple[bool, bool] = (False, False)
    witnessed: bool = False
    new: bool = False

    def opened(self) -> Ballot:
        """Return an empty ballot for a cell whose picture has changed."""
        return Ballot(changed=True, witnessed=self.witnessed)

    def closed(self) -> Ballot:
        """Return the ballot after the readings have agreed; the same one where they had before."""
        if not (self.changed or self.new or any(self.reported)):
            return self
        return Ballot(self.votes, witnessed=self.witnessed or self.reported[1])

    def with_reported(self, tile: bool, pieces: bool) -> Ballot:
        """Return the ballot after events of the tile, or of the pieces, were reported; the same one after neither."""
        if not (tile or pieces):
            return self
        return replace(self, reported=(self.reported[0] or tile, self.reported[1] or pieces))

    def closing(self) -> Ballot:
        """Return the ballot for the last decision: open ones count every vote twice, because no more will come."""
        return replace(self, votes=self.votes * 2) if self.changed else self

    def with_vote(self, vote: Vote) -> Ballot:
        """Return the ballot with one more vote."""
        votes = (*self.votes, vote)
        return replace(self, votes=votes[-_MAX_VOTES:] if self.changed else _latest_of_each_light(votes))

    def is_sampled(self, light: int) -> bool:
        """Return whether there are enough votes of this light."""
        return sum(vote.light == light for vote in self.votes) >= _VOTES_PER_LIGHT

    def tile(self, known: TileReading | None) -> tuple[TileReading | None, bool]:
        """Return the tile with the most log odds, and whether they suffice to accept it in place of `known`."""
        if not self.changed and known is not None:
            surer = self._surer_tile(known)
            return surer or known, surer is not None or self._leading_tile[1] >= _MIN_CONFIRMED
        winner, weight = self._leading_tile
        if same_tile(winner, known):
            return winner, weight >= _MIN_CONFIRMED
        if winner is None:
            return winner, weight >= _MIN_TILE_REMOVED
        return winner, weight >= (_MIN_ADDED if known is None else _MIN_REPLACED)

    @cached_property
    def _leading_tile(self) -> tuple[TileReading | None, float]:
        """The most confident reading of the leading tile, and its log odds; 0 unless it has the majority."""
        weights: defaultdict[Hashable, float] = defaultdict(float)
        clearest: dict[Hashable, Vote] = {}
        for vote in self.votes:
            key = vote.tile_key
            weights[key] += vote.tile_weight
            if key not in clearest or vote.tile_weight > clearest[key].tile_weight:
                clearest[key] = vote
        best = max(weights, key=lambda key: weights[key])
        return clearest[best].tile, weights[best] if 2 * weights[best] > sum(weights.values()) else 0.0

    def _surer_tile(self, known: TileReading) -> TileReading | None:
        """Return another tile that several readings see surely enough to correct `known` in an unchanged cell.

        What is read of a tile gets clearer as the board around it grows. Confidences are calibrated, so the surest
        reading is the one to go by, not that of most readings.
        """
        surest = known.region_confidence
        confidences: defaultdict[Hashable, list[float]] = defaultdict(list)
        clearest: dict[Hashable, TileReading] = {}
        for tile in (vote.tile for vote in self.votes if vote.tile is not None):
            if same_tile(tile, known):
                surest = max(surest, tile.region_confidence)
                continue
            key = tile_key(tile)
            confidences[key].append(tile.region_confidence)
            clearest[key] = max(clearest.get(key, tile), tile, key=lambda seen: seen.region_confidence)
        common = {
            key: sorted(seen)[-_SURER_READINGS] for key, seen in confidences.items() if len(seen) >= _SURER_READINGS
        }
        best = max(common, key=lambda key: common[key], default=None)
        if best is None or log_odds(common[best]) - log_odds(surest) < _MIN_TILE_CORRECTED:
            return None
        return clearest[best]

    def likeliest(self) -> Pieces:
        """Return the leading pieces, as far as the readings are confident that they are there."""
        evidence = [vote.evidence for vote in self.votes]
        pieces = self._clearest(leader(evidence)[0])
        if extra_piece_confidence(evidence, ()) >= MIN_PRESENCE_ON_NEW_TILE:
            return pieces
        return tuple(p for p in pieces if len(pieces) > 1 and p.confidence >= MIN_PRESENCE_ON_NEW_TILE)

    def pieces(self, known: Pieces) -> tuple[Pieces, bool]:
        """Return the pieces with the most log odds, and whether they suffice to accept them in place of `known`."""
        return self._changed_pieces(known) if self.changed else self._corrected_pieces(known)

    def _changed_pieces(self, known: Pieces) -> tuple[Pieces, bool]:
        evidence = [vote.evidence for vote in self.votes]
        key, weight = leader(evidence)
        before = pieces_key(known)
        more = len(key) > len(before)
        if self.new and more and extra_piece_confidence(evidence, before) < MIN_PRESENCE_ON_NEW_TILE:
            return (known, True) if len(evidence) >= _VOTES_PER_LIGHT else (self._clearest(key), False)
        return self._clearest(key), weight >= _min_weight(key, before)

    def _corrected_pieces(self, known: Pieces) -> tuple[Pieces, bool]:
        """Return the leading pieces over all lights; those seen to arrive cannot be gone while nothing changes."""
        evidence, before = [vote.evidence for vote in self.votes], pieces_key(known)
        if all(one.key == before for one in evidence):
            return known, True
        excess = {
            one.key: log_odds_between(evidence, one.key, before) - _min_correction(one.key, before) for one in evidence
        }
        best = max(excess, key=lambda key: excess[key])
        gone = self.witnessed and len(best) < len(before)
        imagined = len(best) > len(before) and extra_piece_confidence(evidence, before) < MIN_PRESENCE_ON_KNOWN_TILE
        if best == before or excess[best] < 0 or gone or imagined or not self.is_sampled(self.votes[-1].light):
            return known, True
        return self._clearest(best), True

    def disputed_pieces(self, known: Pieces) -> Pieces | None:
        """Return the pieces of the last vote on an unchanged cell where they differ from `known`; else ``None``."""
        if self.changed or not self.votes or pieces_key(self.votes[-1].pieces) == pieces_key(known):
            return None
        return self.votes[-1].pieces

    def _clearest(self, key: PiecesKey) -> Pieces:
        return max((v for v in self.votes if pieces_key(v.pieces) == key), key=lambda v: v.evidence.weight).pieces


def _min_weight(key: PiecesKey, before: PiecesKey) -> float:
    """Return the log odds that accept other pieces, or confirm the same ones, in a changed cell."""
    if key == before:
        return _MIN_CONFIRMED
    if len(key) > len(before) and set(before) <= set(key):
        return _MIN_ADDED
    return _MIN_REMOVED if len(key) < len(before) else _MIN_REPLACED


def _min_correction(key: PiecesKey, before: PiecesKey) -> float:
    """Return the log odds that correct the pieces of an unchanged cell."""
    if key == before:
        return 0.0
    return _MIN_OVERLOOKED if len(key) > len(before) else _MIN_IMAGINED if len(key) < len(before) else _MIN_RENAMED


def _latest_of_each_light(votes: tuple[Vote, ...]) -> tuple[Vote, ...]:
    """Return the last `_MAX_VOTES` votes of each of the last `_MAX_LIGHTS` lights."""
    lights = list(dict.fromkeys(vote.light for vote in reversed(votes)))[:_MAX_LIGHTS]
    kept = [[v for v in votes if v.light == light][-_MAX_VOTES:] for light in reversed(lights)]
    return tuple(vote for of_light in kept for vote in of_light)


def same_tile(one: TileReading | None, other: TileReading | None) -> bool:
    """Return whether two tiles have the same edges and regions, or both are none."""
    if one is other or one is None or other is None:
        return one is other
    return one.edges == other.edges and tile_key(one) == tile_key(other)


def tile_key(tile: TileReading | None) -> Hashable:
    """Return the edges and regions of a tile, which tell it from others; ``None`` for none."""
    if tile is None:
        return None
    regions = (
        (region["terrain"], tuple(sorted((edge, part) for edge, part in region["ports"]))) for region in tile.regions
    )
    return tile.edges, tuple(sorted(regions))
