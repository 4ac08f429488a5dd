"""Sends single messages to users, directly or in a match's place.

They are not recorded, so they can't be edited or found again, unlike those of posted_message.py.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.base.discord_errors import DISCORD_TROUBLE, is_brief, reason
from cogs.posting.posted_message import Link, MessagePlace, linked

_log = logging.getLogger(__name__)

PAUSES = (0.3, 1.0)
"""Seconds before each retry."""


@dataclass(frozen=True, slots=True)
class Sent:
    url: str


@dataclass(frozen=True, slots=True)
class Refused:
    error: Exception

    @property
    def reason(self) -> str:
        return reason(self.error)


@dataclass(eq=False)
class Messenger:
    """Sends each message once: Discord answers a recent nonce with the message that has it."""

    client: discord.Client

    async def direct(
        self, user: int, text: str, nonce: str, link: Link, *beside: ui.Item[Any]
    ) -> Sent | Refused:
        """Send a text with a link, and buttons `beside` the link."""

        async def send() -> discord.Message:
            channel = await self.client.create_dm(discord.Object(user))
            return await channel.send(text, view=linked(link, nonce, *beside), nonce=nonce)

        return await self._tried(send, "somebody")

    async def post(
        self,
        guild: int,
        place: int,
        text: str,
        nonce: str,
        link: Link | None = None,
        pings: Iterable[int] = (),
    ) -> Sent | Refused:
        target = MessagePlace(self.client, guild, place)

        async def send() -> discord.Message:
            return await target.post_text(text, nonce, link, pings=pings)

        return await self._tried(send, f"channel {place}")

    async def _tried(
        self, send: Callable[[], Awaitable[discord.Message]], whom: str
    ) -> Sent | Refused:
        for pause in (*PAUSES, None):
            try:
                return Sent((await send()).jump_url)
            except DISCORD_TROUBLE as error:
                if pause is not None and is_brief(error):
                    await asyncio.sleep(pause)
                    continue
                _log.info("Discord does not let the bot write to %s: %s", whom, error)
                return Refused(error)
        raise AssertionError("the last try returns")
