"""Automatic moves: those of computers, and those that players have planned.

After a player's pick, automatic moves wait some seconds, so that the player can take it back. If
several people play, computers also pause for a moment. A computer that searches thinks meanwhile
(thoughts.py), and does not hold up players who can act elsewhere in the match.

Each change of a match ends with `move`, which makes all due moves in commits of their own. A
player's press has already counted by then, so an error here must not reach the player as a failed
press: the move stays due, and the next look at the match makes it. Nothing about a pending move is
stored; it follows from the match, its plans and the clock.

A commit takes time and a computer's answer usually none. So `with_answer` adds computers' moves
that need no wait to the press before them, and both are stored in one commit. An answer that takes
long, or fails, is left to `move`.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.match.core.change import Decision
from bot.match.core.matches import Matches
from bot.match.core.transition import match_after
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.playing.decisions import advances_for
from bot.match.playing.plans import GONE, Plan, Plans
from bot.match.playing.thoughts import Thoughts
from bot.match.playing.undo import WAIT_ALONE, retractor
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from engine.core import driver
from engine.core.computers import nearest, searches
from engine.core.driver import without_undone
from engine.core.types import Seat

_log = logging.getLogger(__name__)


TOGETHER = 8
ANSWER_WITHIN = 0.25
"""Seconds for which the commit of a press waits for the computers' answer."""


class Automatic:
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
        self.pause = pause
        """Seconds for which computers wait after a person's action, unless they search."""

    async def move(self, loaded: Loaded) -> Loaded:
        """Make all automatic moves that are due. The caller holds the match's lock.

        The change that led here is already stored, so failures are logged, not raised.
        """
        moved = True
        try:
            while moved:
                loaded, moved = await self.matches.change_held(loaded, self._move_one)
        except (StoreTrouble, Refusal, Conflict) as trouble:
            _log.warning(
                "An automatic move in match %d is postponed: %r", loaded.record.id, trouble
            )
        return loaded

    async def with_answer(self, loaded: Loaded, decision: Decision) -> Decision:
        """Add the moves with which computers answer a decision, if they are due immediately.

        Nothing is stored yet, and failures are logged, not raised.
        """
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                answer = await self._answer(match_after(loaded, decision, self.matches.clock.now()))
        except TimeoutError:
            return decision
        except Exception as error:  # noqa: BLE001 - the decision counts without an answer
            text = "Computers answer in match %d only after a commit: %r"
            _log.warning(text, loaded.record.id, error)
            return decision
        return replace(decision, advances=(*decision.advances, *answer))

    async def _answer(self, after: Loaded) -> Sequence[driver.Advance[Any]]:
        computers = after.computers_to_act
        # A search needs a stored moment, and a plan comes with events.
        if not computers or _searching(after, computers[0]) or await self._plans(after):
            return ()
        if await self._until(after) is not None:
            return ()
        return (await self._computers(after)).advances

    async def next_move_at(self, loaded: Loaded) -> int | None:
        """Return when the next automatic move is due, in seconds since 1970; None if there is none,
        or if it needs no wait.
        """
        if not loaded.computers_to_act and not await self._plans(loaded):
            return None
        return await self._until(loaded)

    async def planners(self, loaded: Loaded) -> frozenset[UserId]:
        """Return the players whose next move will be a planned one."""
        return frozenset(plan.user for plan in await self._plans(loaded))

    async def _move_one(self, loaded: Loaded) -> tuple[Loaded, bool]:
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
        decision, current = Decision(), loaded
        for _ in range(TOGETHER):
            seat = current.computers_to_act[0]
            if not _searching(current, seat):
                level = nearest(current.game.info, current.roster.level_of(seat))
                action = await asyncio.to_thread(current.game.suggest, current.state, seat, level)
                token = current.game.notation(action)
            elif current is loaded and (thought := self.thoughts.take(current, seat)) is not None:
                token = thought
            else:  # thinking, or will begin once the earlier moves are stored
                break
            decision = Decision((*decision.advances, *advances_for(current, seat, (token,))))
            current = match_after(loaded, decision, self.matches.clock.now())
            if not current.computers_to_act or await self._plans(current):
                break
        return decision

    async def _planned(self, loaded: Loaded, plan: Plan) -> Decision:
        seat = loaded.roster.seat_of(plan.user)
        assert seat is not None, "a player who left has no plan"
        why, token = await asyncio.to_thread(_judged, loaded, plan, seat)
        new = self.matches.new_events(loaded)
        if token is None:
            new.add(MatchEventKind.PLAN_DROPPED, seat=seat, holder=plan.user, detail=why)
            return Decision(events=new.events)
        new.add(MatchEventKind.PLANNED, seat=seat, holder=plan.user)
        return Decision(advances_for(loaded, seat, (token,)), new.events)

    async def _plans(self, loaded: Loaded) -> list[Plan]:
        people = loaded.people_to_act
        if not loaded.roster.is_shared or not people or loaded.roster.paused is not None:
            return []
        return [plan for plan in await self.plans.of_match(loaded.record.id) if plan.user in people]

    async def _until(self, loaded: Loaded) -> int | None:
        until = max(await self._may_take_back(loaded), self._pausing(loaded))
        return until if until > self.matches.clock.now() else None

    async def _may_take_back(self, loaded: Loaded) -> int:
        """Return the time until which the last pick can be taken back, in seconds since 1970; 0 if
        it can't be.
        """
        seat = retractor(loaded)
        if not self.take_back or seat is None or _by_plan(loaded):
            return 0
        if loaded.roster.is_shared or await self._waits_alone(loaded.roster.holders[seat]):
            return loaded.log[-1].at + self.take_back
        return 0

    def _pausing(self, loaded: Loaded) -> int:
        """Return the end of the pause of computers that play with several people; 0 without one.

        The pause counts from a person's last action, so that all computer moves after it come
        together.
        """
        acting = loaded.computers_to_act
        if not self.pause or not acting or not loaded.roster.is_shared:
            return 0
        if _searching(loaded, acting[0]):
            return 0
        computers = {seat for seat in range(loaded.seats) if _is_computer(loaded, seat)}
        by_people = (
            stored.at
            for stored in reversed(loaded.log)
            if stored.entry.actor not in computers | {None}
        )
        return next(by_people, 0) + self.pause

    async def _waits_alone(self, user: UserId | None) -> bool:
        settings = {} if user is None else await self.matches.store.user_settings(user)
        return settings.get(WAIT_ALONE) != "off"


