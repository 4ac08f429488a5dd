"""Where a match is played: a thread of its own where the bot may make one, else the channel."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import discord

from bot.match.loaded import Loaded
from cogs.names import harmless
from cogs.trouble import DISCORD_TROUBLE
from texts import Words

_log = logging.getLogger(__name__)

A_WEEK: Literal[10080] = 10_080
"""Minutes until Discord archives a quiet thread."""
THREAD_NAME = 90
HAS_THREAD = 160004
"""Discord's code for a message that has a thread already."""


def missing(permissions: discord.Permissions, in_thread: bool, words: Words) -> list[str]:
    """What the bot may not do here and must, in words; [] where all is well."""
    needed = [
        (permissions.view_channel, words.say("View Channel")),
        (permissions.attach_files, words.say("Attach Files")),
    ]
    if in_thread:
        needed.append((permissions.send_messages_in_threads, words.say("Send Messages in Threads")))
    else:
        needed.append((permissions.send_messages, words.say("Send Messages")))
    return [name for allowed, name in needed if not allowed]


def address(guild: int, place: int, message: int | None = None) -> str:
    """The address of a channel, thread or message."""
    base = f"https://discord.com/channels/{guild}/{place}"
    return base if message is None else f"{base}/{message}"


async def make_place(client: discord.Client, loaded: Loaded, title: str) -> int:
    """The thread of a match that begins, made from its invitation; else the channel's id."""
    record = loaded.record
    if record.invitation is None:
        return record.channel
    channel = await fetch_channel(client, record.channel)
    if not isinstance(channel, discord.TextChannel):
        return record.channel
    message = channel.get_partial_message(record.invitation)
    try:
        thread = await message.create_thread(
            name=harmless(title, THREAD_NAME) or str(record.id), auto_archive_duration=A_WEEK
        )
    except DISCORD_TROUBLE as error:
        if isinstance(error, discord.HTTPException) and error.code == HAS_THREAD:
            return record.invitation
        _log.info("No thread for match %d, so it is played in the channel: %s", record.id, error)
        return record.channel
    for user in loaded.roster.people:
        try:
            await thread.add_user(discord.Object(user))
        except DISCORD_TROUBLE as error:
            _log.info("User %d could not be added to a thread: %s", user, error)
    return thread.id


async def archive(client: discord.Client, loaded: Loaded) -> None:
    """Put away the thread of a match that is over."""
    place = loaded.record.place
    if place is None or place == loaded.record.channel:
        return
    try:
        channel = await fetch_channel(client, place)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=True)
    except DISCORD_TROUBLE as error:
        _log.info("The thread of match %d could not be archived: %s", loaded.record.id, error)


@asynccontextmanager
async def opened(client: discord.Client, place: int) -> AsyncIterator[None]:
    """An archived thread, open while this lasts; raises what Discord refuses."""
    thread = await fetch_channel(client, place)
    if not isinstance(thread, discord.Thread):
        yield
        return
    await thread.edit(archived=False)
    try:
        yield
    finally:
        await thread.edit(archived=True)


async def fetch_channel(
    client: discord.Client, channel: int
) -> discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel | None:
    """A channel or thread; None where there is none that the bot can see."""
    found = client.get_channel(channel)
    if found is not None:
        return found
    try:
        return await client.fetch_channel(channel)
    except (discord.NotFound, discord.Forbidden):
        return None
