"""Ratings: how good someone is as far as matches tell, with how sure that is (Plackett-Luce)."""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of someone: they play about as well as `mu`, give or take `sigma`."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The one number that people see: what they most probably play at least.

        1000 for a newcomer. It rises with what is won, and also as more is known.
        """
        return BASE + round(SCALE * (self.mu - 3 * self.sigma))


BASE, SCALE = 1000, 40
"""The number of a newcomer, and how many points one unit of the model is."""
NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)


def rated(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Everybody's Rating after a match, given those before it and the places, from 1.

    Those with the same place tied. Fewer than two people change nothing.
    """
    if len(before) < 2:
        return tuple(before)
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(Rating(team[0].mu, team[0].sigma) for team in after)
