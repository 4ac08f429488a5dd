"""Names of Dice Miner's statistics, leaderboards and achievements."""

from collections.abc import Mapping
from typing import ClassVar

from cogs.screens.statistics import GiftText, NamedStatistics
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.statistics import (
    BEER,
    BEERS,
    DAMAGE,
    DAYS,
    HAZARDS,
    TREASURE,
    TUNNEL_POINTS,
    TUNNELS,
)
from render.games.dice_miner.words import hero_name
from texts import Words, mark, mark_count

ACHIEVEMENTS = {
    "landlord": ("🍻", mark("Landlord")),
    "deepest": ("⛏️", mark("Down to five, twice")),
    "singed": ("🐉", mark("Singed, but smiling")),
    "hairline": ("📏", mark("By a whisker")),
    "lift": ("🛗", mark("The lift goes up")),
    "overtime": ("🕯️", mark("Overtime")),
    "underground": ("🕳️", mark("Dug too deep")),
    "geology": ("🪨", mark("Geological time")),
}
"""Emoji and name by achievement."""


COUNTED = {
    BEER: (
        mark("Beers shared"),
        mark_count("{count} beer", "{count} beers"),
        mark("You haven't shared a beer in this period."),
    ),
}
"""For each statistic: title of the leaderboard, count, and text for a period without any."""


class DiceMinerStatistics(NamedStatistics):
    """Implementation of StatisticsScreens."""

    counted = COUNTED
    achievements = ACHIEVEMENTS
    emoji: ClassVar[Mapping[str, str]] = {"mean": "⛏️", "best": "💎", BEER: "🍺"}

    def gift(self, words: Words, name: str) -> GiftText:
        assert name == BEER, "beer is the only gift"
        return GiftText(
            given=words.say("Beers given"),
            got=words.say("Beers received"),
            # Translators: How many each of the two has given to the other.
            to_other=words.say("Beers for the other"),
        )

    def role(self, words: Words, role: str) -> tuple[str, str] | None:
        hero = next((name for name in HeroName if name.value == role), None)
        return None if hero is None else (words.say("Favourite hero"), hero_name(words, hero))

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        return (
            (TUNNELS, words.say("Tunnels")),
            (TREASURE, words.say("Treasure")),
            (HAZARDS, words.say("Hazards")),
        )

    def reason(self, words: Words, name: str, figure: int) -> str:
        match name:
            case "landlord":
                return words.count(
                    "gave {count} beer in one match", "gave {count} beers in one match", figure
                )
            case "deepest":
                return words.say("{points} points for tunnels in one round", points=figure)
            case "singed":
                return words.say("won although hazards cost {points} points", points=figure)
            case "hairline":
                return words.say("won by one point")
            case "lift":
                return words.say("last before the final round, and won")
            case "overtime":
                return words.say("won a tie-break")
            case "underground":
                return words.say("scored less than nothing in a round")
            case _:
                assert name == "geology", "an achievement has no sentence"
                return words.count(
                    "played one match for {count} day", "played one match for {count} days", figure
                )

    def needed(self, words: Words, name: str) -> str:
        match name:
            case "landlord":
                return words.count(
                    "gave at least {count} beer in one match",
                    "gave at least {count} beers in one match",
                    BEERS,
                )
            case "deepest":
                return words.say(
                    "at least {points} points for tunnels in one round", points=TUNNEL_POINTS
                )
            case "singed":
                return words.say(
                    "won although hazards cost at least {points} points", points=DAMAGE
                )
            case "geology":
                return words.count(
                    "played one match for at least {count} day",
                    "played one match for at least {count} days",
                    DAYS,
                )
            case _:
                return self.reason(words, name, 1)


STATISTICS_SCREENS = DiceMinerStatistics()
