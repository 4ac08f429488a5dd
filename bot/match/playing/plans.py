"""Plans: moves that players name in advance for their next turn, hidden from all others."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.core.change_rows import PLANS
from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import Conflict
from bot.match.playing.errors import (
    NoPlan,
    NoPlansInGame,
    NothingToPlan,
    NotPlannable,
    PlanNow,
    PlanTooLong,
)
from bot.match.values.errors import NotInMatch
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Conversion, Rows

MOST = 3
GONE = "gone"
"""Reason for dropping a plan without a legal move; games have reasons of their own."""


@dataclass(frozen=True, slots=True)
class Plan:
    match: MatchId
    user: UserId
    seq: int
    tokens: tuple[str, ...]
    """1 to MOST tokens, the preferred one first."""


ROWS = Rows(Plan, "plan", tokens=Conversion(",".join, lambda tokens: tuple(tokens.split(","))))


class Plans(Repository):
    """The stored plans. Commits delete them when they are used, dropped or obsolete
    (Change.unplanned).
    """

    async def keep(self, plan: Plan, events: int) -> None:
        """Replace the user's plan. Raise Conflict unless the log has `plan.seq` entries and the
        history `events` events.
        """

        def work(connection: Connection) -> None:
            row = connection.execute(
                "SELECT seq, events, frozen FROM match WHERE id = ?", (plan.match,)
            ).fetchone()
            if row != (plan.seq, events, 0):
                raise Conflict
            ROWS.insert(
                connection,
                [plan],
                "ON CONFLICT (match, user) DO UPDATE SET seq = excluded.seq,"
                " tokens = excluded.tokens, due = 0",
            )

        await self._database.writer.write(work)

    async def of_match(self, match: MatchId) -> tuple[Plan, ...]:
        async def read() -> tuple[Plan, ...]:
            return await self._database.all(ROWS, "WHERE match = ? ORDER BY user", match)

        return await self._database.keeping((PLANS, match), read)

    async def drop(self, match: MatchId, user: UserId) -> bool:
        deleted = await self._database.execute(
            "DELETE FROM plan WHERE match = ? AND user = ?", match, user
        )
        return deleted == 1

    async def due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT DISTINCT plan.match FROM plan JOIN match ON match.id = plan.match"
            " WHERE plan.due = 1 AND match.frozen = 0 ORDER BY plan.match"
        )


def new_plan(loaded: Loaded, user: UserId, tokens: Sequence[str]) -> Plan:
    """Return the user's plan of these tokens, without repetitions; raise a Refusal."""
    named = tuple(dict.fromkeys(tokens))
    choices = choices_of(loaded, user)
    if not named or not set(named) <= set(choices):
        raise NotPlannable
    if len(named) > MOST:
        raise PlanTooLong(most=MOST)
    return Plan(loaded.record.id, user, loaded.seq, named)


def choices_of(loaded: Loaded, user: UserId) -> tuple[str, ...]:
    seat = loaded.roster.seat_of(user)
    if seat is None:
        raise NotInMatch
    if loaded.seats == 1:
        raise NoPlansInGame
    if seat in loaded.seats_to_act:
        raise PlanNow
    if not loaded.seats_to_act:
        raise NothingToPlan
    choices = loaded.game.plannable(loaded.state, seat)
    if not choices:
        raise NothingToPlan
    return tuple(loaded.game.notation(action) for action in choices)


class Planning:
    def __init__(self, matches: Matches, plans: Plans) -> None:
        self._matches = matches
        self._plans = plans

    async def plan(self, match: MatchId, user: UserId, tokens: Sequence[str]) -> Plan:
        """Plan the user's next turn: the bot plays the first of these tokens that is legal then."""

        async def act(loaded: Loaded) -> Plan:
            if loaded.status is not Status.RUNNING:
                raise NothingToPlan
            plan = new_plan(loaded, user, tokens)
            await self._keep(plan, len(loaded.events))
            return plan

        return await self._matches.change(match, act)

    async def plan_of(self, match: MatchId, user: UserId) -> Plan | None:
        plans = await self._plans.of_match(match)
        return next((plan for plan in plans if plan.user == user), None)

    async def leave(self, match: MatchId, user: UserId) -> None:
        async def is_gone() -> bool:
            return await self.plan_of(match, user) is None

        async with self._matches.locked(match):  # with the lock, no move can use it meanwhile
            dropped = await confirmed_write(lambda: self._plans.drop(match, user), is_gone)
        if not dropped:
            raise NoPlan

    async def _keep(self, plan: Plan, events: int) -> None:
        async def is_kept() -> bool:
            return await self.plan_of(plan.match, plan.user) == plan

        await confirmed_write(lambda: self._plans.keep(plan, events), is_kept)
