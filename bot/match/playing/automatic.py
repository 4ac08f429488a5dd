"""Moves that nobody presses: those of computers, and those that people have planned.

After a person's plain pick they wait some seconds, so that it can be taken back. Where several
people play, computers let a moment pass as well. A computer that searches thinks meanwhile
(thoughts.py), and nobody waits for it who can do anything else in the match.
"""

import asyncio
import logging
from dataclasses import dataclass

from bot.match.core.change import Decision
from bot.match.core.matches import Matches
from bot.match.core.transition import transition
from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.playing.decisions import advances_for
from bot.match.playing.plans import GONE, Plan, Plans
from bot.match.playing.thoughts import Thoughts
from bot.match.playing.undo import WAIT_ALONE, retractor
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from engine.core.capabilities import ExactPlans, PlanAhead
from engine.core.computers import nearest, searches
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

    def __init__(
        self,
        matches: Matches,
        plans: Plans,
        thoughts: Thoughts,
        take_back: int = 0,
        pause: int = 0,
    ) -> None:
        self.matches = matches
        self.plans = plans
        self.thoughts = thoughts
        self.take_back = take_back
        """Seconds to wait after a pick."""
        self.pause = pause
        """Seconds after what a person did in which computers do nothing, unless they think."""

    async def move(self, loaded: Loaded) -> Loaded:
        """Let them move until a person must act or may take back, or until one must think; the
        caller holds the match.

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
            if not plans and _searching(loaded, loaded.computers_to_act[0]):
                self.thoughts.begin(loaded, loaded.computers_to_act[0])
            return loaded, False
        if plans:
            decision = await self._planned(loaded, plans[0])
        else:
            decision = await self._computers(loaded)
            if not decision.advances:
                return loaded, False
        return await self.matches.commit(loaded, decision), True

    async def _computers(self, loaded: Loaded) -> Decision:
        """What computers decide, one after the other, until a person must act or one must think."""
        decision, now = Decision(), loaded
        for _ in range(TOGETHER):
            seat = now.computers_to_act[0]
            if not _searching(now, seat):
                level = nearest(now.game.info, now.roster.level_of(seat))
                action = await asyncio.to_thread(now.game.suggest, now.state, seat, level)
                token = now.game.notation(action)
            elif now is loaded and (thought := self.thoughts.take(now, seat)) is not None:
                token = thought
            else:  # it thinks, or will once what leads there has counted
                break
            decision = Decision((*decision.advances, *advances_for(now, seat, (token,))))
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
        """Until when nothing moves by itself; None: it may move now."""
        until = max(await self._may_take_back(loaded), self._pausing(loaded))
        return until if until > self.matches.clock.now() else None

    async def _may_take_back(self, loaded: Loaded) -> int:
        """Until when the last pick may be taken back before anything moves; 0: it may not be."""
        seat = retractor(loaded)
        if not self.take_back or seat is None or _by_plan(loaded):
            return 0
        if loaded.roster.is_shared or await self._waits_alone(loaded.roster.holders[seat]):
            return loaded.log[-1].at + self.take_back
        return 0

    def _pausing(self, loaded: Loaded) -> int:
        """Until when a computer does nothing where several people play; 0: it does not wait.

        It is counted from what a person did, so that all moves of computers that follow it come
        together, and one that thinks has waited by then.
        """
        acting = loaded.computers_to_act
        if not self.pause or not acting or not loaded.roster.is_shared:
            return 0
        if _searching(loaded, acting[0]):
            return 0
        computers = {seat for seat in range(loaded.seats) if _is_computer(loaded, seat)}
        own = (one.at for one in reversed(loaded.log) if one.entry.actor not in computers | {None})
        return next(own, 0) + self.pause

    async def _waits_alone(self, user: UserId | None) -> bool:
        """Whether computers wait for somebody who plays alone: yes, unless they turned it off."""
        settings = {} if user is None else await self.matches.store.user_settings(user)
        return settings.get(WAIT_ALONE) != "off"


def _searching(loaded: Loaded, seat: Seat) -> bool:
    """Whether the computer that acts for a seat takes its time."""
    return searches(loaded.game, loaded.roster.level_of(seat))


def _is_computer(loaded: Loaded, seat: Seat) -> bool:
    """Whether a computer plays the seat, or its latest turn."""
    return loaded.roster.holders[seat] is None or loaded.stood_in(seat)


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
