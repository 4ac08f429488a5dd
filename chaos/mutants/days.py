"""Mutants that break the puzzle of the day."""

from collections.abc import Callable
from dataclasses import replace

from bot.match.daily.days import DayGame
from bot.match.daily.service import DailyService, DayRequest
from bot.match.log.loaded import Loaded
from bot.match.values.days import Day, end_of
from chaos.mutants.fairness import everywhere

LATER = 3 * 3600
"""Seconds by which a day is too long."""


def _own_luck() -> None:
    make = DailyService._make

    async def with_own_seed(self: DailyService, request: DayRequest, fixed: DayGame) -> Loaded:
        return await make(self, request, replace(fixed, seed=self.matches.new_seed()))

    setattr(DailyService, "_make", with_own_seed)  # noqa: B010 - mypy forbids it otherwise


def _peek() -> None:
    async def check(*_: object) -> None:
        return

    setattr(DailyService, "check_access", check)  # noqa: B010 - as above


def _long_day() -> None:
    right = end_of  # `everywhere` also replaces this module's name for it

    def later(day: Day) -> int:
        return right(day) + LATER

    everywhere(right, later)


DAYS: dict[str, Callable[[], None]] = {
    "own-luck": _own_luck,
    "peek": _peek,
    "long-day": _long_day,
}
