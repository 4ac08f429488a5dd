"""Content of one rules version, immutable; games/dynamine/rules_files.py reads it from data/."""

from dataclasses import dataclass
from enum import Enum, IntFlag
from functools import cached_property

from engine.core.errors import BadContent

ROWS = "ABCDEF"
COLUMNS = range(1, 7)
"""Columns of the supply; the column is the price of a tile."""
SEATS = range(2, 5)


class Side(IntFlag):
    """Sides of a tile; a combination is a set of openings."""

    N = 1
    E = 2
    S = 4
    W = 8

    @property
    def letters(self) -> str:
        """Letters in the order N E S W, for example ``NEW``."""
        return "".join(side.name or "" for side in Side if side in self)


NO_SIDE = Side(0)


class Well(Enum):
    PLAIN = "plain"
    ALTAR = "altar"
    DRAGON = "dragon"


class TokenAction(Enum):
    PLAIN = "plain"
    MOVE = "move"
    REROLL = "reroll"
    GUESS = "guess"


class Reward(Enum):
    FOSSILS = "fossils"
    WELLS = "wells"
    ALTARS = "altars"
    DEPTH = "depth"
    VEINS = "veins"
    TILES = "tiles"


class CardName(Enum):
    RING = "ring"
    RAVEN = "raven"
    BARREL = "barrel"
    TORCHES = "torches"
    BEAMS = "beams"
    PLAN = "plan"
    SAPPHIRE_1 = "sapphire1"
    SAPPHIRE_2 = "sapphire2"
    SKULL = "skull"
    ALTAR = "altar"
    HALLS = "halls"
    WELL = "well"


MISSIONS = (
    CardName.SAPPHIRE_1,
    CardName.SAPPHIRE_2,
    CardName.SKULL,
    CardName.ALTAR,
    CardName.HALLS,
    CardName.WELL,
)


@dataclass(frozen=True, slots=True)
class Tile:
    name: str
    """Pile, and place in the pile from the top, for example ``B3a``."""
    openings: Side
    veins: int = 0
    altar: int = 0
    """1 for a small altar, 4 for a great one; includes a rich well's altar."""
    well: Well | None = None
    fossil: int = 0
    """1 or 2; includes a rich well's fossil."""
    plus: Side = NO_SIDE
    """Openings with a +1."""
    token: bool = False
    move: bool = False
    sapphire: bool = False

    @property
    def pile(self) -> str:
        return self.name[:2]

    @property
    def cost(self) -> int:
        return int(self.name[1])


@dataclass(frozen=True, slots=True)
class Pile:
    name: str
    cost: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundToken:
    number: int
    points: int
    action: TokenAction


@dataclass(frozen=True, slots=True)
class RewardPoints:
    reward: Reward
    side_a: int
    """Points for an undivided first place, in a match of 2 seats."""
    side_b: tuple[int, int]
    """Points for first and second place, in a match of more seats."""


@dataclass(frozen=True, slots=True)
class Card:
    name: CardName
    points: int
    """Points of a mission, or of an object for each thing that it counts; 0 for cards that are used
    during the match.
    """
    level: int = 0
    """Level of a mission; 0 for other cards."""
    tiles: int = 0
    """Number of tiles that the mission requires on its level."""

    @property
    def mission(self) -> bool:
        return self.name in MISSIONS


@dataclass(frozen=True)
class Content:
    """All numbers of one rules version; its parts are numbered from 0. Raises BadContent."""

    rules: int
    tiles: tuple[Tile, ...]
    round_tokens: tuple[RoundToken, ...]
    rewards: tuple[RewardPoints, ...]
    cards: tuple[Card, ...]
    entrance: Side
    rounds: int
    die_faces: int
    icons_face: int
    """Result of the die that allows a card or a move."""
    plus_tokens: int
    """Number of tokens in the common supply."""
    face_up: int
    deepest_vein: int
    """Level with the highest value of a vein; deeper veins are worth the same."""
    plan_moves: int
    reroll_bonus: int
    guess_bonus: int
    altar_per_vein: int
    plain_well: int
    rich_well: int
    well_per_tile: int
    shuffled: bool = False
    """Whether the piles are shuffled, so that the tiles below the top are face down. Otherwise they
    lie in data order.
    """

    def __hash__(self) -> int:
        return hash(self.rules)

    def __post_init__(self) -> None:
        if [card.name for card in self.cards] != list(CardName):
            raise BadContent("each card must be listed once, in the order of the rules")
        if any(card.mission != (card.level > 0) for card in self.cards):
            raise BadContent("missions need a level, and objects must have none")
        if [reward_points.reward for reward_points in self.rewards] != list(Reward):
            raise BadContent("rewards must be listed once each, in the order of the rules")
        for tile in self.tiles:
            if not tile.openings or tile.plus & ~tile.openings:
                raise BadContent(f"{tile.name} needs openings, and each +1 must be on one of them")
        if any(len(pile.tiles) == 0 for pile in self.piles):
            raise BadContent("each pile needs a tile")
        if sum(len(pile.tiles) for pile in self.piles) < len(self.tiles):
            raise BadContent(
                "a tile's name must consist of row, column and place in the pile, like B3a"
            )
        numbers = [token.number for token in self.round_tokens]
        if numbers != list(range(1, len(numbers) + 1)) or not 1 <= self.rounds <= len(numbers):
            raise BadContent(
                "round tokens must be numbered from 1, and there must be one for each round"
            )
        if self.die_faces < 2 or not 1 <= self.icons_face <= self.die_faces:
            raise BadContent("the die needs at least 2 faces, and the icons must be on one of them")
        if not 1 <= self.face_up <= len(self.cards) - SEATS[-1]:
            raise BadContent(
                "there must be enough cards to deal one to each seat and lay some face up"
            )
        if min(self.plus_tokens, self.plan_moves) < 0:
            raise BadContent("numbers of tokens and moves can't be negative")
        if not self.entrance:
            raise BadContent("the entrance needs an opening")

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        piles = []
        for row in ROWS:
            for column in COLUMNS:
                name = f"{row}{column}"
                mine = [place for place, tile in enumerate(self.tiles) if tile.pile == name]
                wanted = [f"{name}{chr(ord('a') + place)}" for place in range(len(mine))]
                if [self.tiles[place].name for place in mine] != wanted:
                    raise BadContent(
                        f"the tiles of {name} must be named {name}a, {name}b and so on"
                    )
                piles.append(Pile(name, column, tuple(mine)))
        return tuple(piles)

    @cached_property
    def missions(self) -> tuple[int, ...]:
        return tuple(place for place, card in enumerate(self.cards) if card.mission)

    def card(self, name: CardName) -> int:
        return list(CardName).index(name)
