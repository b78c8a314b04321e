"""The setup of a game, and its state between two moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from games.vikings.board import Board, Player, Stage
from games.vikings.figures import FIGURES, FIGURES_OF_A_KIND, Figure
from games.vikings.play.auction import Auction
from games.vikings.play.offer import Offer
from games.vikings.specials import Special

DRAW, AUCTION, REMOVE, DEAL, ARRANGE = "draw", "auction", "remove", "deal", "arrange"
BUY, START, TAKE, CARRY, OVER = "buy", "start", "take", "carry", "over"
ROUNDS = 6
GOLD_AT_START = {2: 30, 3: 25, 4: 20}
POINTS_AT_START = 10
OPEN_SPECIALS = 4


@dataclass(frozen=True)
class Setup:
    """The players, clockwise, the first of them, and the version; `auction` matters in the advanced one only.

    Raises `ValueError` unless there are two to four players of different names, with one of them first.
    """

    players: tuple[str, ...]
    first: str = ""
    advanced: bool = False
    auction: bool = True

    def __post_init__(self) -> None:
        """Check the setup; without a first player the first of the players begins."""
        if len(self.players) not in GOLD_AT_START or len(set(self.players)) < len(self.players):
            raise ValueError("two to four players of different names play")
        if not self.first:
            object.__setattr__(self, "first", self.players[0])
        if self.first not in self.players:
            raise ValueError(f"nobody is named {self.first!r}")


@dataclass(frozen=True)
class State:
    """A position of a game.

    `first` is the seat of the player who begins a round, `player_index` that of the player to move; `bag` and `drawn`
    are figures; `starts` names the players who still have to lay their starting tile; `may_take` is whether the player
    to move has earned a special card; `barred` names the players who have bought at 0 and get no special cards any
    more; `taken` are the special cards taken, as pairs of player and card; `specials` the effects of those in use that
    are not booked at once.
    """

    setup: Setup
    board: Board
    first: int
    player_index: int
    bag: tuple[Figure, ...]
    starts: frozenset[str]
    round: int = 1
    phase: str = DRAW
    drawn: tuple[Figure, ...] = ()
    offer: Offer = field(default_factory=lambda: Offer(()))
    auction: Auction | None = None
    open_specials: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()
    may_take: bool = False
    barred: frozenset[str] = frozenset()
    specials: tuple[Special, ...] = ()

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.board.players[self.player_index]

    @property
    def next_player_index(self) -> int:
        """The seat to the left."""
        return (self.player_index + 1) % len(self.board.players)

    @property
    def scored_board(self) -> Board:
        """The board with the special cards in effect, as scorings count it."""
        return self.board.with_specials(self.specials)

    def with_player(self, changed: Player) -> State:
        """Return this state with a player replaced by `changed`, who has the same name."""
        return replace(self, board=self.board.with_player(changed))


def opening(setup: Setup) -> State:
    """Return the state before the first figure is drawn."""
    gold = GOLD_AT_START[len(setup.players)]
    first = setup.players.index(setup.first)
    return State(
        setup=setup,
        board=Board(tuple(Player(name, POINTS_AT_START, gold) for name in setup.players), "small"),
        first=first,
        player_index=first,
        bag=tuple(figure for figure in FIGURES for _ in range(FIGURES_OF_A_KIND)),
        starts=frozenset(setup.players),
    )


def paid(player: Player, price: int) -> Player:
    """Return the player after paying a price in gold, and in points as far as gold is missing."""
    missing = max(0, price - player.gold)
    return replace(player, gold=player.gold - price + missing, points=player.points - missing)


def less(figures: Iterable[Figure], taken: Iterable[Figure]) -> tuple[Figure, ...] | None:
    """Return the figures without those taken; None if those are not all among them."""
    remaining = Counter(figures)
    remaining.subtract(taken)
    return None if min(remaining.values(), default=0) < 0 else tuple(remaining.elements())


def next_round(state: State) -> State:
    """Return the state at the start of the next round, with the player to the left as the first."""
    first = (state.first + 1) % len(state.board.players)
    stage: Stage = "small" if state.board.stage == "big" else "big"
    board = replace(state.board, stage=stage)
    return replace(state, board=board, first=first, player_index=first, round=state.round + 1, phase=DRAW)
