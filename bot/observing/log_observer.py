"""Log lines for events that operators look for. An idle bot writes none."""

import logging

from bot.observing.answer import MeasuredAnswer
from bot.observing.fields import fields, milliseconds
from bot.observing.observer import PROXY_TIMEOUT, TOO_MANY, UNAUTHORIZED, Observer, Request

_log = logging.getLogger("salud")

SHOWN = {
    "posted": "The board of match %d was posted",
    "edited": "The board of match %d was edited",
}
BECAME = {
    "opened": "Match %d was opened",
    "begun": "Match %d has begun",
    "ended": "Match %d is over",
    "called off": "Match %d was called off",
}
"""Log lines of changes. Other changes are logged where they happen, with their cause."""
TOLD = frozenset((UNAUTHORIZED, TOO_MANY))
"""HTTP statuses that are logged elsewhere: an invalid token ends the bot with its own message, and
discord.py logs rate limits.
"""
UNANSWERED = "The proxy waited in vain for Discord's answer to %s %s"


class LogObserver(Observer):
    def answered(self, answer: MeasuredAnswer) -> None:
        reason = "" if answer.reason is None else f", {answer.reason}"
        _log.info(
            "%s %s: %s%s",
            answer.kind.capitalize(),
            answer.name,
            answer.outcome.value,
            reason,
            extra=fields(
                match=answer.match,
                server=answer.server,
                interaction=answer.interaction,
                kind=answer.kind,
                name=answer.name,
                outcome=answer.outcome.value,
                reason=answer.reason,
                acknowledged_ms=milliseconds(answer.acknowledged),
                committed_ms=milliseconds(answer.committed),
                board_ms=milliseconds(answer.shown),
                total_ms=milliseconds(answer.ended),
            ),
        )

    def match_changed(self, match: int, server: int, game: str, change: str) -> None:
        if change in BECAME:
            _log.info(BECAME[change], match, extra=fields(match=match, server=server, game=game))

    def deadline_passed(self, match: int, server: int, kind: str, late: float) -> None:
        _log.info(
            "A deadline of match %d has passed",
            match,
            extra=fields(match=match, server=server, deadline=kind, late_ms=milliseconds(late)),
        )

    def board_shown(self, match: int, server: int, how: str) -> None:
        if how in SHOWN:
            _log.info(SHOWN[how], match, extra=fields(match=match, server=server))

    def timer_ended(self, match: int, late: float) -> None:
        _log.info(
            "Match %d continues automatically",
            match,
            extra=fields(match=match, late_ms=milliseconds(late)),
        )

    def discord_answered(self, request: Request) -> None:
        if request.is_refused and request.status not in TOLD:
            _log.info(
                UNANSWERED if request.status == PROXY_TIMEOUT else "Discord refused %s %s",
                request.method,
                request.route,
                extra=fields(
                    status=request.status,
                    code=request.code,
                    request_ms=milliseconds(request.seconds),
                ),
            )

    def discord_unreachable(self, route: str, error: BaseException) -> None:
        _log.info("Discord did not answer %s: %s", route, type(error).__name__)
