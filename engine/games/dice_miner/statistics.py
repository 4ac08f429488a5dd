"""Statistics of Dice Miner: points by kind, heroes, beers, magic; and its achievements."""

from engine.core.statistics import Achievement, FinishedMatch, GameStatistics, SeatStats, Statistic
from engine.core.types import Ending, Event
from engine.games.dice_miner import events

TUNNELS, TREASURE, HAZARDS = KINDS = ("tunnels", "treasure", "hazards")
"""Kinds of points, in scoring order."""
BEER = "beer"
HERO = "hero"
MAGIC = "magic"
REROLLED = "rerolled"
TIEBREAK = "tiebreak"

BEERS = 8
TUNNEL_POINTS = 30
"""For the tunnels 1 to 5, twice."""
DAMAGE = 10
DAYS = 30
DAY = 86_400
"""One day in seconds."""


def count(event: Event) -> tuple[Statistic, ...]:
    match event:
        case events.HeroChosen(seat=seat, hero=hero):
            return (Statistic(seat, HERO, role=hero.value),)
        case events.BeerShared(seat=seat, friend=friend):
            return (Statistic(seat, BEER, receiver=friend),)
        case events.MagicSpent(seat=seat):
            return (Statistic(seat, MAGIC),)
        case events.DiceRerolled(seat=seat, before=before):
            return (Statistic(seat, REROLLED, len(before)),)
        case events.TiebreakBegan(seats=seats):
            return tuple(Statistic(seat, TIEBREAK) for seat in seats)
        case events.RoundScored(number=number, round=played):
            return tuple(
                Statistic(seat, kind, points, number)
                for seat, score in enumerate(played.scores)
                for kind, points in zip(
                    KINDS, (score.tunnels, score.treasure, score.hazards), strict=True
                )
            )
        case _:
            return ()


def _landlord(match: FinishedMatch) -> int | None:
    beers = match.own.stats.count(BEER)
    return beers if beers >= BEERS else None


def _deepest(match: FinishedMatch) -> int | None:
    points = max(
        (dict(points_by_kind).get(TUNNELS, 0) for points_by_kind in match.own.stats.rounds),
        default=0,
    )
    return points if points >= TUNNEL_POINTS else None


def _singed(match: FinishedMatch) -> int | None:
    taken = -sum(dict(points).get(HAZARDS, 0) for points in match.own.stats.rounds)
    return taken if match.own.place == 1 and taken >= DAMAGE else None


def _hairline(match: FinishedMatch) -> int | None:
    best = max((other.points for other in match.others), default=0)
    return 1 if _won_alone(match) and match.own.points - best == 1 else None


def _lift(match: FinishedMatch) -> int | None:
    rounds = len(match.own.stats.rounds)
    if not _won_alone(match) or rounds < 2:
        return None
    if any(len(other.stats.rounds) != rounds for other in match.others):
        return None
    mine = _before_last(match.own.stats)
    return 1 if all(mine <= _before_last(other.stats) for other in match.others) else None


def _overtime(match: FinishedMatch) -> int | None:
    return 1 if match.own.place == 1 and match.outcome.ending is Ending.TIEBREAK else None


def _underground(match: FinishedMatch) -> int | None:
    return 1 if any(_sum(points) < 0 for points in match.own.stats.rounds) else None


def _geology(match: FinishedMatch) -> int | None:
    days = match.seconds // DAY
    return days if days >= DAYS else None


def _won_alone(match: FinishedMatch) -> bool:
    return match.own.place == 1 and all(other.whole and other.place != 1 for other in match.others)


def _before_last(stats: SeatStats) -> int:
    return sum(map(_sum, stats.rounds[:-1]))


def _sum(points: tuple[tuple[str, int], ...]) -> int:
    return sum(amount for _, amount in points)


STATISTICS = GameStatistics(
    count=count,
    leaderboards=(BEER,),
    gifts=(BEER,),
    achievements=(
        Achievement("landlord", _landlord),
        Achievement("deepest", _deepest),
        Achievement("singed", _singed),
        Achievement("hairline", _hairline),
        Achievement("lift", _lift),
        Achievement("overtime", _overtime),
        Achievement("underground", _underground),
        Achievement("geology", _geology),
    ),
)
