"""A view of a match, ready for text and pictures."""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dynamine.content import Card, Reward, RoundToken, Side, Tile
from engine.games.dynamine.mines import Spot
from engine.games.dynamine.scoring import Score
from engine.games.dynamine.state import Cell, Right, Roll


class Phase(Enum):
    """Phase of a match; the values are those of ``replay --json``."""

    SETUP = "setup"
    GUESS = "guess"
    BUILD = "build"
    """Building and acting, and any luck in between."""
    PLACE = "place"
    """From `take` or `move` to the placement."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class SeenPile:
    name: str
    cost: int
    tiles: tuple[Tile, ...]
    """Remaining tiles, the top included, in data order."""
    top: Tile | None
    """The only tile that is face up. It is None if the pile is empty, and while its next tile is
    face down.
    """
    payable: bool
    """Whether the budget covers its top tile; False unless a seat is building."""
    takeable: bool
    """Whether the acting seat can pay for its top tile and place it now."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    cell: Cell
    tile: Tile
    plus: Side
    """Its +1 openings that are not joined yet."""
    turn: int
    """Number of the turn in which it was placed."""
    outer: bool
    movable: bool


@dataclass(frozen=True, slots=True)
class SeenLevel:
    level: int
    tiles: int
    veins: int
    altars: int


@dataclass(frozen=True, slots=True)
class SeenCard:
    card: Card
    used: bool
    done: bool
    """Whether it is a mission that the mine fulfils now."""


@dataclass(frozen=True, slots=True)
class SeenMine:
    tiles: tuple[SeenTile, ...]
    ends: tuple[Spot, ...]
    levels: tuple[SeenLevel, ...]
    cards: tuple[SeenCard, ...]
    plus: int
    spendable: int
    """+1 tokens that can be spent in this turn, or all of them if it isn't the seat's turn."""
    counts: tuple[int, ...]
    """Counts for rewards, one per Reward."""
    score: Score

    @property
    def depth(self) -> int:
        """Deepest level; 1 with only the entrance."""
        return len(self.levels)

    def count(self, reward: Reward) -> int:
        return self.counts[list(Reward).index(reward)]


@dataclass(frozen=True, slots=True)
class SeenReward:
    reward: Reward
    places: tuple[int, ...]
    """Points for first place, and for second place if it scores."""
    counts: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeenPlace:
    token: str
    cell: Cell
    joins: tuple[Cell, ...]
    bonus: int
    """Building points from joined +1 openings; 0 for a move."""
    gained: Score
    """Change in the seat's points if the match ended after the placement."""


@dataclass(frozen=True, slots=True)
class SeenPlacing:
    tile: Tile
    start: Cell | None
    """Old cell of a moved tile; None for a new one."""
    places: tuple[SeenPlace, ...]


@dataclass(frozen=True, slots=True)
class SeenTurn:
    seat: Seat
    budget: int | None
    """Building points left; None before the roll."""
    die: int | None
    guess: int | None
    rolling: Roll | None
    may_reroll: bool
    may_call_raven: bool
    may_spend_plus: bool
    may_take_card: bool
    rights: tuple[tuple[Right, int], ...]
    """Rights to move tiles and the number of each, in the order of use."""
    movable: tuple[Cell, ...]
    placing: SeenPlacing | None


@dataclass(frozen=True, slots=True)
class Observation:
    phase: Phase
    to_act: tuple[Seat, ...]
    start: Seat | None
    round: int
    """Number of round tokens turned."""
    rounds: int
    token: RoundToken | None
    tokens: tuple[RoundToken, ...]
    """Remaining tokens, by number; their order is unknown."""
    number: int | None
    """Number of the current turn in the match, from 0; None between turns."""
    last_turns: tuple[int, ...]
    """Number of each seat's current or last turn; negative before its first."""
    turn: SeenTurn | None
    piles: tuple[SeenPile, ...]
    shuffled: bool
    """Whether the tiles below the tops are face down; otherwise they lie in data order."""
    mines: tuple[SeenMine, ...]
    face_up: tuple[Card, ...]
    deck: int
    supply: int
    rewards: tuple[SeenReward, ...]
    totals: tuple[int, ...]
    """Points including rewards, if the match ended now."""
    places: tuple[int, ...]
