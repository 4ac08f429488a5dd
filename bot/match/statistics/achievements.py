"""Achievements: a few things that a match may be remembered for. They change nothing."""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from bot.match.types import Result
from engine.core.types import Ending, Outcome
from engine.games.dice_miner.deeds import BEER, HAZARDS, TUNNELS

BEERS = 8
TUNNEL_POINTS = 30
"""Of the tunnels 1 to 5, twice."""
DAMAGE = 10
DAYS = 30
DAY = 86_400
"""Seconds."""


class Achievement(Enum):
    """What somebody did in one match that counted, and in which they stayed to the end.

    The values are stored for ever, so their meaning never changes.
    """

    LANDLORD = "landlord"
    """Gave BEERS beers."""
    DEEPEST = "deepest"
    """Had TUNNEL_POINTS for tunnels in one round."""
    SINGED = "singed"
    """Won though hazards took DAMAGE points or more."""
    HAIRLINE = "hairline"
    """Won by one point."""
    LIFT = "lift"
    """Was last before the last round, alone or with others, and won alone."""
    OVERTIME = "overtime"
    """Won a tie-break."""
    UNDERGROUND = "underground"
    """A round was worth less than nothing."""
    GEOLOGY = "geology"
    """Was in a match that lasted DAYS days."""


def figure(achievement: Achievement, result: Result, seconds: int) -> int:
    """What somebody did who earned it: beers, points or days; 1 where it has no figure.

    The match lasted so many seconds. What hazards cost is positive.
    """
    rounds = [dict(points) for points in result.deeds.rounds]
    match achievement:
        case Achievement.LANDLORD:
            return result.deeds.count(BEER)
        case Achievement.DEEPEST:
            return max(points.get(TUNNELS, 0) for points in rounds)
        case Achievement.SINGED:
            return -sum(points.get(HAZARDS, 0) for points in rounds)
        case Achievement.GEOLOGY:
            return seconds // DAY
        case (
            Achievement.HAIRLINE | Achievement.LIFT | Achievement.OVERTIME | Achievement.UNDERGROUND
        ):
            return 1


def with_achievements(
    results: Sequence[Result], outcome: Outcome | None, seconds: int
) -> tuple[Result, ...]:
    """The results of a match that lasted so long, each with what it is worth."""
    return tuple(
        replace(
            result,
            earned=tuple(sorted(one.value for one in _earned(result, results, outcome, seconds))),
        )
        for result in results
    )


def _earned(
    result: Result, results: Sequence[Result], outcome: Outcome | None, seconds: int
) -> set[Achievement]:
    if not result.whole or outcome is None:
        return set()
    deeds = result.deeds
    found = set()
    if deeds.count(BEER) >= BEERS:
        found.add(Achievement.LANDLORD)
    if any(dict(points).get(TUNNELS, 0) >= TUNNEL_POINTS for points in deeds.rounds):
        found.add(Achievement.DEEPEST)
    if any(sum(dict(points).values()) < 0 for points in deeds.rounds):
        found.add(Achievement.UNDERGROUND)
    if seconds >= DAYS * DAY:
        found.add(Achievement.GEOLOGY)
    if result.place == 1:
        found |= _of_winner(result, results, outcome)
    return found


def _of_winner(result: Result, results: Sequence[Result], outcome: Outcome) -> set[Achievement]:
    found = set()
    hazards = sum(dict(points).get(HAZARDS, 0) for points in result.deeds.rounds)
    if hazards <= -DAMAGE:
        found.add(Achievement.SINGED)
    if outcome.ending is Ending.TIEBREAK:
        found.add(Achievement.OVERTIME)
    others = [other for other in results if other is not result]
    if not all(other.whole for other in others) or any(other.place == 1 for other in others):
        return found
    if result.points - max(other.points for other in others) == 1:
        found.add(Achievement.HAIRLINE)
    rounds = len(result.deeds.rounds)
    if rounds > 1 and all(len(other.deeds.rounds) == rounds for other in others):
        mine, *theirs = (_before_last(one) for one in (result, *others))
        if all(mine <= points for points in theirs):
            found.add(Achievement.LIFT)
    return found


def _before_last(result: Result) -> int:
    """Points before the last round."""
    return sum(amount for points in result.deeds.rounds[:-1] for _, amount in points)
