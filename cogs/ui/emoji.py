"""The games' own emoji, as emoji of the application: for example dice in buttons and lines."""

import asyncio
import logging
from collections.abc import Iterable, Mapping

import discord

from cogs.interactions.discord_errors import DISCORD_TROUBLE
from render.game_pictures import GamePictures

_log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds between uploads, usually: few requests, well within Discord's limits."""


class GameEmoji:
    """The emoji at hand; in place of a missing one the game shows a common one."""

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
        """Learn which emoji there are, and upload those that are missing, one after the other."""
        try:
            pictures = await asyncio.to_thread(self._draw)
            for emoji in await client.fetch_application_emojis():
                if emoji.name in pictures:
                    self._known[emoji.name] = str(emoji)
            for name in [name for name in pictures if name not in self._known]:
                made = await client.create_application_emoji(name=name, image=pictures[name])
                self._known[name] = str(made)
                await asyncio.sleep(self.pause)
        except DISCORD_TROUBLE as error:
            _log.warning(
                "Not all emoji could be had, so some dice are shown without theirs: %s", error
            )

    def _draw(self) -> dict[str, bytes]:
        """Those of all games, by name."""
        return {name: data for game in self._games for name, data in game.emoji().items()}
