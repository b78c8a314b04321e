"""What a player may do in a turn of the work phase, as values; a worker stands for each but the pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.nusfjord.play import places


@dataclass(frozen=True)
class TakeGold:
    """Take 1 gold."""

    action: ClassVar[str] = places.GOLD


@dataclass(frozen=True)
class Unload:
    """Move everything from the storehouse to the personal supply."""

    action: ClassVar[str] = places.UNLOAD


@dataclass(frozen=True)
class Serve:
    """Fill so many empty plates of the banquet table, the smallest first, for 1 gold each."""

    plates: int
    action: ClassVar[str] = places.SERVE


@dataclass(frozen=True)
class Build:
    """Build the card of this name on a plot, counted from 0."""

    card: str
    plot: int
    action: ClassVar[str] = places.BUILD


@dataclass(frozen=True)
class Issue:
    """Issue a share for 2 gold."""

    action: ClassVar[str] = places.ISSUE


@dataclass(frozen=True)
class BuyShares:
    """Buy all the shares on the action board."""

    action: ClassVar[str] = places.BUY


@dataclass(frozen=True)
class Clear:
    """Take a forest off a plot, for 5 wood."""

    plot: int
    action: ClassVar[str] = places.CLEAR


@dataclass(frozen=True)
class Plant:
    """Plant two forests on a free double space."""

    plot: int
    action: ClassVar[str] = places.PLANT


@dataclass(frozen=True)
class Thin:
    """Take 1 wood for each forest."""

    action: ClassVar[str] = places.THIN


@dataclass(frozen=True)
class BuildShip:
    """Build a ship; `way` counts from 0 the ways in which its token may be paid."""

    kind: str
    way: int = 0
    action: ClassVar[str] = places.SHIP


@dataclass(frozen=True)
class Invite:
    """Invite an elder that lies open, and let him act at once if `act`."""

    elder: str
    act: bool = False
    action: ClassVar[str] = places.INVITE


OnBoard = TakeGold | Unload | Serve | Build | Issue | BuyShares | Clear | Plant | Thin | BuildShip | Invite


@dataclass(frozen=True)
class Consult:
    """Send a worker to an own elder, who acts; what he does is told apart, for his card's text says it."""

    elder: str


@dataclass(frozen=True)
class Copy:
    """Do the action of an occupied space of the action board from a space of the copying board."""

    move: OnBoard
    space: str = "copy-1"


@dataclass(frozen=True)
class Pass:
    """Send nobody."""


Move = OnBoard | Consult | Copy | Pass
