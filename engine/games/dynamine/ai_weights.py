"""How the computer player weighs what can't be counted yet. Tuned by play against itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """In points, unless something else is said."""

    spot: float = 0.4
    """An open end, whatever its level."""
    spot_level: float = 0.2
    """An open end, for each level of depth that makes veins dearer."""
    spot_altar: float = 0.65
    """An open end, for each altar on its level: a vein there counts for it."""
    spot_vein: float = 0.4
    """An open end, for each vein on its level: an altar there counts them."""
    crowd: float = 0.65
    """How much each further open end of a level is worth beside the one before it."""
    horizon: float = 2.5
    """Rounds from which on time to build is not what is lacking."""
    token: float = 3.5
    """A +1 token."""
    plus: float = 0.5
    """A +1 opening that can still be joined."""
    move: float = 2.0
    """The right to a move."""
    margin: float = 0.6
    """How far ahead one must be for a reward to be likely, in the last round."""
    margin_round: float = 0.25
    """By how much that grows with each round that is left."""
    harm: float = 0.7
    """A point that another seat loses, beside one of one's own, divided among all others."""
    mission: float = 0.5
    """What of a mission is counted of a part of it that is done."""
    point: float = 2.1
    """A building point that is left over in the middle of a turn."""
    raven: float = 4.0
    plan: float = 3.0
    growth: float = 0.45
    """By how many altars, wells or fossils a mine grows in a round, as objects count them."""
    chance: float = 0.45
    """How likely a mission is that nothing speaks for."""
    tiles: int = 5
    """The most tiles in a plan."""
    plans: int = 6
    """How many plans are followed further at each step."""


USUAL = Weights()
