"""What is read from the running bot at each scrape: connections, queues, matches."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.storage.base.database import Database
from bot.storage.tables.figures import Figures
from cogs.app.client import SaludClient

Gauge = GaugeMetricFamily
Values = Iterable[tuple[tuple[str, ...], float]]


@dataclass(eq=False)
class Live(Collector):
    """Gives the gauges of a client and its database."""

    client: SaludClient
    database: Database
    figures: Figures | None = field(default=None, init=False)
    """What the last look at the database found; None if another process looks at it."""
    scheduled: float = field(default=0.0, init=False)
    """When the scheduler has last done a round, in seconds since 1970."""

    def collect(self) -> Iterable[Gauge]:
        """All of them as they are now."""
        yield from self._health()
        yield from self._shards()
        yield from self._queues()
        if self.figures is not None and self.client.services.ownership.owns(0):
            yield from self._stored(self.figures)

    def _health(self) -> Iterable[Gauge]:
        services = self.client.services
        well = self.client.trouble() is None
        yield _gauge("salud_healthy", "Whether the bot is well: 1 or 0", well)
        remarks = len(self.client.remarks())
        yield _gauge(
            "salud_remarks", "What an operator should know although the bot is well", remarks
        )
        yield _gauge("salud_servers", "Servers that this process serves", len(self.client.guilds))
        answering = len(services.in_flight)
        yield _gauge("salud_answers_in_progress", "Interactions being answered", answering)
        if self.scheduled:
            yield _gauge(
                "salud_scheduler_last_round_timestamp_seconds",
                "When the scheduler has last looked after what is due",
                self.scheduled,
            )

    def _shards(self) -> Iterable[Gauge]:
        ownership = self.client.services.ownership
        held = ownership.held if ownership.is_shared else self.client.shards
        yield _gauge("salud_shards_held", "Shards that this process looks after", len(held))
        # One that has been taken over from knows how many the others have.
        total = ownership.shards if ownership.is_shared else self.client.shard_count or 0
        yield _gauge("salud_shards", "Shards that there are, of all processes", total)
        if ownership.is_shared:
            yield _gauge(
                "salud_shard_lease_until_timestamp_seconds",
                "When the leases of this process end, unless it renews them; 0: it has none",
                ownership.until,
            )
        cut = self.client.services.gateway.cut
        yield _gauges(
            "salud_shard_connected",
            "Whether a shard of this process is connected: 1 or 0",
            ("shard",),
            (
                ((str(number),), number not in cut and not shard.is_closed())
                for number, shard in self.client.shards.items()
            ),
        )
        yield _gauges(
            "salud_gateway_latency_seconds",
            "How long Discord took to answer the last heartbeat of a shard",
            ("shard",),
            (
                ((str(number),), seconds)
                for number, seconds in self.client.latencies
                if math.isfinite(seconds)
            ),
        )

    def _queues(self) -> Iterable[Gauge]:
        services = self.client.services
        lengths = {
            "servers": len(services.queues),
            "reminders": len(services.reminders),
            "database": len(self.database.writer),
            **{queue.name: len(queue) for queue in services.drawing_queues},
        }
        yield _gauges(
            "salud_queue_length",
            "What waits or is being done: jobs, reminders, changes of the database, pictures",
            ("queue",),
            (((queue,), length) for queue, length in lengths.items()),
        )
        timers = len(services.timers)
        yield _gauge("salud_timers", "Matches that go on by themselves soon", timers)

    def _stored(self, figures: Figures) -> Iterable[Gauge]:
        now = self.client.services.matches.clock.now()
        yield _gauges(
            "salud_matches",
            "Matches in the database, by state",
            ("state",),
            (((state,), number) for state, number in figures.matches.items()),
        )
        yield _gauge(
            "salud_boards_behind",
            "Matches whose board does not tell all that has happened",
            figures.boards_behind,
        )
        yield _gauges(
            "salud_oldest_due_seconds",
            "How long the oldest thing has been due that nobody has looked after",
            ("what",),
            (((what,), max(now - at, 0)) for what, at in figures.due.items()),
        )


def _gauge(name: str, said: str, value: float) -> Gauge:
    return Gauge(name, said, float(value))


def _gauges(name: str, said: str, labels: tuple[str, ...], values: Values) -> Gauge:
    made = Gauge(name, said, labels=labels)
    for label, value in values:
        made.add_metric(label, float(value))
    return made
