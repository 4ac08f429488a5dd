"""Holders of seats: people, former miners, and computer players with their characters."""

from dataclasses import dataclass
from typing import Self

from engine.core.types import Level

UserId = int

Holder = UserId | None
"""A Discord user, or None for a computer player. A number below zero is a former miner: a player
who was forgotten.
"""


def is_person(holder: Holder) -> bool:
    return holder is not None and holder > 0


@dataclass(frozen=True, slots=True)
class Computer:
    level: Level = Level.FOREMAN
    character: str = ""
    """A word of CAST; empty in matches older than the cast, which get one from casting.py."""

    def __str__(self) -> str:
        return f"{self.level.value} {self.character}"

    @classmethod
    def parse(cls, text: str) -> Self:
        level, _, character = text.partition(" ")
        return cls(Level.parse(level), character)


@dataclass(frozen=True, slots=True)
class Company:
    """The computers that play along with the people of an invitation."""

    level: Level = Level.APPRENTICE
    number: int = 0

    def __str__(self) -> str:
        return f"{self.level.value} {self.number}"

    @classmethod
    def parse(cls, text: str) -> Self:
        level, _, number = text.partition(" ")
        return cls(Level.parse(level), int(number))


NO_COMPANY = Company()
"""The default without computers; if computers fill a table later, they are apprentices."""
CAST = {
    Level.APPRENTICE: ("rosa", "pico", "lina"),
    Level.MINER: ("ines", "tomas", "greta"),
    Level.FOREMAN: ("bruna", "otto", "vera"),
    Level.KING: ("alberich", "aurelia", "laurin"),
}
"""The characters of each level. Matches store these words: add to them, but never remove any.
Append new ones, and not to a level that has some: casting.py would choose others in old matches.
"""


def seated(level: Level, match: int, rivals: int) -> tuple[Computer, ...]:
    """Return `rivals` different computers of this level; consecutive matches begin with different
    ones.
    """
    cast = CAST[level]
    return tuple(Computer(level, cast[(match + number) % len(cast)]) for number in range(rivals))
