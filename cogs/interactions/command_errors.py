"""Answers for commands that reach no handler."""

import discord
from discord import app_commands

from bot.match.values.errors import TooFast
from cogs.base.incomplete import NoServer, NoUser
from cogs.interactions.answers import sentence
from texts import Words


class UnknownUser(app_commands.CheckFailure): ...


def error_text(error: app_commands.AppCommandError, words: Words) -> str | None:
    match error:
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return words.say("This command has changed. Please type it again.")
        case app_commands.NoPrivateMessage():
            return sentence(NoServer(), words)
        case app_commands.TransformerError(value=discord.User() as user):
            return words.say(
                "{user} is no longer in this server. Nothing changed.", user=user.mention
            )
        case app_commands.TransformerError():
            return words.say("One of your options isn't possible. Nothing changed.")
        case app_commands.CommandOnCooldown():
            return sentence(TooFast(), words)
        case UnknownUser():
            return sentence(NoUser(), words)
        case app_commands.CheckFailure():
            return words.say("You can't use this command here. Nothing changed.")
        case _:
            return None
