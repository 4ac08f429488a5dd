"""Results of ended matches: each player's place, achievements, and numbers for profiles."""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from enum import Enum

from bot.match.log.records import MatchId
from bot.match.values.players import UserId
from engine.core.fortune import NOTHING, Fortune
from engine.core.statistics import Achievement, Finish, FinishedMatch, SeatStats
from engine.core.types import Outcome, Seat


@dataclass(frozen=True, slots=True)
class MatchStats(SeatStats):
    gifts: tuple[tuple[str, UserId, int], ...] = ()
    """Name, receiver and number of the gifts to each person; computers don't count."""
    turns: int = 0
    """The number of turns; consecutive decisions are one turn."""
    seconds: int = 0
    late: int = 0
    fortune: Fortune = NOTHING


NO_STATS = MatchStats()


def written(stats: MatchStats) -> str:
    return json.dumps(
        {
            "role": stats.role,
            "rounds": [dict(points) for points in stats.rounds],
            "counts": dict(stats.counts),
            "turns": stats.turns,
            "seconds": stats.seconds,
            "late": stats.late,
            "fortune": list(astuple(stats.fortune)),
        },
        separators=(",", ":"),
    )


def read(text: str) -> MatchStats:
    values = json.loads(text)
    return MatchStats(
        role=values["role"],
        rounds=tuple(tuple(points.items()) for points in values["rounds"]),
        counts=tuple(values["counts"].items()),
        turns=values["turns"],
        seconds=values["seconds"],
        late=values["late"],
        fortune=Fortune(*values["fortune"]),
    )


class Fate(Enum):
    STAYED = "stayed"
    RESIGNED = "resigned"
    REPLACED = "replaced"
    """They were late, lost the seat and did not take it back."""
    TOOK_OVER = "took over"
    """They took over another player's seat during the match, and stayed."""


@dataclass(frozen=True, slots=True)
class Result:
    """One player's share of a match that counts."""

    seat: Seat
    user: UserId
    place: int | None
    """From 1; None in a match for one."""
    points: int
    fate: Fate = Fate.STAYED
    whole: bool = True
    stats: MatchStats = NO_STATS
    earned: tuple[tuple[str, int], ...] = ()
    """The achievements earned in the match, even if the player had them before, by name, each with
    its figure.
    """
    counted: tuple[tuple[str, int], ...] = ()
    """Its numbers for the game's own leaderboards, by statistic; never 0."""
    rated: bool = True
    """True if it changes the player's rating, provided that another player's result is
    rated, too.
    """
    fewest: bool = False


@dataclass(frozen=True, slots=True)
class EndedMatch:
    match: MatchId
    guild: int
    game: str
    ended: int
    people: tuple[UserId, ...]
    results: tuple[Result, ...]
    """() if the match does not count."""
    day_points: int | None = None


def with_achievements(
    achievements: Sequence[Achievement],
    results: Sequence[Result],
    outcome: Outcome | None,
    seconds: int,
) -> tuple[Result, ...]:
    """Return the results of a match that lasted `seconds`, with the achievements earned in it.

    Only players who played to an end by the rules can earn any.
    """
    if outcome is None:
        return tuple(results)
    finishes = [
        Finish(achievement.place, achievement.points, achievement.whole, achievement.stats)
        for achievement in results
    ]
    complete = []
    for number, result in enumerate(results):
        others = (*finishes[:number], *finishes[number + 1 :])
        match = FinishedMatch(finishes[number], others, outcome, seconds)
        earned = [
            (achievement.name, figure)
            for achievement in achievements
            if result.whole and (figure := achievement.figure(match)) is not None
        ]
        complete.append(replace(result, earned=tuple(sorted(earned))))
    return tuple(complete)
