"""The interface for a game's statistics. Contains values only, and does not use discord.py."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from texts import Words


@dataclass(frozen=True, slots=True)
class CountText:
    """A statistic with a leaderboard, in words."""

    figure: str
    """An amount."""
    none: str
    """Why players without any have no line."""


@dataclass(frozen=True, slots=True)
class AchievementText:
    """An achievement."""

    emoji: str
    name: str
    reason: str
    """The deed behind it, or the condition."""

    @property
    def title(self) -> str:
        """Name, shown after the emoji."""
        return f"{self.emoji} {self.name}"


@dataclass(frozen=True, slots=True)
class GiftText:
    """Words for gifts of one kind."""

    given: str
    got: str
    to_other: str
    """Numbers that each of two people has given to the other."""


@dataclass(frozen=True, slots=True)
class RoleText:
    """A player's most frequent character."""

    label: str
    name: str


class StatisticsScreens(Protocol):
    """The statistics of one game, in words."""

    @property
    def leaderboards(self) -> Mapping[str, str]:
        """Titles of the game's own leaderboards, by statistic: messages of the catalogue."""

    @property
    def emoji(self) -> Mapping[str, str]:
        """Emoji of its leaderboards, by key; missing ones get the default."""

    def amount(self, words: Words, name: str, count: int) -> CountText:
        """Return an amount of a statistic that has a leaderboard."""

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        """Return an achievement with the deed behind it (`figure`) or its condition (None).

        None if the name belongs to another version.
        """

    def gift(self, words: Words, name: str) -> GiftText: ...

    def role(self, words: Words, role: str) -> RoleText | None:
        """Return a character, or None if the name belongs to another version."""

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        """Return the kinds of points that a profile shows, each with its label."""


class NamedStatistics(ABC):
    """Base for games with words for their statistics, which it looks up by name."""

    counted: ClassVar[Mapping[str, tuple[str, tuple[str, str], str]]]
    """For each statistic with a leaderboard: its title, an amount, and why players without any have
    no line.
    """
    achievements: ClassVar[Mapping[str, tuple[str, str]]]
    """Emoji and name of each achievement."""

    @property
    def leaderboards(self) -> Mapping[str, str]:
        return {name: title for name, (title, _, _) in self.counted.items()}

    def amount(self, words: Words, name: str, count: int) -> CountText:
        _, some, none = self.counted[name]
        return CountText(words.count(*some, count), words.say(none))

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        if name not in self.achievements:
            return None
        emoji, title = self.achievements[name]
        reason = self.needed(words, name) if figure is None else self.reason(words, name, figure)
        return AchievementText(emoji, words.say(title), reason)

    @abstractmethod
    def reason(self, words: Words, name: str, figure: int) -> str:
        """Return the deed behind an achievement."""

    @abstractmethod
    def needed(self, words: Words, name: str) -> str:
        """Return the condition of an achievement."""

    def gift(self, words: Words, name: str) -> GiftText:
        """For games that declare gifts only."""
        raise AssertionError(f"no words for the gift {name} in {words.locale}")

    def role(self, words: Words, role: str) -> RoleText | None:
        """For games without characters."""
        del words, role
        return None


class PlainStatistics:
    """Statistics of a game without words for them, by their declared names."""

    leaderboards: ClassVar[Mapping[str, str]] = {}
    emoji: ClassVar[Mapping[str, str]] = {}

    def amount(self, words: Words, name: str, count: int) -> CountText:
        del name
        return CountText(str(count), words.say("You have none of these in this period."))

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        del figure
        return AchievementText("🏅", name.capitalize(), words.say("earned in one match"))

    def gift(self, words: Words, name: str) -> GiftText:
        gift = name.capitalize()
        return GiftText(
            given=words.say("{gift}: given", gift=gift),
            got=words.say("{gift}: received", gift=gift),
            to_other=words.say("{gift}: given to the other", gift=gift),
        )

    def role(self, words: Words, role: str) -> RoleText | None:
        return RoleText(words.say("Most played"), role.capitalize())

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        del words
        return ()
