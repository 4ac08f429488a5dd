"""Kinds of facts that speak for an Action, with the numbers that the rules give.

Every number is exact. Points are what hoards would score at this moment, before and after the
Action; where luck comes first, their mean over all faces, or what is certain whatever it brings.
No fact says how a match will go on.
"""

from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from engine.core.types import Seat
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.state import Rolled


class Merit(Enum):
    """A kind of fact about an Action. “Now” is: if everything were scored as it lies."""

    GEM_LEAD = auto()
    """It gives the seat `count` gems, most of all alone, which doubles them; `points` more now."""
    LEAD_BROKEN = auto()
    """It takes the lead in gems from `seat`, who so scores `points` fewer now."""
    TUNNELS = auto()
    """Tunnels 1 to `count` are complete with it, and were not before; `points` more now."""
    TURNED = auto()
    """With the tool, hazards score `count` now, and `points` more than before."""
    POINTS = auto()
    """The seat scores `points` more now, or fewer."""
    GAP = auto()
    """A tunnel that counts as soon as tunnel `count` is there, which would then be `points` more
    than now."""
    BEER = auto()
    """A beer to share in a later turn; it scores nothing."""
    DIAMONDS = auto()
    """It rerolls `count` dice in the magic phase."""
    CHESTS = auto()
    """It keeps `count` dice for the next round."""
    DENIED = auto()
    """`seat` would have `points` more now with that die, and could take it next."""
    CERTAIN = auto()
    """Whatever the beer rolls, there are two dice, or fewer, that bring `points` more now."""
    REACH = auto()
    """After ¡Salud! `count` dice can be taken in place of `before`."""
    GIFT = auto()
    """The die brings `seat` `average` points now on average."""
    NOTHING_BETTER = auto()
    """Of the dice in reach the best brings `points` now: 0, or a loss."""
    UNUSED = auto()
    """Magic itself scores nothing, and this rerolls `count` dice."""
    BEST_REROLL = auto()
    """Rerolling `die` alone brings `average` more points on average."""
    LOSES_NOTHING = auto()
    """The die as it lies adds `points`: 0, or a loss."""
    REROLL = auto()
    """A reroll brings `average` more points on average; `count` of its faces are better than now
    and `worse` are worse."""
    NO_REROLL = auto()
    """No single die gains by a reroll: the best of them, `die`, brings `average` on average."""
    KEPT = auto()
    """Beside what is kept and the hero it adds `points`, and a fresh throw `average`; gems count
    once."""
    NO_KEEP = auto()
    """No die that may still be kept adds more, beside what is kept, than a fresh throw does."""
    HERO = auto()
    """The hero's faces count in each of `count` rounds."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true of an Action."""

    merit: Merit
    points: int = 0
    count: int = 0
    before: int = 0
    worse: int = 0
    average: Fraction = Fraction(0)
    seat: Seat | None = None
    """Another seat that it is about."""
    die: Rolled | None = None
    """Another die that it is about."""
    hero: HeroName | None = None
