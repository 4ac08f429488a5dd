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

    __hash__ = object.__hash__  # dice are looked up very often, and Enum's own hash runs in Python


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

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Face:
    symbol: Symbol
    count: int
    """For tunnels the number, 1..5; for other symbols the amount, 1..4."""


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
    """Whether the second die after ¡Salud! is optional."""
    salud_with_one_die: bool
    """Whether beer can be shared with a single die left on the mountain."""
    spend_with_fewer_targets: bool
    """Whether a source can be spent even if fewer dice than it shows can be rerolled."""
    tiebreaks_at_most: int
    """Number of tie-breaks after which tied seats share the win."""


@dataclass(frozen=True)
class Content:
    """All numbers of one rules version. A die is identified by its place in die order. Raises
    BadContent.
    """

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
            raise BadContent("every face must show its symbol at least once")
        if any(face.symbol is Symbol.TUNNEL and face.count > TUNNELS for face in printed):
            raise BadContent(f"tunnels must be numbered 1 to {TUNNELS}")
        if not self.rows or self.rows[0] < 1 or self.rounds < 1:
            raise BadContent("there must be at least one round and one row, with at least one die")
        if any(low != high + 1 for high, low in zip(self.rows, self.rows[1:], strict=False)):
            raise BadContent(
                "each row of the mountain must hold one die more than the row above it"
            )
        if sum(self.rows) * self.rounds > sum(entry.count for entry in self.kinds):
            raise BadContent("there must be enough dice to fill the mountain in every round")
        if self.rulings.tiebreaks_at_most < 0:
            raise BadContent("the number of tie-breaks can't be negative")

    def _check_dice(self) -> None:
        if tuple(entry.kind for entry in self.kinds) != tuple(Kind):
            raise BadContent("each kind of dice must be listed once, in die order")
        for entry in self.kinds:
            if len(entry.faces) != FACES:
                raise BadContent(f"a {entry.kind.value} die must have {FACES} faces")
            beers = [face.symbol is Symbol.BEER for face in entry.faces]
            if beers != [False] * (FACES - 1) + [True]:
                raise BadContent(
                    f"a {entry.kind.value} die must show beer on face {BEER_FACE} and no other"
                )
            if any(face.symbol not in SYMBOLS[entry.kind] for face in entry.faces[:-1]):
                raise BadContent(f"a {entry.kind.value} die must show only symbols of its kind")
            if not 1 <= entry.count <= 99:
                raise BadContent(f"there must be 1 to 99 {entry.kind.value} dice")

    def _check_heroes(self) -> None:
        if sorted(hero.name.value for hero in self.heroes) != sorted(n.value for n in HeroName):
            raise BadContent("each hero must be listed once")
        if any(face.symbol is Symbol.BEER for hero in self.heroes for face in hero.faces):
            raise BadContent("a hero can't show beer")

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
