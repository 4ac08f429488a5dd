"""Play: presses, resigning, the computers' moves. Everything counts once or not at all."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.errors import MatchOver, NotInMatch, NotStarted, Refusal
from bot.match.events import EventKind, MatchEvent, Void
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.lobby.errors import InvitationClosed
from bot.match.matches import Matches
from bot.match.playing.automatic import Automatic
from bot.match.playing.decisions import advances_for
from bot.match.playing.errors import AlreadyCounted, BoardMovedOn, NotYourTurn
from bot.match.playing.plans import Plans
from bot.match.playing.turns import begin, follow
from bot.match.playing.undo import seat_to_take_back
from bot.match.records import MatchId, Press, Status
from bot.match.store_errors import Conflict, PressedBefore, StoreTrouble, Unfinished
from bot.match.timing.errors import Paused
from engine.core import driver
from engine.core.types import Seat

_log = logging.getLogger(__name__)

TRIES = 5
"""How often a change is decided again when another process was faster."""


BY_COMPUTER = (EventKind.STOOD_IN, EventKind.HANDED)
"""After these a computer may play for a seat."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press that counts."""

    loaded: Loaded
    """The match after it, the computers' answers included."""
    press: Press
    again: bool = False
    """Whether this very interaction had been counted before."""


class MatchService:
    """What people and computers do in matches that have begun."""

    def __init__(self, matches: Matches, plans: Plans, take_back: int = 0) -> None:
        self.matches = matches
        self.automatic = Automatic(matches, plans, take_back)
        self._verified = 0
        """The match up to which the background has come."""

    async def look(self, match: MatchId) -> Loaded:
        """The match as it is now; raises NoSuchMatch."""
        return await self.matches.look(match)

    async def press(
        self, match: MatchId, user: UserId, seq: int, tokens: Sequence[str], interaction: int
    ) -> Pressed:
        """Let a user decide, by tokens on a board that told `seq` entries; all of them or none.

        Raises a Refusal that says why not, or Conflict where others never let it through.
        When this returns the move is on disk.
        """
        for _ in range(TRIES):
            try:
                async with self.matches.hold(match) as loaded:
                    return await self._press(loaded, user, seq, tuple(tokens), interaction)
            except Conflict:
                continue
            except PressedBefore as before:
                return await self._again(before.press)
        raise Conflict

    async def _press(
        self, loaded: Loaded, user: UserId, seq: int, tokens: tuple[str, ...], interaction: int
    ) -> Pressed:
        try:
            seat = seat_to_act(loaded, user, seq, tokens)
            advances = advances_for(loaded, seat, tokens)
        except Refusal:
            await self._not_before(interaction)
            raise
        press = Press(interaction, loaded.record.id, loaded.seq, len(advances))
        after = await self.matches.commit(loaded, advances, press=press)
        return Pressed(await self.computers(after), press)

    async def take_back(self, match: MatchId, user: UserId, seq: int, interaction: int) -> Pressed:
        """Take back the user's own plain pick, after which the log had `seq` entries.

        Raises a Refusal that says why not, or Conflict where others never let it through.
        """
        for _ in range(TRIES):
            try:
                async with self.matches.hold(match) as loaded:
                    return await self._take_back(loaded, user, seq, interaction)
            except Conflict:
                continue
            except PressedBefore as before:
                return await self._again(before.press)
        raise Conflict

    async def _take_back(self, loaded: Loaded, user: UserId, seq: int, interaction: int) -> Pressed:
        try:
            _running(loaded)
            seat = seat_to_take_back(loaded, user, seq)
            if loaded.roster.paused is not None:
                raise Paused
        except Refusal:
            await self._not_before(interaction)
            raise
        assert loaded.position is not None, "the match is running"
        made = driver.choose(loaded.game, loaded.position, seat, driver.UNDO)
        press = Press(interaction, loaded.record.id, loaded.seq, 1)
        return Pressed(await self.matches.commit(loaded, (made,), press=press), press)

    async def _not_before(self, interaction: int) -> None:
        """Raises PressedBefore where the interaction has counted."""
        before = await self.matches.store.press(interaction)
        if before is not None:
            raise PressedBefore(before) from None

    async def _again(self, press: Press) -> Pressed:
        """What a press that has counted led to, for who delivered it again; raises Unfinished."""
        try:
            return Pressed(await self.look(press.match), press, again=True)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def resign(self, match: MatchId, user: UserId) -> Loaded:
        """Give up the user's seat: the match ends with two seats, else a computer plays on."""
        for _ in range(TRIES):
            try:
                async with self.matches.hold(match) as loaded:
                    _running(loaded)
                    seat = loaded.roster.seat_of(user)
                    if seat is None:
                        raise NotInMatch
                    events = self._resigning(loaded, seat, user)
                    return await self.computers(await self.matches.commit(loaded, events=events))
            except Conflict:
                continue
        raise Conflict

    def _resigning(self, loaded: Loaded, seat: Seat, user: UserId) -> list[MatchEvent]:
        event = self.matches.event
        events = [
            event(loaded, EventKind.RESIGNED, seat=seat, holder=user),
            event(loaded, EventKind.HANDED, ahead=1, seat=seat),
        ]
        if loaded.seats == min(loaded.game.info.seats) or len(loaded.roster.people) == 1:
            events.append(event(loaded, EventKind.ENDED, ahead=2))
        return events

    async def call_off(self, match: MatchId, moderator: UserId) -> Loaded:
        """A moderator ends a match without a result, or calls an invitation off."""
        for _ in range(TRIES):
            try:
                async with self.matches.hold(match) as loaded:
                    match loaded.status:
                        case Status.OPEN:
                            event = self.matches.event(
                                loaded, EventKind.CANCELLED, holder=moderator
                            )
                        case Status.RUNNING:
                            why = Void.MODERATED.value
                            event = self.matches.event(
                                loaded, EventKind.VOIDED, holder=moderator, detail=why
                            )
                        case Status.OVER:
                            raise MatchOver
                        case Status.CALLED_OFF:
                            raise InvitationClosed
                    return await self.matches.commit(loaded, events=(event,))
            except Conflict:
                continue
        raise Conflict

    async def go_on(self, match: MatchId) -> Loaded:
        """Let computers and plans move where they are due, for example after a restart."""
        async with self.matches.hold(match) as loaded:
            return await self.computers(loaded)

    async def verify_some(self, most: int) -> None:
        """Verify the next few matches, off the event loop; after the last the first is next.

        One that does not replay is frozen and reported in the log. Raises StoreTrouble.
        """
        matches = await self.matches.store.after(self._verified, most)
        for match in matches:
            await self.matches.verify(match)
        self._verified = matches[-1] if matches else 0

    async def computers(self, loaded: Loaded) -> Loaded:
        """Let computers and plans move until a person must act; the caller holds the match.

        See Automatic.
        """
        return await self.automatic.move(loaded)


