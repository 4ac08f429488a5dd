"""Posts shared things in a channel: each thing once, however often a user presses.

A request whose answer is lost can have posted all the same, and discord.py repeats some requests.
So a post is always a request that is safe to repeat: a message with a nonce or, outside servers,
an edit of the public answer that the press was promised. A follow-up would be posted twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiohttp
import discord

from bot.match.core.exclusion import KeyedLocks
from bot.match.people.limits import RateLimit
from cogs.base.discord_errors import DISCORD_TROUBLE, clause, is_brief, reason
from cogs.interactions.answers import promise_was_kept
from cogs.interactions.context import Context
from cogs.posting.nonces import nonce_of, post_again_if_deleted, was_deleted
from cogs.posting.permissions import FILES, SEE, SEND, SEND_IN_THREADS, lacking, missing_line
from cogs.posting.places import address, fetch_channel
from cogs.posting.posted_message import Content, MessagePlace, mentioned_users
from cogs.preferences.store import Preferences
from cogs.screens.base import BadChoice
from cogs.ui.layouts import compose, files
from cogs.ui.names import NameBook
from texts import Words

_log = logging.getLogger(__name__)


AGAIN = 300
"""Seconds for which another press for the same thing posts nothing outside servers."""
PAUSES = (0.3, 1.0)
"""Seconds before each retry after a cut connection, after which discord.py does not retry."""

T = TypeVar("T")


async def acknowledge_post(ctx: Context, *, new_message: bool) -> None:
    """Acknowledge a press that posts something. Outside servers its answer is public, because it
    becomes the post.
    """
    as_guest = ctx.server is None
    await ctx.acknowledge(new_message=new_message or as_guest, shared=as_guest)


async def public_words(preferences: Preferences, ctx: Context) -> Words:
    """Return the language of a public message: the server's, or the user's outside servers."""
    return ctx.words if ctx.server is None else await preferences.words(ctx.server)


@dataclass(eq=False)
class SharedPosts:
    client: discord.Client
    limit: RateLimit
    names: NameBook
    preferences: Preferences
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    _answered: dict[str, int] = field(default_factory=dict, init=False)
    """When each post was made by a public answer, which has no nonce, in seconds since 1970."""

    async def post(
        self,
        ctx: Context,
        place: int,
        what: object,
        build: Callable[[], Awaitable[Content]],
        posted: Callable[[str], str],
    ) -> None:
        """Post `what` for a press that `acknowledge_post` has acknowledged, and answer with the
        text that `posted` returns for its address; raise SharedOften.

        Another press for the same thing soon after waits for the first, and returns the same
        address. A post that a moderator deleted is posted again.
        """
        nonce = nonce_of("share", ctx.user, place, what)
        async with self._locks.of(nonce):
            try:
                if ctx.server is None:
                    await self._answer(ctx, nonce, build)
                    return
                answer = await self._post(ctx, ctx.server, place, nonce, build)
            except BaseException:
                self.limit.release(ctx.user, nonce)
                raise
        if isinstance(answer, BaseException):
            text = _why_not(answer, ctx.words)
        else:
            text = posted(address(ctx.guild, place, answer.id))
        await ctx.respond(compose(texts=[text]))

    async def _answer(
        self, ctx: Context, nonce: str, build: Callable[[], Awaitable[Content]]
    ) -> None:
        """Post it as the public answer to the press, because a guest has no other way; then say so.

        The post notifies nobody, because a message of components has a blank notification.
        """
        now = self.limit.clock.now()
        self._answered = {known: at for known, at in self._answered.items() if now - at < AGAIN}
        text = ctx.words.say("Shared in this conversation.")
        if nonce not in self._answered:
            self.limit.claim(ctx.user, nonce)
            content = await build()

            async def show() -> discord.InteractionMessage:
                return await ctx.interaction.edit_original_response(
                    view=content.layout,
                    attachments=files(content.pictures),
                    allowed_mentions=discord.AllowedMentions.none(),
                )

            try:
                message = await _persistently(show)
            except DISCORD_TROUBLE as error:
                self.limit.release(ctx.user, nonce)
                text = _why_not(error, ctx.words)
            else:
                promise_was_kept(ctx.interaction)
                if message.flags.ephemeral:
                    await ctx.edit(compose(texts=[_hidden(ctx.words)]))
                    return
                self._answered[nonce] = now
        await ctx.tell(text)

    async def _post(
        self,
        ctx: Context,
        guild: int,
        place: int,
        nonce: str,
        build: Callable[[], Awaitable[Content]],
    ) -> discord.Message | BaseException:
        self.limit.claim(ctx.user, nonce)  # before anything is drawn
        content = await build()
        words = await self.preferences.words(guild)
        people = mentioned_users(content.layout)
        names = await self.names.names(self.client, guild, people, words)
        target = MessagePlace(self.client, guild, place)

        async def send(attempt: str) -> discord.Message:
            self.limit.claim(ctx.user, attempt)  # a deleted post counts against the limit
            try:
                return await _persistently(lambda: target.post(content, attempt, names=names))
            except DISCORD_TROUBLE as error:
                if not was_deleted(error):
                    self.limit.release(ctx.user, attempt)
                raise

        try:
            return await post_again_if_deleted(send, nonce)
        except DISCORD_TROUBLE as error:
            return error


async def _persistently(request: Callable[[], Awaitable[T]]) -> T:
    """Make a request that is safe to repeat, and repeat it if the connection is cut."""
    for pause in PAUSES:
        try:
            return await request()
        except (aiohttp.ClientError, OSError):
            await asyncio.sleep(pause)
    return await request()


def _why_not(error: BaseException, words: Words) -> str:
    _log.info("Could not share: %r", error)
    if is_brief(error):
        return words.say(
            "{trouble}, so I can't tell whether it was posted. Look before you try again.",
            trouble=clause(error, words),
        )
    return words.say("Discord won't let me post there: “{reason}”.", reason=reason(error))


Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


async def check_place(client: discord.Client, ctx: Context, place: int) -> None:
    """Raise BadChoice unless both the user and the bot can post pictures there."""
    interaction, words = ctx.interaction, ctx.words
    if ctx.server is None:
        _check_guest(ctx, place)
        return
    if place == interaction.channel_id:
        channel: Any = interaction.channel
        mine, bots = interaction.permissions, interaction.app_permissions
    else:
        channel = await fetch_channel(client, place)
        if not isinstance(channel, Place) or channel.guild.id != interaction.guild_id:
            raise BadChoice(words.say("I can't post there. Choose another channel."))
        mine, bots = _permissions(interaction, channel)
    in_thread = isinstance(channel, discord.Thread)
    needed = (SEE, SEND_IN_THREADS if in_thread else SEND, FILES)
    if lacking(mine, needed):
        raise BadChoice(words.say("You may not post pictures there, so nothing was shared."))
    if isinstance(channel, discord.Thread) and not mine.manage_threads:
        await _check_thread(channel, ctx)
    missing = lacking(bots, needed)
    if missing:
        lines = [missing_line(need, words) for need in missing]
        raise BadChoice("\n".join([words.say("I may not post pictures there:"), *lines]))


def _hidden(words: Words) -> str:
    return words.say(
        "In this channel only you see what I post, because I'm not a member of this server. So "
        "nothing was shared."
    )


def _check_guest(ctx: Context, place: int) -> None:
    """Raise BadChoice unless the public answer to this press can be seen by others."""
    interaction, words = ctx.interaction, ctx.words
    if place != interaction.channel_id:
        raise BadChoice(words.say("I can't post there. Choose another channel."))
    mine = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    sends = mine.send_messages_in_threads if in_thread else mine.send_messages
    if interaction.guild_id is not None and not (sends and mine.use_external_apps):
        raise BadChoice(_hidden(words))


def _permissions(
    interaction: discord.Interaction, channel: Place
) -> tuple[discord.Permissions, discord.Permissions]:
    data: dict[str, Any] = dict(interaction.data or {})
    sent = data.get("resolved", {}).get("channels", {}).get(str(channel.id), {})
    mine = discord.Permissions(int(sent.get("permissions") or 0))
    me = channel.guild.me
    bots = discord.Permissions.all() if me is None else channel.permissions_for(me)
    return mine, bots


async def _check_thread(thread: discord.Thread, ctx: Context) -> None:
    """Raise BadChoice unless members without thread permissions can write in this thread."""
    if thread.locked:
        raise BadChoice(ctx.words.say("That thread is locked, so nothing was shared."))
    if not thread.is_private():
        return
    try:
        await thread.fetch_member(ctx.user)
    except discord.NotFound:
        raise BadChoice(
            ctx.words.say("You are not in that thread, so nothing was shared.")
        ) from None
