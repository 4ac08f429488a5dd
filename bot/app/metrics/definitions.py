"""All counters and histograms, with their labels. docs/metrics.md describes normal values."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)

from bot.version import VERSION

ANSWER = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Seconds; Discord waits three for the first answer."""
COMMIT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
DRAWING = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)
REQUEST = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LATE = (1.0, 5.0, 20.0, 60.0, 300.0, 900.0, 3600.0)
SCOPES = ("user", "shared", "global", "cloudflare", "proxy")
SIZES = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)


class Definitions:
    def __init__(self, database: str) -> None:
        """`database` is sqlite or postgresql."""
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        Info("salud_build", "Version of the bot and kind of its database", registry=registry).info(
            {"version": VERSION, "database": database}
        )
        self._answers(registry)
        self._discord(registry)
        self._work(registry)
        self._database(registry)

    def _answers(self, registry: CollectorRegistry) -> None:
        self.answers = Counter(
            "salud_answers_total",
            "Answered interactions",
            ("kind", "name", "outcome"),
            registry=registry,
        )
        self.acknowledge = Histogram(
            "salud_answer_acknowledge_seconds",
            "Time from the arrival of an interaction to the first answer at Discord",
            ("kind",),
            buckets=ANSWER,
            registry=registry,
        )
        self.commit = Histogram(
            "salud_answer_commit_seconds",
            "Time from the arrival of an interaction to its commit on disk",
            ("kind",),
            buckets=ANSWER,
            registry=registry,
        )
        self.board = Histogram(
            "salud_answer_board_seconds",
            "Time from the arrival of an interaction to its display on the board",
            ("kind",),
            buckets=ANSWER,
            registry=registry,
        )
        self.answer = Histogram(
            "salud_answer_seconds",
            "Time from the arrival of an interaction to the end of all its work",
            ("kind",),
            buckets=ANSWER,
            registry=registry,
        )
        self.refusals = Counter(
            "salud_refusals_total",
            "Refusals, by reason",
            ("reason",),
            registry=registry,
        )
        self.failures = Counter(
            "salud_failures_total",
            "Failed answers, by error",
            ("reason",),
            registry=registry,
        )

    def _discord(self, registry: CollectorRegistry) -> None:
        self.requests = Histogram(
            "salud_discord_request_seconds",
            "Time from a request to Discord to the beginning of the answer",
            ("method", "route"),
            buckets=REQUEST,
            registry=registry,
        )
        self.errors = Counter(
            "salud_discord_errors_total",
            "Requests refused by Discord, by HTTP status and Discord's code",
            ("status", "code"),
            registry=registry,
        )
        self.unreachable = Counter(
            "salud_discord_unreachable_total",
            "Requests to Discord without an answer",
            registry=registry,
        )
        self.rate_limits = Counter(
            "salud_discord_rate_limits_total",
            "Rate limits hit (HTTP 429), by scope",
            ("scope",),
            registry=registry,
        )
        for scope in SCOPES:  # Prometheus misses an increase that creates its counter
            self.rate_limits.labels(scope)
        self.retry_after = Counter(
            "salud_discord_rate_limit_seconds_total",
            "Seconds of waiting that Discord has asked for after rate limits",
            registry=registry,
        )
        self.waits = Histogram(
            "salud_discord_wait_seconds",
            "Time that requests waited to stay within rate limits",
            buckets=ANSWER,
            registry=registry,
        )

    def _work(self, registry: CollectorRegistry) -> None:
        self.matches = Counter(
            "salud_match_changes_total",
            "Matches opened, begun, ended, called off, frozen or mended by this process",
            ("game", "change"),
            registry=registry,
        )
        self.boards = Counter(
            "salud_boards_total", "Boards posted, edited and stripped", ("how",), registry=registry
        )
        self.pictures = Histogram(
            "salud_picture_seconds",
            "Time to draw a picture",
            ("picture",),
            buckets=DRAWING,
            registry=registry,
        )
        self.picture_waits = Histogram(
            "salud_picture_wait_seconds",
            "Time that a picture waited before drawing began",
            ("queue",),
            buckets=DRAWING,
            registry=registry,
        )
        self.picture_failures = Counter(
            "salud_picture_failures_total",
            "Pictures whose drawing failed",
            ("picture",),
            registry=registry,
        )
        self.jobs = Counter(
            "salud_jobs_total", "Jobs of matches, by outcome", ("job", "outcome"), registry=registry
        )
        self.timers = Histogram(
            "salud_timer_late_seconds",
            "Delay with which a match continued automatically",
            buckets=LATE,
            registry=registry,
        )
        self.thoughts = Histogram(
            "salud_thought_seconds",
            "Time for a computer player's move, including the wait for a process",
            ("outcome",),
            buckets=LATE,
            registry=registry,
        )
        self.deadlines = Histogram(
            "salud_deadline_late_seconds",
            "Delay with which a passed deadline was handled",
            ("kind",),
            buckets=LATE,
            registry=registry,
        )
        self.rounds = Histogram(
            "salud_scheduler_round_seconds",
            "Time of a scheduler round",
            buckets=COMMIT,
            registry=registry,
        )
        self.task_failures = Counter(
            "salud_task_failures_total",
            "Errors of background tasks, which are restarted",
            ("task",),
            registry=registry,
        )
        self.item_failures = Counter(
            "salud_item_failures_total",
            "Failures of single items of due work, which are retried",
            ("kind", "outcome"),
            registry=registry,
        )

    def _database(self, registry: CollectorRegistry) -> None:
        self.commits = Histogram(
            "salud_database_commit_seconds",
            "Time of a transaction; only durable ones wait for the disk",
            ("durable",),
            buckets=COMMIT,
            registry=registry,
        )
        self.batches = Histogram(
            "salud_database_batch_size",
            "Changes in one transaction",
            buckets=SIZES,
            registry=registry,
        )
        self.retries = Counter(
            "salud_database_retries_total", "Repeated transactions", registry=registry
        )
        self.not_committed = Counter(
            "salud_database_errors_total",
            "Changes that the database failed to store",
            registry=registry,
        )
