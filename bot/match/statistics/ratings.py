"""Ratings: estimates of strength and of their uncertainty (Plackett-Luce)."""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of a player's strength: `mu`, with the standard deviation `sigma`."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """Return the number that players see: a strength that the player almost certainly has; 1000
        for a newcomer.
        """
        return BASE + round(SCALE * (self.mu - 3 * self.sigma))


BASE, SCALE = 1000, 40
"""The number of a newcomer, and the points for one unit of the model."""
NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)


def rate(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    if len(before) < 2:
        return tuple(before)
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(Rating(team[0].mu, team[0].sigma) for team in after)
