"""The live loop without threads: from frames to events, whose sum is the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from companion.live.changes.alignment import align, carried, width, with_motion
from companion.live.changes.frame_difference import Comparison, Picture, compare, picture_of
from companion.live.changes.light_epochs import LightEpochs
from companion.live.changes.occlusion import ChangeMap, any_exchanged, classify_changes
from companion.live.changes.region_reader import PartialReading, SelectiveReader
from companion.live.changes.stillness import Stillness
from companion.live.events import Event, fold
from companion.live.named_ground import Grounds, answers_about, remaining_grounds, terrain_corrections
from companion.live.reading_schedule import ReadingSchedule
from companion.live.votes.another_board import AnotherBoard
from companion.live.votes.cleared_tiles import ClearedTiles
from companion.live.votes.occluders import Occluder, track_occluder
from companion.live.votes.phase_prior import earlier_cells, with_corrected_kinds, with_phase_prior
from companion.live.votes.recheck import questions, unsettled
from companion.live.votes.vote_count import (
    Ballots,
    ReadingScope,
    decide,
    initial_board,
    initial_events,
    reopened,
    with_reading,
)
from companion.reader_service import PhotoReader
from games.hexgrid import Cell
from vision.imaging.photo import Photo, PhotoError
from vision.merging.coordinates import cell_moved
from vision.reading.reading import Reading

_FIRST_READINGS = 3
"""Readings whose majority makes the first board; chosen by hand."""
_REACH = 1.1
"""Tile widths around the board within which motion counts: a neighbouring tile lies within one. Chosen by hand."""


class Tracker:
    """Follows one table.

    Attributes:
        board: the board, in coordinates that never change; ``None`` before the first readings.
        covered: whether a part of the board is occluded.
        lost: whether no board was found in the last picture that was read.
        bumped: whether the last reading found the camera or the table displaced.
        photo: the last frame that was read, without the camera's motion; ``None`` before the first.
    """

    def __init__(self, read: PhotoReader, named: Callable[[Reading], Grounds] = lambda _: {}) -> None:
        """Begin with an unknown table.

        Args:
            read: reads one photo; it may implement `CellReader` and `ReadsWith`, too.
            named: returns the ground that people have named on a board, in the coordinates of that board.
        """
        self._reader, self._named = SelectiveReader(read), named
        self._stillness = Stillness()
        self.forget()

    def forget(self) -> None:
        """Return to an unknown table."""
        self.board: Reading | None = None
        self.photo: Photo | None = None
        self.covered, self.lost, self.bumped = False, False, False
        self._stillness.forget()
        self._schedule = ReadingSchedule(self._stillness)
        # The picture of the known board, and the last one that was read: what a frame is compared with.
        self._reference: Picture | None = None
        self._last: Picture | None = None
        self._first_readings: tuple[Reading, ...] = ()
        self._ballots: Ballots = {}
        self._occluder, self._lights = Occluder(), LightEpochs()
        self._another, self._cleared = AnotherBoard(), ClearedTiles()
        # What people have named, and which of it the readings go by already.
        self._named_grounds: Grounds = {}
        self._applied_grounds: Grounds = {}
        # Cells of pieces that stood on the board when the last tile was laid.
        self._earlier: frozenset[Cell] = frozenset()

    @property
    def moving(self) -> bool:
        """Whether something moved in the last frame, on the board or near it."""
        return self._schedule.moving

    @property
    def settled(self) -> bool:
        """Whether everything that has changed is known; else more of the same change may follow."""
        return not any(ballot.changed for ballot in self._ballots.values())

    @property
    def sees_news(self) -> bool:
        """Whether the last still frame differs from the one that was read before it."""
        return self._schedule.is_news

    def reread_all(self) -> None:
        """Read the whole table again and drop all votes, because the reader's priors have changed."""
        self._ballots = {cell: replace(ballot, votes=()) for cell, ballot in self._ballots.items()}
        self._first_readings, self._schedule.is_checked = (), False
        self._reader.forget()

    def update_named_grounds(self) -> None:
        """Take over what people have named of the ground; what that changes is corrected by the next still frame."""
        if self.board is not None:
            self._named_grounds = self._named(self.board)
            self._schedule.is_checked &= self._named_grounds == self._applied_grounds

    def should_read(self, photo: Photo, now: float) -> bool:
        """Take the next frame and return whether it should be read.

        Args:
            photo: the frame.
            now: its time, seconds on a monotonic clock.
        """
        return self._schedule.should_read(photo, now, self.board is not None and not self.lost)

    def read(self, photo: Photo, now: float) -> tuple[Event, ...]:
        """Read a frame that `should_read` accepted, and return the events.

        Changed cells are read first, and again as long as their votes do not agree; once everything is settled the
        whole table is read once more.
        """
        if self.moving:
            self._search(photo)
            return ()
        events = self._read_at_rest(photo, now)
        if self.board is not None and not self.lost:
            self._attend_to(self.board)
        return events

    def _search(self, photo: Photo) -> None:
        """Find out where the board lies, so that what moves elsewhere does not matter."""
        self._schedule.begin_search()
        try:
            found = self._reader.read_all(photo).reading
        except PhotoError:
            self.lost = True
            return
        self.lost = False
        self._stillness.mark_read()
        self._attend_to(found)

    def _attend_to(self, board: Reading) -> None:
        if board.tiles:
            margin = _REACH * float(np.median([width(tile) for tile in board.tiles]))
            self._stillness.attend_to([tile.outline for tile in board.tiles], margin)

    def _read_at_rest(self, photo: Photo, now: float) -> tuple[Event, ...]:
        photo = self.photo = self._stillness.steadied(photo)
        self._stillness.mark_read()
        self._schedule.begin_reading(now, self.covered)
        picture = picture_of(photo)
        self._stretch_to(picture)
        known, last = self._reference, self._last
        comparison = None if known is None or last is None else compare(picture, known, last)
        try:
            partial = self._read_photo(photo, comparison)
        except PhotoError:
            self.lost = self._schedule.is_checked = True
            self._stillness.attend_to_all()
            return ()
        self.lost, self._last = False, picture
        self._lights.observe(picture)
        started = self._begin() if self.board is None and self._schedule.is_news and self._first_readings else ()
        if self.board is not None and comparison is not None:
            corrected, partial = self._corrected(self.board, photo, partial, comparison)
            self.board = fold(self.board, corrected)
            return (*started, *corrected, *self._follow(self.board, partial, comparison, now))
        self._first_readings = (*self._first_readings, self._aligned_with_first(partial.reading))
        self._reference = picture
        return self._begin(photo) if len(self._first_readings) >= _FIRST_READINGS else ()

    def _stretch_to(self, picture: Picture) -> None:
        """Carry everything over to pictures of this size, as if the earlier ones had been stretched to it.

        A camera that was opened again may send larger or smaller ones, and a phone that was turned upright ones. What
        else the board has moved by is found as a bump.
        """
        if self._last is None or self._reference is None or self._last.is_as_large_as(picture):
            return
        self._last, stretch = self._last.stretched(picture)
        self._reference, _ = self._reference.stretched(picture)
        self._first_readings = tuple(carried(reading, stretch) for reading in self._first_readings)
        self.board = None if self.board is None else carried(self.board, stretch)
        self._reader.forget()

    def _read_photo(self, photo: Photo, comparison: Comparison | None) -> PartialReading:
        if self.board is None or comparison is None:
            return self._reader.read_all(photo)
        answers = answers_about(self._applied_grounds, self.board, comparison)
        if self._schedule.reads_single_cells:
            return self._reader.read_changed(photo, comparison, answers)
        return self._reader.read_all(photo, answers)

    def finish(self) -> tuple[Event, ...]:
        """Return the events that were still open when the recording ended."""
        if self.board is None:
            return self._begin() if self._first_readings else ()
        decision = decide(self.board, {cell: ballot.closing() for cell, ballot in self._ballots.items()})
        self.board, self._ballots = decision.board, decision.ballots
        return decision.events

    def _aligned_with_first(self, fresh: Reading) -> Reading:
        found = align(fresh, self._first_readings[0]) if self._first_readings else None
        return fresh if found is None else found.reading

    def _begin(self, photo: Photo | None = None) -> tuple[Event, ...]:
        """Accept the board that the majority of the first readings, of which `photo` is the last, agree on."""
        board, self._ballots = initial_board(self._first_readings)
        last, self._first_readings, self._schedule.is_unsettled, self.board = self._first_readings[-1], (), False, board
        self.update_named_grounds()
        if photo is not None:
            board = fold(board, self._corrected(board, photo, PartialReading(last), None)[0])
        events = initial_events(board)
        self.board = fold(replace(board, tiles=(), pieces=()), events)
        return events

    def _corrected(
        self, known: Reading, photo: Photo, partial: PartialReading, comparison: Comparison | None
    ) -> tuple[tuple[Event, ...], PartialReading]:
        """Return the corrections by ground that was named lately, and the reading by it, or what was read without it.

        What the two readings of one picture differ in follows from what was named, and is believed without a vote.
        """
        answers = answers_about(self._named_grounds, known, comparison)
        is_hidden = len(answers) < len(answers_about(self._named_grounds, known))
        if self._named_grounds == self._applied_grounds or is_hidden:
            return (), partial
        try:
            corrected = self._reader.read_all(photo, answers)
        except PhotoError:
            return (), partial
        before, after = align(partial.reading, known), align(corrected.reading, known)
        if before is None or after is None or after.motion is not None:
            return (), partial
        self._applied_grounds = self._named_grounds
        events = tuple(terrain_corrections(known, before.reading, after.reading))
        renamed_cells = {event.cell for event in events}
        self._ballots = {cell: ballot for cell, ballot in self._ballots.items() if cell not in renamed_cells}
        return events, corrected

    def _follow(self, known: Reading, partial: PartialReading, comparison: Comparison, now: float) -> tuple[Event, ...]:
        self._another = self._another.after(known, partial.reading, comparison, now)
        if self._another.is_certain(now):
            self.forget()
            return ()
        found = align(partial.reading, known)
        moved = None if found is None else with_motion(comparison, found)
        if found is None or moved is None:
            self._reader.reject()
            self.covered, self._schedule.is_unsettled = any_exchanged(comparison, known), True
            return ()
        comparison, self.bumped = moved, found.motion is not None
        if found.motion is not None:
            self._lights.start_next()
            known = carried(known, found.motion)
        fresh, scale = with_phase_prior(found.reading, known, self._earlier), comparison.now.scale
        recent = {cell for cell, ballot in self._ballots.items() if ballot.changed}
        cleared = self._cleared_tiles(known, fresh, comparison, now)
        change_map = classify_changes(comparison.points, scale, known, fresh, recent, cleared)
        self._occluder = track_occluder(self._occluder, change_map, known, fresh, now)
        blocked = self._occluder.cells
        own_cells = None if partial.cells is None else frozenset(cell_moved(c, *found.way) for c in partial.cells)
        ballots = reopened(known, self._ballots, comparison.fresh, scale) if self._schedule.is_news else self._ballots
        scope = ReadingScope(
            own_cells is None and not self._schedule.is_checked, blocked, own_cells, self._lights.number
        )
        decision = decide(known, with_reading(known, fresh, change_map, scope, ballots))
        self._earlier = earlier_cells(self._earlier, known, decision.events)
        decision = with_corrected_kinds(decision, self._earlier)
        self._ballots = decision.ballots
        self._named_grounds, self._applied_grounds = (
            remaining_grounds(named, decision.events) for named in (self._named_grounds, self._applied_grounds)
        )
        asked = questions(decision.board, self._ballots, fresh)
        # Some cells do not show what makes the whole doubtful.
        caveats = fresh.caveats if own_cells is None else known.caveats
        self.board = replace(decision.board, ask=asked, unseen=fresh.unseen, draft=fresh.draft, caveats=caveats)
        self._remember(change_map, comparison, fresh, is_full=own_cells is None)
        return decision.events

    def _cleared_tiles(self, known: Reading, fresh: Reading, comparison: Comparison, now: float) -> frozenset[Cell]:
        """Return the cells whose tiles were taken away; once they prove to be, votes on them follow at once."""
        before, self._cleared = self._cleared, self._cleared.after(known, fresh, comparison, now)
        if self._cleared.certain and not before.certain:
            self._schedule.read_again(now)
        return self._cleared.certain

    def _remember(self, change_map: ChangeMap, comparison: Comparison, fresh: Reading, is_full: bool) -> None:
        """Keep what is left to be settled after a reading, and the picture as far as it shows the known board.

        Args:
            change_map: the changes of the picture.
            comparison: of the picture with that of the known board.
            fresh: the reading, in the coordinates of the board.
            is_full: whether the whole table was read.
        """
        assert self.board is not None
        blocked = self._occluder.cells
        if is_full:
            self._schedule.is_checked = bool(blocked) or not unsettled(self.board, self._ballots, self._lights.number)
        uncertain = {cell for cell, ballot in self._ballots.items() if ballot.changed} | blocked
        self.covered, self._schedule.is_unsettled = bool(blocked), bool(uncertain)
        # A tile that was not read may be gone: its picture must not become that of what took its place.
        uncertain |= {tile.cell for tile in self.board.tiles} - {tile.cell for tile in fresh.tiles}
        unseen = change_map.mask_of((self.board, fresh), uncertain) | (change_map.occluder_mask if blocked else 0)
        self._reference = comparison.known.patched(comparison.now, unseen == 0)
