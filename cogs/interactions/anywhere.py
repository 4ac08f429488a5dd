"""Commands that work outside servers: in direct messages and where only their user has installed
the bot.

Other commands are offered in servers that have the bot, and nowhere else. Buttons are not limited
by Discord, so handlers check the place: reading `Context.guild` refuses users outside servers.
"""

from typing import Any, TypeVar

from discord import app_commands

from texts import Phrase, Words

C = TypeVar("C", bound=app_commands.Command[Any, ..., Any] | app_commands.Group)

PLACES = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
INSTALLS = app_commands.AppInstallationType(guild=True, user=True)
_declared: list[app_commands.Command[Any, ..., Any] | app_commands.Group] = []


def anywhere(command: C) -> C:
    """Offer the command everywhere, also to people who have installed the bot for themselves."""
    command.allowed_contexts, command.allowed_installs = PLACES, INSTALLS
    _declared.append(command)
    return command


def listed(words: Words) -> Phrase:
    """Return the names of all commands that work everywhere, for a sentence."""
    names: set[str] = set()
    for command in _declared:
        if isinstance(command, app_commands.Group):
            names |= {each.qualified_name for each in command.walk_commands()}
        else:
            names.add(command.qualified_name)
    return words.listed(f"`/{name}`" for name in sorted(names))
