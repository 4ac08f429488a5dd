"""A stub of Discord's channels and threads, and bot processes that a test can kill there.

A Process is killed at its nth request: that request and all later ones never return, so nothing
after it runs, as after a power cut. The next Process continues with the same database and
channels. Tests repeat this for every n, until the work ends before it can be killed.
"""

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
DIRECT = 10**6
"""Added to a user's id for the id of the channel of their direct messages."""
_KINDS = {403: discord.Forbidden, 404: discord.NotFound}


@dataclass
class Posted:
    """A message in the channel or thread `place`, posted at `at`."""

    id: int
    place: int
    at: int
    nonce: str
    pings: tuple[int, ...]
    first: Sequence[Any]
    """Its components when it was first posted (or first got a layout)."""
    components: Sequence[Any]
    """Its current components."""
    content: str = ""
    """Its text, if it has no layout."""

    def edit(self, components: Sequence[Any]) -> None:
        """Replace the components, or the text if the message has no layout yet."""
        if self.content:
            self.first, self.content = components, ""
        self.components = components

    @property
    def text(self) -> str:
        """Return all texts, labels and custom_ids, as JSON."""
        return text_of([self.content, *self.components])


def text_of(components: Sequence[Any]) -> str:
    """Return all texts, labels and custom_ids, as JSON."""
    return json.dumps(components, ensure_ascii=False)


@dataclass
class Channels:
    """The channels and threads of a server in which the bot has every permission."""

    clock: SetClock
    messages: dict[int, Posted] = field(default_factory=dict)
    posts: list[Posted] = field(default_factory=list)
    """All posts, including deleted ones."""
    threads: dict[int, bool] = field(default_factory=dict)
    """True for an archived thread."""
    names: dict[int, str] = field(default_factory=dict)
    """The first name of each thread."""
    gone: set[int] = field(default_factory=set)
    """Deleted channels and threads."""
    refuses: bool = False
    """True if Discord refuses everything for lack of permissions."""
    refused_edits: int = 0
    """The number of edits that will be refused."""

    owner: int | None = None
    """The server's owner."""
    refused_reads: int = 0
    """The number of reads that will fail with a server error."""

    async def request(
        self,
        route: discord.http.Route,
        *,
        form: Sequence[Mapping[str, Any]] = (),
        **options: Any,
    ) -> Any:
        """Answer a request as Discord would, or raise discord.py's error."""
        if route.url.endswith("/users/@me/channels"):
            return _direct(int(options["json"]["recipient_id"]))
        path = re.search(
            r"/channels/(\d+)(?:/(messages(?!/pins))(?:/(\d+))?(/threads)?)?", route.url
        )
        if path is None or "/pins/" in route.url or "thread-members" in route.url:
            if route.method == "GET":
                raise refusal(UNKNOWN_CHANNEL)
            return None
        sent: Any = json.loads(form[0]["value"]) if form else options.get("json")
        place, messages, message, thread = path.groups()
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

    def guild(self) -> Any:
        return SimpleNamespace(
            id=GUILD,
            me=object(),
            owner_id=self.owner,
            unavailable=False,
            preferred_locale="en-US",
            get_channel=self._channel_of,
            get_channel_or_thread=self._channel_of,
            get_member=lambda user: SimpleNamespace(
                id=user, name=f"user{user}", display_name=f"u{user}", bot=False
            ),
        )

    def _channel_of(self, place: int) -> Any:
        if place in self.gone:
            return None
        return SimpleNamespace(permissions_for=lambda _: self.allowed(place))

    def allowed(self, place: int) -> discord.Permissions:
        """Return the bot's permissions in a channel."""
        del place
        return discord.Permissions.all()

    def delete(self, place: int) -> None:
        self.gone.add(place)
        self.messages = {
            n: message for n, message in self.messages.items() if message.place != place
        }

    def _message(self, method: str, place: int, message: int, sent: Any) -> Any:
        if not message:
            if method == "POST":
                return _shown(self._post(place, sent))
            here = [message for message in self.messages.values() if message.place == place]
            return [_shown(message) for message in reversed(here)]
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
        for earlier in self.posts:
            if earlier.nonce == sent["nonce"] and now - earlier.at < NONCE_LIFE:
                if earlier.id not in self.messages:
                    raise refusal(UNKNOWN_MESSAGE)
                return earlier
        users = sent.get("allowed_mentions", {}).get("users", ())
        pings = tuple(int(user) for user in users)
        number = FIRST_MESSAGE + len(self.posts)
        components, content = _unfurled(sent.get("components", [])), sent.get("content") or ""
        first = [content, *components] if content else components
        posted = Posted(number, place, now, sent["nonce"], pings, first, components, content)
        text = text_of(first)
        assert all(f"<@{user}>" in text for user in pings), (
            "only users named in the text are pinged"
        )
        self.posts.append(posted)
        self.messages[number] = posted
        if place in self.threads:
            self.threads[place] = False
        return posted

    def _channel(self, place: int) -> dict[str, Any]:
        channel: dict[str, Any] = {"id": str(place), "guild_id": str(GUILD), "name": "mine"}
        if place not in self.threads:
            return {**channel, "type": 0, "position": 0, "permission_overwrites": []}
        data = {
            "archived": self.threads[place],
            "auto_archive_duration": 10080,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
            "locked": False,
        }
        counts = {"message_count": 0, "member_count": 1, "owner_id": str(BOT), "parent_id": "1"}
        return {**channel, **counts, "type": 11, "thread_metadata": data}


class Process:
    """A client that stops for good at one of its requests, before or after Discord handles it."""

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
        """Return whether the process was killed during the work, at request `at` (counted from
        0), before or after Discord handled it."""
        self._requests, self._dies = 0, (at, served)
        working = asyncio.ensure_future(work)
        dying = asyncio.create_task(self._dead.wait())
        await asyncio.wait({working, dying}, return_when=asyncio.FIRST_COMPLETED)
        dying.cancel()
        if not self._dead.is_set():
            await working
        return self._dead.is_set()

    async def round(self) -> None:
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


def _direct(user: int) -> dict[str, Any]:
    """Return the channel of a user's direct messages."""
    recipient = {"id": str(user), "username": "a", "discriminator": "0", "avatar": None}
    return {"id": str(DIRECT + user), "type": 1, "recipients": [recipient]}


def _unfurled(components: Sequence[Any]) -> Any:
    """Return components as Discord stores them: attached files have addresses."""
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
    """Return the error that discord.py raises for this status and code."""
    status, code = kind
    response: Any = SimpleNamespace(status=status, reason="No")
    error = _KINDS.get(status, discord.HTTPException)
    return error(response, {"code": code, "message": "No"})
