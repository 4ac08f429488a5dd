"""The statistics of the dice grid, in words: full lines, kinds of points, achievements."""

from collections.abc import Mapping
from typing import ClassVar

from cogs.screens.statistics import AchievementText, CountText, GiftText, RoleText
from engine.games.dice_grid.statistics import ALL_STARS, LINES, MANY_LINES, MANY_POINTS
from texts import Words, mark, mark_count

ACHIEVEMENTS = {
    "fifty": ("🎯", mark("Half a hundred")),
    "sixty": ("👑", mark("Within a whisker of perfect")),
    "weaver": ("🕸️", mark("Weaver")),
    "starry": ("🌠", mark("Starry-eyed")),
}
"""The emoji and the name of each."""
COUNTED = {
    LINES: (
        mark("Full lines"),
        mark_count("{count} line", "{count} lines"),
        mark("You haven't filled a row or a column in this period."),
    ),
}
"""Of each statistic that has a leaderboard: what that is called, some of it, and none of it."""


class DiceGridStatistics:
    """Fulfils StatisticsScreens."""

    leaderboards: ClassVar[Mapping[str, str]] = {name: told[0] for name, told in COUNTED.items()}
    emoji: ClassVar[Mapping[str, str]] = {"mean": "🔢", "best": "🎯", LINES: "🕸️"}

    def amount(self, words: Words, name: str, count: int) -> CountText:
        """Some of what COUNTED lists."""
        _, some, none = COUNTED[name]
        return CountText(words.count(*some, count), words.say(none))

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        """An achievement with what somebody did for it, or what it takes."""
        if name not in ACHIEVEMENTS:
            return None
        emoji, title = ACHIEVEMENTS[name]
        reason = _needed(words, name) if figure is None else _reason(words, name, figure)
        return AchievementText(emoji, words.say(title), reason)

    def gift(self, words: Words, name: str) -> GiftText:
        """Nothing is given to anybody."""
        del words, name
        raise AssertionError("the dice grid declares no gifts")

    def role(self, words: Words, role: str) -> RoleText | None:
        """There are no characters."""
        del words, role
        return None

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        """Squares, columns, rows, stars."""
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


def _reason(words: Words, name: str, figure: int) -> str:
    """What somebody did for an achievement."""
    match name:
        case "fifty" | "sixty":
            return words.say("scored {points} points on one grid", points=figure)
        case "weaver":
            return words.count(
                "filled {count} line of one grid", "filled {count} lines of one grid", figure
            )
        case _:
            assert name == "starry", "each achievement has its words"
            return words.count("used the only star", "used all {count} stars", ALL_STARS)


def _needed(words: Words, name: str) -> str:
    """What an achievement takes."""
    match name:
        case "fifty":
            return words.say("score at least {points} points on one grid", points=MANY_POINTS[0])
        case "sixty":
            return words.say("score at least {points} points on one grid", points=MANY_POINTS[1])
        case "weaver":
            return words.count(
                "fill at least {count} line of one grid",
                "fill at least {count} lines of one grid",
                MANY_LINES,
            )
        case _:
            return _reason(words, name, 1)


STATISTICS_SCREENS = DiceGridStatistics()
