"""Achievements: what a match may be remembered for, as its game declares."""

from collections.abc import Sequence
from dataclasses import replace

from bot.match.statistics.result import Earned, Result
from engine.core.statistics import Achievement, Finish, FinishedMatch
from engine.core.types import Outcome


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
