"""A viewer's view of a match, ready for text and pictures. DYNAMINE hides nothing."""

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
    """Until the first round token."""
    GUESS = "guess"
    BUILD = "build"
    """Including luck."""
    PLACE = "place"
    """From `take` or `move` to the placement."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class SeenPile:
    """A pile of the supply."""

    name: str
    cost: int
    tiles: tuple[Tile, ...]
    """Remaining tiles from the top; their order is public."""
    payable: bool
    """Whether the budget covers its top tile; False unless a seat is building."""
    takeable: bool
    """Whether its top tile can be paid for and placed now."""

    @property
    def top(self) -> Tile | None:
        """The visible tile, if the pile is not empty."""
        return self.tiles[0] if self.tiles else None


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile in a mine."""

    cell: Cell
    tile: Tile
    plus: Side
    """Its +1 openings that are not joined yet."""
    turn: int
    """Turn in which it was placed (Observation.turn)."""
    new: bool
    """Whether another seat placed it since the viewer's last turn."""
    outer: bool
    movable: bool


@dataclass(frozen=True, slots=True)
class SeenLevel:
    """One level of a mine."""

    level: int
    tiles: int
    """Without the entrance."""
    veins: int
    altars: int


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A seat's card."""

    card: Card
    used: bool
    """Only Cave Raven and Mine Plan can be used up."""
    done: bool
    """Whether it is a mission that the mine fulfils now."""


@dataclass(frozen=True, slots=True)
class SeenMine:
    """One seat's possessions."""

    tiles: tuple[SeenTile, ...]
    """By level, then column."""
    ends: tuple[Spot, ...]
    """Empty cells that border an opening, by level, then column."""
    levels: tuple[SeenLevel, ...]
    """From 1 to the deepest."""
    cards: tuple[SeenCard, ...]
    """In the order received, the dealt one first."""
    plus: int
    spendable: int
    """+1 tokens that can be spent in this turn, if it is the seat's."""
    counts: tuple[int, ...]
    """Counts for rewards, one per Reward."""
    score: Score
    """Points if the match ended now."""

    @property
    def depth(self) -> int:
        """Deepest level; 1 with only the entrance."""
        return len(self.levels)

    def count(self, reward: Reward) -> int:
        """Return the count for a reward."""
        return self.counts[list(Reward).index(reward)]


@dataclass(frozen=True, slots=True)
class SeenReward:
    """A reward if the match ended now."""

    reward: Reward
    places: tuple[int, ...]
    """Points for first place, and for second if it counts."""
    counts: tuple[int, ...]
    """One per seat."""
    points: tuple[int, ...]
    """One per seat."""


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """A legal cell for the tile, and the result of placing it there."""

    token: str
    cell: Cell
    joins: tuple[Cell, ...]
    """Cells connected to it, including the entrance."""
    bonus: int
    """Building points from joined +1 openings; 0 for a move."""
    gained: Score
    """Difference in the seat's points if the match ended now."""


@dataclass(frozen=True, slots=True)
class SeenPlacing:
    """A tile about to be placed."""

    tile: Tile
    start: Cell | None
    """Old cell of a moved tile; None for a new one."""
    places: tuple[SeenPlace, ...]
    """By level, then column."""


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """Resources and options of the seat whose turn it is."""

    seat: Seat
    budget: int | None
    """Building points left; None before the roll."""
    die: int | None
    guess: int | None
    rolling: Roll | None
    """Reason for the roll that is due, if one is."""
    may_reroll: bool
    may_call_raven: bool
    may_spend_plus: bool
    may_take_card: bool
    rights: tuple[tuple[Right, int], ...]
    """Rights to move and their number, in the order of use."""
    movable: tuple[Cell, ...]
    placing: SeenPlacing | None


@dataclass(frozen=True, slots=True)
class Observation:
    """The whole table at one moment."""

    phase: Phase
    to_act: tuple[Seat, ...]
    """() if luck is due or the match is over."""
    start: Seat | None
    """Start player of every round; None until drawn."""
    round: int
    """Number of round tokens turned."""
    rounds: int
    token: RoundToken | None
    tokens: tuple[RoundToken, ...]
    """Remaining tokens, by number; their order is unknown."""
    number: int | None
    """Number of the current turn in the match, from 0; None between turns."""
    turn: SeenTurn | None
    """None between turns, in the set-up and at the end."""
    piles: tuple[SeenPile, ...]
    """All piles, by row, then column."""
    mines: tuple[SeenMine, ...]
    """One per seat."""
    face_up: tuple[Card, ...]
    """In their order on the table."""
    deck: int
    supply: int
    """+1 tokens in the common supply."""
    rewards: tuple[SeenReward, ...]
    totals: tuple[int, ...]
    """Points including rewards, if the match ended now."""
    places: tuple[int, ...]
    """() until the end."""
