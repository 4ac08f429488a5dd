"""Answers users who mention the bot in a message, by pointing to the commands."""

import logging

import discord

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.limits import CoolDown
from cogs.base.command_mentions import MENTIONS
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.text_limits import CONTENT
from cogs.preferences.store import Preferences

_log = logging.getLogger(__name__)

SECONDS = 60.0
"""Minimum seconds between two answers in a channel."""
WRITTEN = (discord.MessageType.default, discord.MessageType.reply)


def mention_limits() -> CoolDown:
    return CoolDown(burst=1, per_second=1 / SECONDS)


async def answer_mention(
    client: discord.Client,
    preferences: Preferences,
    limits: CoolDown,
    message: discord.Message,
    *,
    teaches: bool,
) -> None:
    """Reply without a ping if the message addresses the bot, as often as `limits` allow in its
    channel; `teaches` if there is a /tutorial.

    Discord sends the text of messages that mention the bot even without the message content intent.
    """
    if message.guild is None or not _is_meant(client, message):
        return
    if not limits.allow(message.channel.id):
        return
    try:
        words = await preferences.words(message.guild.id)
        if teaches:
            text = words.say(
                "I only understand commands: `/tutorial` teaches you a game, and `/help` lists "
                "all I can do."
            )
        else:
            text = words.say("I only understand commands: `/help` lists all I can do.")
        await message.reply(
            MENTIONS.with_links(text, CONTENT), allowed_mentions=discord.AllowedMentions.none()
        )
    except (*DISCORD_TROUBLE, StoreTrouble) as error:
        _log.info("A mention could not be answered: %s", error)


def _is_meant(client: discord.Client, message: discord.Message) -> bool:
    bot = client.user
    if bot is None or message.author.bot or message.type not in WRITTEN:
        return False
    if not any(mention in message.content for mention in (bot.mention, f"<@!{bot.id}>")):
        return False
    replied = message.reference.resolved if message.reference is not None else None
    return not (isinstance(replied, discord.Message) and replied.author.id == bot.id)
