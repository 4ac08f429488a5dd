"""Statistics of DYNAMINE: points by kind, tiles, levels, cards; and its achievements."""

from dataclasses import fields

from engine.core.statistics import Achievement, FinishedMatch, GameStatistics, Statistic
from engine.core.types import Event
from engine.games.dynamine import events
from engine.games.dynamine.scoring import Score

KINDS = tuple(field.name for field in fields(Score))
"""Kinds of points, in scoring order. A match is scored once and counts as one round."""
BUILT = "built"
MOVED = "moved"
CARD = "card"
GUESSED = "guessed"
LEVELS = "levels"

DEEP = 9
"""Number of levels. From level 5 on, veins gain no more value."""
BROAD = 26
VEIN_POINTS = 70
MISSION_POINTS = 12
REWARD_POINTS = 21
"""Most rewards. With two players the maximum is 24 under rules version 1, and 29 under
version 2.
"""
GUESSES = 2


def count(event: Event) -> tuple[Statistic, ...]:
    match event:
        case events.TileBuilt(seat=seat):
            return (Statistic(seat, BUILT),)
        case events.TileMoved(seat=seat):
            return (Statistic(seat, MOVED),)
        case events.CardTaken(seat=seat):
            return (Statistic(seat, CARD),)
        case events.DieRolled(seat=seat, guessed=True):
            return (Statistic(seat, GUESSED),)
        case events.MatchEnded(scores=scores, deepest=deepest):
            points = tuple(
                Statistic(seat, kind, getattr(score, kind), 0)
                for seat, score in enumerate(scores)
                for kind in KINDS
            )
            levels = (
                Statistic(seat, LEVELS, levels_dug) for seat, levels_dug in enumerate(deepest)
            )
            return (*points, *levels)
        case _:
            return ()


def _points(match: FinishedMatch, kind: str) -> int:
    return sum(dict(points_by_kind).get(kind, 0) for points_by_kind in match.own.stats.rounds)


def _abyss(match: FinishedMatch) -> int | None:
    levels = match.own.stats.count(LEVELS)
    return levels if levels >= DEEP else None


def _labyrinth(match: FinishedMatch) -> int | None:
    built = match.own.stats.count(BUILT)
    return built if built >= BROAD else None


def _motherlode(match: FinishedMatch) -> int | None:
    points = _points(match, "veins")
    return points if points >= VEIN_POINTS else None


def _errand(match: FinishedMatch) -> int | None:
    points = _points(match, "missions")
    return points if points >= MISSION_POINTS else None


def _laurels(match: FinishedMatch) -> int | None:
    points = _points(match, "rewards")
    return points if points >= REWARD_POINTS else None


def _oracle(match: FinishedMatch) -> int | None:
    guessed = match.own.stats.count(GUESSED)
    return guessed if guessed >= GUESSES else None


def _hairline(match: FinishedMatch) -> int | None:
    alone = match.own.place == 1 and all(
        other_finish.whole and other_finish.place != 1 for other_finish in match.others
    )
    best = max((other.points for other in match.others), default=0)
    return 1 if alone and match.own.points - best == 1 else None


STATISTICS = GameStatistics(
    count=count,
    leaderboards=(BUILT, LEVELS),
    achievements=(
        Achievement("abyss", _abyss),
        Achievement("labyrinth", _labyrinth),
        Achievement("motherlode", _motherlode),
        Achievement("errand", _errand),
        Achievement("laurels", _laurels),
        Achievement("oracle", _oracle),
        Achievement("hairline", _hairline),
    ),
)
