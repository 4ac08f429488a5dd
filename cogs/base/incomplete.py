"""Checks for interactions that lack a server, channel or user, because Discord omits them or the
user has installed the application only for themselves.
"""

import discord

from bot.match.values.errors import refusal

# The interaction comes from a direct message.
NoServer = refusal("NoServer", "Salud is played in servers, not in direct messages.")
# The user has installed the bot for themselves, and is not a member of the server.
BotNotInServer = refusal(
    "BotNotInServer", "Salud isn't in this server, so it can't be played here."
)
# `channel` is missing.
NoChannel = refusal(
    "NoChannel",
    "Discord didn't say in which channel you are. Nothing changed: try again, or use another "
    "channel.",
)
# `member` or `user` is missing.
NoUser = refusal("NoUser", "Discord didn't say who you are. Nothing changed: try again.")


def guild_of(interaction: discord.Interaction) -> int:
    """Return the server; raise NoServer, or BotNotInServer if only the user has installed
    the bot.
    """
    if interaction.guild_id is None:
        raise NoServer
    if not interaction.is_guild_integration() and interaction.is_user_integration():
        raise BotNotInServer
    return interaction.guild_id


def channel_of(interaction: discord.Interaction) -> int:
    """Return the channel or thread; raise NoServer, BotNotInServer or NoChannel.

    discord.py reads only the field `channel`, and drops channels of unknown types.
    """
    guild_of(interaction)
    if interaction.channel_id is None:
        raise NoChannel
    return interaction.channel_id


def has_user(interaction: discord.Interaction) -> bool:
    return interaction.user is not discord.utils.MISSING
