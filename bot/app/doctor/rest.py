"""Requests to Discord's REST API, which leave the bot's own session alone."""

import asyncio
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

from bot.app.settings import Settings
from bot.version import VERSION

DISCORD = "https://discord.com"
TIMEOUT = 10.0
LONGEST_WAIT = 5.0


class RequestFailed(Exception):
    """`status` is the HTTP status of Discord's answer, or None if Discord can't be reached."""

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.status = status


def address(settings: Settings) -> str:
    return settings.salud_playground or settings.salud_discord_api or DISCORD


class Rest:
    def __init__(
        self,
        session: aiohttp.ClientSession,
        settings: Settings,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._session = session
        self._base = f"{address(settings)}/api/v10"
        self._headers = {
            "Authorization": f"Bot {settings.discord_token.get_secret_value()}",
            "User-Agent": f"DiscordBot (Salud, {VERSION})",
        }
        self._now = now
        self.ahead: float | None = None
        self.sure = 0.0
        """Uncertainty of `ahead` in seconds."""

    async def get(self, path: str, query: Mapping[str, str] | None = None) -> Any:
        wait = LONGEST_WAIT
        while True:
            status, body, headers = await self._get(path, query)
            if status == 200:
                return body
            answer = body if isinstance(body, dict) else {}
            if status == 429 and wait > 0:
                pause = float(answer.get("retry_after") or headers.get("Retry-After") or 1)
                if pause <= wait:
                    wait -= pause
                    await asyncio.sleep(pause)
                    continue
            reason = answer.get("message")
            found = f"Discord answered {status}: {reason}" if reason else f"It answered {status}"
            raise RequestFailed(found, status)

    async def _get(
        self, path: str, query: Mapping[str, str] | None
    ) -> tuple[int, Any, Mapping[str, str]]:
        try:
            before = self._now()
            async with self._session.get(
                f"{self._base}{path}",
                params=query,
                headers=self._headers,
                timeout=aiohttp.ClientTimeout(total=TIMEOUT),
            ) as answer:
                self._note_time(answer.headers.get("Date"), before, self._now())
                try:
                    body = await answer.json(content_type=None)
                except ValueError:
                    body = None
                if answer.status == 200 and body is None:
                    raise RequestFailed(f"{self._base} is not Discord's API.")
                return answer.status, body, answer.headers
        except TimeoutError:
            raise RequestFailed(f"{self._base} did not answer within {TIMEOUT:.0f} s.") from None
        except (aiohttp.ClientError, OSError) as error:
            raise RequestFailed(f"{self._base} can't be reached: {error}.") from error

    def _note_time(self, date: str | None, before: float, after: float) -> None:
        """Compare clocks: Discord cut `date` to whole seconds between `before` and `after`."""
        if date is None:
            return
        try:
            their_time = parsedate_to_datetime(date).timestamp() + 0.5
        except ValueError:
            return
        sure = 0.5 + (after - before) / 2
        if self.ahead is None or sure < self.sure:
            self.ahead, self.sure = (before + after) / 2 - their_time, sure
