"""Discord's channels and threads as a bot finds them, and processes that can be killed there."""

import asyncio
import json
import re
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord

from cogs.app.client import SaludClient
from playground.messages import NONCE_LIFE
from tests.cogs.offline import BOT, FIRST_MESSAGE, pretend_connected
from tests.match.machine import SetClock
from tests.match.world import GUILD

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = (404, 10003), (404, 10008)
MISSING_PERMISSIONS, ARCHIVED = (403, 50013), (400, 50083)
BROKEN = (503, 0)
_KINDS = {403: discord.Forbidden, 404: discord.NotFound}


@dataclass
class Posted:
    """A message that is there."""

    id: int
    place: int
    at: int
    nonce: str
    pings: tuple[int, ...]
    first: Sequence[Any]
    """What it showed first, with its layout if it has got one."""
    components: Sequence[Any]
    """Its components by now."""
    content: str = ""
    """Its text, if it has no layout."""

    def edit(self, components: Sequence[Any]) -> None:
        """Show this from now on, in place of a text if it has been that so far."""
        if self.content:
            self.first, self.content = components, ""
        self.components = components

    @property
    def text(self) -> str:
        """All that it says and all that can be pressed."""
        return text_of([self.content, *self.components])


def text_of(components: Sequence[Any]) -> str:
    """All that is said there and all that can be pressed."""
    return json.dumps(components, ensure_ascii=False)


@dataclass
class Channels:
    """The channels and threads of a server, in which the bot may do everything."""

    clock: SetClock
    messages: dict[int, Posted] = field(default_factory=dict)
    posts: list[Posted] = field(default_factory=list)
    """Deleted messages too."""
    threads: dict[int, bool] = field(default_factory=dict)
    """Whether each is archived."""
    names: dict[int, str] = field(default_factory=dict)
    """The first name of each thread."""
    gone: set[int] = field(default_factory=set)
    """Deleted channels and threads."""
    refuses: bool = False
    """Whether the bot may not do anything."""
    refused_edits: int = 0
    """How many edits are refused from now on, and nothing else."""

    refused_reads: int = 0
    """How many times Discord fails to give a message, with a server error."""

    async def request(
        self,
        route: discord.http.Route,
        *,
        form: Sequence[Mapping[str, Any]] = (),
        **options: Any,
    ) -> Any:
        """What a request gives."""
        found = re.search(
            r"/channels/(\d+)(?:/(messages(?!/pins))(?:/(\d+))?(/threads)?)?", route.url
        )
        if found is None or "/pins/" in route.url or "thread-members" in route.url:
            if route.method == "GET":
                raise refusal(UNKNOWN_CHANNEL)
            return None
        sent: Any = json.loads(form[0]["value"]) if form else options.get("json")
        place, messages, message, thread = found.groups()
        if int(place) in self.gone:
            raise refusal(UNKNOWN_CHANNEL)
        if self.refuses:
            raise refusal(MISSING_PERMISSIONS)
        if thread:
            self.threads[int(message)] = False
            self.names[int(message)] = sent["name"]
            return self._channel(int(message))
        if messages is None:
            if route.method == "PATCH":
                self.threads[int(place)] = sent["archived"]
            return self._channel(int(place))
        return self._message(route.method, int(place), int(message or 0), sent)

    def delete(self, place: int) -> None:
        """Delete a thread or channel with all that is in it."""
        self.gone.add(place)
        self.messages = {n: one for n, one in self.messages.items() if one.place != place}

    def _message(self, method: str, place: int, message: int, sent: Any) -> Any:
        if not message:
            if method == "POST":
                return _shown(self._post(place, sent))
            here = [one for one in self.messages.values() if one.place == place]
            return [_shown(one) for one in reversed(here)]
        if method == "GET" and self.refused_reads:
            self.refused_reads -= 1
            raise refusal(BROKEN)
        if message not in self.messages:
            raise refusal(UNKNOWN_MESSAGE)
        if method == "DELETE":
            del self.messages[message]
            return None
        if method == "PATCH":
            if self.refused_edits:
                self.refused_edits -= 1
                raise refusal(MISSING_PERMISSIONS)
            if self.threads.get(place):
                raise refusal(ARCHIVED)
            self.messages[message].edit(_unfurled(sent["components"]))
        return _shown(self.messages[message])

    def _post(self, place: int, sent: Any) -> Posted:
        now = self.clock.now()
        for known in self.posts:
            if known.nonce == sent["nonce"] and now - known.at < NONCE_LIFE:
                if known.id not in self.messages:
                    raise refusal(UNKNOWN_MESSAGE)
                return known
        users = sent.get("allowed_mentions", {}).get("users", ())
        pings = tuple(int(user) for user in users)
        number = FIRST_MESSAGE + len(self.posts)
        components, content = _unfurled(sent.get("components", [])), sent.get("content") or ""
        first = [content, *components] if content else components
        posted = Posted(number, place, now, sent["nonce"], pings, first, components, content)
        named = text_of(first)
        assert all(f"<@{user}>" in named for user in pings), "only who is named is pinged"
        self.posts.append(posted)
        self.messages[number] = posted
        if place in self.threads:
            self.threads[place] = False
        return posted

    def _channel(self, place: int) -> dict[str, Any]:
        shown: dict[str, Any] = {"id": str(place), "guild_id": str(GUILD), "name": "mine"}
        if place not in self.threads:
            return {**shown, "type": 0, "position": 0, "permission_overwrites": []}
        data = {
            "archived": self.threads[place],
            "auto_archive_duration": 10080,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
            "locked": False,
        }
        counts = {"message_count": 0, "member_count": 1, "owner_id": str(BOT), "parent_id": "1"}
        return {**shown, **counts, "type": 11, "thread_metadata": data}