def _running(loaded: Loaded) -> None:
    match loaded.status:
        case Status.RUNNING:
            return
        case Status.OPEN | Status.CALLED_OFF:
            raise NotStarted
        case Status.OVER:
            raise MatchOver


def seat_to_act(loaded: Loaded, user: UserId, seq: int, tokens: tuple[str, ...] = ()) -> Seat:
    """The user's seat, if it may decide now on a board that told `seq` entries.

    Raises the Refusal that says why not; AlreadyCounted where these tokens are in the log.
    """
    seat = loaded.roster.seat_of(user)
    if tokens and seat is not None and _in_log(loaded, seat, seq, tokens):
        raise AlreadyCounted
    _running(loaded)
    if seat is None:
        raise NotInMatch
    if loaded.roster.paused is not None:
        raise Paused
    if seat not in loaded.seats_to_act:
        raise NotYourTurn(users=loaded.people_to_act)
    assert loaded.position is not None, "the match is running"
    if not driver.is_fresh(loaded.game, loaded.seats, loaded.entries, loaded.position, seat, seq):
        raise BoardMovedOn
    return seat


def _in_log(loaded: Loaded, seat: Seat, seq: int, tokens: tuple[str, ...]) -> bool:
    """Whether the seat's next entries after `seq` are these: a second tap on the same button.

    Where a computer has played for the seat since, nobody knows whose they were. A move that was
    taken back has not counted.
    """
    if any(
        event.seat == seat and event.after_seq >= seq and event.kind in BY_COMPUTER
        for event in loaded.events
    ):
        return False
    told: list[str] = []
    for entry in loaded.entries[max(seq, 0) :]:
        if entry.actor == seat and entry.token == driver.UNDO:
            del told[-1:]
        elif entry.actor == seat:
            told.append(entry.token)
    return tuple(told[: len(tokens)]) == tokens


def at(loaded: Loaded, seq: int) -> Loaded:
    """The match as it was after `seq` entries: for boards of the past."""
    position = driver.start(loaded.game, loaded.seats)
    turns = begin(loaded.game, position.state, loaded.seats, loaded.roster.started or 0)
    log = loaded.log[:seq]
    for kept in log:
        position = driver.read(loaded.game, position, kept.entry).position
        turns = follow(loaded.game, turns, kept.entry, position.state, kept.at)
    return replace(loaded, log=log, position=position, turns=turns)
