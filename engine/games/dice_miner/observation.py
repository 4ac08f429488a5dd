"""What a viewer sees of a match, ready for text and pictures. Dice Miner hides nothing."""

from dataclasses import dataclass
from enum import Enum

from engine.core.types import Seat
from engine.games.dice_miner.content import Face, HeroName, Kind
from engine.games.dice_miner.state import Round, Score, Tiebreak


class Phase(Enum):
    """Where a match stands; the values are those of ``replay --json``."""

    SETUP = "setup"
    EXCAVATION = "excavation"
    MAGIC = "magic"
    RECOVERY = "recovery"
    TIEBREAK = "tiebreak"
    FINISHED = "finished"


class Reach(Enum):
    """How a die lies on the mountain."""

    TOP = "top"
    SIDE = "side"
    BURIED = "buried"


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as it is seen."""

    name: str
    """In notation."""
    kind: Kind
    number: int
    """The face's number, 1..6; 6 is beer."""
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
    """Whether the seat to act may take it now."""


@dataclass(frozen=True, slots=True)
class HoardDie:
    """A die in a hoard."""

    die: SeenDie
    spent: bool = False
    """A magic die spent in this magic phase."""
    kept: bool = False
    """Chosen to be kept, in the recovery phase."""


@dataclass(frozen=True, slots=True)
class HeroFace:
    """A face printed on a hero."""

    face: Face
    source: int | None
    """Its number among the hero's magic faces from 1; None for other faces."""
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
    """Of the scored rounds."""
    now: Score
    """What the hoard with the hero would score at this moment; in a tie-break the gems of
    those tied are compared among them only."""
    gems: int
    """Gems in the hoard and on the hero."""
    chests: int
    """Chests on dice not kept and on the hero, less the dice kept: how many more may be kept."""
    to_act: bool
    place: int | None
    """1-based, once the match has ended."""


@dataclass(frozen=True, slots=True)
class MagicSource:
    """A magic source that the seat to act may spend now."""

    token: str
    """Its notation, for example ``spend m03`` or ``spend hero1``."""
    die: SeenDie | None
    """None for a hero face."""
    diamonds: int
    count: int
    """How many dice must be chosen: diamonds, or fewer where fewer can be rerolled."""
    targets: tuple[SeenDie, ...]
    """Dice that can be rerolled with it, in die order."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The whole table at one moment."""

    phase: Phase
    round: int
    """From 0."""
    rounds: int
    """How many a match has."""
    start: Seat | None
    to_act: tuple[Seat, ...]
    """In seat order; () where luck is due or the match is over."""
    rows: tuple[int, ...]
    """Places in each row of the mountain, from the top."""
    mountain: tuple[MountainDie, ...]
    """In reading order; taken ones are missing."""
    bag: int
    """How many dice are still in the bag."""
    seats: tuple[SeatView, ...]
    free_heroes: tuple[HeroName, ...]
    """Those that may be chosen now; () outside the draft."""
    salud: bool
    """Whether the seat to act has shared beer in this turn."""
    taken: int
    """Dice taken in this turn: 0, or 1 after ¡Salud!."""
    beers: tuple[SeenDie, ...]
    """Beer dice that the seat to act may share now, in die order."""
    friends: tuple[Seat, ...]
    """To whom it may give one."""
    may_stop: bool
    """Whether the second die may be left now."""
    sources: tuple[MagicSource, ...]
    """What the seat to act may spend now."""
    spending: MagicSource | None
    """The source just spent, while its dice are being chosen: `count` in all,
    `targets` those that may be chosen next."""
    gem_leader: Seat | None
    """The one seat with the most gems; None in a tie or without gems."""
    scored: tuple[Round, ...]
    tied: tuple[Seat, ...]
    """The seats in the tie-break being played."""
    tiebreaks: tuple[Tiebreak, ...]
    winners: tuple[Seat, ...]
    """() until the end."""
    chosen: tuple[SeenDie, ...] = ()
    """The dice chosen so far for `spending`, in the order chosen."""
