"""Faults that Discord is known for (playground/known_faults.py), drawn by the luck of a storm."""

from collections.abc import Callable

from chaos.storm.process_faults import MOMENTS
from playground import Fault, Playground
from playground.known_faults import (
    THREAD_LIMIT,
    cloudflare,
    one_in,
    refused_commands,
    thread_answer_cut,
    threads_unavailable,
)
from playground.luck import Luck
from playground.model import Channel

REFUSED_EMOJI = 25
"""One in so many valid emoji is refused: discord-api-docs #7128."""
MOST_TIMES = 6
"""Requests that one fault hits, at most: the bot tries a new thread three times at once."""
COMMANDS = (400, 503)
"""Statuses with which Discord refuses the commands of a bot that starts."""
CLOUDFLARE = (429, 503)


class KnownFaults:
    """Each method causes one fault. `repair` ends all of them but the limits on threads."""

    def __init__(self, playground: Playground, luck: Luck) -> None:
        self.limited_until = 0.0
        """When the last limit on new threads ends, by the playground's clock."""
        self._playground = playground
        self._luck = luck
        self._waiting: list[Fault] = []

    def limit_threads(self, channels: list[Channel]) -> None:
        """Begin the shared limit of minutes on new threads of one of these channels."""
        channel = self._luck.pick(channels)
        self._playground.thread_limits.begin(channel.id)
        self.limited_until = self._playground.world.clock() + THREAD_LIMIT

    def threads_unavailable(self) -> None:
        """Answer 503 to the next requests for a thread."""
        self._wait(threads_unavailable(1 + self._luck.below(MOST_TIMES)))

    def thread_answer_cut(self) -> None:
        """Make the next thread, and end the connection without an answer."""
        self._wait(thread_answer_cut())

    def cloudflare(self) -> None:
        """Answer the next requests of a kind with a page of Cloudflare."""
        method, route = self._luck.pick(MOMENTS)
        status, times = self._luck.pick(CLOUDFLARE), 1 + self._luck.below(MOST_TIMES)
        self._wait(cloudflare(method, route, status, times))

    def refuse_emoji(self) -> None:
        """Refuse one in 25 valid emoji until all is repaired."""
        self._playground.world.refuses_emoji = one_in(REFUSED_EMOJI)

    def delete_emoji(self) -> None:
        """Delete an emoji of the application, for good."""
        world = self._playground.world
        if names := sorted(emoji.name for emoji in world.emojis.values()):
            world.delete_emoji(self._luck.pick(names))

    def refuse_commands(self) -> None:
        """Refuse the commands of the next process that starts."""
        self._wait(refused_commands(self._luck.pick(COMMANDS)))

    def repair(self) -> None:
        """End all faults that have not hit a request yet, and accept every emoji."""
        for fault in self._waiting:
            if fault in self._playground.faults:
                self._playground.faults.remove(fault)
        self._waiting.clear()
        accept: Callable[[int], bool] = lambda _: False  # noqa: E731 - World has such an attribute
        self._playground.world.refuses_emoji = accept

    def _wait(self, fault: Fault) -> None:
        self._waiting.append(fault)
        self._playground.faults.append(fault)
