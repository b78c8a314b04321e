"""The background work on best play: one game after the other, with its progress, and the results of the last games."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass

from companion.language import N_
from companion.record.timeline import Timeline
from companion.web.replay.best_play import BestPlay, best_play

_KEPT = 12
"""Games whose results stay in memory, at a few kB each."""
_LOG = logging.getLogger(__name__)

Key = tuple[str, int, int]
"""The unique name of a game, its number, and that of its last entry."""


@dataclass(frozen=True)
class Progress:
    """The work on one game: how many positions are done, and the result once all are.

    `failed` is set where the positions of a game cannot be computed.
    """

    done: int = 0
    all: int = 0
    result: BestPlay | None = None
    failed: bool = False


class BestPlaySolver:
    """Computes the best play of games on request; safe to use from many threads."""

    def __init__(self) -> None:
        """Begin without any work."""
        self._lock, self._turn = threading.Lock(), threading.Lock()
        self._work: OrderedDict[Key, Progress] = OrderedDict()

    def of(self, key: Key) -> Progress | None:
        """Return the state of the work on a game; ``None`` where it was not asked for."""
        with self._lock:
            return self._work.get(key)

    def start(self, key: Key, timeline: Timeline) -> Progress:
        """Start the work on a game, unless it was started before."""
        with self._lock:
            if key in self._work:
                return self._work[key]
            self._put(key, Progress())
        threading.Thread(target=self._run, args=(key, timeline), daemon=True).start()
        return Progress()

    def _run(self, key: Key, timeline: Timeline) -> None:
        with self._turn:
            try:
                found = best_play(timeline, lambda done, all_: self._keep(key, Progress(done, all_)))
            except Exception as fault:  # a thread that ended without a word would leave pages waiting for ever
                _LOG.warning(N_("The best play of a game cannot be computed: %s"), fault)
                return self._keep(key, Progress(failed=True))
            self._keep(key, Progress(result=found))

    def _keep(self, key: Key, progress: Progress) -> None:
        with self._lock:
            self._put(key, progress)

    def _put(self, key: Key, progress: Progress) -> None:
        self._work[key] = progress
        while len(self._work) > _KEPT:
            self._work.popitem(last=False)
