"""The interface for a game's statistics. Contains values only, and does not use discord.py."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from texts import Words


@dataclass(frozen=True, slots=True)
class AchievementText:
    emoji: str
    name: str
    reason: str
    """How the player earned the achievement, or how to earn it."""

    @property
    def title(self) -> str:
        return f"{self.emoji} {self.name}"


@dataclass(frozen=True, slots=True)
class GiftText:
    given: str
    got: str
    to_other: str


class StatisticsScreens(Protocol):
    @property
    def leaderboards(self) -> Mapping[str, str]: ...

    @property
    def emoji(self) -> Mapping[str, str]: ...

    def amount(self, words: Words, name: str, count: int) -> str: ...

    def none(self, words: Words, name: str) -> str:
        """Explain why a player with a count of 0 is not listed."""

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        """Describe an achievement with the amount reached, or with its condition if `figure` is
        None.

        Return None if the name belongs to another version of the game.
        """

    def gift(self, words: Words, name: str) -> GiftText: ...

    def role(self, words: Words, role: str) -> tuple[str, str] | None:
        """Return a label and the character's name, or None if the name belongs to another version
        of the game.
        """

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]: ...


class NamedStatistics(ABC):
    counted: ClassVar[Mapping[str, tuple[str, tuple[str, str], str]]]
    """By statistic: leaderboard title, amount (singular and plural), and why a player is not
    listed.
    """
    achievements: ClassVar[Mapping[str, tuple[str, str]]]
    """Emoji and name of each achievement."""

    @property
    def leaderboards(self) -> Mapping[str, str]:
        return {name: title for name, (title, _, _) in self.counted.items()}

    def amount(self, words: Words, name: str, count: int) -> str:
        _, some, _ = self.counted[name]
        return words.count(*some, count)

    def none(self, words: Words, name: str) -> str:
        _, _, none = self.counted[name]
        return words.say(none)

    def achievement(self, words: Words, name: str, figure: int | None) -> AchievementText | None:
        if name not in self.achievements:
            return None
        emoji, title = self.achievements[name]
        reason = self.needed(words, name) if figure is None else self.reason(words, name, figure)
        return AchievementText(emoji, words.say(title), reason)

    @abstractmethod
    def reason(self, words: Words, name: str, figure: int) -> str: ...

    @abstractmethod
    def needed(self, words: Words, name: str) -> str: ...

    def gift(self, words: Words, name: str) -> GiftText:
        """Override this in games that declare gifts."""
        raise AssertionError(f"no words for the gift {name} in {words.locale}")

    def role(self, words: Words, role: str) -> tuple[str, str] | None:
        """Override this in games with characters."""
        del words, role
        return None


class PlainStatistics:
    """Fallback that shows declared names instead of words."""

    leaderboards: ClassVar[Mapping[str, str]] = {}
    emoji: ClassVar[Mapping[str, str]] = {}

    def amount(self, words: Words, name: str, count: int) -> str:
        del words, name
        return str(count)

    def none(self, words: Words, name: str) -> str:
        del name
        return words.say("You have none of these in this period.")

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

    def role(self, words: Words, role: str) -> tuple[str, str] | None:
        return words.say("Most played"), role.capitalize()

    def kinds(self, words: Words) -> tuple[tuple[str, str], ...]:
        del words
        return ()
