"""Weights for prospects that can't be counted yet. Tuned by self-play."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights, in points unless noted."""

    spot: float = 0.4
    """An open end on any level."""
    spot_level: float = 0.2
    """An open end, per level down to the deepest one that raises the value of veins."""
    spot_altar: float = 0.65
    """An open end, per altar on its level, because a vein there would score for the altar."""
    spot_vein: float = 0.4
    """An open end, per vein on its level, because an altar there would score for the vein."""
    crowd: float = 0.65
    """Factor for each further open end of a level."""
    horizon: float = 2.5
    """Number of remaining rounds from which there is enough time to build."""
    token: float = 3.5
    plus: float = 0.5
    move: float = 2.0
    margin: float = 0.6
    """Lead, in counted things, that makes a reward likely in the last round."""
    margin_round: float = 0.25
    """Increase in that lead per remaining round."""
    harm: float = 0.7
    """A point lost by another seat, divided among all others."""
    mission: float = 0.5
    point: float = 2.1
    """A building point left in the middle of a turn."""
    raven: float = 4.0
    plan: float = 3.0
    growth: float = 0.45
    """Expected altars, wells or fossils per further round, for objects that count them."""
    chance: float = 0.45
    """Chance of completing a mission without any advantage."""
    tiles: int = 5
    plans: int = 6


USUAL = Weights()
