"""A tournament with check-in that starts automatically after the storms.

One player never moves, so its rounds end by their deadline. Once, the bot is down for longer than a
round.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping

from chaos.cups.cup import OPEN, RUNNING, Cup

TERMS: Mapping[str, object] = {
    "format": "round robin",
    "most": 4,
    "starts_in": 2,
    "check_in": 1,
    "days": 1,
}
"""Terms for four players; a fifth waits for a place."""
PEOPLE = 5
ROUND, MOST = 25, 8
"""Hours after which a round is over, and the number of rounds after which the tournament must be
over.
"""
DOWN = 30
HOUR = 61
"""Minutes until check-in opens, and from then until the start."""
QUIET, WAIT = 0.5, 120.0


class CalledCup(Cup):
    async def play(self) -> None:
        tournament, doubles = await self._made()
        for double in doubles:
            await self._end_double(double)
        while len(self._reader.entered(tournament)) < PEOPLE and self._is_open(tournament):
            self._news.clear()
            await self._participants.may_act()
            await self._fill(tournament)
        self.doing, self.done = "has finished", True

    async def end(self, be_down: Callable[[int], Awaitable[None]]) -> None:
        self.done = False
        tournament, _ = await self._made()
        playground = self._moderator.playground
        for _ in range(2):
            await playground.forward(minutes=HOUR)
            await self._settled()
            if self._is_open(tournament):
                here = [person for person in self._takers if person is not self._takers[0]]
                press = (self._press_panel(tournament, person, "here") for person in here)
                await asyncio.gather(*press)
        deadline = time.monotonic() + WAIT
        while self._is_open(tournament) and time.monotonic() < deadline:  # noqa: ASYNC110 - it is a database
            await asyncio.sleep(QUIET)
        for number in range(MOST):
            deadline = time.monotonic() + WAIT
            while self._to_come(tournament) and time.monotonic() < deadline:
                self._news.clear()
                await self._go_on(tournament)
            await self._settled()
            if self._status(tournament) != RUNNING:
                break
            if number == 0:
                await be_down(DOWN)
                await self._settled()
            await playground.forward(hours=ROUND)
            await self._settled()
        async with asyncio.timeout(WAIT):
            await super().play()

    def _to_come(self, tournament: int) -> bool:
        return bool(self._unfinished() or self._reader.tables(tournament).keys() - self.matches)

    def _unfinished(self) -> list[int]:
        idle = self._takers[1].id
        matches = super()._unfinished()
        boards = {match: self._tracker.messages(match).board() for match in matches}
        return [m for m in matches if (board := boards[m]) is None or idle not in board.asked]

    async def _start(self, tournament: int) -> None:
        """Do nothing: the tournament starts automatically."""

    async def _extend(self, tournament: int) -> None:
        """Do nothing: the time of the start must stay the same."""

    async def _settled(self) -> None:
        try:
            await self._moderator.playground.settled(QUIET, WAIT)
        except TimeoutError:
            return

    def _is_open(self, tournament: int) -> bool:
        return self._status(tournament) == OPEN
