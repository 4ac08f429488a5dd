"""Does what is due in tournaments, each in the queue of its server."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.match.clock import Clock
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.store import TournamentId
from cogs.runtime.guild_queues import GuildQueues, bound
from cogs.tournaments.publisher import TournamentPublisher

AT_ONCE = 100
"""Tournaments that are begun in one round."""


@dataclass(eq=False)
class TournamentJobs:
    """Lets tournaments go on by themselves."""

    service: TournamentService
    publisher: TournamentPublisher
    clock: Clock
    queues: GuildQueues
    connected: Callable[[], bool] = lambda: True
    """Whether people can reach the bot: while they can't, nothing is due."""

    async def begin_due(self) -> None:
        """Begin what is due, without waiting for it. Raises StoreTrouble."""
        if self.connected():
            await self._begin_due()
        await self.publisher.look_after()

    async def _begin_due(self) -> None:
        for tournament, guild in await self.service.store.due(self.clock.now(), AT_ONCE):
            key = f"tournament {tournament}"
            self.queues.begin(key, guild, partial(self._go_on, tournament))

    async def _go_on(self, tournament: TournamentId) -> None:
        async with bound():
            await self.service.advance(tournament)
        await self.publisher.show(tournament)
