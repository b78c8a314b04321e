"""The auction for who begins a round of the advanced version.

In turn each player bids more or leaves. Who bid most pays and begins; where nobody bids, who began the auction begins
the round and pays nothing. Points turn into gold, one for one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Auction:
    """Who is still in, by seat, the one at turn first; and the best bid so far, with whose it is."""

    bidders: tuple[int, ...]
    gold: int = 0
    best: int | None = None

    @property
    def turn(self) -> int:
        """The seat at turn."""
        return self.bidders[0]

    @property
    def is_over(self) -> bool:
        """Whether nobody is left who could bid more."""
        return not self.bidders or self.bidders == (self.best,)

    def raised(self, gold: int) -> Auction:
        """Return the auction after the player at turn has bid; raises `ValueError` unless that is more."""
        if gold <= self.gold:
            raise ValueError(f"more than {self.gold} must be bid")
        return Auction((*self.bidders[1:], self.turn), gold, self.turn)

    def left(self) -> Auction:
        """Return the auction after the player at turn has left it."""
        return replace(self, bidders=self.bidders[1:])


def begun(seats: int, first: int) -> Auction:
    """Return an auction among so many seats that the first player begins."""
    return Auction((*range(first, seats), *range(first)))
