"""Posts shared things in a channel: each thing once, however often a user presses."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.match.people.limits import ShareLimit
from cogs.base.discord_errors import DISCORD_TROUBLE, reason
from cogs.interactions.context import Context
from cogs.posting.nonces import nonce_of, post_again_if_deleted, was_deleted
from cogs.posting.permissions import FILES, SEE, SEND, SEND_IN_THREADS, lacking, missing_line
from cogs.posting.places import address, fetch_channel
from cogs.posting.posted_message import Content, MessagePlace, mentioned
from cogs.preferences.store import Preferences
from cogs.screens.base import BadChoice
from cogs.ui.layouts import compose
from cogs.ui.names import NameBook

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class SharedPosts:
    client: discord.Client
    limit: ShareLimit
    names: NameBook
    preferences: Preferences
    _in_progress: set[str] = field(default_factory=set, init=False)

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
        user, guild = ctx.user, ctx.guild
        nonce = nonce_of("share", user, place, what)
        if nonce in self._in_progress:
            return  # the earlier press gets the answer
        self._in_progress.add(nonce)
        try:
            answer = await self._post(ctx, place, nonce, build)
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
            text = posted(address(guild, place, answer.id))
        await ctx.respond(compose(texts=[text]))

    async def _post(
        self, ctx: Context, place: int, nonce: str, build: Callable[[], Awaitable[Content]]
    ) -> discord.Message | BaseException:
        self.limit.claim(ctx.user, nonce)  # before anything is drawn
        content = await build()
        words = await self.preferences.words(ctx.guild)
        people = mentioned(content.layout)
        names = await self.names.names(self.client, ctx.guild, people, words)
        target = MessagePlace(self.client, ctx.guild, place)

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
