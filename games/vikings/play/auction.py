"""The auction for the right to begin a round of the advanced version.

In turn each player raises the bid or leaves. The highest bidder pays and begins the round; without a bid, the player
who began the auction begins the round for free. Points can be paid as gold, one for one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Auction:
    """The seats of the remaining bidders, the one to move first, and the highest bid with the seat of its bidder."""

    bidders: tuple[int, ...]
    gold: int = 0
    best: int | None = None

    @property
    def seat(self) -> int:
        """The seat of the bidder to move."""
        return self.bidders[0]

    @property
    def is_over(self) -> bool:
        """Whether no bidder is left who could raise the bid."""
        return not self.bidders or self.bidders == (self.best,)

    def raised(self, gold: int) -> Auction:
        """Return the auction after a higher bid; raises `ValueError` unless it is higher."""
        if gold <= self.gold:
            raise ValueError(f"more than {self.gold} must be bid")
        return Auction((*self.bidders[1:], self.seat), gold, self.seat)

    def left(self) -> Auction:
        """Return the auction after the bidder to move has left it."""
        return replace(self, bidders=self.bidders[1:])


def begun(seats: int, first: int) -> Auction:
    """Return a new auction among `seats` players that the one at seat `first` begins."""
    return Auction((*range(first, seats), *range(first)))
