"""Posts shared things in a channel: each thing once, however often a user presses."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.match.people.limits import RateLimit
from cogs.base.discord_errors import DISCORD_TROUBLE, reason
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


async def public_words(preferences: Preferences, ctx: Context) -> Words:
    """Return the language of a public message: the server's, or the user's outside servers."""
    return ctx.words if ctx.server is None else await preferences.words(ctx.server)


@dataclass(eq=False)
class SharedPosts:
    client: discord.Client
    limit: RateLimit
    names: NameBook
    preferences: Preferences
    _in_progress: set[str] = field(default_factory=set, init=False)
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
        """Post `what` for an acknowledged press, and answer with the text that `posted` returns for
        its address; raise SharedOften.

        Another press for the same thing soon after returns the same address. A post that a
        moderator deleted is posted again.
        """
        user = ctx.user
        nonce = nonce_of("share", user, place, what)
        if nonce in self._in_progress:
            return  # the earlier press gets the answer
        self._in_progress.add(nonce)
        try:
            if ctx.server is None:
                await self._answer(ctx, nonce, build)
                return
            answer = await self._post(ctx, ctx.server, place, nonce, build)
        except BaseException:
            self.limit.release(user, nonce)
            raise
        finally:
            self._in_progress.discard(nonce)
        if isinstance(answer, BaseException):
            _log.info("Could not share: %s", answer)
            text = ctx.words.say(
                "Discord won't let me post there: “{reason}”.", reason=reason(answer)
            )
        else:
            text = posted(address(ctx.guild, place, answer.id))
        await ctx.respond(compose(texts=[text]))

    async def _answer(
        self, ctx: Context, nonce: str, build: Callable[[], Awaitable[Content]]
    ) -> None:
        """Post it as a public answer to the press, because a guest has no other way; then say so.

        The promised private answer comes first: Discord would fill it with the post. The post
        notifies nobody, because a message of components has a blank notification.
        """
        shared = compose(texts=[ctx.words.say("Shared in this conversation.")])
        now = self.limit.clock.now()
        self._answered = {known: at for known, at in self._answered.items() if now - at < AGAIN}
        if nonce in self._answered:
            await ctx.respond(shared)
            return
        self.limit.claim(ctx.user, nonce)
        content = await build()
        await ctx.respond(shared)
        try:
            message = await ctx.interaction.followup.send(
                view=content.layout,
                files=files(content.pictures),
                allowed_mentions=discord.AllowedMentions.none(),
                silent=True,
                wait=True,
            )
        except DISCORD_TROUBLE as error:
            self.limit.release(ctx.user, nonce)
            text = ctx.words.say(
                "Discord won't let me post there: “{reason}”.", reason=reason(error)
            )
        else:
            if not message.flags.ephemeral:
                self._answered[nonce] = now
                return
            text = _hidden(ctx.words)
        await ctx.edit(compose(texts=[text]))

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
                return await target.post(content, attempt, names=names)
            except DISCORD_TROUBLE as error:
                if not was_deleted(error):
                    self.limit.release(ctx.user, attempt)
                raise

        try:
            return await post_again_if_deleted(send, nonce)
        except DISCORD_TROUBLE as error:
            return error


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
