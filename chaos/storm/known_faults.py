"""Faults that Discord is known for (playground/known_faults.py), chosen by the luck of a storm."""

from collections.abc import Callable

from chaos.storm.process_faults import MOMENTS
from playground import Fault, Playground
from playground.known_faults import (
    THREAD_LIMIT,
    cloudflare,
    one_in,
    proxy_limit,
    proxy_timeout,
    refused_commands,
    thread_answer_cut,
    threads_unavailable,
)
from playground.luck import Luck
from playground.model import Channel

REFUSED_EMOJI = 25
"""Discord refuses one in this many valid emoji: discord-api-docs #7128."""
MOST_TIMES = 6
"""Largest number of requests that one fault hits: the bot tries a new thread three times in a row.
"""
COMMANDS = (400, 503)
CLOUDFLARE = (429, 503)


class KnownFaults:
    """Known faults of Discord, one for each method. `repair` ends all but the limits on threads."""

    def __init__(self, playground: Playground, luck: Luck) -> None:
        self.limited_until = 0.0
        """When the last limit on new threads ends, by the playground's clock."""
        self._playground = playground
        self._luck = luck
        self._waiting: list[Fault] = []

    def limit_threads(self, channels: list[Channel]) -> None:
        channel = self._luck.pick(channels)
        self._playground.thread_limits.begin(channel.id)
        self.limited_until = self._playground.world.clock() + THREAD_LIMIT

    def threads_unavailable(self) -> None:
        self._wait(threads_unavailable(1 + self._luck.below(MOST_TIMES)))

    def thread_answer_cut(self) -> None:
        self._wait(thread_answer_cut())

    def cloudflare(self) -> None:
        method, route = self._luck.pick(MOMENTS)
        status, times = self._luck.pick(CLOUDFLARE), 1 + self._luck.below(MOST_TIMES)
        self._wait(cloudflare(method, route, status, times))

    def proxy(self) -> None:
        method, route = self._luck.pick(MOMENTS)
        fault, times = self._luck.pick((proxy_limit, proxy_timeout)), self._luck.below(MOST_TIMES)
        self._wait(fault(method, route, 1 + times))

    def refuse_emoji(self) -> None:
        self._playground.world.refuses_emoji = one_in(REFUSED_EMOJI)

    def delete_emoji(self) -> None:
        world = self._playground.world
        if names := sorted(emoji.name for emoji in world.emojis.values()):
            world.delete_emoji(self._luck.pick(names))

    def refuse_commands(self) -> None:
        self._wait(refused_commands(self._luck.pick(COMMANDS)))

    def repair(self) -> None:
        for fault in self._waiting:
            if fault in self._playground.faults:
                self._playground.faults.remove(fault)
        self._waiting.clear()
        accept: Callable[[int], bool] = lambda _: False  # noqa: E731 - World has such an attribute
        self._playground.world.refuses_emoji = accept

    def _wait(self, fault: Fault) -> None:
        self._waiting.append(fault)
        self._playground.faults.append(fault)
