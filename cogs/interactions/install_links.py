"""Links that add the bot to a server, below explanations of what needs one."""

from typing import Any

import discord
from discord import ui

from cogs.posting.permissions import NEEDS
from cogs.ui.widgets import link_button
from texts import Words

AUTHORIZE = "https://discord.com/oauth2/authorize"
PERMISSIONS = discord.Permissions(**{need.flag: True for need in NEEDS}).value


def server_link(application: int) -> str:
    return (
        f"{AUTHORIZE}?client_id={application}&integration_type=0"
        f"&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )


def install_row(application: int, words: Words) -> list[ui.Item[Any]]:
    # Translators: A button below a private message: it opens Discord's page that adds this bot.
    return [link_button(words.say("Add me to a server"), server_link(application))]
