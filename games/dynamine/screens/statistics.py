"""Names of DYNAMINE's statistics, leaderboards and achievements."""

from collections.abc import Mapping
from typing import ClassVar

from cogs.screens.statistics import NamedStatistics
from engine.games.dynamine.statistics import (
    BROAD,
    BUILT,
    DEEP,
    GUESSES,
    LEVELS,
    MISSION_POINTS,
    REWARD_POINTS,
    VEIN_POINTS,
)
from render.games.dynamine.words import SOURCES, source_name
from texts import Words, mark, mark_count

ACHIEVEMENTS = {
    "abyss": ("🕳️", mark("Into the abyss")),
    "labyrinth": ("🧭", mark("Labyrinth")),
    "motherlode": ("💎", mark("Mother lode")),
    "errand": ("🚩", mark("On a mission")),
    "laurels": ("🏅", mark("Laurels")),
    "oracle": ("🔮", mark("Oracle")),
    "hairline": ("📏", mark("By a hair")),
}
"""Emoji and name by achievement."""
COUNTED = {
    BUILT: (
        mark("Tiles built"),
        mark_count("{count} tile", "{count} tiles"),
        mark("You haven't built a tile in this period."),
    ),
    LEVELS: (
        mark("Levels dug"),
        mark_count("{count} level", "{count} levels"),
        mark("You haven't dug a mine in this period."),
    ),
}
"""For each statistic: title of the leaderboard, count, and text for a period without any."""


class DynamineStatistics(NamedStatistics):
    """Implementation of StatisticsScreens."""

    counted = COUNTED
    achievements = ACHIEVEMENTS
    emoji: ClassVar[Mapping[str, str]] = {"mean": "⛏️", "best": "💎", BUILT: "🟫", LEVELS: "🪜"}

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        return tuple((source, source_name(words, source)) for source in SOURCES)

    def reason(self, words: Words, name: str, figure: int) -> str:
        match name:
            case "abyss":
                return words.count(
                    "dug a mine of {count} level", "dug a mine of {count} levels", figure
                )
            case "labyrinth":
                return words.count(
                    "built {count} tile in one match", "built {count} tiles in one match", figure
                )
            case "motherlode":
                return words.say("scored {points} points for veins", points=figure)
            case "errand":
                return words.say("scored {points} points for missions", points=figure)
            case "laurels":
                return words.say("scored {points} points for rewards", points=figure)
            case "oracle":
                return words.count(
                    "guessed {count} roll of one match",
                    "guessed {count} rolls of one match",
                    figure,
                )
            case _:
                assert name == "hairline", "an achievement has no sentence"
                return words.say("won by a single point")

    def needed(self, words: Words, name: str) -> str:
        match name:
            case "abyss":
                return words.count(
                    "dig a mine of at least {count} level",
                    "dig a mine of at least {count} levels",
                    DEEP,
                )
            case "labyrinth":
                return words.count(
                    "build at least {count} tile in one match",
                    "build at least {count} tiles in one match",
                    BROAD,
                )
            case "motherlode":
                return words.say("score at least {points} points for veins", points=VEIN_POINTS)
            case "errand":
                return words.say(
                    "score at least {points} points for missions", points=MISSION_POINTS
                )
            case "laurels":
                return words.say("score at least {points} points for rewards", points=REWARD_POINTS)
            case "oracle":
                return words.count(
                    "guess at least {count} roll of one match",
                    "guess at least {count} rolls of one match",
                    GUESSES,
                )
            case _:
                return words.say("win by a single point, alone, with everybody still there")


STATISTICS_SCREENS = DynamineStatistics()
