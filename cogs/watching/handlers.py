"""Answers the button “Tell me” on a match's card, and “Stop” in direct messages."""

import logging
from dataclasses import dataclass

from bot.match.core.confirmed_write import confirmed_write
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.servers import admit
from bot.match.people.watching import Every, PlayersAreTold, Watch, WatchStore
from bot.match.values.errors import MatchOver, NotStarted, refusal
from cogs.base import custom_id_families as families
from cogs.base.discord_errors import DISCORD_TROUBLE, reason
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.posting.messenger import send_direct
from cogs.posting.nonces import nonce_of
from cogs.preferences.store import LOCALE
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.watching.kind import WatchMessages
from cogs.watching.layouts import choice_layout, chosen_text, stopped_layout

_log = logging.getLogger(__name__)

# `reason` is Discord's.
NoDirectMessages = refusal(
    "NoDirectMessages",
    "I can't send you direct messages, so nothing changed. Discord says “{reason}”. Allow them in "
    "this server's privacy settings, then try again.",
)


@dataclass(eq=False)
class WatchHandlers(Handlers):
    messages: WatchMessages

    @on_press(families.WATCH, "ask")
    @handler()
    async def ask(self, ctx: Context, number: int) -> None:
        loaded = await self._watchable(ctx, number)
        watch = await self._store.of_user(number, ctx.user)
        every = None if watch is None else watch.every
        await ctx.tell(layout=choice_layout(loaded, every, ctx.words))

    @on_press(families.WATCH, "round")
    @handler()
    async def hear_of_rounds(self, ctx: Context, number: int) -> None:
        await self._choose(ctx, number, Every.ROUND)

    @on_press(families.WATCH, "end")
    @handler()
    async def hear_of_end(self, ctx: Context, number: int) -> None:
        await self._choose(ctx, number, Every.END)

    @on_press(families.WATCH)
    @handler()
    async def stop(self, ctx: Context, number: int, _verb: str) -> None:
        """Stop the messages; this works in direct messages, without any right in the server."""

        async def is_stopped() -> bool:
            return await self._store.of_user(number, ctx.user) is None

        await confirmed_write(lambda: self._store.drop(number, ctx.user), is_stopped)
        ctx.note_counted()
        await ctx.respond(stopped_layout(number, ctx.words))

    async def _choose(self, ctx: Context, number: int, every: Every) -> None:
        loaded = await self._watchable(ctx, number)
        before = await self._store.of_user(number, ctx.user)
        watch = Watch(number, ctx.user, every)

        async def look() -> bool:
            stored = await self._store.of_user(number, ctx.user)
            return stored is not None and stored.every is every

        async def put() -> bool:
            await self._store.put(watch)
            return True

        await confirmed_write(put, look)
        if before is None:
            await self._introduce(ctx, loaded, every)
        ctx.note_counted()
        await self._learn_language(ctx)
        await ctx.respond(choice_layout(loaded, every, ctx.words))

    async def _introduce(self, ctx: Context, loaded: Loaded, every: Every) -> None:
        """Send a first direct message; without it, drop the watch and raise NoDirectMessages."""
        match = loaded.record.id
        text = chosen_text(match, every, ctx.words)
        nonce = nonce_of("watching", match, ctx.interaction.id)
        try:
            line = await self.messages.line(loaded, text, ctx.words)
            await send_direct(self.kit.client, ctx.user, line.text, nonce, line.link, *line.beside)
        except DISCORD_TROUBLE as error:
            await self._store.drop(match, ctx.user)
            raise NoDirectMessages(reason=reason(error)) from error

    async def _watchable(self, ctx: Context, number: int) -> Loaded:
        loaded = await ctx.match(number)
        if loaded.status is Status.OVER:
            raise MatchOver
        if loaded.status is not Status.RUNNING:
            raise NotStarted
        if loaded.roster.seat_of(ctx.user) is not None:
            raise PlayersAreTold
        await admit(self.kit.servers, ctx.guild, ctx.user)
        return loaded

    async def _learn_language(self, ctx: Context) -> None:
        user, locale = ctx.user, ctx.words.locale
        try:
            if await self.kit.preferences.of_user(user, LOCALE) != locale:
                await self.kit.matches.store.set_user_settings(user, {LOCALE: locale})
        except StoreTrouble as trouble:
            _log.warning("The language of a user could not be saved: %s", trouble)

    @property
    def _store(self) -> WatchStore:
        return self.kit.stores.watches


def build(kit: TopicKit) -> BuiltTopic:
    messages = WatchMessages(kit.kit, kit.domain, kit.scenes, kit.boards)
    return BuiltTopic((WatchHandlers(kit.interactions, messages),), kinds=(messages,))
