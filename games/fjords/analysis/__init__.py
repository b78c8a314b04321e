"""Insight into the settlement phase: what best play brings, and where the next viking matters most.

`hint` answers for a board. It turns the board into a `Race` (`board_race`), of which `outlook` tells what is known. A
race between two players (`undecided`) with vikings in plenty falls apart into independent contests, a sum of games
(`unlimited`, `sums`); one in which vikings may run out is searched as a whole (`limited`). Both searches are alpha-beta
(`alphabeta`). Where a proof is out of reach, and for other numbers of players, there are `bounds` and a guess by
`lookahead`.
"""

from games.fjords.analysis.hint import Hint, Settlement, hint

__all__ = ["Hint", "Settlement", "hint"]
