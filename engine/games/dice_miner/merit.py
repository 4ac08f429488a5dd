"""Kinds of facts that support an Action, with numbers that follow from the rules.

Every number is exact. Points are the hoards' scores at this moment, before and after the Action. If
luck comes first, they are the mean over all faces, or the certain minimum. No fact predicts how the
match will continue.
"""

from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from engine.core.types import Seat
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.state import Rolled


class Merit(Enum):
    """A kind of fact about an Action. “Now” means: if everything were scored immediately."""

    GEM_LEAD = auto()
    """Gives the seat `count` gems, more than any other, which doubles them; `points` more now."""
    LEAD_BROKEN = auto()
    """Takes the gem lead from `seat`, whose score drops by `points` now."""
    TUNNELS = auto()
    """Completes tunnels 1 to `count`; `points` more now."""
    TURNED = auto()
    """With the tool, hazards score `count` now, `points` more than before."""
    POINTS = auto()
    """Changes the seat's score now by `points`."""
    GAP = auto()
    """A tunnel that counts as soon as tunnel `count` is present, for `points` more than now."""
    BEER = auto()
    DIAMONDS = auto()
    """Rerolls `count` dice in the magic phase."""
    CHESTS = auto()
    """Keeps `count` dice for the next round."""
    DENIED = auto()
    """`seat` could take that die next, for `points` more now."""
    CERTAIN = auto()
    """Whatever face the beer rolls, one or two dice bring at least `points` more now."""
    REACH = auto()
    """After ¡Salud! `count` dice are in reach instead of `before`."""
    GIFT = auto()
    """The die brings `seat` `average` points now on average."""
    NOTHING_BETTER = auto()
    """The best die in reach brings `points` now: 0, or a loss."""
    UNUSED = auto()
    """Magic alone scores nothing, and this rerolls `count` dice."""
    BEST_REROLL = auto()
    """Rerolling `die` alone brings `average` more points on average."""
    LOSES_NOTHING = auto()
    """The die adds `points` now: 0, or a loss."""
    REROLL = auto()
    """Brings `average` more on average; `count` faces are better than now, `worse` are worse."""
    NO_REROLL = auto()
    """No single die gains by a reroll: the best, `die`, brings `average` on average."""
    KEPT = auto()
    """Beside kept dice and hero it adds `points`, a fresh roll `average`; gems count once."""
    NO_KEEP = auto()
    """No other die beats a fresh roll of itself, beside the kept dice."""
    HERO = auto()
    """The hero's faces count in each of `count` rounds."""


@dataclass(frozen=True, slots=True)
class ActionFact:
    merit: Merit
    points: int = 0
    count: int = 0
    before: int = 0
    worse: int = 0
    average: Fraction = Fraction(0)
    seat: Seat | None = None
    die: Rolled | None = None
    hero: HeroName | None = None
