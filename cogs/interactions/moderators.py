"""Moderators, recognized by their permissions on Discord."""

import discord

from bot.match.values.errors import refusal
from cogs.base.incomplete import guild_of

# The user is not a moderator.
NotModerator = refusal(
    "NotModerator", "Only moderators of this server can do that. Nothing changed."
)


def may_moderate(interaction: discord.Interaction) -> bool:
    permissions = interaction.permissions
    return permissions.moderate_members or permissions.manage_guild


def moderator_of(interaction: discord.Interaction) -> int:
    """Return the server of a moderator's interaction; raise NotModerator, NoServer or
    BotNotInServer.
    """
    guild = guild_of(interaction)
    if not may_moderate(interaction):
        raise NotModerator
    return guild
