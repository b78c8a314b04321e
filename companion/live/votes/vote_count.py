"""Counting the votes of readings on every cell, and the events that they decide."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from companion.live.changes.alignment import width
from companion.live.changes.occlusion import MIN_CHANGED_SHARE, ChangeMap, same_piece, share
from companion.live.events import TILE_MOVED, TILE_REMOVED, Event, fold, identity_of, laid, placed, removed
from companion.live.votes.cell_votes import EMPTY_CONFIDENCE, Ballot, Vote, same_tile
from companion.live.votes.vote_weights import Pieces, pieces_key
from games.hexgrid import Cell
from vision.detections import TileReading
from vision.reading.reading import Reading

Ballots = Mapping[Cell, Ballot]


def by_cell(reading: Reading) -> defaultdict[Cell, Pieces]:
    """Return the pieces of each cell."""
    found: defaultdict[Cell, Pieces] = defaultdict(tuple)
    for piece in reading.pieces:
        found[piece.cell] = (*found[piece.cell], piece)
    return found


def initial_board(readings: tuple[Reading, ...]) -> tuple[Reading, Ballots]:
    """Return the board that the majority of readings, in the same coordinates, agree on, and their votes."""
    seen = [({t.cell: t for t in reading.tiles}, by_cell(reading)) for reading in readings]
    names = readings[-1].names
    cells = sorted({cell for tiles, _ in seen for cell in tiles})
    votes = {c: tuple(Vote(tiles.get(c), pieces[c], names=names) for tiles, pieces in seen) for c in cells}
    ballots = {cell: Ballot(of_cell) for cell, of_cell in votes.items()}
    tiles = [ballot.tile(None)[0] for ballot in ballots.values()]
    lying = {tile.cell for tile in tiles if tile is not None}
    pieces = [piece for cell in cells if cell in lying for piece in ballots[cell].likeliest()]
    board = replace(readings[-1], tiles=tuple(tile for tile in tiles if tile is not None), pieces=tuple(pieces))
    return board, {cell: ballots[cell] for cell in lying}


def initial_events(board: Reading) -> tuple[Event, ...]:
    """Return the events that turn an empty table into a board."""
    return (*(laid(tile) for tile in board.tiles), *(placed(piece) for piece in board.pieces))


def differences_in(known: Reading, fresh: Reading, cells: Collection[Cell]) -> tuple[bool, bool]:
    """Return whether a reading lacks known tiles in the cells, and whether it differs there from the board at all."""
    before = {t.cell: t for t in known.tiles if t.cell in cells}
    after = {t.cell: t for t in fresh.tiles if t.cell in cells}
    missing = bool(before.keys() - after.keys())
    stood, stands = by_cell(known), by_cell(fresh)
    same = before.keys() == after.keys() and all(
        before[c].edges == after[c].edges and pieces_key(stood[c]) == pieces_key(stands[c]) for c in before
    )
    return missing, not same


@dataclass(frozen=True)
class ReadingScope:
    """The cells about which a reading is evidence.

    Attributes:
        recheck: whether it is a full reading that rechecks unchanged cells, too.
        blocked: the cells that are occluded.
        cells: the cells that were read; ``None`` for all.
        light: number of the light, or place of the camera.
    """

    recheck: bool
    blocked: frozenset[Cell]
    cells: frozenset[Cell] | None = None
    light: int = 0

    def about(self, cells: set[Cell]) -> list[Cell]:
        """Return, sorted, those of the cells about which the reading is evidence."""
        return sorted((cells if self.cells is None else cells & self.cells) - self.blocked)


def reopened(known: Reading, ballots: Ballots, points: np.ndarray, scale: float) -> Ballots:
    """Return the ballots for a new picture: those of open cells whose picture has changed again lose their votes.

    Args:
        known: the board.
        ballots: the ballots before.
        points: (h, w) uint8, 1 where the picture differs from the last one that was read.
        scale: pixels of `points` per pixel of a reading.
    """
    outlines = {tile.cell: tile.outline * scale for tile in known.tiles}

    def differs(cell: Cell) -> bool:
        return cell not in outlines or share(points, outlines[cell]) >= MIN_CHANGED_SHARE

    return {c: ballot.opened() if ballot.changed and differs(c) else ballot for c, ballot in ballots.items()}


def with_reading(
    known: Reading, fresh: Reading, change_map: ChangeMap, scope: ReadingScope, ballots: Ballots
) -> Ballots:
    """Return the ballots with the votes of one more reading.

    Unchanged cells get votes only from full readings of pictures in which nothing is occluded.
    """
    before, after = {t.cell: t for t in known.tiles}, {t.cell: t for t in fresh.tiles}
    stood, stands = by_cell(known), by_cell(fresh)
    size = width(known.tiles[0])
    touched = {piece.cell for piece in fresh.pieces if change_map.touches(piece)} | set(change_map.changed)
    after_vote = dict(ballots)
    empty_confidence = {piece.cell: 1 - piece.certainty for piece in fresh.possible}
    for cell in scope.about(before.keys() | after.keys() | ballots.keys()):
        tile, ballot = after.get(cell), ballots.get(cell, Ballot())
        if cell in touched and not ballot.changed:
            ballot = ballot.opened()
        ballot = replace(ballot, new=ballot.new or cell not in before)
        pieces = stands[cell]
        if ballot.changed and cell in before:
            if not (change_map.exchanged(before[cell]) or _was_doubted(ballot)):
                tile = before[cell]
            pieces = _plausible(stood[cell], pieces, change_map, size)
        if ballot.changed or (scope.recheck and not scope.blocked):
            vote = Vote(tile, pieces, empty_confidence.get(cell, EMPTY_CONFIDENCE), fresh.names, scope.light)
            after_vote[cell] = ballot.with_vote(vote)
    return after_vote


def disputed(known: Reading, ballots: Ballots) -> dict[Cell, Pieces]:
    """Return the pieces that the last reading sees in unchanged cells, where they differ from the known ones."""
    standing = by_cell(known)
    seen = {t.cell: ballots[t.cell].disputed_pieces(standing[t.cell]) for t in known.tiles if t.cell in ballots}
    return {cell: pieces for cell, pieces in seen.items() if pieces is not None}


def _was_doubted(ballot: Ballot) -> bool:
    return bool(ballot.votes) and ballot.votes[-1].tile is None


def _plausible(known: Pieces, fresh: Pieces, change_map: ChangeMap, size: float) -> Pieces:
    """Return the pieces of a cell: as read where the picture has changed, as known where it has not."""
    found = []
    left = list(known)
    for piece in fresh:
        twin = next((other for other in left if same_piece(piece, other, size)), None)
        if twin is not None:
            left.remove(twin)
            found.append(piece if change_map.touches(piece) or change_map.touches(twin) else twin)
        elif change_map.brushes(piece) or change_map.near(piece, size):
            found.append(piece)
    return (*found, *(piece for piece in left if not change_map.touches(piece)))


@dataclass(frozen=True)
class Decision:
    """The events that the ballots decide, the board after them, and the ballots that go on."""

    events: tuple[Event, ...]
    board: Reading
    ballots: Ballots


def decide(known: Reading, ballots: Ballots) -> Decision:
    """Return the events that have enough votes."""
    tiles = tuple(_tile_events(known, ballots))
    board = fold(known, tiles)
    pieces = tuple(_piece_events(board, ballots))
    after = fold(board, pieces)
    of_tiles, of_pieces = {e.cell for e in tiles}, {e.cell for e in pieces}
    marked = {cell: ballot.with_reported(cell in of_tiles, cell in of_pieces) for cell, ballot in ballots.items()}
    return Decision((*tiles, *pieces), after, _settled(after, marked))


def _tile_events(known: Reading, ballots: Ballots) -> Iterable[Event]:
    before = {t.cell: t for t in known.tiles}
    verdicts = {cell: ballot.tile(before.get(cell)) for cell, ballot in ballots.items() if ballot.votes}
    decided = {cell: tile for cell, (tile, enough) in verdicts.items() if enough}
    gone = [cell for cell, tile in decided.items() if tile is None and cell in before]
    missed = [c for c, b in ballots.items() if c in before and b.votes and b.votes[-1].tile is None and c not in gone]
    for cell, tile in decided.items():
        if tile is None or same_tile(tile, before.get(cell)):
            continue
        if cell in before:
            # Other edges than those of the same tile in another turn are ground that was named otherwise before.
            turned = tile.edges != before[cell].edges and _alike(before[cell], tile)
            turned &= ballots[cell].changed and not ballots[cell].reported[0]
            yield Event(TILE_MOVED, cell, tile=tile, start=cell) if turned else laid(tile, correction=True)
        elif start := next((c for c in gone if _alike(before[c], tile)), None):
            gone.remove(start)
            yield Event(TILE_MOVED, cell, tile=tile, start=start)
        elif not any(_alike(before[c], tile) for c in missed):
            # A tile like one that was not read this time may have been moved; the votes on the other one will tell.
            yield laid(tile)
    for cell in gone:
        yield from (removed(piece) for piece in by_cell(known)[cell])
        yield Event(TILE_REMOVED, cell, tile=before[cell])


def _alike(one: TileReading, other: TileReading) -> bool:
    return any(one.edges[k:] + one.edges[:k] == other.edges for k in range(6))


def _piece_events(board: Reading, ballots: Ballots) -> Iterable[Event]:
    standing = by_cell(board)
    gone, come = [], []
    for cell in sorted({t.cell for t in board.tiles} & ballots.keys()):
        ballot = ballots[cell]
        pieces, enough = ballot.pieces(standing[cell]) if ballot.votes else ((), False)
        if enough:
            correction = not ballot.changed or ballot.reported[1]
            gone += [removed(p, correction) for p in _only_in(standing[cell], pieces)]
            come += [placed(p, correction) for p in _only_in(pieces, standing[cell])]
    return (*gone, *come)


def _only_in(pieces: Pieces, others: Pieces) -> Pieces:
    left = Counter(identity_of(p) for p in others)
    found = []
    for piece in pieces:
        if left[identity_of(piece)] > 0:
            left[identity_of(piece)] -= 1
        else:
            found.append(piece)
    return tuple(found)


def _settled(board: Reading, ballots: Ballots) -> Ballots:
    """Return the ballots: closed where they agree with the board, and without those of empty cells."""
    lying, standing = {t.cell: t for t in board.tiles}, by_cell(board)
    after = {}
    for cell, ballot in ballots.items():
        if not ballot.votes:
            continue
        tile, enough = ballot.tile(lying.get(cell))
        pieces, settled = ballot.pieces(standing[cell])
        agreed = same_tile(tile, lying.get(cell)) and pieces_key(pieces) == pieces_key(standing[cell])
        if cell not in lying and tile is None and enough:
            continue
        after[cell] = ballot.closed() if agreed and enough and settled else ballot
    return after
