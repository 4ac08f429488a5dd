"""What people take from a match that is over: its result, achievements, numbers for profiles."""

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
class Gift:
    """What somebody gave one other person in a match."""

    name: str
    """As the game calls the statistic."""
    receiver: UserId
    count: int


@dataclass(frozen=True, slots=True)
class MatchStats(SeatStats):
    """What a person did while the seat was theirs: what the game counts, and what all games do."""

    gifts: tuple[Gift, ...] = ()
    """What they gave to people, in the order of names and receivers; computers are left out."""
    turns: int = 0
    """How often they decided; what was decided without a break is one turn."""
    seconds: int = 0
    """How long the match waited for those turns, all together."""
    late: int = 0
    """How often their time was over before they decided."""
    fortune: Fortune = NOTHING
    """What luck brought them."""


NO_STATS = MatchStats()
"""Nothing was done."""


def written(stats: MatchStats) -> str:
    """The stats as one line of text, without the gifts, which have rows of their own."""
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
    """The stats that `written` has written, without the gifts."""
    found = json.loads(text)
    return MatchStats(
        role=found["role"],
        rounds=tuple(tuple(points.items()) for points in found["rounds"]),
        counts=tuple(found["counts"].items()),
        turns=found["turns"],
        seconds=found["seconds"],
        late=found["late"],
        fortune=Fortune(*found["fortune"]),
    )


class Fate(Enum):
    """How a person's part in a match ended."""

    STAYED = "stayed"
    RESIGNED = "resigned"
    REPLACED = "replaced"
    """They were late, lost the seat and did not take it back."""
    TOOK_OVER = "took over"
    """They came to somebody else's seat in the middle, and stayed."""


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement that a match is worth, whether its player had it before or not."""

    name: str
    figure: int
    """What they did for it, as a number; 1 if nothing is to be counted."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one person takes from a finished match that counts."""

    seat: Seat
    user: UserId
    place: int | None
    """From 1; None in a match for one."""
    points: int
    fate: Fate = Fate.STAYED
    whole: bool = True
    """Whether the match came to its end by the rules, with this person in it."""
    stats: MatchStats = NO_STATS
    earned: tuple[Earned, ...] = ()
    """In the order of the names."""
    counted: tuple[tuple[str, int], ...] = ()
    """What it adds to the leaderboards of the game's own, by statistic; never 0."""
    rated: bool = True
    """Whether it changes their rating, if it does that of another person, too."""
    fewest: bool = False
    """Whether fewer points are better in this game."""


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """What a match that is over leads to."""

    match: MatchId
    guild: int
    game: str
    """Its name."""
    ended: int
    """In seconds since 1970."""
    people: tuple[UserId, ...]
    """Everybody who held a seat."""
    results: tuple[Result, ...]
    """What they take from it; () if it does not count."""
    day_points: int | None = None
    """What a match of a day counts for in the standings of days; None: nothing."""


def with_achievements(
    achievements: Sequence[Achievement],
    results: Sequence[Result],
    outcome: Outcome | None,
    seconds: int,
) -> tuple[Result, ...]:
    """The results of a match that lasted `seconds`, each with what it has earned.

    Only people who played to the end by the rules earn something.
    """
    if outcome is None:
        return tuple(results)
    finishes = [Finish(one.place, one.points, one.whole, one.stats) for one in results]
    made = []
    for number, result in enumerate(results):
        others = (*finishes[:number], *finishes[number + 1 :])
        match = FinishedMatch(finishes[number], others, outcome, seconds)
        earned = [
            Earned(one.name, figure)
            for one in achievements
            if result.whole and (figure := one.figure(match)) is not None
        ]
        made.append(replace(result, earned=tuple(sorted(earned, key=lambda one: one.name))))
    return tuple(made)
