"""Who sits in a seat: people, former miners, and computer players with their characters."""

from dataclasses import dataclass
from typing import Self

from engine.core.types import Level

UserId = int

Holder = UserId | None
"""Who sits in a seat: a Discord user, or None for a computer player.

A number below zero is a former miner: somebody who was forgotten.
"""


def is_person(holder: Holder) -> bool:
    """Whether it is a Discord user, not a computer or a former miner."""
    return holder is not None and holder > 0


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player that has had a seat from the start."""

    level: Level = Level.FOREMAN
    character: str = ""
    """Who it is, as a word of CAST; empty in matches that began before there was a cast."""

    @property
    def detail(self) -> str:
        """How a match's history stores it: the detail of its SEATED event."""
        return f"{self.level.value} {self.character}"

    @classmethod
    def parse(cls, detail: str) -> Self:
        """The computer of such a detail; a usual one without a character if it is empty."""
        level, _, character = detail.partition(" ")
        return cls(Level.parse(level), character)


@dataclass(frozen=True, slots=True)
class Company:
    """The computers that sit down with the people of an invitation."""

    level: Level = Level.APPRENTICE
    number: int = 0

    @property
    def detail(self) -> str:
        """How a match's history stores it: the detail of its COMPUTERS event."""
        return f"{self.level.value} {self.number}"

    @classmethod
    def parse(cls, detail: str) -> Self:
        """The company of such a detail; raises ValueError."""
        level, _, number = detail.partition(" ")
        return cls(Level.parse(level), int(number))


NO_COMPANY = Company()
"""Nobody asked for computers; if they fill a table, they play as apprentices."""
CAST = {
    Level.APPRENTICE: ("rosa", "pico", "lina"),
    Level.MINER: ("ines", "tomas", "greta"),
    Level.FOREMAN: ("bruna", "otto", "vera"),
    Level.KING: ("alberich", "aurelia", "laurin"),
}
"""The characters of each level. Matches store these words, so none may go; others may follow."""


def seated(level: Level, match: int, rivals: int) -> tuple[Computer, ...]:
    """`rivals` different computers of this level; consecutive matches begin with different ones."""
    cast = CAST[level]
    return tuple(Computer(level, cast[(match + number) % len(cast)]) for number in range(rivals))
