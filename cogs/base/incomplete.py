"""Checks for interactions that lack a server, channel or user: they come from direct messages, or
from a server where only a user has installed the application, or Discord omits something.
"""

import discord

from bot.match.values.errors import Refusal, refusal


class OutsideServers(Refusal):
    """Something needs a server that has the bot. `commands` are those that work everywhere."""


# The interaction comes from direct messages.
NoServer = refusal(
    "NoServer",
    "That works only in servers that have added me, because matches and tournaments are played "
    "there. Here you can use {commands}.",
    OutsideServers,
)
# The user has installed the bot for themselves, and the server does not have it.
BotNotInServer = refusal(
    "BotNotInServer",
    "That works only in servers that have added me, and this one hasn't yet. Here you can use "
    "{commands}.",
    OutsideServers,
)
# `channel` is missing.
NoChannel = refusal(
    "NoChannel",
    "Discord didn't say in which channel you are. Nothing changed: try again, or use another "
    "channel.",
)
# `member` or `user` is missing.
NoUser = refusal("NoUser", "Discord didn't say who you are. Nothing changed: try again.")


def server_of(interaction: discord.Interaction) -> int | None:
    """Return the server if it has the bot; None in direct messages, and where only a user has
    installed the bot. People who press a guest's buttons need not have installed it themselves.
    """
    return interaction.guild_id if interaction.is_guild_integration() else None


def guild_of(interaction: discord.Interaction) -> int:
    """Return the server; raise NoServer, or BotNotInServer if the server doesn't have the bot."""
    if interaction.guild_id is None:
        raise NoServer
    if (server := server_of(interaction)) is None:
        raise BotNotInServer
    return server


def channel_of(interaction: discord.Interaction) -> int:
    """Return the channel or thread; raise NoChannel.

    discord.py reads only the field `channel`, and drops channels of unknown types.
    """
    if interaction.channel_id is None:
        raise NoChannel
    return interaction.channel_id


def has_user(interaction: discord.Interaction) -> bool:
    return interaction.user is not discord.utils.MISSING
