"""The message in a channel that says whose turn it is: one a channel, kept true by edits.

The database counts what has changed; an overview that tells less is due, at most every
PAUSE seconds. Whoever claims it renews it, so that two processes never do so at once. A message
that somebody has deleted is posted anew; a channel that is gone takes its overview along.
"""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.match.confirmed_write import confirmed_write
from bot.match.errors import Refusal
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.people.servers import Overview, ServerStore
from bot.match.ports import StoreTrouble, Unfinished
from cogs.board.recovery import walk
from cogs.board.scenes import Scenes
from cogs.interactions import custom_ids
from cogs.interactions.discord_errors import DISCORD_TROUBLE, wait_of
from cogs.matches.lists import MatchLists
from cogs.posting.places import address
from cogs.runtime.guild_queues import GuildQueues, bound
from cogs.screens import screens
from cogs.server.preferences import Preferences
from cogs.ui.layouts import TEXT_LIMIT, MessageLayout, compose, table_button
from cogs.ui.text_limits import listing
from texts import Words

_log = logging.getLogger(__name__)

PAUSE = 30
"""Seconds between two edits of an overview."""
REFUSED = 3600
"""Seconds until another try where Discord refuses."""
LISTED = 15
"""How many matches one tells."""
PEOPLE = 2
"""Matches of fewer people are nobody else's business."""
LOOKED_AT = 30
"""Messages of the recent history in which to look for one that was posted and not noted."""
NO_CHANNEL = 10003
"""Discord's code for a channel that there is not."""


