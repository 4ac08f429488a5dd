"""Several observers as one."""

from bot.observing.answer import Answer
from bot.observing.observer import Observer, Request


class Observers(Observer):
    """Tells each of them everything."""

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers

    def answered(self, answer: Answer) -> None:
        for one in self._observers:
            one.answered(answer)

    def match_changed(self, match: int, server: int, game: str, what: str) -> None:
        for one in self._observers:
            one.match_changed(match, server, game, what)

    def deadline_passed(self, match: int, server: int, kind: str, late: float) -> None:
        for one in self._observers:
            one.deadline_passed(match, server, kind, late)

    def board_shown(self, match: int, server: int, how: str) -> None:
        for one in self._observers:
            one.board_shown(match, server, how)

    def timer_ended(self, match: int, late: float) -> None:
        for one in self._observers:
            one.timer_ended(match, late)

    def thought_ended(self, outcome: str, seconds: float) -> None:
        for one in self._observers:
            one.thought_ended(outcome, seconds)

    def job_done(self, job: str, outcome: str, match: int) -> None:
        for one in self._observers:
            one.job_done(job, outcome, match)

    def picture_drawn(self, picture: str, queue: str, waited: float, seconds: float) -> None:
        for one in self._observers:
            one.picture_drawn(picture, queue, waited, seconds)

    def picture_failed(self, picture: str, queue: str) -> None:
        for one in self._observers:
            one.picture_failed(picture, queue)

    def discord_answered(self, request: Request) -> None:
        for one in self._observers:
            one.discord_answered(request)

    def discord_unreachable(self, route: str, error: BaseException) -> None:
        for one in self._observers:
            one.discord_unreachable(route, error)

    def request_waited(self, seconds: float) -> None:
        for one in self._observers:
            one.request_waited(seconds)

    def round_done(self, seconds: float) -> None:
        for one in self._observers:
            one.round_done(seconds)

    def task_failed(self, task: str) -> None:
        for one in self._observers:
            one.task_failed(task)

    def item_failed(self, kind: str, outcome: str) -> None:
        for one in self._observers:
            one.item_failed(kind, outcome)

    def committed(self, changes: int, seconds: float, *, durable: bool) -> None:
        for one in self._observers:
            one.committed(changes, seconds, durable=durable)

    def not_committed(self, changes: int) -> None:
        for one in self._observers:
            one.not_committed(changes)

    def commit_repeated(self) -> None:
        for one in self._observers:
            one.commit_repeated()
