"""Whether somebody may share in a channel, and whether the bot may post there for them."""

from typing import Any

import discord

from cogs.interactions.context import Context
from cogs.posting.permissions import FILES, SEE, SEND, SEND_IN_THREADS, lacking, told
from cogs.posting.places import fetch_channel
from cogs.screens.base import BadChoice

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


async def check_place(client: discord.Client, ctx: Context, place: int) -> None:
    """Raise BadChoice unless the sender and the bot may both post pictures there."""
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
        lines = [told(need, words) for need in missing]
        raise BadChoice("\n".join([words.say("I may not post pictures there:"), *lines]))


def _permissions(
    interaction: discord.Interaction, channel: Place
) -> tuple[discord.Permissions, discord.Permissions]:
    """The permissions of the sender, as Discord sends them with the choice, and of the bot."""
    data: dict[str, Any] = dict(interaction.data or {})
    sent = data.get("resolved", {}).get("channels", {}).get(str(channel.id), {})
    mine = discord.Permissions(int(sent.get("permissions") or 0))
    me = channel.guild.me
    bots = discord.Permissions.all() if me is None else channel.permissions_for(me)
    return mine, bots


async def _check_thread(thread: discord.Thread, ctx: Context) -> None:
    """Raise BadChoice unless somebody who does not manage threads may write in this one."""
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
