"""The board of a match: one current message, a projection of the log.

While the same seat goes on, the board is edited in place. When somebody else must act, a new
message pings those for whom the match waits newly; then the one before it loses its picture and
buttons and keeps what was done. Post first, strip after: an archived thread takes new messages
only. Everything that is done on Discord is noted after it is done; what was done and not noted
is found again (unnoted.py).
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar
from weakref import WeakValueDictionary

import discord

from bot.match.automatic import Automatic
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.ports import StoreTrouble
from bot.match.types import Shown, Status
from cogs.play.easel import Easel
from cogs.play.invitations import Invitations
from cogs.play.layout import Paper
from cogs.play.mending import Mending
from cogs.play.news import News, gather
from cogs.play.places import address, archive, make_place
from cogs.play.posts import Posts
from cogs.play.unnoted import look_for
from cogs.preferences import Preferences
from cogs.scenes import Scenes
from cogs.trouble import DISCORD_TROUBLE, is_gone, is_passing

_log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSES = (0.3, 1.0)
"""Seconds before another try, where the way to Discord was cut."""
LEASE = 5
"""Seconds for which nobody else posts the board of a match that this process is showing: short,
as a process that is killed keeps it, and a slower post is still one message by its nonce."""
PATIENCE = 25
"""How often to ask for a lease that another process has, with PAUSES[0] in between."""


class Boards:
    """Shows matches where they are played."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        invitations: Invitations,
        scenes: Scenes,
        preferences: Preferences,
        automatic: Automatic,
    ) -> None:
        self._client = client
        self._matches = matches
        self._invitations = invitations
        self._scenes = scenes
        self._preferences = preferences
        self._automatic = automatic
        self._easel = Easel()
        self._posts = Posts(client, self._easel)
        self._mending = Mending(client, matches.store, preferences)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._owner = secrets.token_hex(8)
        self._noted: set[int] = set()
        """Matches of which this process knows that all it posted is noted."""

    async def show(self, match: int) -> None:
        """Bring the board up to date; of many wishes at once the newest is drawn.

        Raises what Discord refuses, after someone who can mend it was told; a later call tries
        again.
        """
        async with self._lock(match):
            await self._leased(match, self._show)

    async def redraw(self, match: int, deleted: int) -> None:
        """Post the board of a running match again where this message or thread was deleted."""
        async with self._lock(match):
            await self._leased(match, lambda number: self._redraw(number, str(deleted)))

    async def move(self, match: int, place: int, interaction: int) -> str:
        """Post the current board again, here, as this interaction asks; gives its address."""
        async with self._lock(match):
            return await self._leased(
                match, lambda number: self._move(number, place, str(interaction))
            )

    async def current(self, match: int) -> str | None:
        """The address of the current board; None before the first."""
        loaded = await self._matches.look(match)
        shown = await self._matches.store.shown(match)
        if shown.message is None or shown.place is None:
            return None
        return address(loaded.record.guild, shown.place, shown.message)

    def _lock(self, match: int) -> asyncio.Lock:
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        return lock

    async def _leased(self, match: int, work: Callable[[int], Awaitable[T]]) -> T:
        """Do it while no other process shows this match, again where the way was cut."""
        store, clock = self._matches.store, self._matches.clock
        if await store.abandoned(match, self._owner):
            self._noted.discard(match)  # whoever it was may have posted and not noted
        for _ in range(PATIENCE):
            if await store.lease(match, self._owner, clock.now(), clock.now() + LEASE):
                break
            await asyncio.sleep(PAUSES[0])
        else:
            raise TimeoutError("another process is showing this match")
        renewing = asyncio.create_task(self._renew(match))
        try:
            return await self._again(match, work)
        finally:
            renewing.cancel()
            await store.release(match, self._owner)

    async def _renew(self, match: int) -> None:
        """Keep the lease while Discord lets this process wait: no other may post meanwhile."""
        store, clock = self._matches.store, self._matches.clock
        while True:
            await asyncio.sleep(LEASE / 2)
            try:
                await store.lease(match, self._owner, clock.now(), clock.now() + LEASE)
            except StoreTrouble as error:
                _log.warning("The lease of match %d can't be renewed: %s", match, error)

    async def _again(self, match: int, work: Callable[[int], Awaitable[T]]) -> T:
        for pause in (*PAUSES, None):
            try:
                return await work(match)
            except DISCORD_TROUBLE as error:
                self._noted.discard(match)
                if pause is None or not is_passing(error):
                    await self._mending.report(await self._matches.look(match), error)
                    raise
                await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")

    async def _show(self, match: int) -> None:
        while True:
            loaded = await self._matches.look(match)
            if loaded.position is None:
                return
            shown = await self._matches.store.shown(match)
            if shown.seq == loaded.seq and shown.events == len(loaded.events):
                if shown.stale is not None:
                    await self._strip(await self._news(loaded, shown), shown)
                return
            if loaded.record.place is None:
                loaded = await self._settle_place(loaded)
            elif match not in self._noted:
                shown = await self._adopted(loaded, shown)
            self._noted.add(match)
            try:
                await self._bring(await self._news(loaded, shown))
            except discord.HTTPException as error:
                if not is_gone(error) or loaded.record.place == loaded.record.channel:
                    raise
                _log.info("The place of match %d is gone; it goes on in the channel", match)
                await self._settle(loaded, loaded.record.channel)

    async def _redraw(self, match: int, cause: str) -> None:
        loaded = await self._matches.look(match)
        if loaded.status is not Status.RUNNING or loaded.record.place is None:
            return
        shown = await self._matches.store.shown(match)
        if await self._posts.is_there(await self._news(loaded, shown)):
            return
        try:
            await self._move(match, loaded.record.place, cause)
        except discord.HTTPException as error:
            if not is_gone(error) or loaded.record.place == loaded.record.channel:
                raise
            await self._move(match, loaded.record.channel, cause)

    async def _move(self, match: int, place: int, cause: str) -> str:
        try:
            await self._show(match)
        except discord.HTTPException as error:  # it may be why the board is wanted elsewhere
            _log.info("Match %d can't be shown where it was: %s", match, error)
        loaded = await self._matches.look(match)
        if place != loaded.record.place and loaded.status is Status.RUNNING:
            loaded = await self._settle(loaded, place)
        shown = await self._matches.store.shown(match)
        news = await self._news(loaded, shown)
        if shown.stale is not None:
            await self._strip(news, shown)
        message = await self._posts.board(news, place, base=news.base, cause=cause)
        await self._keep(news, base=news.base, message=message, place=place)
        return address(loaded.record.guild, place, message)

    async def _settle(self, loaded: Loaded, place: int) -> Loaded:
        await self._matches.store.place(loaded.record.id, place)
        self._matches.forget(loaded.record.id)
        await self._invitations.refresh(loaded.record.id)
        return await self._matches.look(loaded.record.id)

    async def _settle_place(self, loaded: Loaded) -> Loaded:
        words = await self._preferences.words(loaded.record.guild)
        scene = await self._scenes.scene(loaded, words)
        title = words.say(
            "⛏️ {players} · #{match}",
            players=words.listed(player.name for player in scene.players),
            match=loaded.record.id,
        )
        return await self._settle(loaded, await make_place(self._client, loaded, title))

    async def _news(self, loaded: Loaded, shown: Shown) -> News:
        words = await self._preferences.words(loaded.record.guild)
        scene = await self._scenes.scene(loaded, words)
        readers = await self._preferences.readers(loaded.people_to_act)
        pending = await self._automatic.pending(loaded)
        return await gather(loaded, shown, scene, readers, pending)

    async def _adopted(self, loaded: Loaded, shown: Shown) -> Shown:
        """What is shown, counting what a process before this one posted and did not note."""
        place, user = loaded.record.place, self._client.user
        assert place is not None, "the place was settled"
        assert user is not None, "the client is logged in"
        record = loaded.record
        channel = self._client.get_partial_messageable(place, guild_id=record.guild)
        after = shown.message if shown.place == place else None
        try:
            found = await look_for(channel, user.id, record.id, after)
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("The history of match %d can't be read: %s", loaded.record.id, error)
            return shown
        blank = self._easel.blank(await self._preferences.words(record.guild))
        for board in found.older:
            if board != shown.message:
                await self._posts.strip(loaded, place, board, blank)
        rounds = max([shown.rounds, *(number + 1 for number in found.sheets)])
        if found.board is None or found.board == shown.message:
            return replace(shown, rounds=rounds)
        adopted = Shown(
            seq=loaded.seq if found.end else min(found.seq, loaded.seq),
            base=max(shown.seq, 0),
            rounds=rounds,
            events=len(loaded.events) if found.end else shown.events,
            message=found.board,
            place=place,
            stale=shown.message,
            stale_place=shown.place,
            called=found.seq,
        )
        await self._matches.store.show(loaded.record.id, adopted)
        return adopted

    async def _bring(self, news: News) -> None:
        loaded, shown = news.loaded, news.shown
        place = loaded.record.place
        assert place is not None, "the place was settled"
        if shown.stale is not None:
            await self._strip(news, shown)
        if news.end_is_shown:
            await self._posts.edit(news, shown.base)
            await self._keep(news, base=shown.base, message=shown.message, place=shown.place)
            return
        sheets = shown.rounds if news.over else await self._posts.sheets(news, place)
        new = shown.message is None or shown.place != place or sheets > shown.rounds
        if not (new or news.over or news.calls) and await self._posts.edit(news, news.base):
            await self._keep(news, base=news.base, message=shown.message, place=place)
            return
        message = await self._posts.board(news, place, base=news.shown_seq)
        await self._keep(news, base=news.shown_seq, message=message, place=place, rounds=sheets)
        if news.over:
            await self._invitations.refresh(loaded.record.id)
            await archive(self._client, loaded)

    async def _keep(
        self,
        news: News,
        *,
        base: int,
        message: int | None,
        place: int | None,
        rounds: int | None = None,
    ) -> None:
        """Note what is shown now; a board that is no longer the current one is stripped."""
        before = news.shown
        moved = before.message is not None and before.message != message
        shown = Shown(
            seq=news.loaded.seq,
            base=base,
            rounds=before.rounds if rounds is None else rounds,
            events=len(news.loaded.events),
            message=message,
            place=place,
            stale=before.message if moved else None,
            stale_place=before.place if moved else None,
            called=news.loaded.seq if news.calls else before.called,
        )
        await self._matches.store.show(news.loaded.record.id, shown)
        if moved:
            try:
                await self._strip(news, shown, self._easel.stripped(news))
            except DISCORD_TROUBLE as error:  # it is noted, so a later look does it
                _log.info("An old board waits to be stripped: %s", error)

    async def _strip(self, news: News, shown: Shown, layout: Paper | None = None) -> None:
        assert shown.stale is not None, "there is a board to strip"
        assert shown.stale_place is not None, "and it lies somewhere"
        layout = layout or self._easel.blank(news.scene.words)
        await self._posts.strip(news.loaded, shown.stale_place, shown.stale, layout)
        clean = replace(shown, stale=None, stale_place=None)
        await self._matches.store.show(news.loaded.record.id, clean)
