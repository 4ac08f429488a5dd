"""Invitations, open tables and the start of matches."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.match.errors import (
    AlreadyIn,
    AlreadyStarted,
    HostStays,
    InvitationClosed,
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
    TooManyInServer,
    TooManyInvitations,
    TooManyMatches,
    WrongSeats,
)
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.pace import Pace
from bot.match.ports import Cap, CapReached, Conflict
from bot.match.roster import fold
from bot.match.servers import ServerStore, admit
from bot.match.service import TRIES, MatchService
from bot.match.types import (
    Caps,
    EventKind,
    MatchEvent,
    MatchId,
    NewMatch,
    Room,
    Status,
    UserId,
    is_person,
)
from engine.core import driver
from engine.core.chance import Stream

_log = logging.getLogger(__name__)

OPEN_FOR = 24 * 3600
"""How many seconds an invitation stands."""
BEGUN_WITHIN = 60
"""How many seconds a match that needs no invitation has to begin."""

Decision = Callable[[Loaded], Sequence[MatchEvent]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who opens a match, where, and by which interaction."""

    guild: int
    channel: int
    host: UserId
    interaction: int


class Lobby:
    """All that happens to a match before its first roll."""

    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        game: str,
        caps: Caps | None = None,
        servers: ServerStore | None = None,
    ) -> None:
        self.matches = matches
        self.service = service
        self.game = game
        """The name of the game that is played."""
        self.caps = caps or Caps()
        self.servers = servers
        """Knows who is barred; None: nobody is."""

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
        """A table that anyone may join."""
        return await self._create(asked, (), seats, OPEN_FOR, pace)

    async def practice(self, asked: Asked, rivals: int) -> Loaded:
        """A match against computers, begun at once."""
        new = await self._create(asked, (), 1 + rivals, BEGUN_WITHIN)
        return await self._begin_practice(new, rivals)

    async def _begin_practice(self, new: Loaded, rivals: int) -> Loaded:
        match = new.record.id
        try:
            return await self._change(match, lambda _: (), starts=True, computers=rivals)
        except AlreadyStarted:
            return await self.matches.look(match)

    async def _create(
        self,
        asked: Asked,
        invited: Sequence[UserId],
        seats: int,
        stands: int,
        pace: Pace = Pace.NONE,
        after: Loaded | None = None,
    ) -> Loaded:
        """A new match; `after` is the one whose rematch it is: each seat moves on by one."""
        game = self.matches.games.newest(self.game)
        if seats not in game.info.seats:
            raise WrongSeats(low=game.info.seats[0], high=game.info.seats[-1])
        await admit(self.servers, asked.guild, asked.host, *invited)
        now = self.matches.clock.now()
        new = NewMatch(
            game=game.info.name,
            rules=game.info.rules,
            seats=seats,
            seed=self.matches.entropy.seed(),
            guild=asked.guild,
            channel=asked.channel,
            created=now,
            expires=now + stands,
            interaction=asked.interaction,
            follows=None if after is None else after.record.id,
            pace=pace,
        )
        order = {} if after is None else _moved_on(after)
        host, seat = asked.host, order.get(asked.host)
        events = [
            MatchEvent(0, 0, EventKind.JOINED, now, seat, host, str(asked.interaction)),
            *(
                MatchEvent(n, 0, EventKind.INVITED, now, order.get(user), user)
                for n, user in enumerate(invited, start=1)
            ),
        ]
        if after is not None:
            detail = str(after.record.id)
            events.append(MatchEvent(len(events), 0, EventKind.FOLLOWS, now, detail=detail))
        caps = self.caps
        if stands == BEGUN_WITHIN:
            caps = replace(caps, open_of_user=None, open_in_guild=None)
        try:
            record = await self.matches.store.create(new, events, caps)
        except CapReached as reached:
            raise self._too_many(reached) from reached
        return await self.matches.look(record.id)

    async def join(self, match: MatchId, user: UserId, interaction: int) -> Loaded:
        """Accept an invitation or sit down at a table; the last one starts the match."""

        def decide(loaded: Loaded) -> Sequence[MatchEvent]:
            roster = loaded.roster
            if user in roster.joined:
                raise AlreadyIn
            if roster.invited and user not in roster.invited:
                raise NotInvited
            if len(roster.joined) >= loaded.record.seats:
                raise TableFull
            event = self.matches.event
            return (event(loaded, EventKind.JOINED, holder=user, detail=str(interaction)),)

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
        """A new invitation to the same people, or a new practice.

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
            if before.status is not Status.CALLED_OFF:
                raise RematchAsked(match=roster.rematch)
        others = [user for user in roster.original if user not in (None, asked.host)]
        people = [user for user in others if user is not None and is_person(user)]
        if any(user is not None for user in others) and not people:
            raise NobodyLeft
        seats = 1 + len(people) if people else len(roster.original)
        stands = OPEN_FOR if people else BEGUN_WITHIN
        new = await self._create(asked, people, seats, stands, loaded.record.pace, loaded)
        event = self.matches.event(
            loaded, EventKind.REMATCH, holder=asked.host, detail=str(new.record.id)
        )
        try:
            await self.matches.commit(loaded, events=(event,))
        except Conflict:
            await self.cancel(new.record.id, asked.host)
            raise
        return new if people else await self._begin_practice(new, seats - 1)

    async def _admit(self, match: MatchId, user: UserId, *others: UserId) -> None:
        loaded = await self.matches.look(match)
        await admit(self.servers, loaded.record.guild, user, *others)

    async def clear(self, guild: int, user: UserId) -> list[MatchId]:
        """Take someone out of all that has not begun in a server; gives the matches that changed.

        Invitations that they made are called off, others they decline or leave.
        """
        cleared = []
        for match in await self.matches.store.of_user(guild, user):
            roster = (await self.matches.look(match)).roster
            if roster.status is not Status.OPEN:
                continue
            try:
                if user == roster.host:
                    await self.cancel(match, user)
                elif roster.invited:
                    await self.decline(match, user)
                else:
                    await self.leave(match, user)
                cleared.append(match)
            except Refusal as refusal:  # it began or was closed meanwhile
                _log.info("Match %d is left as it is: %s", match, refusal)
        return cleared

    async def _change(
        self, match: MatchId, decide: Decision, *, starts: bool = False, computers: int = 0
    ) -> Loaded:
        """Let an open match change; it starts if asked to, or when all seats are taken."""
        for _ in range(TRIES):
            try:
                async with self.matches.hold(match) as loaded:
                    self._open_only(loaded)
                    events = decide(loaded)
                    after = fold((*loaded.events, *events))
                    if starts or len(after.joined) == loaded.record.seats:
                        return await self._start(loaded, events, computers)
                    if not events:
                        return loaded
                    new = tuple(user for user in after.joined if user not in loaded.roster.joined)
                    return await self.matches.commit(loaded, events=events, room=self._room(new))
            except Conflict:
                continue
            except CapReached as reached:
                raise self._too_many(reached) from reached
        raise Conflict

    def _room(self, users: tuple[UserId, ...]) -> Room:
        return Room(users, self.caps.running_of_user)

    def _too_many(self, reached: CapReached) -> Refusal:
        match reached.cap:
            case Cap.OPEN_OF_USER:
                return TooManyInvitations(most=self.caps.open_of_user)
            case Cap.OPEN_IN_GUILD:
                return TooManyInServer(most=self.caps.open_in_guild)
            case Cap.RUNNING_OF_USER:
                return TooManyMatches(users=reached.users, most=self.caps.running_of_user)

    async def _start(self, loaded: Loaded, events: Sequence[MatchEvent], computers: int) -> Loaded:
        """Seat those who are in, then the computers, and let the first dice roll."""
        roster = fold((*loaded.events, *events))
        seated = (*roster.seated(), *(None,) * computers)
        joined_by = dict(roster.joined_by)
        contribution = "+".join(joined_by[user] for user in roster.seated())
        made = list(events)
        for seat, holder in enumerate(seated):
            made.append(
                self.matches.event(
                    loaded, EventKind.SEATED, ahead=len(made), seat=seat, holder=holder
                )
            )
        made.append(
            self.matches.event(loaded, EventKind.STARTED, ahead=len(made), detail=contribution)
        )
        begin = driver.start(loaded.game, len(seated))
        advances = driver.advance(loaded.game, begin, Stream(loaded.record.seed, contribution))
        room = self._room(roster.joined)
        after = await self.matches.commit(loaded, advances, made, room=room)
        return await self.service.computers(after)

    def _open_only(self, loaded: Loaded) -> None:
        match loaded.status:
            case Status.RUNNING | Status.OVER:
                raise AlreadyStarted
            case Status.CALLED_OFF:
                raise InvitationClosed
            case Status.OPEN:
                if self._late(loaded):
                    raise InvitationClosed

    def _late(self, loaded: Loaded) -> bool:
        expires = loaded.record.expires
        return expires is not None and self.matches.clock.now() >= expires


def _moved_on(loaded: Loaded) -> dict[UserId, int]:
    """The places in a rematch of those who began a match: who sat second comes first."""
    original = loaded.roster.original
    people = [user for user in original if user is not None and is_person(user)]
    return {user: (place - 1) % len(people) for place, user in enumerate(people)}


def _host_only(loaded: Loaded, user: UserId) -> None:
    if user != loaded.roster.host:
        raise OnlyHost(user=loaded.roster.host)
