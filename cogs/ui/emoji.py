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
        for name in [name for name in pictures if name not in self._known]:
            made = await client.create_application_emoji(name=name, image=pictures[name])
            self._known[name] = str(made)
            await asyncio.sleep(self.pause)

    async def _fetch(self, client: discord.Client, wanted: Mapping[str, bytes]) -> None:
        """Learn which of them the application has."""
        for emoji in await client.fetch_application_emojis():
            if emoji.name in wanted:
                self._known[emoji.name] = str(emoji)

    def _draw(self) -> dict[str, bytes]:
        """The emoji of all games, by name."""
        return {name: data for game in self._games for name, data in game.emoji().items()}
