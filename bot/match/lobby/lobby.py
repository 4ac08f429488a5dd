"""Invitations, open tables and the start of matches."""

import logging
from collections.abc import Sequence

from bot.match.errors import (
    AlreadyIn,
    HostStays,
    NobodyLeft,
    NotIn,
    NotInMatch,
    NotInvited,
    NotOver,
    OnlyHost,
    OpponentIsYou,
    OpponentTwice,
    Refusal,
    RematchAsked,
    TableFull,
    TooFew,
)
from bot.match.events import EventKind, MatchEvent
from bot.match.holders import UserId, is_person
from bot.match.loaded import Loaded
from bot.match.lobby.contribution import part
from bot.match.lobby.opening import BEGUN_WITHIN, OPEN_FOR, Asked, Opening
from bot.match.playing.service import TRIES
from bot.match.ports import Conflict
from bot.match.roster import fold
from bot.match.timing.pace import Pace
from bot.match.types import MatchId, Status
from engine.core.types import Level

_log = logging.getLogger(__name__)


class Lobby(Opening):
    """All that happens to a match before its first roll."""

    async def challenge(
        self, asked: Asked, invited: Sequence[UserId], pace: Pace = Pace.NONE
    ) -> Loaded:
        """An invitation to these people, who sit in this order after the host."""
        if asked.host in invited:
            raise OpponentIsYou
        if len(set(invited)) < len(invited):
            raise OpponentTwice
        return await self._create(asked, invited, 1 + len(invited), OPEN_FOR, pace)

    async def open_table(self, asked: Asked, seats: int, pace: Pace = Pace.NONE) -> Loaded:
        """A table that anyone may join; with one seat a match begins at once."""
        if seats == 1:
            return await self.alone(asked, pace)
        return await self._create(asked, (), seats, OPEN_FOR, pace)

    async def alone(self, asked: Asked, pace: Pace = Pace.NONE) -> Loaded:
        """A match of one person, begun at once; raises WrongSeats where the game needs more."""
        new = await self._create(asked, (), 1, BEGUN_WITHIN, pace)
        return await self._begin_at_once(new, computers=0)

    async def practice(self, asked: Asked, rivals: int, level: Level = Level.USUAL) -> Loaded:
        """A match against computers of this level, begun at once."""
        new = await self._create(asked, (), 1 + rivals, BEGUN_WITHIN, level=level)
        return await self._begin_at_once(new, rivals)

    async def look(self, match: MatchId) -> Loaded:
        """A match; one that needs no invitation begins now where the bot stopped before it did."""
        loaded = await self.matches.look(match)
        record = loaded.record
        within = None if record.expires is None else record.expires - record.created
        if loaded.status is Status.OPEN and within == BEGUN_WITHIN:
            return await self._begin_at_once(loaded, record.seats - 1)
        return loaded

    async def join(self, match: MatchId, user: UserId, interaction: int, word: str = "") -> Loaded:
        """Accept an invitation or sit down at a table; the last one starts the match.

        `word` is what they bring to the dice, as `word_of` gives it.
        """

        def decide(loaded: Loaded) -> Sequence[MatchEvent]:
            roster = loaded.roster
            if user in roster.joined:
                raise AlreadyIn
            if roster.invited and user not in roster.invited:
                raise NotInvited
            if len(roster.joined) >= loaded.record.seats:
                raise TableFull
            event = self.matches.event
            brought = part(interaction, word)
            return (event(loaded, EventKind.JOINED, holder=user, detail=brought),)

        await self._admit(match, user)
        return await self._change(match, decide)

    async def start(self, match: MatchId, user: UserId) -> Loaded:
        """Begin with those who are in; only the host may."""

        def decide(loaded: Loaded) -> Sequence[MatchEvent]:
            _host_only(loaded, user)
            if len(loaded.roster.joined) not in loaded.game.info.seats:
                raise TooFew
            return ()

        loaded = await self.matches.look(match)
        await self._admit(match, user, *loaded.roster.joined)
        return await self._change(match, decide, starts=True)

    async def decline(self, match: MatchId, user: UserId) -> Loaded:
        """Turn an invitation down; where nobody is left to answer or play it is called off."""

        def decide(loaded: Loaded) -> Sequence[MatchEvent]:
            roster = loaded.roster
            if user == roster.host:
                raise HostStays
            if user not in roster.invited:
                raise NotInvited
            if user in roster.declined:
                return ()
            kinds = [EventKind.LEFT] if user in roster.joined else []
            kinds.append(EventKind.DECLINED)
            events = [
                self.matches.event(loaded, kind, ahead=ahead, holder=user)
                for ahead, kind in enumerate(kinds)
            ]
            after = fold((*loaded.events, *events))
            if after.joined == (roster.host,) and not after.waiting:
                events.append(self.matches.event(loaded, EventKind.CANCELLED, ahead=len(events)))
            return events

        return await self._change(match, decide)

    async def leave(self, match: MatchId, user: UserId) -> Loaded:
        """Leave an open table."""

        def decide(loaded: Loaded) -> Sequence[MatchEvent]:
            if user == loaded.roster.host:
                raise HostStays
            if user not in loaded.roster.joined:
                raise NotIn
            return (self.matches.event(loaded, EventKind.LEFT, holder=user),)

        return await self._change(match, decide)

    async def cancel(self, match: MatchId, user: UserId) -> Loaded:
        """Call the invitation off; only the host may."""

        def decide(loaded: Loaded) -> Sequence[MatchEvent]:
            _host_only(loaded, user)
            return (self.matches.event(loaded, EventKind.CANCELLED, holder=user),)

        return await self._change(match, decide)

    async def expire(self, match: MatchId) -> Loaded:
        """Close an invitation whose time is over."""
        async with self.matches.hold(match) as loaded:
            if loaded.status is not Status.OPEN or not self._late(loaded):
                return loaded
            event = self.matches.event(loaded, EventKind.EXPIRED)
            return await self.matches.commit(loaded, events=(event,))

    async def rematch(self, match: MatchId, asked: Asked) -> Loaded:
        """A new invitation to the same people; a match without other people begins at once.

        Once for each match, but again where that invitation was called off or has expired.
        """
        for _ in range(TRIES):
            try:
                async with self.matches.hold(match) as loaded:
                    return await self._rematch(loaded, asked)
            except Conflict:
                continue
        raise Conflict

    async def _rematch(self, loaded: Loaded, asked: Asked) -> Loaded:
        roster = loaded.roster
        if asked.host not in roster.original:
            raise NotInMatch
        if loaded.status is not Status.OVER:
            raise NotOver
        if roster.rematch is not None:
            before = await self.matches.look(roster.rematch)
            opened = await self.matches.store.opened(asked.interaction)
            if opened is not None and opened.id == roster.rematch:
                return before  # the same press came twice
            if before.status is not Status.CALLED_OFF:
                raise RematchAsked(match=roster.rematch)
        others = [user for user in roster.original if user not in (None, asked.host)]
        people = [user for user in others if user is not None and is_person(user)]
        if any(user is not None for user in others) and not people:
            raise NobodyLeft
        seats = 1 + len(people) if people else len(roster.original)
        stands = OPEN_FOR if people else BEGUN_WITHIN
        level = None if people else roster.level
        new = await self._create(asked, people, seats, stands, loaded.record.pace, loaded, level)
        return new if people else await self._begin_at_once(new, seats - 1)

    async def clear(self, guild: int, user: UserId) -> list[MatchId]:
        """Take someone out of all that has not begun in a server; gives the matches that changed.

        Invitations that they made are called off, others they decline or leave.
        """
        cleared = []
        for match in await self.matches.store.of_user(guild, user):
            try:
                roster = (await self.matches.look(match)).roster
                if roster.status is not Status.OPEN:
                    continue
                if user == roster.host:
                    await self.cancel(match, user)
                elif roster.invited:
                    await self.decline(match, user)
                else:
                    await self.leave(match, user)
                cleared.append(match)
            except Refusal as refusal:  # it began, was closed or is frozen
                _log.info("Match %d is left as it is: %s", match, refusal)
        return cleared


def _host_only(loaded: Loaded, user: UserId) -> None:
    if user != loaded.roster.host:
        raise OnlyHost(user=loaded.roster.host)
