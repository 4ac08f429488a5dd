"""Uploads the games' own emoji, such as dice faces, as emoji of the application."""

import asyncio
import logging
from collections.abc import Iterable, Mapping

import discord

from cogs.interactions.discord_errors import DISCORD_TROUBLE
from render.game_pictures import GamePictures

_log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds between uploads, well within Discord's rate limits."""
TRIES = 4
"""How often they are looked for, with as long between as another process needs to upload them."""
LOOK = 10
"""Uploads by another process between two looks at what it has uploaded."""
BAD_REQUEST = 400
"""HTTP status of an upload whose name is taken (APPLICATION_EMOJI_NAME_ALREADY_TAKEN), which
discord.py gives no better name."""


class GameEmoji:
    """The emoji that are uploaded; games show a common emoji in place of a missing one."""

    def __init__(self, games: Iterable[GamePictures]) -> None:
        self._games = tuple(games)
        self._known: dict[str, str] = {}
        self.pause = PAUSE
        """Seconds between uploads."""

    @property
    def known(self) -> Mapping[str, str]:
        """How each emoji is written in a message, by its name."""
        return self._known

    async def bring(self, client: discord.Client) -> None:
        """Fetch the emoji of the application, and upload the missing ones, one after another."""
        pictures = await asyncio.to_thread(self._draw)
        for attempt in range(TRIES):
            if attempt:
                # Another process may upload them at the same time. What it has uploaded is ours,
                # too, and the rest is still missing if it ended meanwhile.
                await asyncio.sleep(self.pause * len(pictures))
            try:
                await self._bring(client, pictures)
            except DISCORD_TROUBLE as error:
                trouble = error
            else:
                return
        _log.warning(
            "Not all emoji could be had, so some dice are shown without theirs: %s", trouble
        )

    async def _bring(self, client: discord.Client, pictures: Mapping[str, bytes]) -> None:
        await self._fetch(client, pictures)
        for name, picture in pictures.items():
            if name in self._known:
                continue
            try:
                emoji = await client.create_application_emoji(name=name, image=picture)
            except discord.HTTPException as error:
                if error.status != BAD_REQUEST:
                    raise
                await self._fetch(client, pictures)
                if name not in self._known:
                    raise
                await self._follow(client, pictures)
                continue
            self._known[name] = str(emoji)
            await asyncio.sleep(self.pause)

    async def _follow(self, client: discord.Client, pictures: Mapping[str, bytes]) -> None:
        """Wait while another process uploads them, and use what it has uploaded.

        Return when it stops making progress: it may have ended, so the rest is for this process.
        """
        before = -1
        while before < len(self._known) < len(pictures):
            before = len(self._known)
            await asyncio.sleep(self.pause * LOOK)
            await self._fetch(client, pictures)

    async def _fetch(self, client: discord.Client, wanted: Mapping[str, bytes]) -> None:
        """Learn which of them the application has."""
        for emoji in await client.fetch_application_emojis():
            if emoji.name in wanted:
                self._known[emoji.name] = str(emoji)

    def _draw(self) -> dict[str, bytes]:
        """The emoji of all games, by name."""
        return {name: data for game in self._games for name, data in game.emoji().items()}
