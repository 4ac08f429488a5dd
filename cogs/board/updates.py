"""What is new about a match since Discord showed it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.match.events import EventKind, MatchEvent
from bot.match.holders import UserId, is_person
from bot.match.loaded import Loaded
from bot.match.people.servers import Score
from bot.match.playing.automatic import NOTHING_PENDING, Pending
from bot.match.roster import fold
from bot.match.timing.pace import Pace
from bot.match.timing.timekeeper import Times
from bot.match.types import Shown, Status
from cogs.board.mentions import ended_by, mentioned_before, starter, to_mention
from cogs.screens import Scene
from engine.core.driver import Advance
from engine.core.types import Seat

NO_CLOCK = Times(Pace.NONE, None, ())
"""Of a match in which nobody waits."""


@dataclass(frozen=True, slots=True)
class BoardUpdate:
    """A match, how far it is shown, and what follows from the difference."""

    loaded: Loaded
    shown: Shown
    scene: Scene
    advances: tuple[Advance[Any], ...]
    """The whole log."""
    calls: list[UserId]
    """Whom the next board pings."""
    readers: list[UserId]
    """Those to act who play by text."""
    times: Times = NO_CLOCK
    """How it stands with time."""
    until: int | None = None
    """Until when a computer waits, in seconds since 1970; None where none does."""
    score: Score | None = None
    """How the row of rematches stands that ends here; None where it is none."""
    honours: tuple[str, ...] = ()
    """What the match meant to those who played it, in lines; () while it goes on."""
    quiet: bool = False
    """Whether only what is needed is posted."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.loaded.status is not Status.RUNNING

    @property
    def farewell(self) -> list[UserId]:
        """Whom the end is told to: all who were in it to the end, but for whoever ended it."""
        roster, by = self.loaded.roster, ended_by(self.loaded)
        told = [*roster.people]
        if any(event.kind is EventKind.CLAIMED for event in self.loaded.events):
            told += [user for _, user in roster.gone[-1:]]
        return [user for user in dict.fromkeys(told) if is_person(user) and user != by]

    @property
    def end_is_shown(self) -> bool:
        """Whether the last message of the match is up already."""
        told = self.loaded.events[: self.shown.events]
        return self.over and fold(told).status is Status.OVER

    @property
    def shown_seq(self) -> int:
        """How many entries the board tells; 0 before the first board."""
        return max(self.shown.seq, 0)

    @property
    def base(self) -> int:
        """From where on an edited board tells: a turn as a whole, what came before it no more."""
        actors = {
            made.entry.actor
            for made in self.advances[self.shown.base :]
            if made.entry.actor is not None
        }
        return self.shown.base if len(actors) == 1 else self.shown_seq

    def since(self, base: int) -> int:
        """From where on a board tells that must tell what happened from entry `base` on.

        Whoever must act now is told from the end of their turn before this one; where several
        must, from the earliest of them.
        """
        if self.over:
            return base
        holders = self.loaded.roster.holders
        people = [seat for seat in self.loaded.seats_to_act if holders[seat] is not None]
        return min([base, *(heard(self.advances, seat) for seat in people)])

    def events(self, base: int, until: int | None = None) -> list[MatchEvent]:
        """The match's own events since entry `base`, of the first `until` of them."""
        return [event for event in self.loaded.events[:until] if event.after_seq >= base]


def heard(advances: Sequence[Advance[Any]], seat: Seat) -> int:
    """How many entries there were at the end of the seat's turn before this one; 0: none was."""
    known = len(advances)
    while known and advances[known - 1].entry.actor in (seat, None):
        known -= 1
    while known and advances[known - 1].entry.actor != seat:
        known -= 1
    return known


async def gather(
    loaded: Loaded,
    shown: Shown,
    scene: Scene,
    readers: list[UserId],
    pending: Pending = NOTHING_PENDING,
) -> BoardUpdate:
    """Replay the log, off the event loop, and see what is new.

    Whose plan is about to be carried out is not called; whose plan was dropped is.
    """
    advances = await asyncio.to_thread(loaded.advances)
    seq = max(shown.seq, 0)
    before: frozenset[int] = frozenset()
    if seq > 0:
        before = loaded.game.to_act(advances[seq - 1].position.state)
    told = advances[:seq]
    excused = mentioned_before(loaded, told, shown.called)
    calls = to_mention(loaded, before, advances[seq:], _presser(loaded, shown, told), excused)
    calls = [user for user in calls if user not in pending.planners]
    calls += [user for user in _dropped(loaded, shown) if user not in calls]
    until = pending.until if loaded.computers_to_act else None
    return BoardUpdate(loaded, shown, scene, advances, calls, readers, until=until)


def _dropped(loaded: Loaded, shown: Shown) -> list[UserId]:
    """Those to act whose plan was dropped since Discord showed the match, if none were called."""
    if shown.called == loaded.seq:
        return []  # a board that tells as much has called them: the plan was dropped just before
    return [
        event.holder
        for event in loaded.events[shown.events :]
        if event.kind is EventKind.PLAN_DROPPED and event.holder in loaded.people_to_act
        if event.holder is not None
    ]


def _presser(loaded: Loaded, shown: Shown, told: Sequence[Advance[Any]]) -> Seat | None:
    """The seat whose press led to the moment that is shown; None where someone resigned since."""
    if any(event.kind is EventKind.RESIGNED for event in loaded.events[shown.events :]):
        return None
    for made in reversed(told):
        actor: Seat | None = made.entry.actor
        if actor is not None and loaded.roster.holders[actor] is not None:
            return actor
    return starter(loaded)
