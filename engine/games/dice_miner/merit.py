"""Kinds of facts that support an Action, with numbers that follow from the rules.

Every number is exact. Points are the hoards' scores at this moment, before and after the Action. If
luck follows, they are the mean over all faces, or the certain minimum. No fact predicts how the
match will continue.
"""

from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from engine.core.types import Seat
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.state import Rolled


class Merit(Enum):
    """A kind of fact about an Action. “Now” means "if everything were scored immediately"."""

    GEM_LEAD = auto()
    """Gives the seat `count` gems, more than any other, which doubles them; `points` more now."""
    LEAD_BROKEN = auto()
    """Takes the gem lead from `seat`, whose score drops by `points` now."""
    TUNNELS = auto()
    """Completes tunnels 1 to `count`; `points` more now."""
    TURNED = auto()
    """Adds a tool: hazards score `count` now, `points` more than before."""
    POINTS = auto()
    """Changes the seat's score now by `points`."""
    GAP = auto()
    """Takes a tunnel that counts as soon as tunnel `count` is present, for `points` more
    than now.
    """
    BEER = auto()
    DIAMONDS = auto()
    """Rerolls `count` dice in the magic phase."""
    CHESTS = auto()
    """Keeps `count` dice for the next round."""
    DENIED = auto()
    """Denies `seat` the die, which could take it next for `points` more now."""
    CERTAIN = auto()
    """Brings at least `points` more now with one or two dice, whatever face the beer rolls."""
    REACH = auto()
    """Puts `count` dice in reach after ¡Salud!, instead of `before`."""
    GIFT = auto()
    """Gives `seat` a die worth `average` points now on average."""
    NOTHING_BETTER = auto()
    """Declines a die: the best one in reach brings `points` now, 0 or a loss."""
    UNUSED = auto()
    """Spends magic, which would score nothing unused, to reroll `count` dice."""
    BEST_REROLL = auto()
    """Rerolling `die` alone brings `average` more points on average."""
    LOSES_NOTHING = auto()
    """Rerolls a die that adds `points` now: 0, or a loss."""
    REROLL = auto()
    """Rerolls a die for `average` more on average; `count` faces are better than now, `worse` are
    worse.
    """
    NO_REROLL = auto()
    """Passes, because no single reroll gains: the best, of `die`, brings `average` on average."""
    KEPT = auto()
    """Keeps a die that adds `points` to the kept dice and the hero; a fresh roll would add
    `average`. Gems count once.
    """
    NO_KEEP = auto()
    """Keeps no more, because each other die is worth less than a fresh roll of it."""
    HERO = auto()
    """Chooses a hero, whose faces count in each of `count` rounds."""


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
