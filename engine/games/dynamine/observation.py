"""What is seen of a match, ready for text and pictures. DYNAMINE hides nothing."""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dynamine.content import Card, Reward, RoundToken, Side, Tile
from engine.games.dynamine.mines import Spot
from engine.games.dynamine.scoring import Score
from engine.games.dynamine.state import Cell, Right, Roll


class Phase(Enum):
    """Where a match stands; the values are those of ``replay --json``."""

    SETUP = "setup"
    """Until the first round token is turned."""
    GUESS = "guess"
    BUILD = "build"
    """Also where luck is due."""
    PLACE = "place"
    """From `take` or `move` until the tile is placed."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class SeenPile:
    """A pile of the supply."""

    name: str
    cost: int
    tiles: tuple[Tile, ...]
    """Those left, from the top: the order is known to all."""
    payable: bool
    """Whether its top tile is within what is left of the budget; False where nobody builds."""
    takeable: bool
    """Whether it can be taken now: paid and placed somewhere."""

    @property
    def top(self) -> Tile | None:
        """The tile that can be seen; None if the pile is empty."""
        return self.tiles[0] if self.tiles else None


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile in a mine."""

    cell: Cell
    tile: Tile
    plus: Side
    """Its +1 openings that nothing has joined yet."""
    turn: int
    """The turn in which it came there (Observation.turn)."""
    new: bool
    """Whether it came there since the last turn of whoever looks, by somebody else's doing."""
    outer: bool
    movable: bool
    """Whether it may be moved now."""


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
    """A card that a seat has."""

    card: Card
    used: bool
    """Only Cave Raven and Mine Plan are ever used up."""
    done: bool
    """Whether it is a mission that the mine does as it lies now."""


@dataclass(frozen=True, slots=True)
class SeenMine:
    """What one seat has."""

    tiles: tuple[SeenTile, ...]
    """By level, then column."""
    ends: tuple[Spot, ...]
    """The empty cells to which the mine is open, by level, then column."""
    levels: tuple[SeenLevel, ...]
    """From 1 to the deepest."""
    cards: tuple[SeenCard, ...]
    """In the order in which they came, the dealt one first."""
    plus: int
    """+1 tokens."""
    spendable: int
    """+1 tokens that may be spent in this turn, if it is the seat's."""
    counts: tuple[int, ...]
    """What rewards count, one a Reward."""
    score: Score
    """As if the match ended now."""

    @property
    def depth(self) -> int:
        """The deepest level; 1 where only the entrance lies."""
        return len(self.levels)

    def count(self, reward: Reward) -> int:
        """How much of what a reward is for."""
        return self.counts[list(Reward).index(reward)]


@dataclass(frozen=True, slots=True)
class SeenReward:
    """Who would get a reward if the match ended now."""

    reward: Reward
    places: tuple[int, ...]
    """What first place brings, and second, if there is one."""
    counts: tuple[int, ...]
    """One a seat."""
    points: tuple[int, ...]
    """One a seat."""


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """A cell in which the tile may be placed now, and what that leads to."""

    token: str
    cell: Cell
    joins: tuple[Cell, ...]
    """The cells that it is open to, the entrance's too."""
    bonus: int
    """Building points that joined +1 openings bring; 0 of a move."""
    gained: Score
    """The difference to the seat's points as if the match ended now."""


@dataclass(frozen=True, slots=True)
class SeenPlacing:
    """A tile on its way."""

    tile: Tile
    start: Cell | None
    """Where it lies, if it is moved; None if it is built."""
    places: tuple[SeenPlace, ...]
    """By level, then column."""


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """What the seat whose turn it is has and may do."""

    seat: Seat
    budget: int | None
    """Building points left; None before the roll."""
    die: int | None
    """What the die shows."""
    guess: int | None
    rolling: Roll | None
    """Why a roll is due; None: none is."""
    may_reroll: bool
    may_call_raven: bool
    may_spend_plus: bool
    may_take_card: bool
    rights: tuple[tuple[Right, int], ...]
    """What allows a move, with how many, in the order in which they are used up."""
    movable: tuple[Cell, ...]
    """The tiles that may be moved now."""
    placing: SeenPlacing | None


@dataclass(frozen=True, slots=True)
class Observation:
    """The whole table at one moment."""

    phase: Phase
    to_act: tuple[Seat, ...]
    """() where luck is due or the match is over."""
    start: Seat | None
    """Who begins each round; None until it is drawn."""
    round: int
    """How many round tokens have been turned."""
    rounds: int
    """How many there will be."""
    token: RoundToken | None
    """The one turned last."""
    tokens: tuple[RoundToken, ...]
    """Those not turned yet, by their numbers; nobody knows their order."""
    number: int | None
    """The turn that is played, counted over the match from 0; None between turns."""
    turn: SeenTurn | None
    """None between turns, in the set-up and at the end."""
    piles: tuple[SeenPile, ...]
    """All, by row, then column."""
    mines: tuple[SeenMine, ...]
    """One a seat."""
    face_up: tuple[Card, ...]
    """In their order on the table."""
    deck: int
    """How many cards lie face down."""
    supply: int
    """+1 tokens that nobody has."""
    rewards: tuple[SeenReward, ...]
    totals: tuple[int, ...]
    """Points as if the match ended now, rewards too."""
    places: tuple[int, ...]
    """() until the end."""
