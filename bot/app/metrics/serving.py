"""Counting events, reading gauges at each scrape, and serving both over HTTP."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.aiohttp import make_aiohttp_handler
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.app.metrics.definitions import Definitions
from bot.app.metrics.figures import FigureStore, StoredFigures
from bot.errors import OperatorError
from bot.match.log.store_errors import StoreTrouble
from bot.observing.answer import AnswerOutcome, MeasuredAnswer
from bot.observing.observer import Observer, Request
from bot.storage.base.database import Database
from cogs.app.client import SaludClient

Gauge = GaugeMetricFamily
Values = Iterable[tuple[tuple[str, ...], float]]


@dataclass(eq=False)
class Live(Collector):
    client: SaludClient
    database: Database
    figures: StoredFigures | None = field(default=None, init=False)
    scheduled: float = field(default=0.0, init=False)

    def collect(self) -> Iterable[Gauge]:
        yield from self._health()
        yield from self._shards()
        yield from self._queues()
        if self.figures is not None and self.client.services.ownership.owns(0):
            yield from self._stored(self.figures)

    def _health(self) -> Iterable[Gauge]:
        services = self.client.services
        well = self.client.trouble() is None
        yield _gauge("salud_healthy", "1 if the bot works, otherwise 0", well)
        remarks = len(self.client.remarks())
        yield _gauge(
            "salud_remarks",
            "Problems that an operator should know about although the bot works",
            remarks,
        )
        yield _gauge("salud_servers", "Servers that this process serves", len(self.client.guilds))
        answering = len(services.kit.in_flight)
        yield _gauge("salud_answers_in_progress", "Interactions being answered", answering)
        if self.scheduled:
            yield _gauge(
                "salud_scheduler_last_round_timestamp_seconds",
                "End of the latest scheduler round",
                self.scheduled,
            )

    def _shards(self) -> Iterable[Gauge]:
        ownership = self.client.services.ownership
        held = ownership.held if ownership.is_shared else self.client.shards
        yield _gauge("salud_shards_held", "Shards that this process holds", len(held))
        # Processes that share shards agree on a total in the lease table. After a takeover it can
        # differ from the client's own.
        total = ownership.shards if ownership.is_shared else self.client.shard_count or 0
        yield _gauge("salud_shards", "Shards of all processes together", total)
        if ownership.is_shared:
            yield _gauge(
                "salud_shard_lease_until_timestamp_seconds",
                "End of this process's leases unless renewed; 0 without leases",
                ownership.until,
            )
        yield _gauge(
            "salud_clock_difference_seconds",
            "Time by which this process's clock is at least ahead of the database's",
            self.client.services.stores.clock.difference or 0,
        )
        cut = self.client.services.gateway.cut
        yield _gauges(
            "salud_shard_connected",
            "1 if a shard of this process is connected, otherwise 0",
            ("shard",),
            (
                ((str(number),), number not in cut and not shard.is_closed())
                for number, shard in self.client.shards.items()
            ),
        )
        yield _gauges(
            "salud_gateway_latency_seconds",
            "Time until Discord answered a shard's last heartbeat",
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
            "database": len(self.database.writer),
            **{queue.name: len(queue) for queue in services.drawing.every},
        }
        yield _gauges(
            "salud_queue_length",
            "Waiting and running work: jobs, database changes, pictures",
            ("queue",),
            (((queue,), length) for queue, length in lengths.items()),
        )
        timers = len(services.kit.match_jobs.timers)
        yield _gauge("salud_timers", "Matches that will continue automatically soon", timers)

    def _stored(self, figures: StoredFigures) -> Iterable[Gauge]:
        now = self.client.services.matches.clock.now()
        yield _gauges(
            "salud_matches",
            "Matches in the database, by state",
            ("state",),
            (((state,), number) for state, number in figures.matches.items()),
        )
        yield _gauge(
            "salud_boards_behind",
            "Matches whose board is out of date",
            figures.boards_behind,
        )
        yield _gauges(
            "salud_oldest_due_seconds",
            "Time for which the oldest pending work has been due",
            ("what",),
            (((kind,), max(now - at, 0)) for kind, at in figures.due.items()),
        )


def _gauge(name: str, description: str, value: float) -> Gauge:
    return Gauge(name, description, float(value))


def _gauges(name: str, description: str, labels: tuple[str, ...], values: Values) -> Gauge:
    gauge = Gauge(name, description, labels=labels)
    for label, value in values:
        gauge.add_metric(label, float(value))
    return gauge


_log = logging.getLogger(__name__)

PATH = "/metrics"
LOOK = 60.0


class Metrics(Observer):
    def __init__(self, database: str) -> None:
        self._metrics = Definitions(database)
        self._live: Live | None = None

    def answered(self, answer: MeasuredAnswer) -> None:
        metrics, kind = self._metrics, answer.kind
        metrics.answers.labels(kind, answer.name, answer.outcome.value).inc()
        for histogram, seconds in (
            (metrics.acknowledge, answer.acknowledged),
            (metrics.commit, answer.committed),
            (metrics.board, answer.shown),
            (metrics.answer, answer.ended),
        ):
            if seconds is not None:
                histogram.labels(kind).observe(seconds)
        if answer.reason is not None:
            refused = answer.outcome is AnswerOutcome.REFUSED
            (metrics.refusals if refused else metrics.failures).labels(answer.reason).inc()

    def match_changed(self, match: int, server: int, game: str, change: str) -> None:
        self._metrics.matches.labels(game, change).inc()

    def deadline_passed(self, match: int, server: int, kind: str, late: float) -> None:
        self._metrics.deadlines.labels(kind).observe(late)

    def board_shown(self, match: int, server: int, how: str) -> None:
        self._metrics.boards.labels(how).inc()

    def timer_ended(self, match: int, late: float) -> None:
        self._metrics.timers.observe(late)

    def thought_ended(self, outcome: str, seconds: float) -> None:
        self._metrics.thoughts.labels(outcome).observe(seconds)

    def job_done(self, job: str, outcome: str, match: int) -> None:
        self._metrics.jobs.labels(job, outcome).inc()

    def picture_drawn(self, picture: str, queue: str, waited: float, seconds: float) -> None:
        self._metrics.pictures.labels(picture).observe(seconds)
        self._metrics.picture_waits.labels(queue).observe(waited)

    def picture_failed(self, picture: str, queue: str) -> None:
        self._metrics.picture_failures.labels(picture).inc()

    def discord_answered(self, request: Request) -> None:
        metrics = self._metrics
        metrics.requests.labels(request.method, request.route).observe(request.seconds)
        if request.scope is not None:
            metrics.rate_limits.labels(request.scope).inc()
            metrics.retry_after.inc(max(request.retry_after, 0.0))
        elif request.is_refused:
            metrics.errors.labels(request.status, request.code).inc()

    def discord_unreachable(self, route: str, error: BaseException) -> None:
        self._metrics.unreachable.inc()

    def request_waited(self, seconds: float) -> None:
        self._metrics.waits.observe(seconds)

    def round_done(self, seconds: float) -> None:
        self._metrics.rounds.observe(seconds)
        if self._live is not None:
            self._live.scheduled = time.time()

    def task_failed(self, task: str) -> None:
        self._metrics.task_failures.labels(task).inc()

    def item_failed(self, kind: str, outcome: str) -> None:
        self._metrics.item_failures.labels(kind, outcome).inc()

    def committed(self, changes: int, seconds: float, *, durable: bool) -> None:
        self._metrics.commits.labels("yes" if durable else "no").observe(seconds)
        self._metrics.batches.observe(changes)

    def not_committed(self, changes: int) -> None:
        self._metrics.not_committed.inc(changes)

    def commit_repeated(self) -> None:
        self._metrics.retries.inc()

    @property
    def registry(self) -> CollectorRegistry:
        return self._metrics.registry

    @asynccontextmanager
    async def serving(
        self, host: str, port: int, client: SaludClient, database: Database
    ) -> AsyncIterator[None]:
        self._live = Live(client, database)
        self.registry.register(self._live)
        keep = client.services.supervisor.keep
        looking = keep("reading of figures", partial(self._look, self._live, database))
        app = web.Application()
        app.router.add_get(PATH, make_aiohttp_handler(self.registry))
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, host, port).start()
            except OSError as error:
                raise OperatorError(
                    f"The metrics can't be served at SALUD_METRICS={host}:{port}:"
                    f" {error.strerror or error}. Give another address, or none."
                ) from error
            _log.info("Metrics are at http://%s:%d%s", host, port, PATH)
            yield
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
            await runner.cleanup()
            self.registry.unregister(self._live)

    async def _look(self, live: Live, database: Database) -> None:
        figures, owns = FigureStore(database), live.client.services.ownership.owns
        while True:
            try:
                live.figures = await figures.read() if owns(0) else None
            except StoreTrouble as trouble:
                live.figures = None
                _log.warning("The matches can't be counted now: %s", trouble)
            await asyncio.sleep(LOOK)
