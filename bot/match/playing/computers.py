"""Computer players as they are seated: how well they play, and which of the cast each one is."""

from dataclasses import dataclass

from engine.core.types import Level, Seat


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player of a practice match."""

    level: Level = Level.USUAL
    character: str = ""
    """Who it is, as a word of CAST; empty in matches that began before there was a cast."""


CAST = {
    Level.EASY: ("rosa", "pico", "lina"),
    Level.USUAL: ("bruna", "otto", "vera"),
}
"""Who plays at which level. A word in here is kept in matches, so it stays; others may follow."""


def seated(level: Level, match: int, rivals: int) -> tuple[Computer, ...]:
    """So many computers of this level, all different ones; matches in a row begin with others."""
    cast = CAST[level]
    return tuple(Computer(level, cast[(match + number) % len(cast)]) for number in range(rivals))


def spelled(computer: Computer) -> str:
    """How it is kept in the history of a match."""
    return f"{computer.level.value} {computer.character}"


def read(detail: str) -> Computer:
    """The computer that is kept so; the usual one without a character where nothing is kept."""
    level, _, character = detail.partition(" ")
    known = {one.value: one for one in Level}
    return Computer(known.get(level, Level.USUAL), character)


def level_of(computers: tuple[Computer | None, ...], seat: Seat) -> Level:
    """How well the computer of a seat plays; who stands in for a person plays as usual."""
    computer = computers[seat]
    return Level.USUAL if computer is None else computer.level
