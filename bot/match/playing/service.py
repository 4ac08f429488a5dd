"""Players' actions in matches that have begun. Each counts exactly once or not at all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.match.core.change import Decision
from bot.match.core.matches import Matches
from bot.match.log.events import MatchEventKind, Void
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import MatchId, Press, Status
from bot.match.log.store_errors import PressedBefore, StoreTrouble, Unfinished
from bot.match.playing.automatic import Automatic
from bot.match.playing.decisions import advances_for, check_player, seat_to_act
from bot.match.playing.plans import Plans
from bot.match.playing.taking_over import with_levels
from bot.match.playing.thinker import Thinker, no_thinker
from bot.match.playing.thoughts import Thoughts
from bot.match.playing.undo import last_counting, seat_to_take_back, taken_back
from bot.match.values.caps import CapCheck
from bot.match.values.errors import (
    ClosedUnread,
    EndedUnread,
    Frozen,
    InvitationClosed,
    MatchOver,
    NoGivingUp,
    Refusal,
)
from bot.match.values.players import Computer, UserId
from engine.core import driver
from engine.core.chance import Stream


@dataclass(frozen=True, slots=True)
class CountedPress:
    loaded: Loaded
    """The match after the press and the automatic moves that followed."""
    press: Press
    again: bool = False


class MatchService:
    """Changes of matches, each followed by the automatic moves that are due.

    Every method raises a Refusal, CapReached, Conflict or StoreTrouble if nothing changed,
    otherwise Unfinished or Unsure.
    """

    def __init__(
        self,
        matches: Matches,
        plans: Plans,
        take_back: int = 0,
        thinker: Thinker = no_thinker,
        pause: int = 0,
    ) -> None:
        """`take_back` and `pause` are waiting times, see Automatic. Without `thinker` no computer
        searches.
        """
        self.matches = matches
        self.thoughts = Thoughts(thinker, self.go_on)
        self.automatic = Automatic(matches, plans, self.thoughts, take_back, pause)

    async def press(
        self,
        match: MatchId,
        user: UserId,
        seq: int,
        tokens: Sequence[str] | None,
        interaction: int,
    ) -> CountedPress:
        """Make the decisions `tokens`, all or none, on a board that showed `seq` entries.

        An interaction that has counted before changes nothing. `tokens` is None for taking back.
        """

        async def act(loaded: Loaded) -> CountedPress:
            try:
                advances = await self._entries(loaded, user, seq, tokens)
            except Refusal:
                before = await self.matches.store.press(interaction)
                if before is not None:
                    raise PressedBefore(before) from None
                raise
            press = Press(interaction, match, loaded.seq, len(advances))
            decision = await self.automatic.with_answer(loaded, Decision(advances, press=press))
            after = await self.matches.commit(loaded, decision)
            return CountedPress(await self.automatic.move(after), press)

        try:
            return await self.matches.change(match, act)
        except PressedBefore as before:
            try:
                loaded = await self.matches.load(before.press.match)
            except (StoreTrouble, Refusal) as trouble:
                raise Unfinished(repr(trouble)) from trouble
            return CountedPress(loaded, before.press, again=True)

    async def take_back(
        self, match: MatchId, user: UserId, seq: int, interaction: int
    ) -> CountedPress:
        """Take back the user's last press, after which the log had `seq` entries; final parts, such
        as a roll, stay.
        """
        return await self.press(match, user, seq, None, interaction)

    async def _entries(
        self, loaded: Loaded, user: UserId, seq: int, tokens: Sequence[str] | None
    ) -> Sequence[driver.Advance[Any]]:
        if tokens is None:
            seat = seat_to_take_back(loaded, user, seq)
            made_by = await self.matches.store.press_of(loaded.record.id, last_counting(loaded))
            return taken_back(loaded, seat, made_by)
        seat = seat_to_act(loaded, user, seq, tuple(tokens))
        return advances_for(loaded, seat, tuple(tokens))

    async def start(
        self,
        loaded: Loaded,
        new: NewEvents,
        computers: Sequence[Computer] = (),
        cap_check: CapCheck | None = None,
    ) -> Loaded:
        """Seat the players who have joined, then computers, and roll the first dice. The caller
        holds the lock.
        """
        roster = new.after().roster
        people = roster.seated()
        for seat, user in enumerate(people):
            new.add(MatchEventKind.SEATED, seat=seat, holder=user)
        for seat, computer in enumerate(computers, start=len(people)):
            new.add(MatchEventKind.SEATED, seat=seat, detail=computer)
        new.add(MatchEventKind.STARTED, detail=roster.brought)
        position = driver.start(loaded.game, len(people) + len(computers))
        stream = Stream(loaded.record.seed, roster.brought)
        advances = tuple(driver.advance(loaded.game, position, stream))
        decision = Decision(advances, new.events, cap_check=cap_check)
        return await self.automatic.move(await self.matches.commit(loaded, decision))

    async def add_events(
        self, match: MatchId, decide: Callable[[Loaded, NewEvents], CapCheck | None]
    ) -> Loaded:
        """Commit the events that `decide` adds. It can return people who must have room for one
        more match.
        """

        async def act(loaded: Loaded) -> Loaded:
            new = self.matches.new_events(loaded)
            cap_check = decide(loaded, new)
            if not new.events:
                return loaded
            events = await with_levels(self.matches.store, loaded, new.events)
            decision = Decision(events=events, cap_check=cap_check)
            return await self.automatic.move(await self.matches.commit(loaded, decision))

        return await self.matches.change(match, act)

    async def resign(self, match: MatchId, user: UserId, *, forgotten: bool = False) -> Loaded:
        """Give up the user's seat: a match of two ends, in others a computer plays on.

        Raises NoGivingUp in a match of a day, unless the user is being `forgotten`.
        """

        def decide(loaded: Loaded, new: NewEvents) -> None:
            seat = check_player(loaded, user)
            if loaded.record.day is not None and not forgotten:
                raise NoGivingUp
            new.add(MatchEventKind.RESIGNED, seat=seat, holder=user)
            new.add(MatchEventKind.HANDED, seat=seat)
            fewest = min(loaded.game.info.seats)
            needed = 2 if loaded.in_tournament else 1  # a tournament needs a result
            if loaded.seats == fewest or len(loaded.roster.people) <= needed:
                new.add(MatchEventKind.ENDED)

        return await self.add_events(match, decide)

    async def call_off(self, match: MatchId, moderator: UserId) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            match loaded.status:
                case Status.OPEN:
                    new.add(MatchEventKind.CANCELLED, holder=moderator)
                case Status.RUNNING:
                    new.add(MatchEventKind.VOIDED, holder=moderator, detail=Void.MODERATED)
                case Status.OVER:
                    raise MatchOver
                case Status.CALLED_OFF:
                    raise InvitationClosed

        return await self.add_events(match, decide)

    async def end(self, match: MatchId, moderator: UserId) -> Status:
        """Call a match off even if it can't be read; return its new status.

        Raise MatchOver, InvitationClosed, EndedUnread or ClosedUnread if it has ended.
        """
        try:
            return (await self.call_off(match, moderator)).status
        except (EndedUnread, ClosedUnread):
            raise
        except Frozen:
            if await self.matches.verify(match):  # it was repaired a moment ago
                return (await self.call_off(match, moderator)).status
            status = await self.matches.end_unread(match, moderator)
            await self.matches.verify(match)  # a wrong status was mended by the end
            return status

    async def go_on(self, match: MatchId) -> Loaded:
        async with self.matches.hold(match) as loaded:
            return await self.automatic.move(loaded)
