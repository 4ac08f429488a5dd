"""The log of a match with what each entry led to, replayed only as far back as somebody looks."""

from collections.abc import Sequence
from typing import Any, overload

from engine.core import driver
from engine.core.game import AnyGame
from engine.core.types import Entry

Advance = driver.Advance[Any]
RECENT = 32
"""How many of the latest entries of a match are kept in memory with what they led to."""


class History(Sequence[Advance]):
    """All Advances of a log, or a slice of them: as a tuple, of which only the end is in memory.

    Looking further back replays the log once, which takes milliseconds.
    """

    def __init__(
        self, game: AnyGame, seats: int, log: Sequence[Entry], recent: Sequence[Advance]
    ) -> None:
        self._game = game
        self._seats = seats
        self._log = log
        self._known = recent
        """The last ones."""

    def reaches(self, first: int) -> bool:
        """Whether everything from this entry on is in memory."""
        return first >= len(self._log) - len(self._known)

    def replay(self) -> None:
        """Have everything in memory."""
        self._known = tuple(driver.replay(self._game, self._seats, self._log))

    def __len__(self) -> int:
        return len(self._log)

    @overload
    def __getitem__(self, index: int) -> Advance: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Advance]: ...
    def __getitem__(self, index: int | slice) -> Advance | Sequence[Advance]:
        if isinstance(index, int):
            place = range(len(self._log))[index]
            self._reach(place)
            return self._known[place - len(self._log)]
        start, stop, step = index.indices(len(self._log))
        if start < stop:
            self._reach(start)
        away = len(self._log) - len(self._known)
        return self._known[max(start - away, 0) : max(stop - away, 0) : step]

    def _reach(self, first: int) -> None:
        if not self.reaches(first):
            self.replay()