class OverviewPublisher:
    """Posts overviews and keeps them true."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        servers: ServerStore,
        preferences: Preferences,
        scenes: Scenes,
        lists: MatchLists,
        queues: GuildQueues,
    ) -> None:
        self._client = client
        self._matches = matches
        self._servers = servers
        self._preferences = preferences
        self._scenes = scenes
        self._lists = lists
        self._queues = queues
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Of each channel one at a time in this process: its row and its message must agree."""
        self._refused: dict[int, tuple[int, int]] = {}
        """Channels that Discord refused: since when, and when to try again."""

    async def begin(self, guild: int, channel: int) -> str:
        """Have one in a channel from now on; gives its address.

        Raises what Discord refuses: then a new one is not wanted any more. Raises Unfinished
        where it is posted later.
        """
        servers = self._servers

        async def there() -> bool | None:
            return None if await servers.overview(channel) is None else True

        async with self._lock(channel):
            new = await confirmed_write(lambda: servers.set_overview(guild, channel), there)
            try:
                wanted = await servers.overview(channel)
                if wanted is None:
                    raise Unfinished("another process has taken the overview away")
                renewed = await self._renew(wanted)
            except StoreTrouble as trouble:
                raise Unfinished(str(trouble)) from trouble
            except DISCORD_TROUBLE:
                if new:
                    await self._give_up(channel)
                raise
        return address(guild, channel, renewed.message)

    async def _give_up(self, channel: int) -> None:
        try:
            await self._servers.drop_overview(channel)
        except StoreTrouble as trouble:  # it is tried again, as any overview
            _log.warning("The overview of channel %d stays wanted: %s", channel, trouble)

    async def drop(self, channel: int) -> None:
        """Have none in a channel any more."""
        servers = self._servers

        async def gone() -> bool | None:
            return True if await servers.overview(channel) is None else None

        async def drop() -> bool:
            await servers.drop_overview(channel)
            return True

        async with self._lock(channel):
            before = await servers.overview(channel)
            await confirmed_write(drop, gone)
            if before is not None and before.message is not None:
                await self._delete(before)

    async def look_after(self) -> None:
        """Begin to renew those that are not true any more. Raises StoreTrouble."""
        now = self._matches.clock.now()
        servers = self._servers
        for channel in await servers.overviews_due(now - PAUSE):
            since, until = self._refused.get(channel, (0, 0))
            overview = await servers.overview(channel)
            if overview is not None and not since <= now < until:
                key = f"overview of channel {channel}"
                self._queues.begin(key, overview.guild, partial(self._look_at, channel))

    async def _look_at(self, channel: int) -> None:
        """Renew one that is not true any more."""
        async with self._lock(channel):
            now = self._matches.clock.now()
            overview = await self._servers.claim_overview(channel, now - PAUSE, now)
            if overview is None:
                return
            try:
                async with bound():
                    await self._renew(overview)
                self._refused.pop(channel, None)
            except DISCORD_TROUBLE as error:
                await self._trouble(overview, error, now)

    def _lock(self, channel: int) -> asyncio.Lock:
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = asyncio.Lock()
        return lock

    async def _trouble(self, overview: Overview, error: BaseException, now: int) -> None:
        if isinstance(error, discord.HTTPException) and error.code == NO_CHANNEL:
            _log.info("Channel %d is gone, and its overview with it", overview.channel)
            await self._servers.drop_overview(overview.channel)
            return
        if isinstance(error, discord.Forbidden | discord.RateLimited):
            wait = wait_of(error) or REFUSED
            self._refused[overview.channel] = (now, now + wait)
        _log.warning("The overview of channel %d waits: %s", overview.channel, error)

    async def _renew(self, overview: Overview) -> Overview:
        """Edit it, or post it where it is not there; notes what it tells then."""
        layout = await self._compose(overview.guild)
        message = overview.message
        if message is None:
            message = await self._unnoted(overview)
        if message is None or not await self._edit(overview, message, layout):
            message = await self._post(overview, layout)
        renewed = replace(overview, message=message)
        if not await self._servers.note_overview(renewed):
            await self._delete(renewed)  # it was dropped meanwhile
        return renewed

    async def _delete(self, overview: Overview) -> None:
        assert overview.message is not None, "there is a message"
        try:
            await self._at(overview).get_partial_message(overview.message).delete()
        except DISCORD_TROUBLE as error:
            _log.info("The overview of channel %d stays as it was: %s", overview.channel, error)

    def _at(self, overview: Overview) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(overview.channel, guild_id=overview.guild)

    async def _edit(self, overview: Overview, message: int, layout: MessageLayout) -> bool:
        try:
            await (
                self._at(overview)
                .get_partial_message(message)
                .edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
            )
        except discord.NotFound as error:
            if error.code == NO_CHANNEL:
                raise
            return False
        return True

    async def _post(self, overview: Overview, layout: MessageLayout) -> int:
        message = await self._at(overview).send(
            view=layout,
            allowed_mentions=discord.AllowedMentions.none(),
            silent=True,
            nonce=f"o{overview.channel}:{overview.changes}",
        )
        try:
            await message.pin()
        except DISCORD_TROUBLE as error:
            _log.info("The overview of channel %d is not pinned: %s", overview.channel, error)
        return message.id

    async def _unnoted(self, overview: Overview) -> int | None:
        """One that was posted before a crash."""
        bot = self._client.user
        try:
            async for message in self._at(overview).history(limit=LOOKED_AT):
                if bot is not None and message.author.id == bot.id and _is_overview(message):
                    return message.id
        except discord.Forbidden as error:
            _log.info("The history of channel %d can't be read: %s", overview.channel, error)
        return None

    async def _compose(self, guild: int) -> MessageLayout:
        words = await self._preferences.words(guild)
        lines: list[str] = []
        for match in await self._matches.store.of_guild(guild):
            if len(lines) > LISTED:
                break
            try:
                loaded = await self._matches.look(match)
                if len(loaded.roster.people) >= PEOPLE:
                    lines.append(await self._line(loaded, words))
            except Refusal:  # frozen or gone meanwhile
                continue
        more = words.say("… and more: `/matches` lists them all.")
        if len(lines) > LISTED:
            lines[LISTED:] = [more]
        if not lines:
            lines = [words.say("No match is running here. `/challenge` or `/open` starts one.")]
        title = words.say("## 📋 Whose turn it is")
        note = words.say("-# Always up to date. It pings nobody.")
        room = TEXT_LIMIT - len(title) - len(note)
        return compose(
            texts=[title, listing(lines, room, lambda _: more)],
            below=[note],
            rows=[[table_button("mine", 0, words.say("My matches"), "⛏️")]],
        )

    async def _line(self, loaded: Loaded, words: Words) -> str:
        scene = await self._scenes.scene(loaded, words)
        values: dict[str, Any] = {
            "match": loaded.record.id,
            "url": await self._lists.way_to(loaded),
            "headline": screens(loaded.record.game).headline(scene),
        }
        people = loaded.people_to_act
        others = [seat for seat in range(loaded.seats) if seat not in loaded.seats_to_act]
        if not people:
            text = words.say(
                "🤖 [#{match}]({url}) · {players} · {headline} · a computer's turn",
                players=words.listed(scene.name(seat) for seat in range(loaded.seats)),
                **values,
            )
        elif not others:
            text = words.say(
                "🟢 [#{match}]({url}) · **{waiting}** · {headline}",
                waiting=words.listed(f"<@{user}>" for user in people),
                **values,
            )
        else:
            text = words.say(
                "🟢 [#{match}]({url}) · **{waiting}** · {headline} · with {others}",
                waiting=words.listed(f"<@{user}>" for user in people),
                others=words.listed(scene.name(seat) for seat in others),
                **values,
            )
        return await self._lists.clocked(loaded, text, words)


def _is_overview(message: discord.Message) -> bool:
    return any(
        getattr(part, "custom_id", None) == custom_ids.matches("mine", 0)
        for part in walk(message.components)
    )
