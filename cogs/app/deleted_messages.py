"""Reposts messages that were deleted, even if the bot was not connected at the time.

Discord reports deletions only to a connected bot. So when a server becomes available, after a start
or a lost session, the bot fetches each message that must exist in it: one at a time, slowly, in the
background. A missing message is handled as if Discord had just reported its deletion.
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial

import discord

from bot.match.core.due_work import DueWork
from bot.match.people.servers import StandingMessage
from cogs.base.discord_errors import DISCORD_TROUBLE, is_passing
from cogs.board.publisher import BoardPublisher
from cogs.kit import Kit
from cogs.posting.posted_message import MessagePlace
from cogs.runtime.guild_queues import bound
from cogs.runtime.jobs import Job, Jobs

_log = logging.getLogger(__name__)

EVERY = 0.1
"""Seconds between two of these requests across all servers. Discord allows fifty requests a second,
and players' requests come first.
"""
AGAIN = 300
"""Seconds until a server is checked again if some of its messages could not be fetched."""


@dataclass(eq=False)
class DeletedMessages:
    kit: Kit
    boards: BoardPublisher
    jobs: Jobs
    every: float = EVERY
    _due: dict[int, int] = field(default_factory=dict, init=False)
    _hidden: set[int] = field(default_factory=set, init=False)
    """Servers with a message that the bot wasn't allowed to fetch."""
    _due_work: DueWork[StandingMessage] = field(init=False)
    _turnstile: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def __post_init__(self) -> None:
        observer = self.kit.queues.due_work.observer
        self._due_work = DueWork("deleted messages", self.kit.clock, observer)

    def suspect(self, guild: int) -> None:
        """Check a server's messages soon, because some can have been deleted unnoticed."""
        self._due[guild] = self.kit.clock.now()

    def check_hidden(self, guild: int) -> None:
        """Check a server again if it had hidden messages, because permissions have changed."""
        if guild in self._hidden:
            self.suspect(guild)

    async def look_after(self) -> None:
        now = self.kit.clock.now()
        for guild, at in list(self._due.items()):
            key = f"deleted messages of server {guild}"
            if at <= now and self.kit.queues.begin(key, guild, partial(self._ask, guild)):
                del self._due[guild]

    async def handle(self, messages: Collection[int]) -> None:
        await self.kit.projector.handle_deleted(messages)
        for message in messages:
            match = await self.kit.matches.store.of_board(message)
            if match is not None:
                replace = partial(self.boards.replace_deleted, deleted=message)
                await self.jobs.now(match, Job.SHOW, replace)

    async def _ask(self, guild: int) -> None:
        again = self._due[guild] = self.kit.clock.now() + AGAIN  # removed if all were fetched
        self._hidden.discard(guild)

        async def check(standing: StandingMessage) -> bool:
            async with self._turnstile:
                await asyncio.sleep(self.every)
            return await self._check(guild, standing)

        standing = await self.kit.servers.standing_messages(guild)
        checked = await self._due_work.each(standing, check)
        is_done = all(checked) and len(checked) == len(standing)
        if is_done and self._due.get(guild) == again:
            self._due.pop(guild, None)

    async def _check(self, guild: int, standing: StandingMessage) -> bool:
        """Fetch a message and handle it if it is missing. Return False if Discord didn't answer.

        A channel that the bot isn't allowed to read counts as an answer, until permissions change.
        """
        place = MessagePlace(self.kit.client, guild, standing.place)
        try:
            async with bound():
                await place.fetch(standing.message)
        except discord.NotFound:
            _log.info("Message %d was deleted while the bot was not connected", standing.message)
            await self.handle([standing.message])
        except DISCORD_TROUBLE as error:
            _log.info("Message %d could not be fetched: %r", standing.message, error)
            if is_passing(error):
                return False
            self._hidden.add(guild)
        return True
