"""Content of one rules version, immutable; games/dice_miner/rules_files.py reads it from data/."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from engine.core.errors import BadContent

BEER_FACE = 6
FACES = 6


class Kind(Enum):
    TUNNEL = "tunnel"
    HAZARD = "hazard"
    TOOL = "tool"
    TREASURE = "treasure"
    MAGIC = "magic"


LETTERS = {Kind.TUNNEL: "t", Kind.HAZARD: "h", Kind.TOOL: "k", Kind.TREASURE: "g", Kind.MAGIC: "m"}


class Symbol(Enum):
    TUNNEL = "tunnel"
    ROCKFALL = "rockfall"
    DRAGON = "dragon"
    PICK = "pick"
    SHIELD = "shield"
    CHEST = "chest"
    GEM = "gem"
    DIAMOND = "diamond"
    BEER = "beer"

    __hash__ = object.__hash__  # faces are looked up very often; Enum hashes by name, in Python


@dataclass(frozen=True, slots=True)
class Face:
    symbol: Symbol
    count: int
    """Number 1..5 of a tunnel; for other symbols the amount, 1..4."""


class HeroName(Enum):
    """The six heroes; the values are their names in notation."""

    ALCHEMIST = "alchemist"
    DRAGON_SLAYER = "dragon-slayer"
    ENGINEER = "engineer"
    PROSPECTOR = "prospector"
    SURVEYOR = "surveyor"
    TREASURER = "treasurer"


@dataclass(frozen=True, slots=True)
class Hero:
    name: HeroName
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class DieKind:
    kind: Kind
    count: int
    faces: tuple[Face, ...]


SYMBOLS = {
    Kind.TUNNEL: (Symbol.TUNNEL,),
    Kind.HAZARD: (Symbol.ROCKFALL, Symbol.DRAGON),
    Kind.TOOL: (Symbol.PICK, Symbol.SHIELD, Symbol.CHEST),
    Kind.TREASURE: (Symbol.GEM,),
    Kind.MAGIC: (Symbol.DIAMOND,),
}
"""Symbols besides beer that are allowed on dice of each kind."""
TUNNELS = 5


@dataclass(frozen=True, slots=True)
class Rulings:
    second_may_be_declined: bool
    """After ¡Salud! and one die, the second is optional."""
    salud_with_one_die: bool
    """Beer can be shared with a single die left on the mountain."""
    spend_with_fewer_targets: bool
    """A source can be spent even if fewer dice than it shows can be rerolled."""
    tiebreaks_at_most: int
    """Tie-breaks after which tied seats share the win."""


@dataclass(frozen=True)
class Content:
    """All numbers of one rules version. A die is its place in die order. Raise BadContent."""

    rules: int
    kinds: tuple[DieKind, ...]
    heroes: tuple[Hero, ...]
    rows: tuple[int, ...]
    """Dice in each row of the mountain from the top; each row holds one more than the row above."""
    rounds: int
    rulings: Rulings

    def __post_init__(self) -> None:
        self._check_dice()
        self._check_heroes()
        printed = [face for entry in self.kinds for face in entry.faces]
        printed += [face for hero in self.heroes for face in hero.faces]
        if any(face.count < 1 for face in printed):
            raise BadContent("every face shows at least one of its symbol")
        if any(face.symbol is Symbol.TUNNEL and face.count > TUNNELS for face in printed):
            raise BadContent(f"tunnels are numbered 1 to {TUNNELS}")
        if not self.rows or self.rows[0] < 1 or self.rounds < 1:
            raise BadContent("there is at least one row, of at least one die, and one round")
        if any(low != high + 1 for high, low in zip(self.rows, self.rows[1:], strict=False)):
            raise BadContent("each row of the mountain holds one die more than the row above it")
        if sum(self.rows) * self.rounds > sum(entry.count for entry in self.kinds):
            raise BadContent("there are enough dice to fill the mountain in every round")
        if self.rulings.tiebreaks_at_most < 0:
            raise BadContent("there are at least 0 tie-breaks")

    def _check_dice(self) -> None:
        if tuple(entry.kind for entry in self.kinds) != tuple(Kind):
            raise BadContent("each kind of dice is given once, in die order")
        for entry in self.kinds:
            if len(entry.faces) != FACES:
                raise BadContent(f"a {entry.kind.value} die has {FACES} faces")
            beers = [face.symbol is Symbol.BEER for face in entry.faces]
            if beers != [False] * (FACES - 1) + [True]:
                raise BadContent(f"a {entry.kind.value} die shows beer on face {BEER_FACE} alone")
            if any(face.symbol not in SYMBOLS[entry.kind] for face in entry.faces[:-1]):
                raise BadContent(f"a {entry.kind.value} die shows what belongs to its kind")
            if not 1 <= entry.count <= 99:
                raise BadContent(f"there are 1 to 99 {entry.kind.value} dice")

    def _check_heroes(self) -> None:
        if sorted(hero.name.value for hero in self.heroes) != sorted(n.value for n in HeroName):
            raise BadContent("each hero is given once")
        if any(face.symbol is Symbol.BEER for hero in self.heroes for face in hero.faces):
            raise BadContent("no hero shows beer")

    @property
    def dice(self) -> int:
        return len(self._kinds)

    def kind(self, die: int) -> Kind:
        return self._kinds[die]

    def name(self, die: int) -> str:
        return self._names[die]

    def die(self, name: str) -> int | None:
        return self._numbers.get(name)

    def face(self, die: int, number: int) -> Face:
        return self._faces[die][number - 1]

    def hero(self, name: HeroName) -> Hero:
        return self._heroes[name]

    @cached_property
    def _kinds(self) -> tuple[Kind, ...]:
        return tuple(entry.kind for entry in self.kinds for _ in range(entry.count))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(
            f"{LETTERS[entry.kind]}{number:02}"
            for entry in self.kinds
            for number in range(1, entry.count + 1)
        )

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: die for die, name in enumerate(self._names)}

    @cached_property
    def _faces(self) -> tuple[tuple[Face, ...], ...]:
        return tuple(entry.faces for entry in self.kinds for _ in range(entry.count))

    @cached_property
    def _heroes(self) -> dict[HeroName, Hero]:
        return {hero.name: hero for hero in self.heroes}
