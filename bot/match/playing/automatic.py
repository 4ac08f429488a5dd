"""Moves that nobody presses: those of computers, and those that people have planned.

After a person's plain pick they wait a few seconds, so that it can be taken back.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from bot.match.errors import Refusal
from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.playing.computers import level_of
from bot.match.playing.decisions import decide
from bot.match.playing.plans import GONE, Plan, Plans
from bot.match.playing.undo import WAIT_ALONE, retractor
from bot.match.ports import Conflict, StoreTrouble
from engine.core import driver
from engine.core.capabilities import PlanAhead
from engine.core.driver import without_undone
from engine.core.types import Seat

_log = logging.getLogger(__name__)

TRIES = 5
"""How often a move is decided again when another process was faster."""
COMPANY = 2
"""So many people make a match in which somebody else waits, too."""


@dataclass(frozen=True, slots=True)
class Pending:
    """What will happen by itself, and when."""

    until: int | None = None
    """Seconds since 1970; None where nothing waits."""
    planners: frozenset[UserId] = frozenset()
    """People to act whose plan moves for them, so that they need not be called."""


NOTHING_PENDING = Pending()


class Automatic:
    """Lets computers and plans move."""

    def __init__(self, matches: Matches, plans: Plans, take_back: int = 0) -> None:
        self.matches = matches
        self.plans = plans
        self.take_back = take_back
        """Seconds that are waited after a pick."""

    async def move(self, loaded: Loaded) -> Loaded:
        """Let them move until a person must act, or may take back; the caller holds the match.

        What brought them to move has counted, so trouble here must not make it look refused:
        whoever could not move is due, and moves later.
        """
        conflicts, behind = 0, False
        while conflicts < TRIES:
            try:
                if behind:
                    loaded = await self.matches.look(loaded.record.id)
                behind = False
                after = await self._step(loaded)
            except Conflict:
                conflicts += 1
                behind = True
                continue
            except (StoreTrouble, Refusal) as trouble:
                _log.warning("A move in match %d waits: %r", loaded.record.id, trouble)
                break
            if after is None:
                break
            loaded = after
        return loaded

    async def pending(self, loaded: Loaded) -> Pending:
        """What waits in a match at this moment."""
        plans = await self._plans(loaded)
        if not plans and not loaded.computers_to_act:
            return NOTHING_PENDING
        until = await self._until(loaded)
        return Pending(until, frozenset(plan.user for plan in plans))

    async def _step(self, loaded: Loaded) -> Loaded | None:
        """The match after one more move; None where none is due now."""
        plans = await self._plans(loaded)
        if not plans and not loaded.computers_to_act:
            return None
        if await self._until(loaded) is not None:
            return None
        if plans:
            return await self._planned(loaded, plans[0])
        seat = loaded.computers_to_act[0]
        level = level_of(loaded.roster.computers, seat)
        action = await asyncio.to_thread(loaded.game.suggest, loaded.state, seat, level)
        token = loaded.game.notation(action)
        return await self.matches.commit(loaded, decide(loaded, seat, (token,)))

    async def _plans(self, loaded: Loaded) -> list[Plan]:
        """The plans whose turn has come."""
        people = loaded.people_to_act
        if len(loaded.roster.people) < COMPANY or not people or loaded.roster.paused is not None:
            return []
        plans = await self.plans.of_match(loaded.record.id)
        return [plan for plan in plans if plan.user in people]

    async def _planned(self, loaded: Loaded, plan: Plan) -> Loaded:
        """The match after a plan was carried out, or dropped as a whole."""
        seat = loaded.roster.seat_of(plan.user)
        assert seat is not None, "who left has no plan"
        why, token = await asyncio.to_thread(_judged, loaded, plan, seat)
        event = self.matches.event
        if token is None:
            kind = EventKind.PLAN_DROPPED
            dropped = event(loaded, kind, seat=seat, holder=plan.user, detail=why)
            return await self.matches.commit(loaded, events=(dropped,))
        planned = event(loaded, EventKind.PLANNED, seat=seat, holder=plan.user)
        return await self.matches.commit(loaded, decide(loaded, seat, (token,)), (planned,))

    async def _until(self, loaded: Loaded) -> int | None:
        """Until when the last pick may be taken back before anything moves; None: no longer."""
        seat = retractor(loaded)
        if not self.take_back or seat is None or _by_plan(loaded):
            return None
        until = loaded.log[-1].at + self.take_back
        if until <= self.matches.clock.now():
            return None
        if len(loaded.roster.people) >= COMPANY or await self._wanted(loaded.roster.holders[seat]):
            return until
        return None

    async def _wanted(self, user: UserId | None) -> bool:
        """Whether somebody who plays alone lets computers wait, as they do unless told not to."""
        settings = {} if user is None else await self.matches.store.user_settings(user)
        return settings.get(WAIT_ALONE) != "off"


def _by_plan(loaded: Loaded) -> bool:
    """Whether the last entry was planned: nobody sits there to take it back."""
    last = loaded.seq - 1
    return any(
        event.kind is EventKind.PLANNED and event.after_seq == last for event in loaded.events
    )


def _judged(loaded: Loaded, plan: Plan, seat: Seat) -> tuple[str, str | None]:
    """Why the plan falls, and the token that is played; one of them is empty."""
    assert loaded.position is not None, "the match is running"
    game = loaded.game
    assert isinstance(game, PlanAhead), "only where a game has plans they are made"
    advances: tuple[driver.Advance[Any], ...] = loaded.advances()
    then = advances[plan.seq - 1].position.state if plan.seq else game.new(loaded.seats)
    since = tuple(event for made in without_undone(advances[plan.seq :]) for event in made.events)
    why = game.plan_broken(then, since, loaded.state, seat)
    if why is not None:
        return why, None
    legal = driver.legal_tokens(game, loaded.position, seat)
    token = next((token for token in plan.tokens if token in legal), None)
    return (GONE, None) if token is None else ("", token)
