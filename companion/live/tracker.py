"""The live loop without threads: frames go in, events come out, and the board is what they add up to."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.live.changes.alignment import align, carried
from companion.live.changes.frame_difference import Comparison, Picture, compare, picture_of
from companion.live.changes.light_epochs import Lights
from companion.live.changes.occlusion import Sight, sort_out
from companion.live.changes.region_reader import PartialReading, SelectiveReader
from companion.live.changes.stillness import Stillness
from companion.live.changes.tentative_pieces import with_glimpses
from companion.live.events import Event, fold
from companion.live.votes.occluders import Foreign, watched
from companion.live.votes.phase_prior import as_expected
from companion.live.votes.recheck import questions, unsettled
from companion.live.votes.vote_count import Asked, Ballots, appeared, counted, decide, gathered, reopened
from companion.reader_service import PhotoReader
from games.hexgrid import Cell
from vision.imaging.photo import Photo, PhotoError
from vision.merging.coordinates import cell_moved
from vision.reading.reading import Reading

_BEGIN = 3
"""Readings that the board is made of when watching begins."""
_AT_ONCE, _SOON, _LATER = 6, 1.0, 5.0
_ENOUGH_TRIES = 16
"""An open question is put to so many frames at once, then every second, and then now and then."""


class Tracker:
    """Follows one table.

    Attributes:
        board: what lies on the table, in coordinates that never change; ``None`` before anything was read.
        moving: whether something moved in the last frame.
        covered: whether something hides a part of the board.
        lost: whether the last picture that was read showed no board.
        bumped: whether camera or table were found elsewhere by the last reading.
    """

    def __init__(self, read: PhotoReader) -> None:
        """Begin with an unknown table; `read` reads one photo, and perhaps looks at some cells again."""
        self._gaze = SelectiveReader(read)
        self._stillness = Stillness()
        self.forget()

    def forget(self) -> None:
        """Begin anew with an unknown table."""
        self.board: Reading | None = None
        self.moving, self.covered, self.lost, self.bumped = True, False, False, False
        self._stillness.forget()
        self._reference: Picture | None = None
        self._last: Picture | None = None
        self._ballots: Ballots = {}
        self._first: tuple[Reading, ...] = ()
        self._foreign, self._lights = Foreign(), Lights()
        self._open, self._whole, self._tries, self._due, self._news = False, False, 0, 0.0, True

    @property
    def settled(self) -> bool:
        """Whether all that has changed is known; else more may follow of what came at once."""
        return not any(ballot.changed for ballot in self._ballots.values())

    def look_anew(self) -> None:
        """Read the whole table again, because its reader has learnt something; what it said before counts no more."""
        self._ballots = {cell: replace(ballot, votes=()) for cell, ballot in self._ballots.items()}
        self._first, self._whole = (), False

    def wants(self, photo: Photo, now: float) -> bool:
        """Take in the next frame and say whether it is to be read.

        Args:
            photo: the frame.
            now: when it was taken, seconds on a clock that never goes back.
        """
        self.moving = not self._stillness.see(photo)
        if self.moving:
            return False
        self._news = self._stillness.is_news()
        if self._news:
            self._tries, self._open, self._whole = 0, True, False
        return self._news or (now >= self._due if self._open else not self._whole)

    def take(self, photo: Photo, now: float) -> tuple[Event, ...]:
        """Read a frame that is wanted, and return what has happened.

        What has changed is read first, and what that leaves open again and again; once all is settled the whole
        table is looked at once more.
        """
        self._stillness.mark_read()
        self._tries += 1
        self._due = now + (0 if self._tries < _AT_ONCE else _SOON if self._tries < _ENOUGH_TRIES else _LATER)
        picture = picture_of(photo)
        known, last = self._reference, self._last
        comparison = None if known is None or last is None else compare(picture, known, last)
        try:
            glance = self._look(photo, comparison)
        except PhotoError:
            self.lost = self._whole = True
            return ()
        self.lost, self._last = False, picture
        self._lights.see(picture)
        begun = self._begin() if self.board is None and self._news and self._first else ()
        if self.board is not None and comparison is not None:
            return (*begun, *self._follow(self.board, glance, comparison, now))
        self._first = (*self._first, self._like_the_first(glance.reading))
        self._reference = picture
        return self._begin() if len(self._first) >= _BEGIN else ()

    def _look(self, photo: Photo, comparison: Comparison | None) -> PartialReading:
        if self.board is None or comparison is None or not self._open:
            return self._gaze.read_all(photo)
        points = cv2.max(comparison.points, comparison.fresh)
        return self._gaze.read_changed(photo, points, comparison.now.scale)

    def finish(self) -> tuple[Event, ...]:
        """Return what has not been told yet because the recording ended too soon."""
        if self.board is None:
            return self._begin() if self._first else ()
        decision = decide(self.board, {cell: ballot.at_the_end() for cell, ballot in self._ballots.items()})
        self.board, self._ballots = decision.board, decision.ballots
        return decision.events

    def _like_the_first(self, fresh: Reading) -> Reading:
        found = align(fresh, self._first[0]) if self._first else None
        return fresh if found is None else found.reading

    def _begin(self) -> tuple[Event, ...]:
        """Believe what most of the first readings agree on."""
        board, self._ballots = gathered(self._first)
        self._first, self._open = (), False
        events = appeared(board)
        self.board = fold(replace(board, tiles=(), pieces=()), events)
        return events

    def _follow(self, known: Reading, glance: PartialReading, comparison: Comparison, now: float) -> tuple[Event, ...]:
        found = align(glance.reading, known)
        if found is None:
            self.covered, self._open = True, True
            return ()
        self.bumped = found.motion is not None
        if found.motion is not None:
            self._lights.move()
            known = carried(known, found.motion)
            comparison = comparison.warped(found.motion)
        fresh, scale = as_expected(found.reading, known), comparison.now.scale
        recent = {cell for cell, ballot in self._ballots.items() if ballot.changed}
        sight = sort_out(comparison.points, scale, known, fresh, recent)
        self._foreign = watched(self._foreign, sight, known, fresh, now)
        blocked = self._foreign.cells
        looked = None if glance.cells is None else frozenset(cell_moved(c, *found.way) for c in glance.cells)
        ballots = reopened(known, self._ballots, comparison.fresh, scale) if self._news else self._ballots
        asked = Asked(looked is None and not self._whole, blocked, looked, self._lights.number)
        glimpsed = with_glimpses(fresh, known, sight, comparison.now)
        decision = decide(known, counted(known, glimpsed, sight, asked, ballots))
        self._ballots = decision.ballots
        doubts = questions(decision.board, self._ballots, fresh.ask)
        self.board = replace(decision.board, ask=doubts, unseen=fresh.unseen, draft=fresh.draft)
        if looked is None:
            self._whole = bool(blocked) or not unsettled(self.board, self._ballots, self._lights.number)
        unsure = {cell for cell, ballot in self._ballots.items() if ballot.changed} | blocked
        self.covered, self._open = bool(blocked), bool(unsure)
        unseen = _drawn(sight, (self.board, fresh), unsure) | (sight.foreign if blocked else 0)
        self._reference = comparison.known.patched(comparison.now, unseen == 0)
        return decision.events


def _drawn(sight: Sight, readings: tuple[Reading, ...], cells: set[Cell]) -> np.ndarray:
    """Return a mask of these cells and of what stands on them."""
    mask = np.zeros(sight.points.shape, np.uint8)
    shapes = [t.outline for reading in readings for t in reading.tiles if t.cell in cells]
    shapes += [p.hull for reading in readings for p in reading.pieces if p.cell in cells]
    for shape in shapes:
        cv2.fillPoly(mask, [np.round(shape * sight.scale).astype(np.int32)], 1)
    return cv2.dilate(mask, np.ones((5, 5), np.uint8))
