"""Moves that nobody presses: those of computers, and those that people have planned.

After a person's plain pick they wait some seconds, so that it can be taken back.
"""

import asyncio
import logging
from dataclasses import dataclass

from bot.match.change import Decision
from bot.match.errors import Refusal
from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.playing.computers import level_of
from bot.match.playing.decisions import advances_for
from bot.match.playing.plans import GONE, Plan, Plans
from bot.match.playing.undo import WAIT_ALONE, retractor
from bot.match.store_errors import Conflict, StoreTrouble
from bot.match.transition import transition
from engine.core.capabilities import ExactPlans, PlanAhead
from engine.core.driver import without_undone
from engine.core.types import Seat

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pending:
    """What is about to happen by itself, and when."""

    until: int | None = None
    """When it happens, in seconds since 1970; None if nothing waits."""
    planners: frozenset[UserId] = frozenset()
    """People to act whose plan moves for them, so that they need no ping."""


NOTHING_PENDING = Pending()
TOGETHER = 8
"""How many moves of computers share a commit at most."""


class Automatic:
    """Lets computers and plans move."""

    def __init__(self, matches: Matches, plans: Plans, take_back: int = 0) -> None:
        self.matches = matches
        self.plans = plans
        self.take_back = take_back
        """Seconds to wait after a pick."""

    async def move(self, loaded: Loaded) -> Loaded:
        """Let them move until a person must act, or may take back; the caller holds the match.

        The change that led here has counted, so trouble must not make it look refused: a move
        that fails now stays due, and is made later.
        """
        moved = True
        try:
            while moved:
                loaded, moved = await self.matches.change_held(loaded, self._move_one)
        except (StoreTrouble, Refusal, Conflict) as trouble:
            _log.warning("A move in match %d waits: %r", loaded.record.id, trouble)
        return loaded

    async def pending(self, loaded: Loaded) -> Pending:
        """What waits in a match at this moment."""
        plans = await self._plans(loaded)
        if not plans and not loaded.computers_to_act:
            return NOTHING_PENDING
        until = await self._until(loaded)
        return Pending(until, frozenset(plan.user for plan in plans))

    async def _move_one(self, loaded: Loaded) -> tuple[Loaded, bool]:
        """The match after one more move, and whether there was one due."""
        plans = await self._plans(loaded)
        if not plans and not loaded.computers_to_act:
            return loaded, False
        if await self._until(loaded) is not None:
            return loaded, False
        if plans:
            decision = await self._planned(loaded, plans[0])
        else:
            decision = await self._computers(loaded)
        return await self.matches.commit(loaded, decision), True

    async def _computers(self, loaded: Loaded) -> Decision:
        """What computers decide, one after the other, until a person must act."""
        decision, now = Decision(), loaded
        for _ in range(TOGETHER):
            seat = now.computers_to_act[0]
            level = level_of(now.roster.computers, seat)
            action = await asyncio.to_thread(now.game.suggest, now.state, seat, level)
            made = advances_for(now, seat, (now.game.notation(action),))
            decision = Decision((*decision.advances, *made))
            now, _ = transition(loaded, decision, self.matches.clock.now())
            if not now.computers_to_act or await self._plans(now):
                break
        return decision

    async def _planned(self, loaded: Loaded, plan: Plan) -> Decision:
        """What a plan leads to: its first legal token, or that it is dropped."""
        seat = loaded.roster.seat_of(plan.user)
        assert seat is not None, "who left has no plan"
        why, token = await asyncio.to_thread(_judged, loaded, plan, seat)
        new = self.matches.new_events(loaded)
        if token is None:
            new.add(EventKind.PLAN_DROPPED, seat=seat, holder=plan.user, detail=why)
            return Decision(events=new.events)
        new.add(EventKind.PLANNED, seat=seat, holder=plan.user)
        return Decision(advances_for(loaded, seat, (token,)), new.events)

    async def _plans(self, loaded: Loaded) -> list[Plan]:
        """The plans of people who are to act now."""
        people = loaded.people_to_act
        if not loaded.roster.is_shared or not people or loaded.roster.paused is not None:
            return []
        return [plan for plan in await self.plans.of_match(loaded.record.id) if plan.user in people]

    async def _until(self, loaded: Loaded) -> int | None:
        """Until when the last pick may be taken back before anything moves; None: not any more."""
        seat = retractor(loaded)
        if not self.take_back or seat is None or _by_plan(loaded):
            return None
        until = loaded.log[-1].at + self.take_back
        if until <= self.matches.clock.now():
            return None
        if loaded.roster.is_shared or await self._waits_alone(loaded.roster.holders[seat]):
            return until
        return None

    async def _waits_alone(self, user: UserId | None) -> bool:
        """Whether computers wait for somebody who plays alone: yes, unless they turned it off."""
        settings = {} if user is None else await self.matches.store.user_settings(user)
        return settings.get(WAIT_ALONE) != "off"


def _by_plan(loaded: Loaded) -> bool:
    """Whether a plan made the last entry: then nobody is there to take it back."""
    last = loaded.seq - 1
    return any(
        event.kind is EventKind.PLANNED and event.after_seq == last for event in loaded.events
    )


def _judged(loaded: Loaded, plan: Plan, seat: Seat) -> tuple[str, str | None]:
    """Why the plan is dropped, and the token that is played; one of them is empty."""
    assert loaded.position is not None, "the match is running"
    game = loaded.game
    assert isinstance(game, PlanAhead), "only where a game has plans they are made"
    advances = loaded.history()
    then = advances[plan.seq - 1].position.state if plan.seq else game.new(loaded.seats)
    since = tuple(event for made in without_undone(advances[plan.seq :]) for event in made.events)
    why = game.plan_broken(then, since, loaded.state, seat)
    if why is not None:
        return why, None
    legal = [
        game.notation(action)
        for action in game.legal_actions(loaded.state, seat)
        if not isinstance(game, ExactPlans) or game.still_planned(then, loaded.state, action)
    ]
    token = next((token for token in plan.tokens if token in legal), None)
    return (GONE, None) if token is None else ("", token)
