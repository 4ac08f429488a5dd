"""What a game must give so that its statistics can be read. Values only: no discord.py here."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from texts import Words


@dataclass(frozen=True, slots=True)
class CountText:
    """Some of a statistic that has a leaderboard."""

    figure: str
    """How much of it somebody has."""
    none: str
    """Why somebody who has none of it has no line."""


@dataclass(frozen=True, slots=True)
class AchievementText:
    """An achievement."""

    emoji: str
    name: str
    reason: str
    """What somebody did for it, or what it takes."""

    @property
    def title(self) -> str:
        """Its name after its emoji."""
        return f"{self.emoji} {self.name}"


@dataclass(frozen=True, slots=True)
class GiftText:
    """What gifts of one kind are called."""

    given: str
    got: str
    to_other: str
    """How many each of two people has given to the other."""


@dataclass(frozen=True, slots=True)
class RoleText:
    """The character that somebody plays most."""

    label: str
    name: str


class StatisticsScreens(Protocol):
    """The statistics of one game, in words."""

    @property
    def leaderboards(self) -> Mapping[str, str]:
        """What the game's own leaderboards are called, by statistic: messages of the catalogue."""

    @property
    def emoji(self) -> Mapping[str, str]:
        """Emoji of its leaderboards, by their key; the usual ones for those that are missing."""

    def amount(self, words: Words, name: str, count: int) -> CountText:
        """Some of a statistic that has a leaderboard."""

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        """An achievement with what somebody did for it, by its figure, or what it takes (None).

        None if the name is that of another version.
        """

    def gift(self, words: Words, name: str) -> GiftText:
        """What gifts of one kind are called."""

    def role(self, words: Words, role: str) -> RoleText | None:
        """A character; None if the name is that of another version."""

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        """The kinds of points that a profile shows, each with its label."""


class NamedStatistics(ABC):
    """What games that have words for their statistics share: they look them up by name."""

    counted: ClassVar[Mapping[str, tuple[str, tuple[str, str], str]]]
    """Of each statistic that has a leaderboard: what that is called, some of it, and why somebody
    without any has no line."""
    achievements: ClassVar[Mapping[str, tuple[str, str]]]
    """Emoji and name of each achievement."""

    @property
    def leaderboards(self) -> Mapping[str, str]:
        """What the game's own leaderboards are called."""
        return {name: title for name, (title, _, _) in self.counted.items()}

    def amount(self, words: Words, name: str, count: int) -> CountText:
        """Some of what `counted` lists."""
        _, some, none = self.counted[name]
        return CountText(words.count(*some, count), words.say(none))

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        """An achievement with what somebody did for it, or what it takes."""
        if name not in self.achievements:
            return None
        emoji, title = self.achievements[name]
        reason = self.needed(words, name) if figure is None else self.reason(words, name, figure)
        return AchievementText(emoji, words.say(title), reason)

    @abstractmethod
    def reason(self, words: Words, name: str, figure: int) -> str:
        """What somebody did for an achievement."""

    @abstractmethod
    def needed(self, words: Words, name: str) -> str:
        """What an achievement takes."""

    def gift(self, words: Words, name: str) -> GiftText:
        """For games that declare gifts alone."""
        raise AssertionError(f"no words for the gift {name} in {words.locale}")

    def role(self, words: Words, role: str) -> RoleText | None:
        """None: a game without characters."""
        del words, role
        return None


class PlainStatistics:
    """Statistics of a game that has no words for them: by the names that it declares."""

    leaderboards: ClassVar[Mapping[str, str]] = {}
    emoji: ClassVar[Mapping[str, str]] = {}

    def amount(self, words: Words, name: str, count: int) -> CountText:
        """The number."""
        del name
        return CountText(str(count), words.say("You have none of these in this period."))

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        """Its name."""
        del figure
        return AchievementText("🏅", name.capitalize(), words.say("earned in one match"))

    def gift(self, words: Words, name: str) -> GiftText:
        """The name of the gift."""
        gift = name.capitalize()
        return GiftText(
            given=words.say("{gift}: given", gift=gift),
            got=words.say("{gift}: received", gift=gift),
            to_other=words.say("{gift}: given to the other", gift=gift),
        )

    def role(self, words: Words, role: str) -> RoleText | None:
        """The name of the character."""
        return RoleText(words.say("Most played"), role.capitalize())

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        """None."""
        del words
        return ()
