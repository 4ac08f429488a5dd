"""Names of the dice grid's statistics, leaderboards and achievements."""

from collections.abc import Mapping
from typing import ClassVar

from cogs.screens.statistics import NamedStatistics
from engine.games.dice_grid.statistics import ALL_STARS, LINES, MANY_LINES, MANY_POINTS
from texts import Words, mark, mark_count

ACHIEVEMENTS = {
    "fifty": ("🎯", mark("Half a hundred")),
    "sixty": ("👑", mark("Within a whisker of perfect")),
    "weaver": ("🕸️", mark("Weaver")),
    "starry": ("🌠", mark("Starry-eyed")),
}
"""Emoji and name by achievement."""
COUNTED = {
    LINES: (
        mark("Full lines"),
        mark_count("{count} line", "{count} lines"),
        mark("You haven't filled a row or a column in this period."),
    ),
}
"""For each statistic: title of the leaderboard, count, and text for a period without any."""


class DiceGridStatistics(NamedStatistics):
    """Implementation of StatisticsScreens."""

    counted = COUNTED
    achievements = ACHIEVEMENTS
    emoji: ClassVar[Mapping[str, str]] = {"mean": "🔢", "best": "🎯", LINES: "🕸️"}

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        return (
            # Translators: Points for marked squares, in a profile.
            ("squares", words.say("Squares")),
            # Translators: Points for full columns, in a profile.
            ("columns", words.say("Columns")),
            # Translators: Points for full rows, in a profile.
            ("rows", words.say("Rows")),
            # Translators: Points for unused stars, in a profile.
            ("stars", words.say("Stars")),
        )

    def reason(self, words: Words, name: str, figure: int) -> str:
        match name:
            case "fifty" | "sixty":
                return words.say("scored {points} points on one grid", points=figure)
            case "weaver":
                return words.count(
                    "filled {count} line of one grid", "filled {count} lines of one grid", figure
                )
            case _:
                assert name == "starry", "an achievement has no sentence"
                return words.count("used the only star", "used all {count} stars", ALL_STARS)

    def needed(self, words: Words, name: str) -> str:
        match name:
            case "fifty":
                return words.say(
                    "score at least {points} points on one grid", points=MANY_POINTS[0]
                )
            case "sixty":
                return words.say(
                    "score at least {points} points on one grid", points=MANY_POINTS[1]
                )
            case "weaver":
                return words.count(
                    "fill at least {count} line of one grid",
                    "fill at least {count} lines of one grid",
                    MANY_LINES,
                )
            case _:
                return self.reason(words, name, 1)


STATISTICS_SCREENS = DiceGridStatistics()
