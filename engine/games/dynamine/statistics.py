"""Statistics of DYNAMINE: points by kind, tiles, levels, cards; and its achievements."""

from dataclasses import fields

from engine.core.statistics import Achievement, FinishedMatch, GameStatistics, Statistic
from engine.core.types import Event
from engine.games.dynamine import events
from engine.games.dynamine.scoring import Score

KINDS = tuple(field.name for field in fields(Score))
"""The kinds of points, in the order of scoring. A match is scored once, as its only round."""
BUILT = "built"
"""A tile was built."""
MOVED = "moved"
"""A tile was moved."""
CARD = "card"
"""A card was taken."""
GUESSED = "guessed"
"""A guess was right."""
LEVELS = "levels"
"""A level of the mine, at the end."""

DEEP = 9
"""Levels; veins are worth no more from level 5 on."""
BROAD = 26
"""Tiles."""
VEIN_POINTS = 70
MISSION_POINTS = 12
REWARD_POINTS = 21
"""Of 24 with two players: almost all rewards."""
GUESSES = 2


def count(event: Event) -> tuple[Statistic, ...]:
    """What is counted of an Event; () of most."""
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
            levels = (Statistic(seat, LEVELS, many) for seat, many in enumerate(deepest))
            return (*points, *levels)
        case _:
            return ()


def _points(match: FinishedMatch, kind: str) -> int:
    """Points of a kind."""
    return sum(dict(one).get(kind, 0) for one in match.own.stats.rounds)


def _abyss(match: FinishedMatch) -> int | None:
    """Dug DEEP levels; the figure is how many."""
    levels = match.own.stats.count(LEVELS)
    return levels if levels >= DEEP else None


def _labyrinth(match: FinishedMatch) -> int | None:
    """Built BROAD tiles; the figure is how many."""
    built = match.own.stats.count(BUILT)
    return built if built >= BROAD else None


def _motherlode(match: FinishedMatch) -> int | None:
    """Scored VEIN_POINTS for veins; the figure is how many."""
    points = _points(match, "veins")
    return points if points >= VEIN_POINTS else None


def _errand(match: FinishedMatch) -> int | None:
    """Scored MISSION_POINTS for missions; the figure is how many."""
    points = _points(match, "missions")
    return points if points >= MISSION_POINTS else None


def _laurels(match: FinishedMatch) -> int | None:
    """Scored REWARD_POINTS for rewards; the figure is how many."""
    points = _points(match, "rewards")
    return points if points >= REWARD_POINTS else None


def _oracle(match: FinishedMatch) -> int | None:
    """Guessed GUESSES rolls; the figure is how many."""
    guessed = match.own.stats.count(GUESSED)
    return guessed if guessed >= GUESSES else None


def _hairline(match: FinishedMatch) -> int | None:
    """Won by one point, alone and against people who all played to the end."""
    alone = match.own.place == 1 and all(one.whole and one.place != 1 for one in match.others)
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
"""What DYNAMINE declares."""
