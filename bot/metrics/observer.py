"""Counts and measures what it observes."""

from bot.metrics.definitions import Definitions
from bot.observing.answer import Answer, Outcome
from bot.observing.observer import Observer, Request


class MetricsObserver(Observer):
    """Keeps the metrics of what happens."""

    def __init__(self, metrics: Definitions) -> None:
        self._metrics = metrics

    def answered(self, answer: Answer) -> None:
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
            refused = answer.outcome is Outcome.REFUSED
            (metrics.refusals if refused else metrics.failures).labels(answer.reason).inc()

    def match_changed(self, match: int, server: int, game: str, what: str) -> None:
        self._metrics.matches.labels(game, what).inc()

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