def _searching(loaded: Loaded, seat: Seat) -> bool:
    return searches(loaded.game, loaded.roster.level_of(seat))


def _is_computer(loaded: Loaded, seat: Seat) -> bool:
    return loaded.roster.holders[seat] is None or loaded.stood_in(seat)


def _by_plan(loaded: Loaded) -> bool:
    """Return whether a plan made the last entry. Its player is not there to take it back."""
    last = loaded.seq - 1
    return any(
        event.kind is MatchEventKind.PLANNED and event.after_seq == last for event in loaded.events
    )


def _judged(loaded: Loaded, plan: Plan, seat: Seat) -> tuple[str, str | None]:
    """Return the reason to drop a plan and None, or an empty text and the token to play."""
    assert loaded.position is not None, "the match is running"
    game = loaded.game
    advances = loaded.history()
    planned_state = advances[plan.seq - 1].position.state if plan.seq else game.new(loaded.seats)
    since = tuple(
        event for advance in without_undone(advances[plan.seq :]) for event in advance.events
    )
    why = game.plan_broken(planned_state, since, loaded.state, seat)
    if why is not None:
        return why, None
    legal = [
        game.notation(action)
        for action in game.legal_actions(loaded.state, seat)
        if game.still_planned(planned_state, loaded.state, action)
    ]
    token = next((token for token in plan.tokens if token in legal), None)
    return (GONE, None) if token is None else ("", token)
