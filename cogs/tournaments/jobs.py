"""Starts due work of tournaments, each in the queue of its server."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from bot.match.core.due_work import DueWork
from bot.match.log.store_errors import Conflict
from bot.match.tournaments.errors import BrokenTournament
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.service import TournamentService
from cogs.kit import Kit
from cogs.runtime.guild_queues import bound
from cogs.tournaments.panel_kind import Panels

AT_ONCE = 100
FURTHER = 100 * AT_ONCE


@dataclass(eq=False)
class TournamentJobs:
    kit: Kit
    service: TournamentService
    panels: Panels
    reaches: Callable[[int], bool] = lambda _: True
    """Returns whether users in a server can reach the bot; otherwise none of the server's work is
    due.
    """

    due_work: DueWork[TournamentId] = field(init=False)

    def __post_init__(self) -> None:
        self.due_work = DueWork(
            "tournaments",
            self.kit.clock,
            self.service.matches.observer,
            spell="tournament {}".format,
            hopeless=(BrokenTournament,),
            passes=lambda error: isinstance(error, Conflict | TimeoutError),
        )

    async def begin_due(self) -> None:
        """Start due work without waiting for it. Raise StoreTrouble."""
        # Tournaments that are paused after a failure, can't be reached, or belong to other
        # processes must not crowd out the others.
        store, now, most = self.service.store, self.kit.clock.now(), AT_ONCE
        most += len(self.due_work.pauses)
        due = await store.due(now, most)
        starts = [self._begin(tournament, guild) for tournament, guild in due]
        if len(due) == most and not any(starts):
            for tournament, guild in await store.due(now, FURTHER):
                self._begin(tournament, guild)

    def _begin(self, tournament: TournamentId, guild: int) -> bool:
        if not self.reaches(guild) or self.due_work.pauses.lasts(tournament):
            return False
        work = partial(self._go_on, tournament, guild)
        return self.kit.queues.begin(f"tournament {tournament}", guild, work)

    async def _go_on(self, tournament: TournamentId, guild: int) -> None:
        if await self.due_work.attempt(tournament, partial(self._advance, tournament)):
            self.panels.begin(tournament, guild)
            return
        until, row = (
            self.due_work.pauses.until(tournament),
            await self.service.store.row(tournament),
        )
        if until is not None and row is not None:
            await self.service.store.put_off(row, until)

    async def _advance(self, tournament: TournamentId) -> None:
        async with bound():
            await self.service.advance(tournament)
