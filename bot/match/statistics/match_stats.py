"""What one person did in one match, in numbers: what profiles are made of."""

import json
from dataclasses import astuple, dataclass

from bot.match.values.players import UserId
from engine.core.fortune import NOTHING, Fortune
from engine.core.statistics import SeatStats


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