class Process:
    """A client that stops for good at one of its requests, before or after it has had effect."""

    def __init__(self, client: SaludClient, channels: Channels) -> None:
        self.client = client
        self.services = client.services
        self._channels = channels
        self._requests = 0
        self._dies: tuple[int, bool] | None = None
        self._dead = asyncio.Event()
        client.http.request = self._request  # type: ignore[method-assign]
        pretend_connected(self.services.gateway)

    async def killed(self, work: Awaitable[object], at: int, *, served: bool) -> bool:
        """Whether the process was killed at this request of the work, counted from 0, before or
        after it was served; False where the work came to its end before."""
        self._requests, self._dies = 0, (at, served)
        working = asyncio.ensure_future(work)
        dying = asyncio.create_task(self._dead.wait())
        await asyncio.wait({working, dying}, return_when=asyncio.FIRST_COMPLETED)
        dying.cancel()
        if not self._dead.is_set():
            await working
        return self._dead.is_set()

    async def round(self) -> None:
        """Do all that is due."""
        assert await self.services.scheduler.look_after() is None
        await self.services.queues.idle()

    async def _request(self, route: discord.http.Route, **options: Any) -> Any:
        number = self._requests
        self._requests += 1
        await self._die_at((number, False))
        try:
            return await self._channels.request(route, **options)
        finally:
            await self._die_at((number, True))

    async def _die_at(self, moment: tuple[int, bool]) -> None:
        if self._dead.is_set() or moment == self._dies:
            self._dead.set()
            await asyncio.get_running_loop().create_future()


def _unfurled(components: Sequence[Any]) -> Any:
    """Components as Discord stores them: files have addresses."""
    return json.loads(json.dumps(components).replace("attachment://", "https://cdn.test/"))


def _shown(message: Posted) -> dict[str, Any]:
    return {
        "id": str(message.id),
        "channel_id": str(message.place),
        "author": {"id": str(BOT), "username": "Salud", "discriminator": "0", "avatar": None},
        "content": message.content,
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "type": 0,
        "components": message.components,
    }


def refusal(kind: tuple[int, int]) -> discord.HTTPException:
    """What Discord answers with this status and code."""
    status, code = kind
    response: Any = SimpleNamespace(status=status, reason="No")
    error = _KINDS.get(status, discord.HTTPException)
    return error(response, {"code": code, "message": "No"})
