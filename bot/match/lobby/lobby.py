"""Invitations, open tables and the start of matches."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.match.lobby import errors
from bot.match.lobby.opening import (
    OPEN_FOR,
    START_WITHIN,
    MatchRequest,
    Opening,
    seats_for_people,
)
from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import MatchId, Status
from bot.match.values.contribution import part
from bot.match.values.errors import AlreadyIn, NotInMatch, NotOver, Refusal
from bot.match.values.players import Company, UserId, is_person
from bot.match.values.times import Pace
from engine.core.types import Level

_log = logging.getLogger(__name__)


class Lobby(Opening):
    """Everything that happens to a match before its first roll."""

    async def challenge(
        self,
        request: MatchRequest,
        invited: Sequence[UserId],
        pace: Pace = Pace.NONE,
        company: Company | None = None,
    ) -> Loaded:
        """An invitation to these people, who sit in this order after the host, then computers."""
        if request.host in invited:
            raise errors.OpponentIsYou
        if len(set(invited)) < len(invited):
            raise errors.OpponentTwice
        seats = 1 + len(invited) + (0 if company is None else company.number)
        return await self._create(request, invited, seats, OPEN_FOR, pace, company=company)

    async def open_table(
        self,
        request: MatchRequest,
        seats: int,
        pace: Pace = Pace.NONE,
        company: Company | None = None,
    ) -> Loaded:
        """A table that anyone may join; computers have the last of its `seats`.

        With one seat the match starts at once. Raises NoSeatFree if computers leave none for
        anybody but the host.
        """
        if seats == 1:
            return await self.alone(request, pace)
        if company is not None and company.number > seats - 2:
            raise errors.NoSeatFree
        return await self._create(request, (), seats, OPEN_FOR, pace, company=company)

    async def alone(self, request: MatchRequest, pace: Pace = Pace.NONE) -> Loaded:
        """A match of one person, which starts at once; raises WrongSeats if the game needs more."""
        new = await self._create(request, (), 1, START_WITHIN, pace)
        return await self._start_at_once(new, rivals=0)

    async def practice(
        self, request: MatchRequest, rivals: int, level: Level = Level.FOREMAN
    ) -> Loaded:
        """A match against computers of this level, which starts at once."""
        new = await self._create(request, (), 1 + rivals, START_WITHIN, level=level)
        return await self._start_at_once(new, rivals)

    async def look(self, match: MatchId) -> Loaded:
        """A match; one that needs no invitation starts now if the bot stopped before it did."""
        loaded = await self.matches.look(match)
        record = loaded.record
        within = None if record.expires is None else record.expires - record.created
        at_once = within == START_WITHIN and record.day is None
        if loaded.status is Status.OPEN and at_once:
            return await self._start_at_once(loaded, record.seats - 1)
        return loaded

    async def join(self, match: MatchId, user: UserId, interaction: int, word: str = "") -> Loaded:
        """Accept an invitation or sit down at a table; the last one starts the match.

        `word` is what they bring to the dice, as `word_of` gives it.
        """

        def decide(loaded: Loaded, new: NewEvents) -> None:
            roster = loaded.roster
            if user in roster.joined:
                raise AlreadyIn
            if roster.invited and user not in roster.invited:
                raise errors.NotInvited
            if len(roster.joined) >= seats_for_people(loaded):
                raise errors.TableFull
            new.add(EventKind.JOINED, holder=user, detail=part(interaction, word))

        await self._admit(match, user)
        await self._put_out_barred(match)
        return await self._change(match, decide)

    async def start(self, match: MatchId, user: UserId) -> Loaded:
        """Start with those who are in; only the host may."""

        def decide(loaded: Loaded, _new: NewEvents) -> None:
            _check_host(loaded, user)
            if not may_start(loaded):
                raise errors.TooFew

        loaded = await self.matches.look(match)
        await self._admit(match, user, *loaded.roster.joined)
        return await self._change(match, decide, starts=True)

    async def fill(self, match: MatchId, user: UserId) -> Loaded:
        """Start with those who are in, and with computers in all other seats; only the host may."""

        def decide(loaded: Loaded, new: NewEvents) -> None:
            _check_host(loaded, user)
            if not may_fill(loaded):
                raise errors.StillAsked
            free = loaded.record.seats - len(loaded.roster.joined)
            company = replace(loaded.roster.company, number=free)
            new.add(EventKind.COMPUTERS, holder=user, detail=company.detail)

        loaded = await self.matches.look(match)
        await self._admit(match, user, *loaded.roster.joined)
        return await self._change(match, decide, starts=True)

    async def decline(self, match: MatchId, user: UserId) -> Loaded:
        """Turn an invitation down; if nobody is left to answer or play it is called off."""

        def decide(loaded: Loaded, new: NewEvents) -> None:
            roster = loaded.roster
            if user == roster.host:
                raise errors.HostStays
            if user not in roster.invited:
                raise errors.NotInvited
            if user in roster.declined:
                return
            if user in roster.joined:
                new.add(EventKind.LEFT, holder=user)
            new.add(EventKind.DECLINED, holder=user)
            after = new.after().roster
            if after.joined == (roster.host,) and not after.waiting:
                new.add(EventKind.CANCELLED)

        return await self._change(match, decide)

    async def leave(self, match: MatchId, user: UserId) -> Loaded:
        """Leave an open table."""

        def decide(loaded: Loaded, new: NewEvents) -> None:
            if user == loaded.roster.host:
                raise errors.HostStays
            if user not in loaded.roster.joined:
                raise errors.NotIn
            new.add(EventKind.LEFT, holder=user)

        return await self._change(match, decide)

    async def cancel(self, match: MatchId, user: UserId) -> Loaded:
        """Call the invitation off; only the host may."""

        def decide(loaded: Loaded, new: NewEvents) -> None:
            _check_host(loaded, user)
            new.add(EventKind.CANCELLED, holder=user)

        return await self._change(match, decide)

    async def expire(self, match: MatchId) -> Loaded:
        """Close an invitation whose time is over."""

        def decide(loaded: Loaded, new: NewEvents) -> None:
            if loaded.status is Status.OPEN and self._has_expired(loaded):
                new.add(EventKind.EXPIRED)

        return await self.service.add_events(match, decide)

    async def rematch(self, match: MatchId, request: MatchRequest) -> Loaded:
        """A new invitation to the same people; a match without other people starts at once.

        Once for each match, and again if that invitation was called off or has expired.
        """
        return await self.matches.change(match, lambda loaded: self._rematch(loaded, request))

    async def _rematch(self, loaded: Loaded, request: MatchRequest) -> Loaded:
        roster = loaded.roster
        if request.host not in roster.original:
            raise NotInMatch
        if loaded.status is not Status.OVER:
            raise NotOver
        if roster.rematch is not None:
            before = await self.matches.look(roster.rematch)
            opened = await self.matches.store.opened(request.interaction)
            if opened is not None and opened.id == roster.rematch:
                return before  # the same press came twice
            if before.status is not Status.CALLED_OFF:
                raise errors.RematchAsked(match=roster.rematch)
        others = [user for user in roster.original if user not in (None, request.host)]
        people = [user for user in others if user is not None and is_person(user)]
        if any(user is not None for user in others) and not people:
            raise errors.NobodyLeft
        pace, company = loaded.record.pace, roster.company
        if people:
            seats = 1 + len(people) + company.number
            again = company if company.number else None
            return await self._create(request, people, seats, OPEN_FOR, pace, loaded, company=again)
        seats, level = len(roster.original), company.level if company.number else roster.level
        new = await self._create(request, (), seats, START_WITHIN, pace, loaded, level)
        return await self._start_at_once(new, seats - 1)

    async def clear(self, guild: int, user: UserId) -> list[MatchId]:
        """Take a user out of everything in a server that has not started.

        Invitations that they made are called off, others are declined or left. Gives the matches
        that changed.
        """
        cleared = []
        for match in await self.matches.store.of_user(guild, user):
            try:
                if await self._put_out(match, user):
                    cleared.append(match)
            except Refusal as refusal:  # it began, was closed or is frozen
                _log.info("Match %d is left as it is: %s", match, refusal)
        return cleared

    async def _put_out(self, match: MatchId, user: UserId) -> bool:
        """Take a user out of a match that has not started; False if it has."""
        roster = (await self.matches.look(match)).roster
        if roster.status is not Status.OPEN:
            return False
        if user == roster.host:
            await self.cancel(match, user)
        elif roster.invited:
            await self.decline(match, user)
        else:
            await self.leave(match, user)
        return True

    async def _put_out_barred(self, match: MatchId) -> None:
        """Take those out of an open match who were barred after they joined.

        `/moderate bar` does that, too; it may have failed, or not have come to this match yet.
        """
        loaded = await self.matches.look(match)
        if self.servers is None or loaded.status is not Status.OPEN:
            return
        joined = loaded.roster.joined
        for user in await self.servers.barred(loaded.record.guild, joined):
            await self._put_out(match, user)


def may_start(loaded: Loaded) -> bool:
    """Whether enough are in to play as they are, with the computers that were asked for.

    Computers alone are no company: then the host lets them fill the table, or practises.
    """
    people, computers = len(loaded.roster.joined), loaded.roster.company.number
    return people + computers in loaded.game.info.seats and (people > 1 or not computers)


def may_fill(loaded: Loaded) -> bool:
    """Whether a seat is free for which nobody was asked who may still come."""
    return len(loaded.roster.joined) < seats_for_people(loaded) and not loaded.roster.waiting


def _check_host(loaded: Loaded, user: UserId) -> None:
    if user != loaded.roster.host:
        raise errors.OnlyHost(user=loaded.roster.host)
