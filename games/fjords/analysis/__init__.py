"""Insight into the settlement phase: what best play brings, and where the next viking matters most.

`hint` answers for a board. It turns the board into a `Race` (`bridge`), which `look` examines (`outlook`): with
vikings in `plenty` a race between two falls apart into independent contests, a sum of games (`sums`); where they are
`scarce` it is searched as a whole; `bounds` and `lookahead` serve where a proof is out of reach.
"""

from games.fjords.analysis.hint import Hint, Settlement, hint
from games.fjords.analysis.outlook import Choice, Outlook, look
from games.fjords.analysis.race import Race, Stone

__all__ = ["Choice", "Hint", "Outlook", "Race", "Settlement", "Stone", "hint", "look"]
