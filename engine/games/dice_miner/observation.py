"""A view of a match, ready for text and pictures."""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dice_miner.content import Face, HeroName, Kind
from engine.games.dice_miner.state import Round, Score, Tiebreak


class Phase(Enum):
    """Phase of a match; the values are those of ``replay --json``."""

    SETUP = "setup"
    EXCAVATION = "excavation"
    MAGIC = "magic"
    RECOVERY = "recovery"
    TIEBREAK = "tiebreak"
    FINISHED = "finished"


class Reach(Enum):
    TOP = "top"
    SIDE = "side"
    BURIED = "buried"


@dataclass(frozen=True, slots=True)
class SeenDie:
    name: str
    kind: Kind
    number: int
    """Number of the face, 1..6; 6 is beer."""
    face: Face

    def __hash__(self) -> int:  # name and number decide the rest, and pictures look dice up often
        return hash((self.name, self.number))


@dataclass(frozen=True, slots=True)
class MountainDie:
    die: SeenDie
    place: int
    row: int
    column: int
    reach: Reach
    takeable: bool

    def __hash__(self) -> int:
        return hash((self.die.name, self.die.number, self.place, self.takeable))


@dataclass(frozen=True, slots=True)
class HoardDie:
    die: SeenDie
    spent: bool = False
    kept: bool = False

    def __hash__(self) -> int:
        return hash((self.die.name, self.die.number, self.spent, self.kept))


@dataclass(frozen=True, slots=True)
class HeroFace:
    face: Face
    source: int | None
    """Its number among the hero's magic faces, from 1; None for other faces."""
    spent: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    seat: Seat
    hero: HeroName | None
    hero_faces: tuple[HeroFace, ...]
    hoard: tuple[HoardDie, ...]
    points: int
    now: Score
    """Score of hoard and hero if scored now. In a tie-break, only tied seats compare gems."""
    gems: int
    chests: int
    """Number of dice that the seat can still keep (hoards.chests_left)."""
    to_act: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class MagicSource:
    token: str
    """Notation, for example ``spend m03`` or ``spend hero1``."""
    die: SeenDie | None
    """None for a hero face."""
    diamonds: int
    count: int
    """Number of dice to choose: `diamonds`, or fewer if fewer can be rerolled."""
    targets: tuple[SeenDie, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    phase: Phase
    round: int
    rounds: int
    start: Seat | None
    to_act: tuple[Seat, ...]
    """In seat order; () if luck is due or the match is over."""
    rows: tuple[int, ...]
    mountain: tuple[MountainDie, ...]
    """In reading order, without taken dice."""
    bag: int
    seats: tuple[SeatView, ...]
    free_heroes: tuple[HeroName, ...]
    salud: bool
    taken: int
    """Dice taken in this turn: 0, or 1 after ¡Salud!."""
    beers: tuple[SeenDie, ...]
    friends: tuple[Seat, ...]
    may_stop: bool
    sources: tuple[MagicSource, ...]
    spending: MagicSource | None
    """The source just spent; `count` is the total number of dice, `targets` are those left to
    choose from.
    """
    gem_leader: Seat | None
    """The seat with the most gems; None in a tie or without gems."""
    scored: tuple[Round, ...]
    tied: tuple[Seat, ...]
    tiebreaks: tuple[Tiebreak, ...]
    winners: tuple[Seat, ...]
    chosen: tuple[SeenDie, ...] = ()
