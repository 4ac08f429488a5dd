"""A model of Discord: channels, direct messages, nonces, refusals, and answers that are lost.

It is no kinder than Discord (discord.py 2.7.1, and the API reference):

- A request takes effect on Discord's side, even if its process is killed.
- An answer can be lost after the effect. discord.py repeats a request after 502, up to five times;
  it raises 503 and cut connections; it waits out short limits, and raises long ones.
- A nonce is remembered for one to five minutes; the model chooses how long. If
  its message was deleted, the answer is 10008.
- A history has at most 100 messages.
- People delete messages and channels, take permissions away, and close their direct messages.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from random import Random  # noqa: TID251 - faults by a seed, and no dice
from types import SimpleNamespace
from typing import Any, TypeVar

import aiohttp
import discord

from tests.simulation.loop import WORLD, Loop

T = TypeVar("T")

BOT = 99
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = (404, 10003), (404, 10008)
NO_ACCESS, NO_PERMISSION, CLOSED = (403, 50001), (403, 50013), (403, 50007)
_KINDS = {403: discord.Forbidden, 404: discord.NotFound}


def refusal(status: int, code: int = 0, **headers: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="No", headers=headers)
    kind = discord.DiscordServerError if status >= 500 else _KINDS.get(status)
    return (kind or discord.HTTPException)(response, {"code": code, "message": "No"})


@dataclass(eq=False)
class Message:
    id: int
    place: int
    nonce: str
    at: float
    remembered: float
    """When Discord forgets the nonce."""
    text: str
    """The text of the layout; of a line that pings, the line."""
    mark: int | None
    """The component id that was derived from the nonce."""
    content: str
    pinged: tuple[int, ...]
    is_deleted: bool = False
    is_own: bool = True

    def seen(self) -> Any:
        """Return the message as a process sees it; it does not change afterwards."""
        return SimpleNamespace(
            id=self.id,
            author=SimpleNamespace(id=BOT if self.is_own else 1),
            components=[SimpleNamespace(id=self.mark, custom_id=None)],
            content=self.content,
        )


@dataclass
class Faults:
    """Probabilities for each request."""

    trouble: float = 0.0
    """An error, with or without the effect."""
    slow: float = 0.0
    """More than a moment until the effect or the answer."""


@dataclass(eq=False)
class Discord:
    loop: Loop
    random: Random
    tell: Callable[..., None]
    """Writes a line of the trace."""
    changed: Callable[[], None]
    """Called after each change."""
    faults: Faults = field(default_factory=Faults)
    messages: dict[int, Message] = field(default_factory=dict)
    """Those that exist, oldest first."""
    nonces: dict[str, Message] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    refused: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The refusal of each place that the bot can't use now."""
    pings: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How often each person was pinged for each occasion."""
    moment: float = 0.1
    """Maximum seconds of one way, unless it is slow."""
    requests: int = 0
    refusals: int = 0
    """Requests that were refused for lack of permissions."""
    is_over: bool = False
    _last: int = 1000

    def client(self) -> Any:
        """Return the parts of discord.Client that the bot uses."""
        return SimpleNamespace(
            user=SimpleNamespace(id=BOT),
            get_guild=lambda _: None,
            get_partial_messageable=lambda place, **_: Place(self, place),
        )

    def in_place(self, place: int) -> list[Message]:
        return [message for message in self.messages.values() if message.place == place]

    def delete(self, message: Message) -> None:
        message.is_deleted = True
        del self.messages[message.id]

    def delete_place(self, place: int) -> None:
        self.gone.add(place)
        for message in self.in_place(place):
            self.delete(message)

    def chat(self, place: int, number: int) -> None:
        """Let people write in a place."""
        for _ in range(number):
            self._add(place, "", "", None, "chat", (), is_own=False)

    def _add(
        self,
        place: int,
        nonce: str,
        text: str,
        mark: int | None,
        content: str,
        pinged: tuple[int, ...],
        *,
        is_own: bool = True,
    ) -> Message:
        self._last += 1
        now, life = self.loop.now, self.random.choice((60, 90, 300))
        message = Message(
            self._last, place, nonce, now, now + life, text, mark, content, pinged, is_own=is_own
        )
        self.messages[message.id] = message
        return message

    def _check(self, place: int) -> None:
        if place in self.gone:
            raise refusal(*UNKNOWN_CHANNEL)
        if place in self.refused:
            self.refusals += 1
            raise refusal(*self.refused[place])

    def _existing(self, place: int, number: int) -> Message:
        self._check(place)
        message = self.messages.get(number)
        if message is None or message.place != place:
            raise refusal(*UNKNOWN_MESSAGE)
        return message

    def post(
        self,
        place: int,
        nonce: str,
        text: str,
        mark: int | None,
        content: str,
        pinged: tuple[int, ...],
    ) -> Any:
        self._check(place)
        earlier = self.nonces.get(nonce)
        if earlier is not None and self.loop.now < earlier.remembered:
            if earlier.is_deleted:
                raise refusal(*UNKNOWN_MESSAGE)
            return earlier.seen()
        message = self._add(place, nonce, text, mark, content, pinged)
        self.nonces[nonce] = message
        for user in pinged:
            self.pings[user, text] += 1
        self.tell("posted", message.id, place, text, pinged)
        return message.seen()

    def edit(self, place: int, number: int, text: str, mark: int | None) -> None:
        message = self._existing(place, number)
        message.text, message.content, message.mark = text, "", mark
        self.tell("edited", number, text)
        self.changed()

    def remove(self, place: int, number: int) -> None:
        self.delete(self._existing(place, number))
        self.tell("removed", number)

    def history(self, place: int, limit: int) -> list[Any]:
        self._check(place)
        return [message.seen() for message in self.in_place(place)[: -limit - 1 : -1]]

    async def request(self, effect: Callable[[], T]) -> T:
        """Send a request as discord.py does, and return or raise its outcome."""
        for attempt in range(5):
            if self.is_over:
                raise aiohttp.ServerDisconnectedError
            self.requests += 1
            luck, kind = self.random.random(), self.random.random()
            if luck >= self.faults.trouble:
                return await self._sent(effect)
            if kind < 0.2:  # a cut connection, before or after the effect
                if kind < 0.1:
                    await self._outcome(effect)
                raise aiohttp.ServerDisconnectedError
            if kind < 0.4:
                if kind < 0.25:
                    await self._outcome(effect)
                raise refusal(503)
            if kind < 0.5:
                raise discord.RateLimited(35 + 100 * self.random.random())
            if kind < 0.55:
                raise refusal(429, 30046, **{"Retry-After": "40"})
            if kind < 0.75:
                await self._wait(5 * self.random.random())  # a short limit is waited out
                continue
            if kind < 0.9:
                await self._outcome(effect)  # 502, with the effect
            await self._wait(1 + 2 * attempt)
        raise refusal(502)

    async def _wait(self, seconds: float) -> None:
        """Wait before a repetition. A suspended process does not repeat it when it is resumed: here
        the model is kinder than discord.py.
        """
        until = self.loop.now + seconds
        await asyncio.sleep(seconds)
        if self.loop.now > until + 3:
            raise aiohttp.ServerDisconnectedError

    async def _outcome(self, effect: Callable[[], object]) -> None:
        """Have the effect, but lose the answer."""
        try:
            await self._sent(effect)
        except discord.HTTPException:
            return

    async def _sent(self, effect: Callable[[], T]) -> T:
        """Have the effect, at a time that depends only on Discord, and return the answer."""
        is_slow = self.random.random() < self.faults.slow
        arrives = self.random.random() * (2 if is_slow else self.moment)
        answered = self.random.random() * (4 if is_slow else self.moment)
        if is_slow and self.random.random() < 0.1:
            answered += 60
        outcome: list[T | discord.HTTPException] = []

        def work() -> None:
            if outcome:
                return
            try:
                outcome.append(effect())
            except discord.HTTPException as error:
                outcome.append(error)

        with self.loop.within(WORLD):
            self.loop.call_later(arrives, work)
        await asyncio.sleep(arrives + answered)
        work()  # if both are due at the same moment, the effect comes first
        result = outcome[0]
        if isinstance(result, discord.HTTPException):
            raise result
        return result


class Place:
    """The methods of discord.PartialMessageable that the bot uses."""

    def __init__(self, model: Discord, place: int) -> None:
        self._discord, self._place = model, place

    async def send(
        self, content: str = "", *, view: Any, nonce: str, allowed_mentions: Any, **_: Any
    ) -> Any:
        pinged = tuple(user.id for user in allowed_mentions.users)
        if content:  # a line with mentions, and a raw row below
            text, mark = content.partition(" <@")[0], view.to_components()[0]["id"]
        else:
            text, mark = view.children[0].content, view.children[0].id
        return await self._discord.request(
            lambda: self._discord.post(self._place, nonce, text, mark, content, pinged)
        )

    async def history(self, limit: int) -> AsyncIterator[Any]:
        for message in await self._discord.request(
            lambda: self._discord.history(self._place, limit)
        ):
            yield message

    def get_partial_message(self, number: int) -> Any:
        return PartialMessage(self._discord, self._place, number)


class PartialMessage:
    def __init__(self, model: Discord, place: int, number: int) -> None:
        self._discord, self._place, self._number = model, place, number

    async def edit(self, *, view: Any, **_: Any) -> None:
        text, mark = view.children[0].content, view.children[0].id
        await self._discord.request(
            lambda: self._discord.edit(self._place, self._number, text, mark)
        )

    async def delete(self) -> None:
        await self._discord.request(lambda: self._discord.remove(self._place, self._number))

    async def fetch(self) -> Any:
        return await self._discord.request(
            lambda: self._discord._existing(self._place, self._number).seen()
        )
