"""A viewer's view of a match, ready for text and pictures. Dice Miner hides nothing."""

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
    """Reachability of a die on the mountain."""

    TOP = "top"
    SIDE = "side"
    BURIED = "buried"


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A visible die."""

    name: str
    """Notation."""
    kind: Kind
    number: int
    """Number of the face, 1..6; 6 is beer."""
    face: Face


@dataclass(frozen=True, slots=True)
class MountainDie:
    """A die on the mountain."""

    die: SeenDie
    place: int
    """In reading order from 0."""
    row: int
    column: int
    reach: Reach
    takeable: bool
    """Whether the seat to act can take it now."""


@dataclass(frozen=True, slots=True)
class HoardDie:
    """A die in a hoard."""

    die: SeenDie
    spent: bool = False
    kept: bool = False
    """Selected to be kept, in the recovery phase."""


@dataclass(frozen=True, slots=True)
class HeroFace:
    """A face printed on a hero."""

    face: Face
    source: int | None
    """Number among the hero's magic faces from 1; None for other faces."""
    spent: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat's side of the table."""

    seat: Seat
    hero: HeroName | None
    hero_faces: tuple[HeroFace, ...]
    hoard: tuple[HoardDie, ...]
    """In die order."""
    points: int
    """Total of the scored rounds."""
    now: Score
    """Score of hoard and hero at this moment. In a tie-break, only tied seats compare gems."""
    gems: int
    chests: int
    """Dice that can still be kept: chests on dice not kept and on the hero, minus kept dice."""
    to_act: bool
    place: int | None
    """1-based, once the match has ended."""


@dataclass(frozen=True, slots=True)
class MagicSource:
    """A magic source that the seat to act can spend now."""

    token: str
    """Notation, for example ``spend m03`` or ``spend hero1``."""
    die: SeenDie | None
    """None for a hero face."""
    diamonds: int
    count: int
    """Dice that must be chosen: `diamonds`, or fewer if fewer can be rerolled."""
    targets: tuple[SeenDie, ...]
    """Dice that can be rerolled with it, in die order."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The whole table at one moment."""

    phase: Phase
    round: int
    """From 0."""
    rounds: int
    start: Seat | None
    to_act: tuple[Seat, ...]
    """In seat order; () if luck is due or the match is over."""
    rows: tuple[int, ...]
    """Places in each row of the mountain, from the top."""
    mountain: tuple[MountainDie, ...]
    """In reading order, without taken dice."""
    bag: int
    seats: tuple[SeatView, ...]
    free_heroes: tuple[HeroName, ...]
    """Heroes to choose from; () outside the draft."""
    salud: bool
    """Whether the seat to act has shared beer in this turn."""
    taken: int
    """Dice taken in this turn: 0, or 1 after ¡Salud!."""
    beers: tuple[SeenDie, ...]
    """Beer dice that the seat to act can share now, in die order."""
    friends: tuple[Seat, ...]
    """Seats that can receive a beer."""
    may_stop: bool
    sources: tuple[MagicSource, ...]
    """Sources that the seat to act can spend now."""
    spending: MagicSource | None
    """The source just spent: `count` dice in total, `targets` for the next choice."""
    gem_leader: Seat | None
    """The seat with the most gems; None in a tie or without gems."""
    scored: tuple[Round, ...]
    tied: tuple[Seat, ...]
    """Seats in the current tie-break."""
    tiebreaks: tuple[Tiebreak, ...]
    winners: tuple[Seat, ...]
    """() until the end."""
    chosen: tuple[SeenDie, ...] = ()
    """Dice chosen so far for `spending`, in that order."""
