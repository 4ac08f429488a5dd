"""Posts messages again that somebody has deleted, also while the bot could not hear of it.

Discord tells of deletions only while the bot is connected. When a server becomes available, which
is so after every start and after every lost session, its messages that have to be there are asked
for one by one, slowly, beside everything else. One that is gone is handled as if Discord had just
told that it was deleted.
"""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

import discord

from bot.match.boards import BoardStore
from bot.match.clock import Clock
from bot.match.people.servers import ServerStore, StandingMessage
from cogs.board.publisher import BoardPublisher
from cogs.interactions.discord_errors import DISCORD_TROUBLE, is_passing
from cogs.notices.publisher import NoticePublisher
from cogs.posting.posted_message import MessagePlace
from cogs.runtime.guild_queues import GuildQueues, bound
from cogs.runtime.jobs import Job, Jobs
from cogs.tournaments.publisher import TournamentPublisher

_log = logging.getLogger(__name__)

EVERY = 0.1
"""Seconds between two requests of this kind, in all servers together: Discord takes fifty requests
a second, and people come first."""
AGAIN = 300
"""Seconds until a server is asked again whose messages could not all be asked for."""


@dataclass(eq=False)
class DeletedMessages:
    """Finds out which messages were deleted, and has them posted again."""

    client: discord.Client
    clock: Clock
    store: BoardStore
    servers: ServerStore
    boards: BoardPublisher
    notices: NoticePublisher
    tournaments: TournamentPublisher
    jobs: Jobs
    guild_queues: GuildQueues
    every: float = EVERY
    _due: dict[int, int] = field(default_factory=dict, init=False)
    """When to ask for the messages of servers, in seconds since 1970."""
    _turnstile: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def suspect(self, guild: int) -> None:
        """Ask for the messages of a server soon: some may have been deleted unheard."""
        self._due[guild] = self.clock.now()

    async def look_after(self) -> None:
        """Begin to ask for messages where that is due, beside everything else."""
        now = self.clock.now()
        for guild, at in list(self._due.items()):
            key = f"deleted messages of server {guild}"
            if at <= now and self.guild_queues.begin(key, guild, partial(self._ask, guild)):
                del self._due[guild]

    async def handle(self, messages: Iterable[int], guild: int | None) -> None:
        """Post again those of these deleted messages that have to be there."""
        for message in messages:
            match = await self.store.of_board(message)
            if match is not None:
                replace = partial(self.boards.replace_deleted, deleted=message)
                await self.jobs.now(match, Job.SHOW, replace)
            noticed = await self.notices.deleted(message)
            if noticed is not None:
                await self.jobs.now(noticed, Job.NOTICES)
            if guild is not None:
                await self.servers.lose_overview(guild, message)
                await self.tournaments.deleted(guild, message)

    async def _ask(self, guild: int) -> None:
        self._due[guild] = self.clock.now() + AGAIN  # unless all goes well
        complete = True
        for standing in await self.servers.standing_messages(guild):
            async with self._turnstile:
                await asyncio.sleep(self.every)
            complete &= await self._check(guild, standing)
        if complete:
            self._due.pop(guild, None)

    async def _check(self, guild: int, standing: StandingMessage) -> bool:
        """Return whether Discord has said if a message is there; handle one that is gone.

        If the bot may not read a channel, that counts as an answer.
        """
        here = MessagePlace(self.client, guild, standing.place)
        try:
            async with bound():
                await here.fetch(standing.message)
        except discord.NotFound:
            _log.info("Message %d was deleted while nobody listened", standing.message)
            await self.handle([standing.message], guild)
        except DISCORD_TROUBLE as error:
            _log.info("Whether message %d is there is not known: %r", standing.message, error)
            return not is_passing(error)
        return True
