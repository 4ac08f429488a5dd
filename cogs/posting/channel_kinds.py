"""Kinds of channels, and which of their features the bot can use. See docs/channels.md."""

import discord

from cogs.screens.base import BadChoice
from texts import Words

MATCH_KINDS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
"""Kinds in which a match can start; in forum channels it starts in a post.

Media channels (16) have posts, too, but Discord's OpenAPI document does not list them among the
channel types of menus.
"""
TEXT_KINDS = [discord.ChannelType.text, discord.ChannelType.news]


def has_threads(channel: object) -> bool:
    """Return whether matches in this channel can get threads.

    Announcement channels are TextChannels, too. Voice and stage channels can't have threads
    (Discord's error 50024).
    """
    return isinstance(channel, discord.TextChannel)


def here(interaction: discord.Interaction) -> object:
    number, guild = interaction.channel_id, interaction.guild
    if interaction.channel is not None or guild is None or number is None:
        return interaction.channel
    return guild.get_channel_or_thread(number)


def tournament_home(interaction: discord.Interaction, words: Words) -> discord.TextChannel | None:
    """Return the parent channel of a thread, which then hosts the tournament; None outside of
    threads.

    Raise BadChoice for channels without threads, because all matches would be played in one place.
    """
    channel = here(interaction)
    if isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.TextChannel):
        return channel.parent
    if isinstance(channel, discord.Thread | discord.VoiceChannel | discord.StageChannel):
        raise BadChoice(
            words.say(
                "A tournament needs a text or announcement channel, where each match gets a thread "
                "of its own. Nothing was made: use the command in such a channel."
            )
        )
    return None


def check_overview(interaction: discord.Interaction, words: Words) -> None:
    """Raise BadChoice in threads, because Discord refuses edits in archived ones."""
    if isinstance(here(interaction), discord.Thread):
        raise BadChoice(
            words.say(
                "The overview can't be in a thread or post: Discord closes these, and then it "
                "can't be kept up to date. Nothing changed: use the command in a channel."
            )
        )
