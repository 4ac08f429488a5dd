"""Plans: what people who wait name ahead for their next turn. Nobody else can see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.errors import (
    NoPlansInGame,
    NothingToPlan,
    NotInMatch,
    NotPlannable,
    PlanNow,
    PlanTooLong,
)
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.types import MatchId
from engine.core.capabilities import PlanAhead

MOST = 3
"""How many moves a plan may name."""
GONE = "gone"
"""Why a plan was dropped of which nothing can be done any more; games have reasons beside it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What someone wants to do in their next turn: the first of these that is possible then."""

    match: MatchId
    user: UserId
    seq: int
    """How many entries the log had when it was made."""
    tokens: tuple[str, ...]
    """1 to MOST, the dearest first."""


class Plans(Protocol):
    """Where plans are kept. They end by changes of their match (Change.unplanned)."""

    async def keep(self, plan: Plan, events: int) -> None:
        """Keep it in place of an earlier one; raises Conflict unless the match has as many
        entries as the plan says, and so many events.
        """

    async def of_match(self, match: MatchId) -> tuple[Plan, ...]:
        """The plans of everybody in a match."""

    async def drop(self, match: MatchId, user: UserId) -> bool:
        """Forget someone's plan; gives whether there was one."""

    async def due(self) -> tuple[MatchId, ...]:
        """Running matches in which the turn of somebody with a plan has come; no frozen ones."""


def made(loaded: Loaded, user: UserId, tokens: Sequence[str]) -> Plan:
    """The user's plan of these tokens, the same ones once; raises the Refusal that says why not."""
    named = tuple(dict.fromkeys(tokens))
    choices = choices_of(loaded, user)
    if not named or not set(named) <= set(choices):
        raise NotPlannable
    if len(named) > MOST:
        raise PlanTooLong(most=MOST)
    return Plan(loaded.record.id, user, loaded.seq, named)


def choices_of(loaded: Loaded, user: UserId) -> tuple[str, ...]:
    """What the user may name, as tokens; raises the Refusal that says why nothing."""
    seat = loaded.roster.seat_of(user)
    if seat is None:
        raise NotInMatch
    if not isinstance(loaded.game, PlanAhead):
        raise NoPlansInGame
    if seat in loaded.seats_to_act:
        raise PlanNow
    if not loaded.seats_to_act:
        raise NothingToPlan
    choices = loaded.game.plannable(loaded.state, seat)
    if not choices:
        raise NothingToPlan
    return tuple(loaded.game.notation(action) for action in choices)
