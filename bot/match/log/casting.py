"""The character of each computer of a match.

The log stores the characters of computers that were seated from the start, but only the level of
one that takes over a seat, and neither in matches that are older than the cast. The missing
characters follow from the match's number and its history, so they are the same after a restart, in
every process, and in matches whose seats were taken over long ago. A seat keeps its character, even
if its player comes back and leaves again.
"""

from collections.abc import Iterator, Mapping

from bot.match.log.roster import Roster
from bot.match.values.players import CAST, Computer
from engine.core.types import Level, Seat


def cast(roster: Roster, match: int) -> Mapping[Seat, Computer]:
    """Return the computer of each seat that one holds, or took over for a turn or for good."""
    known = {word for words in CAST.values() for word in words}
    computers = {
        seat: computer
        for seat, computer in enumerate(roster.computers)
        if computer is not None and computer.character in known
    }
    for seat, level in _without_character(roster):
        if seat not in computers:
            used = {computer.character for computer in computers.values()}
            free = (word for word in _by_preference(level, match + seat) if word not in used)
            computers[seat] = Computer(level, next(free, CAST[level][0]))
    return computers


def _without_character(roster: Roster) -> Iterator[tuple[Seat, Level]]:
    for seat, computer in enumerate(roster.computers):
        if computer is not None:
            yield seat, computer.level
    yield from roster.taken_over


def _by_preference(level: Level, turn: int) -> Iterator[str]:
    """Yield the characters of this level, beginning with another one each turn, then all others."""
    words = CAST[level]
    start = turn % len(words)
    yield from (*words[start:], *words[:start])
    for other, others in CAST.items():
        if other is not level:
            yield from others
