"""Sends single messages to users, directly or in a match's place.

They are not recorded, so they can't be edited or found again, unlike those of posted_message.py.
Each is sent once: Discord answers a recent nonce with the message that has it. Both functions
return the message's address, and raise DISCORD_TROUBLE after the last try.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import discord
from discord import ui

from cogs.base.discord_errors import DISCORD_TROUBLE, is_brief
from cogs.posting.posted_message import Link, MessagePlace, link_rows

_log = logging.getLogger(__name__)

PAUSES = (0.3, 1.0)
"""Seconds before each retry."""


async def send_direct(
    client: discord.Client, user: int, text: str, nonce: str, link: Link, *beside: ui.Item[Any]
) -> str:
    """Send a text with a link, and buttons `beside` the link."""

    async def send() -> discord.Message:
        channel = await client.create_dm(discord.Object(user))
        return await channel.send(text, view=link_rows(link, nonce, *beside), nonce=nonce)

    return await _send(send, "somebody")


async def send_in_place(
    client: discord.Client,
    guild: int,
    place: int,
    text: str,
    nonce: str,
    link: Link | None = None,
    pings: Iterable[int] = (),
) -> str:
    target = MessagePlace(client, guild, place)

    async def send() -> discord.Message:
        return await target.post_text(text, nonce, link, pings=pings)

    return await _send(send, f"channel {place}")


async def _send(send: Callable[[], Awaitable[discord.Message]], whom: str) -> str:
    for pause in (*PAUSES, None):
        try:
            return (await send()).jump_url
        except DISCORD_TROUBLE as error:
            if pause is None or not is_brief(error):
                _log.info("Discord does not let the bot write to %s: %s", whom, error)
                raise
            await asyncio.sleep(pause)
    raise AssertionError("the last try returns or raises")
