"""Sends single messages to people: as a direct message, or where a match is played."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

import discord

from bot.match.holders import is_person
from cogs.interactions.discord_errors import ARCHIVED_AND_LOCKED, DISCORD_TROUBLE, is_brief, reason
from cogs.posting.places import opened
from cogs.ui.layouts import MessageLayout

_log = logging.getLogger(__name__)

PAUSES = (0.3, 1.0)
"""Seconds before another try, where the way to Discord was cut."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Where a message is."""

    place: int
    message: int
    url: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a message did not arrive."""

    error: Exception
    """What Discord answered."""

    @property
    def code(self) -> int | None:
        """Discord's code for it."""
        return self.error.code if isinstance(self.error, discord.HTTPException) else None

    @property
    def reason(self) -> str:
        """What it said, for a person."""
        return reason(self.error)


def nonce_of(*what: object) -> str:
    """A nonce of Discord's length for this very thing: Discord knows nonces by author alone."""
    return hashlib.blake2b(repr(what).encode(), digest_size=12).hexdigest()


class Messenger:
    """Posts once: the same nonce, tried again soon, is the same message."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def direct(self, user: int, compose: MessageLayout, nonce: str) -> Sent | Refused:
        """Write to somebody alone."""

        async def send() -> discord.Message:
            channel = await self._client.create_dm(discord.Object(user))
            return await channel.send(view=compose, nonce=nonce)

        return await self._tried(send, f"user {user}")

    async def post(
        self, guild: int, place: int, compose: MessageLayout, nonce: str, pings: Iterable[int] = ()
    ) -> Sent | Refused:
        """Write into a channel or thread, and ping these people only."""
        channel = self._client.get_partial_messageable(place, guild_id=guild)
        meant = discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in pings if is_person(user)],
        )

        async def send() -> discord.Message:
            return await channel.send(view=compose, allowed_mentions=meant, nonce=nonce)

        return await self._tried(send, f"channel {place}")

    async def edit(
        self, guild: int, place: int, message: int, compose: MessageLayout
    ) -> Sent | Refused:
        """Write a message anew; a thread that is archived is opened for that."""
        channel = self._client.get_partial_messageable(place, guild_id=guild)

        async def change() -> discord.Message:
            return await channel.get_partial_message(message).edit(
                view=compose, allowed_mentions=discord.AllowedMentions.none()
            )

        async def opening() -> discord.Message:
            async with opened(self._client, place):
                return await change()

        what = f"message {message}"
        sent = await self._tried(change, what)
        if isinstance(sent, Refused) and sent.code == ARCHIVED_AND_LOCKED:
            return await self._tried(opening, what)
        return sent

    async def _tried(
        self, work: Callable[[], Awaitable[discord.Message]], what: str
    ) -> Sent | Refused:
        for pause in (*PAUSES, None):
            try:
                message = await work()
                return Sent(message.channel.id, message.id, message.jump_url)
            except DISCORD_TROUBLE as error:
                if pause is not None and is_brief(error):
                    await asyncio.sleep(pause)
                    continue
                _log.info("Discord does not let me write to %s: %s", what, error)
                return Refused(error)
        raise AssertionError("the last try returns")
