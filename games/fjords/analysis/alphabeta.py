"""Alpha-beta search with memory, shared by the three searches of the settlement phase.

Alpha-beta is D. E. Knuth and R. W. Moore, *An analysis of alpha-beta pruning* (Artificial Intelligence 6, 1975). It is
used in its fail-soft form, in which a value outside the window is still a proved bound of the true value (J. P.
Fishburn, *Another optimization of alpha-beta search*, SIGART Newsletter 84, 1983), and with a table of the bounds
proved so far.
"""

from typing import Protocol, TypeVar

from games.fjords.analysis.clock import Clock

Bounds = tuple[int, int]
"""The least and the most, in points, that a value can be."""

INFINITY = 10**6
"""More points than any game can bring: a window from ``-INFINITY`` to ``INFINITY`` is an open one."""

UNKNOWN: Bounds = (-INFINITY, INFINITY)

State = TypeVar("State")


class Tree(Protocol[State]):
    """The game tree of two players whose gains are each other's losses; values are the first player's, in points."""

    @property
    def clock(self) -> Clock:
        """The clock that counts searched states and stops a search when its time is over."""

    def bounds(self, state: State, turn: int, alpha: int, beta: int) -> Bounds:
        """Return the best bounds of the value known without searching this tree.

        A state in which nobody can move has equal bounds. A state that another search solves is answered by that
        search within the window, with bounds that decide the window.
        """

    def moves(self, state: State, turn: int) -> list[tuple[int, State]]:
        """Return what each move gains the first player at once and the state after it, the likely best move first.

        Never empty for a state whose bounds differ; a player who cannot move passes. `search` moves a refuting move to
        the front of the list, which helps where the list is kept.
        """

    def remember(self, state: State, turn: int, bounds: Bounds) -> None:
        """Keep the bounds that a search has proved."""


def search(tree: Tree[State], state: State, turn: int, alpha: int, beta: int) -> int:
    """Return what best play brings the first player from a state on, in points.

    Args:
        tree: The game.
        state: Where the game stands.
        turn: The player to move: 0 the first player, who maximises, or 1 the second, who minimises.
        alpha: The lower end of the window; a result of at most `alpha` is only an upper bound of the value.
        beta: The upper end of the window; a result of at least `beta` is only a lower bound of the value.

    Raises:
        OutOfTime: The tree's clock has run out.
    """
    low, high = tree.bounds(state, turn, alpha, beta)
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    tree.clock.tick()
    alpha, beta = max(alpha, low), min(beta, high)
    best = _best(tree, tree.moves(state, turn), turn, alpha, beta)
    tree.remember(state, turn, narrowed(low, high, best, alpha, beta))
    return best


def _best(tree: Tree[State], moves: list[tuple[int, State]], turn: int, alpha: int, beta: int) -> int:
    """Return the value of the best of the moves, or of the first one that falls outside the window."""
    best = INFINITY if turn else -INFINITY
    for place, (gain, after) in enumerate(moves):
        found = gain + search(tree, after, 1 - turn, alpha - gain, beta - gain)
        if turn and found < best:
            best = found
            beta = min(beta, best)
        elif not turn and found > best:
            best = found
            alpha = max(alpha, best)
        if alpha >= beta:
            moves.insert(0, moves.pop(place))
            break
    return best


def narrowed(low: int, high: int, found: int, alpha: int, beta: int) -> Bounds:
    """Return the bounds of a value that lay between `low` and `high` after a search of a window found `found`."""
    if found <= alpha:
        return low, min(high, found)
    if found >= beta:
        return max(low, found), high
    return found, found
