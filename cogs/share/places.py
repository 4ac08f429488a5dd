"""Whether somebody may share in a channel, and whether the bot may post there for them."""

from typing import Any

import discord

from cogs.posting.permissions import FILES, SEE, SEND, SEND_IN_THREADS, lacking, told
from cogs.posting.places import fetch_channel
from cogs.screens.base import BadChoice
from texts import Words

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


async def check_place(
    client: discord.Client, interaction: discord.Interaction, place: int, words: Words
) -> None:
    """Whether the sender and the bot may both post pictures there; raises BadChoice."""
    if place == interaction.channel_id:
        channel: Any = interaction.channel
        mine, bots = interaction.permissions, interaction.app_permissions
    else:
        channel = await fetch_channel(client, place)
        if not isinstance(channel, Place) or channel.guild.id != interaction.guild_id:
            raise BadChoice(words.say("I can't post there. Choose another channel."))
        mine, bots = _permissions(interaction, channel)
    in_thread = isinstance(channel, discord.Thread)
    wanted = (SEE, SEND_IN_THREADS if in_thread else SEND, FILES)
    if lacking(mine, wanted):
        raise BadChoice(words.say("You may not post pictures there, so nothing was shared."))
    if isinstance(channel, discord.Thread) and not mine.manage_threads:
        await _check_thread(channel, interaction, words)
    missing = lacking(bots, wanted)
    if missing:
        lines = [told(need, words) for need in missing]
        raise BadChoice("\n".join([words.say("I may not post pictures there:"), *lines]))


def _permissions(
    interaction: discord.Interaction, channel: Place
) -> tuple[discord.Permissions, discord.Permissions]:
    """Those of the sender, as Discord sent them with the choice, and those of the bot."""
    data: dict[str, Any] = dict(interaction.data or {})
    sent = data.get("resolved", {}).get("channels", {}).get(str(channel.id), {})
    mine = discord.Permissions(int(sent.get("permissions") or 0))
    me = channel.guild.me
    bots = discord.Permissions.all() if me is None else channel.permissions_for(me)
    return mine, bots


async def _check_thread(
    thread: discord.Thread, interaction: discord.Interaction, words: Words
) -> None:
    """Whether somebody without rights of their own over it may write in a thread."""
    if thread.locked:
        raise BadChoice(words.say("That thread is locked, so nothing was shared."))
    if not thread.is_private():
        return
    try:
        await thread.fetch_member(interaction.user.id)
    except discord.NotFound:
        raise BadChoice(words.say("You are not in that thread, so nothing was shared.")) from None
