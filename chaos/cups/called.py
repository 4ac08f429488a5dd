"""A tournament to which people have to check in, and that starts by itself when all is calm.

Its rounds end by their deadline: one of its people never moves. Once the bot is down for longer
than a round.
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
"""For four; who comes fifth waits for a place."""
PEOPLE = 5
ROUND, MOST = 25, 8
"""Hours after which a round is over, and after how many of them the tournament must be."""
DOWN = 30
"""Hours for which the bot is down while the first round is played."""
HOUR = 61
"""Minutes until check-in opens, and again until it starts."""
QUIET, WAIT = 0.5, 120.0
"""Real seconds: how long nothing must happen, and how long anything is waited for."""


class CalledCup(Cup):
    """Made while all goes wrong, and joined; the rest comes when the storms are over."""

    async def play(self) -> None:
        """Let it be made, and let people join; there is no match yet."""
        tournament, doubles = await self._made()
        for double in doubles:
            await self._end_double(double)
        while len(self._reader.entered(tournament)) < PEOPLE and self._is_open(tournament):
            self._news.clear()
            await self._participants.may_act()
            await self._fill(tournament)
        self.doing, self.done = "is done", True

    async def end(self, be_down: Callable[[int], Awaitable[None]]) -> None:
        """Two hours pass: all but one check in, it starts by itself, and is played for days.

        `be_down` lets so many hours pass without a bot.
        """
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
        """Whether somebody is to move, or a match is not shown yet."""
        return bool(self._unfinished() or self._reader.tables(tournament).keys() - self.matches)

    def _unfinished(self) -> list[int]:
        """The matches that don't wait for the one who never moves."""
        idle = self._takers[1].id
        found = super()._unfinished()
        boards = {match: self._tracker.messages(match).board() for match in found}
        return [m for m in found if (board := boards[m]) is None or idle not in board.asked]

    async def _start(self, tournament: int) -> None:
        """It starts by itself."""

    async def _extend(self, tournament: int) -> None:
        """Leave the start as it is: people are called, and it starts, when that time has come."""

    async def _settled(self) -> None:
        try:
            await self._moderator.playground.settled(QUIET, WAIT)
        except TimeoutError:
            return

    def _is_open(self, tournament: int) -> bool:
        return self._status(tournament) == OPEN
