"""Commands that work outside servers: in direct messages and where only their user has installed
the bot.

Other commands are offered in servers that have the bot, and nowhere else. Buttons are not limited
by Discord, so handlers check the place: reading `Context.guild` refuses users outside servers.
"""

from typing import Any, TypeVar

from discord import app_commands

C = TypeVar("C", bound=app_commands.Command[Any, ..., Any] | app_commands.Group)

PLACES = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLS = app_commands.AppInstallationType(guild=True, user=True)


def anywhere(command: C) -> C:
    """Offer the command everywhere, also to people who have installed the bot for themselves."""
    command.allowed_contexts, command.allowed_installs = PLACES, INSTALLS
    return command
