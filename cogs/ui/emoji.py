"""Uploads the games' own emoji, such as dice faces, as application emoji."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping

import discord

from cogs.base.discord_errors import DISCORD_TROUBLE, wait_of
from render.game_pictures import GamePictures

_log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds between uploads, well within Discord's rate limits."""
FIRST_REST, LONGEST_REST = 60.0, 3600.0
"""Seconds between attempts, unless Discord asks for more; its limits on emoji can last half an hour
and longer.
"""
LOOK = 10
"""How many uploads another process has time for between two checks of its progress."""
Emoji = Mapping[str, bytes]
"""PNG files by name."""
Draw = Callable[[Callable[[], Emoji]], Awaitable[Emoji]]
BAD_REQUEST = 400
"""HTTP status when another process has just taken the name
(APPLICATION_EMOJI_NAME_ALREADY_TAKEN).
"""


class GameEmoji:
    def __init__(
        self,
        games: Iterable[GamePictures],
        draw: Draw = asyncio.to_thread,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Use `draw` to call the slow functions that draw emoji."""
        self._games = tuple(games)
        self._draw = draw
        self._sleep = sleep
        self._known: dict[str, str] = {}
        self._names: frozenset[str] = frozenset()
        self._missing = asyncio.Event()
        self._busy = asyncio.Lock()
        self.pause = PAUSE

    @property
    def known(self) -> Mapping[str, str]:
        """Emoji as written in messages, by name."""
        return self._known

    async def keep(self, client: discord.Client) -> None:
        """Upload the emoji that `refetch` finds missing, as long as the bot runs."""
        while True:
            await self._missing.wait()
            await self.bring(client)

    async def bring(self, client: discord.Client) -> None:
        """Fetch the application's emoji and upload the missing ones; retry until none is
        missing.
        """
        async with self._busy:
            await self._bring_all(client)

    async def _bring_all(self, client: discord.Client) -> None:
        pictures: dict[str, bytes] = {}
        for game in self._games:
            pictures |= await self._draw(game.emoji)
        self._names = frozenset(pictures)
        rest = FIRST_REST
        while True:
            self._missing.clear()
            before = len(self._known)
            try:
                await self._bring(client, pictures)
            except DISCORD_TROUBLE as error:
                trouble = error
            else:
                return
            if len(self._known) > before:
                rest = FIRST_REST
            wait = max(rest, wait_of(trouble))
            _log.warning(
                "%d of %d emoji are missing, next attempt in %.0f seconds; common emoji are"
                " shown until then: %s",
                len(pictures) - len(self._known),
                len(pictures),
                wait,
                trouble,
            )
            await self._sleep(wait)
            rest = min(2 * rest, LONGEST_REST)

    async def refetch(self, client: discord.Client) -> Mapping[str, str]:
        """Fetch the existing emoji; `keep` then uploads missing ones. Raise discord.py's errors."""
        await self._fetch(client, self._names)
        if len(self._known) < len(self._names):
            self._missing.set()
        return self._known

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
            await self._sleep(self.pause)

    async def _follow(self, client: discord.Client, pictures: Mapping[str, bytes]) -> None:
        """Use the emoji that another process uploads; return when it makes no progress and may have
        ended.
        """
        before = -1
        while before < len(self._known) < len(pictures):
            before = len(self._known)
            await self._sleep(self.pause * LOOK)
            await self._fetch(client, pictures)

    async def _fetch(self, client: discord.Client, expected: Iterable[str]) -> None:
        names = frozenset(expected)
        emoji = await client.fetch_application_emojis()
        self._known = {item.name: str(item) for item in emoji if item.name in names}
