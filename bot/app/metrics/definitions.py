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

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(name, text, labels, registry=registry)

        def histogram(name: str, text: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
            return Histogram(name, text, labels, buckets=buckets, registry=registry)

        self.answers = counter(
            "salud_answers_total", "Answered interactions", "kind", "name", "outcome"
        )
        self.acknowledge = histogram(
            "salud_answer_acknowledge_seconds",
            "Time from the arrival of an interaction to the first answer at Discord",
            ANSWER,
            "kind",
        )
        self.commit = histogram(
            "salud_answer_commit_seconds",
            "Time from the arrival of an interaction to its commit on disk",
            ANSWER,
            "kind",
        )
        self.board = histogram(
            "salud_answer_board_seconds",
            "Time from the arrival of an interaction to its display on the board",
            ANSWER,
            "kind",
        )
        self.answer = histogram(
            "salud_answer_seconds",
            "Time from the arrival of an interaction to the end of all its work",
            ANSWER,
            "kind",
        )
        self.refusals = counter("salud_refusals_total", "Refusals, by reason", "reason")
        self.failures = counter("salud_failures_total", "Failed answers, by error", "reason")

        self.requests = histogram(
            "salud_discord_request_seconds",
            "Time from a request to Discord to the beginning of the answer",
            REQUEST,
            "method",
            "route",
        )
        self.errors = counter(
            "salud_discord_errors_total",
            "Requests refused by Discord, by HTTP status and Discord's code",
            "status",
            "code",
        )
        self.unreachable = counter(
            "salud_discord_unreachable_total", "Requests to Discord without an answer"
        )
        self.rate_limits = counter(
            "salud_discord_rate_limits_total", "Rate limits hit (HTTP 429), by scope", "scope"
        )
        for scope in SCOPES:  # Prometheus misses an increase that creates its counter
            self.rate_limits.labels(scope)
        self.retry_after = counter(
            "salud_discord_rate_limit_seconds_total",
            "Seconds of waiting that Discord has asked for after rate limits",
        )
        self.waits = histogram(
            "salud_discord_wait_seconds",
            "Time that requests waited to stay within rate limits",
            ANSWER,
        )

        self.matches = counter(
            "salud_match_changes_total",
            "Matches opened, begun, ended, called off, frozen or mended by this process",
            "game",
            "change",
        )
        self.boards = counter("salud_boards_total", "Boards posted, edited and stripped", "how")
        self.pictures = histogram(
            "salud_picture_seconds", "Time to draw a picture", DRAWING, "picture"
        )
        self.picture_waits = histogram(
            "salud_picture_wait_seconds",
            "Time that a picture waited before drawing began",
            DRAWING,
            "queue",
        )
        self.picture_failures = counter(
            "salud_picture_failures_total", "Pictures whose drawing failed", "picture"
        )
        self.jobs = counter("salud_jobs_total", "Jobs of matches, by outcome", "job", "outcome")
        self.timers = histogram(
            "salud_timer_late_seconds", "Delay with which a match continued automatically", LATE
        )
        self.thoughts = histogram(
            "salud_thought_seconds",
            "Time for a computer player's move, including the wait for a process",
            LATE,
            "outcome",
        )
        self.deadlines = histogram(
            "salud_deadline_late_seconds",
            "Delay with which a passed deadline was handled",
            LATE,
            "kind",
        )
        self.rounds = histogram(
            "salud_scheduler_round_seconds", "Time of a scheduler round", COMMIT
        )
        self.task_failures = counter(
            "salud_task_failures_total", "Errors of background tasks, which are restarted", "task"
        )
        self.item_failures = counter(
            "salud_item_failures_total",
            "Failures of single items of due work, which are retried",
            "kind",
            "outcome",
        )

        self.commits = histogram(
            "salud_database_commit_seconds",
            "Time of a transaction; only durable ones wait for the disk",
            COMMIT,
            "durable",
        )
        self.batches = histogram("salud_database_batch_size", "Changes in one transaction", SIZES)
        self.retries = counter("salud_database_retries_total", "Repeated transactions")
        self.not_committed = counter(
            "salud_database_errors_total", "Changes that the database failed to store"
        )
