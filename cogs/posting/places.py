"""Checks of places for matches, and how threads are archived and reopened."""

import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.match.log.records import MatchId
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.incomplete import channel_of
from cogs.posting.channel_kinds import has_threads
from cogs.posting.permissions import ARCHIVE, HISTORY, lacking, missing_line, needs
from cogs.preferences.server_settings import ServerSettings
from cogs.screens.base import BadChoice
from texts import Words

_log = logging.getLogger(__name__)

UNMENTIONED = (HISTORY, ARCHIVE)


def existing_channels(guild: discord.Guild | None, channels: Iterable[int]) -> tuple[int, ...]:
    """Return the channels that still exist; () means that all channels are allowed."""
    return tuple(
        channel for channel in channels if guild is None or guild.get_channel(channel) is not None
    )


def thread_parent(interaction: discord.Interaction[Any]) -> discord.TextChannel | None:
    """Return the channel of the bot's own thread, which belongs to one match; otherwise None."""
    thread, bot = interaction.channel, interaction.client.user
    if not isinstance(thread, discord.Thread) or bot is None or thread.owner_id != bot.id:
        return None
    return thread.parent if isinstance(thread.parent, discord.TextChannel) else None


def check_here(
    interaction: discord.Interaction,
    choices: ServerSettings,
    words: Words,
    place: int | None = None,
) -> None:
    """Raise BadChoice or NoChannel unless a match can start in this channel, or in `place`."""
    home = channel_of(interaction) if place is None else place
    thread: object = interaction.channel if place is None else None
    if not isinstance(thread, discord.Thread) and interaction.guild is not None:
        thread = interaction.guild.get_thread(home)
    if isinstance(thread, discord.Thread):
        home = thread.parent_id
    open_to = existing_channels(interaction.guild, choices.channels)
    if open_to and home not in (*open_to, choices.forum):
        raise BadChoice(
            words.say(
                "Matches in this server are played in {channels}. Nothing changed.",
                channels=words.listed(f"<#{channel}>" for channel in open_to),
            )
        )


def check_permissions(
    interaction: discord.Interaction, choices: ServerSettings, words: Words
) -> list[str]:
    """Return a line per missing permission and its effect; raise BadChoice if matches are
    impossible.
    """
    return _check(interaction.channel, interaction.app_permissions, choices, words)


def check_channel(channel: discord.TextChannel, choices: ServerSettings, words: Words) -> list[str]:
    return _check(channel, channel.permissions_for(channel.guild.me), choices, words)


def check_posting(interaction: discord.Interaction, words: Words) -> None:
    _check_posting(interaction.channel, interaction.app_permissions, words)


def _check(
    channel: object, permissions: discord.Permissions, choices: ServerSettings, words: Words
) -> list[str]:
    _check_posting(channel, permissions, words)
    threads = choices.threads and has_threads(channel)
    required = needs(in_thread=isinstance(channel, discord.Thread), threads=threads)
    return [
        missing_line(need, words)
        for need in lacking(permissions, required)
        if need not in UNMENTIONED
    ]


def _check_posting(channel: object, permissions: discord.Permissions, words: Words) -> None:
    required = needs(in_thread=isinstance(channel, discord.Thread), threads=False)
    missing = [need for need in lacking(permissions, required) if need.vital]
    if missing:
        lines = [missing_line(need, words) for need in missing]
        raise BadChoice(
            "\n".join([words.say("I can't post here: permissions are missing."), *lines])
        )


def address(guild: int | str, place: int, message: int | None = None) -> str:
    """Return the address of a channel or message; `guild` is "@me" for direct messages."""
    base = f"https://discord.com/channels/{guild}/{place}"
    return base if message is None else f"{base}/{message}"


async def archive(client: discord.Client, match: MatchId, place: int | None, channel: int) -> None:
    """Archive the thread or post of a match that was started in `channel`."""
    if place is None or place == channel:
        return
    try:
        thread = await fetch_channel(client, place)
        if isinstance(thread, discord.Thread) and not thread.archived:
            await thread.edit(archived=True)
    except DISCORD_TROUBLE as error:
        _log.info("The thread of match %d could not be archived: %s", match, error)


@asynccontextmanager
async def temporarily_open(client: discord.Client, place: int) -> AsyncIterator[None]:
    """Open an archived thread temporarily; it stays open if a member has written in it
    meanwhile.
    """
    thread = await _fetch_thread(client, place)
    if thread is None or not thread.archived:
        yield
        return
    await thread.edit(archived=False)
    try:
        yield
    finally:
        now = await _fetch_thread(client, place)
        if now is not None and now.last_message_id == thread.last_message_id:
            await now.edit(archived=True)


async def reopen(client: discord.Client, place: int) -> bool:
    """Open an archived thread; return False if it is locked, not a thread, or out of reach."""
    thread = await fetch_channel(client, place)
    if not isinstance(thread, discord.Thread) or thread.locked:
        return False
    try:
        await thread.edit(archived=False)
    except (discord.Forbidden, discord.NotFound):
        return False
    return True


async def _fetch_thread(client: discord.Client, place: int) -> discord.Thread | None:
    """Fetch a thread from Discord, because the cache can miss that it was archived."""
    try:
        channel = await client.fetch_channel(place)
    except (discord.NotFound, discord.Forbidden):
        return None
    return channel if isinstance(channel, discord.Thread) else None


async def fetch_channel(
    client: discord.Client, channel: int
) -> discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel | None:
    """Return a channel or thread, from the cache if possible; None if the bot can't see it."""
    cached = client.get_channel(channel)
    if cached is not None:
        return cached
    try:
        return await client.fetch_channel(channel)
    except (discord.NotFound, discord.Forbidden):
        return None
