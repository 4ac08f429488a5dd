"""Statistics of the dice grid: points by kind, lines and stars; and its achievements."""

from engine.core.statistics import Achievement, FinishedMatch, GameStatistics, Statistic
from engine.core.types import Event
from engine.games.dice_grid.events import MatchEnded, SquareMarked

KINDS = ("squares", "columns", "rows", "stars")
"""Kinds of points, in scoring order. A grid is scored once and counts as one round."""
LINES = "lines"
KEPT = "kept"
STARRED = "starred"

MANY_LINES = 5
MANY_POINTS = (50, 60)
ALL_STARS = 3


def count(event: Event) -> tuple[Statistic, ...]:
    match event:
        case SquareMarked(star=True):
            return (Statistic(0, STARRED),)
        case MatchEnded(score=score, stars=stars, full_lines=lines):
            parts = (score.squares, score.columns, score.rows, score.stars)
            scored = (
                Statistic(0, kind, points, 0) for kind, points in zip(KINDS, parts, strict=True)
            )
            return (*scored, Statistic(0, LINES, lines), Statistic(0, KEPT, stars))
        case _:
            return ()


def _fifty(match: FinishedMatch) -> int | None:
    return match.own.points if match.own.points >= MANY_POINTS[0] else None


def _sixty(match: FinishedMatch) -> int | None:
    return match.own.points if match.own.points >= MANY_POINTS[1] else None


def _weaver(match: FinishedMatch) -> int | None:
    lines = match.own.stats.count(LINES)
    return lines if lines >= MANY_LINES else None


def _starry(match: FinishedMatch) -> int | None:
    return 1 if match.own.stats.count(STARRED) >= ALL_STARS else None


STATISTICS = GameStatistics(
    count=count,
    rated=False,
    leaderboards=(LINES,),
    achievements=(
        Achievement("fifty", _fifty),
        Achievement("sixty", _sixty),
        Achievement("weaver", _weaver),
        Achievement("starry", _starry),
    ),
)
