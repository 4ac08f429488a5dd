"""Who moderates a server, by their permissions on Discord."""

import discord

from bot.match.values.errors import refusal
from cogs.base.incomplete import guild_of

# Somebody who is no moderator wants to moderate.
NotModerator = refusal(
    "NotModerator", "Only moderators of this server can do that. Nothing changed."
)


def may_moderate(interaction: discord.Interaction) -> bool:
    """Whether the user is a moderator of the server."""
    permissions = interaction.permissions
    return permissions.moderate_members or permissions.manage_guild


def moderator_of(interaction: discord.Interaction) -> int:
    """The server of the interaction, whose user moderates it; raises NotModerator."""
    guild = guild_of(interaction)
    if not may_moderate(interaction):
        raise NotModerator
    return guild
