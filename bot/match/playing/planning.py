"""Making and dropping plans."""

from collections.abc import Sequence

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.playing.errors import NoPlan, NothingToPlan
from bot.match.playing.plans import Plan, Plans, made
from bot.match.values.players import UserId


class Planning:
    """Makes and drops plans, each of one user in one match."""

    def __init__(self, matches: Matches, plans: Plans) -> None:
        self._matches = matches
        self._plans = plans

    async def plan(self, match: MatchId, user: UserId, tokens: Sequence[str]) -> Plan:
        """Plan the user's next turn: the first of these tokens that is legal then is played.

        It replaces an earlier plan. Raises a Refusal that says why not, or Conflict if the match
        never stands still.
        """

        async def act(loaded: Loaded) -> Plan:
            if loaded.status is not Status.RUNNING:
                raise NothingToPlan
            plan = made(loaded, user, tokens)
            await self._keep(plan, len(loaded.events))
            return plan

        return await self._matches.change(match, act)

    async def planned(self, match: MatchId, user: UserId) -> Plan | None:
        """The user's plan; None if there is none."""
        plans = await self._plans.of_match(match)
        return next((plan for plan in plans if plan.user == user), None)

    async def leave(self, match: MatchId, user: UserId) -> None:
        """Drop the user's plan; raises NoPlan if there is none, or if it is carried out by now."""

        async def gone() -> bool | None:
            return True if await self.planned(match, user) is None else None

        async with self._matches.locked(match):  # nothing moves by it any more
            dropped = await confirmed_write(lambda: self._plans.drop(match, user), gone)
        if not dropped:
            raise NoPlan

    async def _keep(self, plan: Plan, events: int) -> None:
        async def keep() -> bool:
            await self._plans.keep(plan, events)
            return True

        async def kept() -> bool | None:
            return True if await self.planned(plan.match, plan.user) == plan else None

        await confirmed_write(keep, kept)
