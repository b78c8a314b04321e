"""What readings say of each cell, counted up to what has happened."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from companion.live.changes.alignment import width
from companion.live.changes.occlusion import CHANGED, Sight, same_piece, share
from companion.live.events import TILE_MOVED, TILE_REMOVED, Event, fold, laid, placed, removed, what
from companion.live.votes.cell_votes import BARE, Ballot, Vote, tile_key
from companion.live.votes.vote_weights import Pieces, pieces_key
from games.hexgrid import Cell
from vision.detections import TileReading
from vision.reading.reading import Reading

Ballots = Mapping[Cell, Ballot]

_EXCHANGED = 0.35
"""Share of a tile that must differ if it was turned, taken or exchanged; less is a piece on it."""


def by_cell(reading: Reading) -> defaultdict[Cell, Pieces]:
    """Return the pieces that stand in each cell."""
    found: defaultdict[Cell, Pieces] = defaultdict(tuple)
    for piece in reading.pieces:
        found[piece.cell] = (*found[piece.cell], piece)
    return found


def gathered(readings: tuple[Reading, ...]) -> tuple[Reading, Ballots]:
    """Return the board that most of some readings in the same coordinates agree on, and how they voted."""
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


def appeared(board: Reading) -> tuple[Event, ...]:
    """Return the events that lay a whole board on an empty table."""
    return (*(laid(tile) for tile in board.tiles), *(placed(piece) for piece in board.pieces))


def harm(known: Reading, fresh: Reading, cells: Collection[Cell]) -> tuple[bool, bool]:
    """Say whether a reading misses known tiles among the cells, and whether it differs there in anything."""
    before = {t.cell: t for t in known.tiles if t.cell in cells}
    after = {t.cell: t for t in fresh.tiles if t.cell in cells}
    missing = bool(before.keys() - after.keys())
    stood, stands = by_cell(known), by_cell(fresh)
    same = before.keys() == after.keys() and all(
        before[c].edges == after[c].edges and pieces_key(stood[c]) == pieces_key(stands[c]) for c in before
    )
    return missing, not same


@dataclass(frozen=True)
class Asked:
    """What a reading is asked.

    Attributes:
        whole: whether the whole table was looked at to see whether all is as it was.
        blocked: the cells of which it can say nothing.
        looked: the cells that were looked at; ``None`` where all were.
        light: which light, or place of the camera, the picture was taken in.
    """

    whole: bool
    blocked: frozenset[Cell]
    looked: frozenset[Cell] | None = None
    light: int = 0

    def about(self, cells: set[Cell]) -> list[Cell]:
        """Return those of the cells of which the reading says something."""
        return sorted((cells if self.looked is None else cells & self.looked) - self.blocked)


def reopened(known: Reading, ballots: Ballots, points: np.ndarray, scale: float) -> Ballots:
    """Return the ballots for a picture that is another one: what is open and has changed is put to the vote anew.

    Args:
        known: the board.
        ballots: as they were.
        points: (h, w) uint8, 1 where it differs from the last picture that was read.
        scale: pixels of `points` to one of a reading.
    """
    outlines = {tile.cell: tile.outline * scale for tile in known.tiles}

    def differs(cell: Cell) -> bool:
        return cell not in outlines or share(points, outlines[cell]) >= CHANGED

    return {c: ballot.opened() if ballot.changed and differs(c) else ballot for c, ballot in ballots.items()}


def counted(known: Reading, fresh: Reading, sight: Sight, frame: Asked, ballots: Ballots) -> Ballots:
    """Return the ballots with the votes of one more reading.

    Of cells in which nothing changed, only readings of the whole count, of pictures in which nothing hides anything.
    """
    before, after = {t.cell: t for t in known.tiles}, {t.cell: t for t in fresh.tiles}
    stood, stands = by_cell(known), by_cell(fresh)
    size = width(known.tiles[0])
    touched = {piece.cell for piece in fresh.pieces if sight.touches(piece)} | set(sight.changed)
    after_vote = dict(ballots)
    bare = {
        (a["q"], a["r"]): a["confidence"] for a in fresh.ask if a["about"] == "piece" and a["candidates"][0] == "none"
    }
    for cell in frame.about(before.keys() | after.keys() | ballots.keys()):
        tile, ballot = after.get(cell), ballots.get(cell, Ballot())
        if cell in touched and not ballot.changed:
            ballot = ballot.opened()
        ballot = replace(ballot, new=ballot.new or cell not in before)
        pieces = stands[cell]
        if ballot.changed and cell in before:
            if sight.share(before[cell]) < _EXCHANGED and not _was_doubted(ballot):
                tile = before[cell]
            pieces = _plausible(stood[cell], pieces, sight, size)
        if ballot.changed or (frame.whole and not frame.blocked):
            vote = Vote(tile, pieces, bare.get(cell, BARE), fresh.names, frame.light)
            after_vote[cell] = ballot.with_vote(vote)
    return after_vote


def disputed(known: Reading, ballots: Ballots) -> dict[Cell, Pieces]:
    """Return what the last reading sees in cells in which nothing has changed, where that is not what is known."""
    standing = by_cell(known)
    seen = {t.cell: ballots[t.cell].in_dispute(standing[t.cell]) for t in known.tiles if t.cell in ballots}
    return {cell: pieces for cell, pieces in seen.items() if pieces is not None}


def _was_doubted(ballot: Ballot) -> bool:
    return bool(ballot.votes) and ballot.votes[-1].tile is None


def _plausible(known: Pieces, fresh: Pieces, sight: Sight, size: float) -> Pieces:
    """Return what stands in a cell, by the reading where the picture differs and as it stood where it does not."""
    found = []
    left = list(known)
    for piece in fresh:
        twin = next((other for other in left if same_piece(piece, other, size)), None)
        if twin is not None:
            left.remove(twin)
            found.append(piece if sight.touches(piece) or sight.touches(twin) else twin)
        elif sight.brushes(piece) or sight.near(piece, size):
            found.append(piece)
    return (*found, *(piece for piece in left if not sight.touches(piece)))


@dataclass(frozen=True)
class Decision:
    """What the ballots decide: the events, the board after them, and the ballots that go on."""

    events: tuple[Event, ...]
    board: Reading
    ballots: Ballots


def decide(known: Reading, ballots: Ballots) -> Decision:
    """Return what has happened by enough votes."""
    tiles = tuple(_tile_events(known, ballots))
    board = fold(known, tiles)
    pieces = tuple(_piece_events(board, ballots))
    after = fold(board, pieces)
    told = {e.cell for e in tiles}, {e.cell for e in pieces}
    marked = {
        cell: replace(ballot, told=(ballot.told[0] or cell in told[0], ballot.told[1] or cell in told[1]))
        for cell, ballot in ballots.items()
    }
    return Decision((*tiles, *pieces), after, _settled(after, marked))


def _tile_events(known: Reading, ballots: Ballots) -> Iterable[Event]:
    before = {t.cell: t for t in known.tiles}
    verdicts = {cell: ballot.tile(before.get(cell)) for cell, ballot in ballots.items() if ballot.votes}
    decided = {cell: tile for cell, (tile, enough) in verdicts.items() if enough}
    gone = [cell for cell, tile in decided.items() if tile is None and cell in before]
    missed = [c for c, b in ballots.items() if c in before and b.votes and b.votes[-1].tile is None and c not in gone]
    for cell, tile in decided.items():
        if tile is None or tile_key(tile) == tile_key(before.get(cell)):
            continue
        if cell in before:
            turned = ballots[cell].changed and not ballots[cell].told[0] and tile.edges != before[cell].edges
            yield Event(TILE_MOVED, cell, tile=tile, start=cell) if turned else laid(tile, mended=True)
        elif start := next((c for c in gone if _alike(before[c], tile)), None):
            gone.remove(start)
            yield Event(TILE_MOVED, cell, tile=tile, start=start)
        elif not any(_alike(before[c], tile) for c in missed):
            # A tile like one that is missed at present has perhaps been moved; that is known when the other is gone.
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
            mended = not ballot.changed or ballot.told[1]
            gone += [removed(p, mended) for p in _only_in(standing[cell], pieces)]
            come += [placed(p, mended) for p in _only_in(pieces, standing[cell])]
    return (*gone, *come)


def _only_in(pieces: Pieces, others: Pieces) -> Pieces:
    left = Counter(what(p) for p in others)
    found = []
    for piece in pieces:
        if left[what(piece)] > 0:
            left[what(piece)] -= 1
        else:
            found.append(piece)
    return tuple(found)


def _settled(board: Reading, ballots: Ballots) -> Ballots:
    """Return the ballots, those closed that agree with the board, and without those of cells that hold nothing."""
    lying, standing = {t.cell: t for t in board.tiles}, by_cell(board)
    after = {}
    for cell, ballot in ballots.items():
        if not ballot.votes:
            continue
        tile, enough = ballot.tile(lying.get(cell))
        pieces, settled = ballot.pieces(standing[cell])
        agreed = tile_key(tile) == tile_key(lying.get(cell)) and pieces_key(pieces) == pieces_key(standing[cell])
        if cell not in lying and tile is None and enough:
            continue
        after[cell] = ballot.closed() if agreed and enough and settled else ballot
    return after
