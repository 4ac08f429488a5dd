"""Creates a match's thread from its invitation's message.

Discord limits new threads for minutes at a time, and all bots in a channel share the limit
(discord-api-docs #7816; NousResearch/hermes-agent #96101 waited 280 seconds). A thread that can't
be created now is therefore created later. Until then the match has no place, and the scheduler
retries the job that shows it, even after a restart. Only a permanent refusal moves a match into its
channel.

A thread created from a message has that message's id. So the bot can find a thread even if
Discord's answer was lost: the next attempt gets Discord's error 160004, or the bot looks the thread
up by its id.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Literal

import discord

from bot.match.log.loaded import Loaded
from bot.match.people.troubles import TroubleKind
from bot.match.values.errors import refusal
from bot.match.values.times import Clock
from cogs.base.discord_errors import DISCORD_TROUBLE, is_brief, is_passing, reason, wait_of
from cogs.base.markup import harmless
from cogs.base.text_limits import THREAD
from cogs.posting.permissions import SEE, SEND_IN_THREADS, THREADS, lacking
from cogs.posting.places import fetch_channel
from cogs.posting.posted_message import Postponed
from cogs.posting.trouble_recorder import TroubleRecorder

_log = logging.getLogger(__name__)

A_WEEK: Literal[10080] = 10_080
"""Minutes until Discord archives a quiet thread."""
HAS_THREAD = 160004
NEEDED = (SEE, THREADS, SEND_IN_THREADS)
PAUSES = (0.3, 1.0)
"""Seconds before each retry."""
TRIED_FOR = 3600
"""Seconds after its start during which a match waits for its thread."""

# The match can't have a thread, and waiting changes nothing. `reason` is Discord's message.
NoThread = refusal("NoThread", "Discord makes no thread there: “{reason}”. Nothing changed.")
# A voice or stage channel, or a thread.
NoThreadsInChannel = refusal(
    "NoThreadsInChannel", "The channel of this match can't have threads. Nothing changed.", NoThread
)
# There is no message from which a thread could be made.
NothingPosted = refusal(
    "NothingPosted", "The first message of this match isn't posted yet. Nothing changed.", NoThread
)
# The bot lacks a permission.
MayNotMakeThreads = refusal(
    "MayNotMakeThreads",
    "I lack the permissions for threads in the channel of this match. Nothing changed.",
    NoThread,
)
# Discord asks to wait, or can't be reached.
ThreadsLater = refusal(
    "ThreadsLater", "Discord makes no new threads there right now. Nothing changed: try later."
)


@dataclass(eq=False)
class MatchThreads:
    client: discord.Client
    clock: Clock
    troubles: TroubleRecorder
    _limits: dict[int, tuple[int, int]] = field(default_factory=dict, init=False)
    """Channels that accept no new threads: start and end of the limit, in seconds since 1970."""

    async def make(self, loaded: Loaded, title: str) -> int:
        """Create or find the match's thread; return its id.

        Raise NoThread, or Postponed up to TRIED_FOR if a later attempt can succeed.
        """
        record = loaded.record
        try:
            return await self._make(loaded, title)
        except DISCORD_TROUBLE as error:
            self._note_limit(record.channel, error)
            kind, channel = TroubleKind.THREADS, record.channel
            await self.troubles.report_refusal(record.guild, kind, channel, error, NEEDED)
            if is_passing(error) and self._may_wait(loaded):
                raise Postponed("the thread of a match") from error
            if (thread := await self._existing(loaded)) is not None:
                return thread
            _log.warning("Match %d can't have a thread: %s", record.id, error)
            raise NoThread(reason=reason(error)) from error

    async def _make(self, loaded: Loaded, title: str) -> int:
        record = loaded.record
        channel = await fetch_channel(self.client, record.channel)
        if not isinstance(channel, discord.TextChannel):
            raise NoThreadsInChannel
        if record.invitation is None:
            raise NothingPosted
        me = channel.guild.me
        if me is not None and lacking(channel.permissions_for(me), NEEDED):
            await self.troubles.report_lacking(
                record.guild, TroubleKind.THREADS, channel.id, channel.permissions_for(me), NEEDED
            )
            raise MayNotMakeThreads
        self._check_limit(channel.id)
        message = channel.get_partial_message(record.invitation)
        for pause in (*PAUSES, None):
            try:
                thread = await message.create_thread(
                    name=harmless(title, THREAD) or str(record.id), auto_archive_duration=A_WEEK
                )
            except DISCORD_TROUBLE as error:
                if isinstance(error, discord.HTTPException) and error.code == HAS_THREAD:
                    return record.invitation
                if pause is None or not is_brief(error):
                    raise
                await asyncio.sleep(pause)
            else:
                self.troubles.works(TroubleKind.THREADS, channel.id)
                return thread.id
        raise AssertionError("the last try returns or raises")

    async def _existing(self, loaded: Loaded) -> int | None:
        invitation = loaded.record.invitation
        try:
            thread = None if invitation is None else await fetch_channel(self.client, invitation)
        except DISCORD_TROUBLE as error:
            _log.info("Could not check whether match %d has a thread: %s", loaded.record.id, error)
            return None
        return thread.id if isinstance(thread, discord.Thread) else None

    def _may_wait(self, loaded: Loaded) -> bool:
        started = loaded.roster.started
        return started is not None and 0 <= self.clock.now() - started < TRIED_FOR

    def _check_limit(self, channel: int) -> None:
        """Raise RateLimited without a request while a known limit lasts."""
        now = self.clock.now()
        since, until = self._limits.get(channel, (0, 0))
        if since <= now < until:
            raise discord.RateLimited(until - now)

    def _note_limit(self, channel: int, error: BaseException) -> None:
        if not (wait := wait_of(error)):
            return
        now = self.clock.now()
        self._limits = {limited: (a, b) for limited, (a, b) in self._limits.items() if a <= now < b}
        self._limits.setdefault(channel, (now, now + wait))
