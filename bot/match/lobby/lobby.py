"""Invitations, open tables and the start of matches."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.match.core.change import Decision
from bot.match.core.matches import Matches
from bot.match.lobby import errors
from bot.match.lobby.challenges import Challenges
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import MatchId, NewMatch, Status
from bot.match.log.store_errors import Conflict, StoreTrouble, Unfinished
from bot.match.people.servers import ServerStore, admit
from bot.match.playing.service import MatchService
from bot.match.values.caps import Cap, CapCheck, CapReached, Caps
from bot.match.values.contribution import part
from bot.match.values.errors import (
    AlreadyIn,
    InvitationClosed,
    NotInMatch,
    NotOver,
    Refusal,
    TooManyMatches,
)
from bot.match.values.players import Company, Computer, UserId, is_person, seated
from bot.match.values.times import DAY, Pace
from engine.core.computers import nearest
from engine.core.types import Level

_log = logging.getLogger(__name__)

OPEN_FOR = DAY
START_WITHIN = 60

Decide = Callable[[Loaded, NewEvents], None]


@dataclass(frozen=True, slots=True)
class MatchRequest:
    guild: int
    channel: int
    host: UserId
    interaction: int
    word: str = ""
    """The host's word for the contribution, from `word_of`; empty to use the interaction's id."""
    game: str | None = None
    private: bool = False
    """Whether the host plays against computers or alone, in private messages."""
    forum: int | None = None
    """The forum in which the match gets a post, instead of a message in `channel`."""


class Lobby:
    def __init__(
        self,
        matches: Matches,
        service: MatchService,
        game: str,
        caps: Caps | None = None,
        servers: ServerStore | None = None,
        challenges: Challenges | None = None,
    ) -> None:
        self.matches = matches
        self.service = service
        self.game = game
        self.caps = caps or Caps()
        self.servers = servers
        self.challenges = challenges

    async def challenge(
        self,
        request: MatchRequest,
        invited: Sequence[UserId],
        pace: Pace = Pace.NONE,
        company: Company | None = None,
    ) -> Loaded:
        """Invite people, whose seats follow the host's in this order; computers come last."""
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
        """Open a table that anyone can join; computers have the last of its `seats`.

        With one seat the match starts immediately. Raises NoSeatFree.
        """
        if seats == 1:
            return await self.alone(request, pace)
        if company is not None and company.number > seats - 2:
            raise errors.NoSeatFree
        return await self._create(request, (), seats, OPEN_FOR, pace, company=company)

    async def alone(self, request: MatchRequest, pace: Pace = Pace.NONE) -> Loaded:
        new = await self._create(request, (), 1, START_WITHIN, pace)
        return await self._start_at_once(new, rivals=0)

    async def practice(
        self, request: MatchRequest, rivals: int, level: Level = Level.FOREMAN
    ) -> Loaded:
        new = await self._create(request, (), 1 + rivals, START_WITHIN, level=level)
        return await self._start_at_once(new, rivals)

    async def load(self, match: MatchId) -> Loaded:
        """Return a match. First start it if it needs no invitation and a crash prevented
        its start.
        """
        loaded = await self.matches.load(match)
        record = loaded.record
        within = None if record.expires is None else record.expires - record.created
        at_once = within == START_WITHIN and record.day is None
        if loaded.status is Status.OPEN and at_once:
            return await self._start_at_once(loaded, record.seats - 1)
        return loaded

    async def join(self, match: MatchId, user: UserId, interaction: int, word: str = "") -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            roster = loaded.roster
            if user in roster.joined:
                raise AlreadyIn
            if roster.invited and user not in roster.invited:
                raise errors.NotInvited
            if len(roster.joined) >= seats_for_people(loaded):
                raise errors.TableFull
            new.add(MatchEventKind.JOINED, holder=user, detail=part(interaction, word))

        await self._admit(match, user)
        await self._put_out_barred(match)
        return await self._change(match, decide)

    async def start(self, match: MatchId, user: UserId) -> Loaded:
        def decide(loaded: Loaded, _new: NewEvents) -> None:
            _check_host(loaded, user)
            if not may_start(loaded):
                raise errors.TooFew

        loaded = await self.matches.load(match)
        await self._admit(match, user, *loaded.roster.joined)
        return await self._change(match, decide, starts=True)

    async def fill(self, match: MatchId, user: UserId) -> Loaded:
        """Start with the players who have joined, and computers in all other seats. Only the host
        can.
        """

        def decide(loaded: Loaded, new: NewEvents) -> None:
            _check_host(loaded, user)
            if not may_fill(loaded):
                raise errors.StillAsked
            free = loaded.record.seats - len(loaded.roster.joined)
            company = replace(loaded.roster.company, number=free)
            new.add(MatchEventKind.COMPUTERS, holder=user, detail=company)

        loaded = await self.matches.load(match)
        await self._admit(match, user, *loaded.roster.joined)
        return await self._change(match, decide, starts=True)

    async def decline(self, match: MatchId, user: UserId) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            roster = loaded.roster
            if user == roster.host:
                raise errors.HostStays
            if user not in roster.invited:
                raise errors.NotInvited
            if user in roster.declined:
                return
            if user in roster.joined:
                new.add(MatchEventKind.LEFT, holder=user)
            new.add(MatchEventKind.DECLINED, holder=user)
            after = new.after().roster
            if after.joined == (roster.host,) and not after.waiting:
                new.add(MatchEventKind.CANCELLED)

        return await self._change(match, decide)

    async def leave(self, match: MatchId, user: UserId) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            if user == loaded.roster.host:
                raise errors.HostStays
            if user not in loaded.roster.joined:
                raise errors.NotIn
            new.add(MatchEventKind.LEFT, holder=user)

        return await self._change(match, decide)

    async def cancel(self, match: MatchId, user: UserId) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            _check_host(loaded, user)
            new.add(MatchEventKind.CANCELLED, holder=user)

        return await self._change(match, decide)

    async def expire(self, match: MatchId) -> Loaded:
        def decide(loaded: Loaded, new: NewEvents) -> None:
            if loaded.status is Status.OPEN and self._has_expired(loaded):
                new.add(MatchEventKind.EXPIRED)

        return await self.service.add_events(match, decide)

    async def rematch(self, match: MatchId, request: MatchRequest) -> Loaded:
        """Invite the same people again; a match without other people starts immediately.

        If that invitation is cancelled or expires, players can ask for a rematch again.
        """
        return await self.matches.change(match, lambda loaded: self._rematch(loaded, request))

    async def _rematch(self, loaded: Loaded, request: MatchRequest) -> Loaded:
        roster = loaded.roster
        if request.host not in roster.original:
            raise NotInMatch
        if loaded.status is not Status.OVER:
            raise NotOver
        if roster.rematch is not None:
            before = await self.matches.load(roster.rematch)
            opened = await self.matches.store.opened_by(request.interaction)
            if opened is not None and opened.id == roster.rematch:
                return before  # Discord delivered the same press twice
            if before.status is not Status.CALLED_OFF:
                raise errors.RematchAsked(match=roster.rematch)
        others = [user for user in roster.original if user not in (None, request.host)]
        people = [user for user in others if user is not None and is_person(user)]
        if any(user is not None for user in others) and not people:
            raise errors.NobodyLeft
        pace, company = loaded.record.pace, roster.company
        if people:
            seats = 1 + len(people) + company.number
            company_again = company if company.number else None
            return await self._create(
                request, people, seats, OPEN_FOR, pace, loaded, company=company_again
            )
        seats, level = len(roster.original), company.level if company.number else roster.level
        request = replace(request, private=loaded.record.private)
        new = await self._create(request, (), seats, START_WITHIN, pace, loaded, level)
        return await self._start_at_once(new, seats - 1)

    async def clear(self, guild: int, user: UserId) -> list[MatchId]:
        cleared = []
        for match in await self.matches.store.of_user(guild, user):
            try:
                if await self._put_out(match, user):
                    cleared.append(match)
            except Refusal as refusal:  # it has begun, was closed or is frozen
                _log.info("Match %d stays as it is: %s", match, refusal)
        return cleared

    async def _put_out(self, match: MatchId, user: UserId) -> bool:
        roster = (await self.matches.load(match)).roster
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
        """Remove players from an open match who were barred after they joined.

        `/moderate bar` also does this, but it may have failed, or not have reached this match yet.
        """
        loaded = await self.matches.load(match)
        if self.servers is None or loaded.status is not Status.OPEN:
            return
        joined = loaded.roster.joined
        for user in await self.servers.barred(loaded.record.guild, joined):
            await self._put_out(match, user)

    async def _start_at_once(self, new: Loaded, rivals: int) -> Loaded:
        match = new.record.id
        try:
            return await self._change(match, lambda _loaded, _new: None, starts=True, rivals=rivals)
        except errors.AlreadyStarted:
            return await self.matches.load(match)
        except (StoreTrouble, Conflict) as trouble:  # the scheduler starts it later
            raise Unfinished(f"match {match} could not start yet: {trouble}") from trouble

    async def _create(
        self,
        request: MatchRequest,
        invited: Sequence[UserId],
        seats: int,
        stands: int,
        pace: Pace = Pace.NONE,
        before: Loaded | None = None,
        level: Level | None = None,
        company: Company | None = None,
    ) -> Loaded:
        """Create a match that must start within `stands` seconds.

        `before`, if given, is the match that this one repeats: each person sits one seat earlier.
        `level` is the level of the computers in a practice match; `company` takes some of the
        `seats`.
        """
        name = (request.game or self.game) if before is None else before.record.game
        game = self.matches.games.newest(name)
        if seats not in game.info.seats:
            raise errors.WrongSeats(low=game.info.seats[0], high=game.info.seats[-1])
        await admit(self.servers, request.guild, request.host)
        await self._check_reachable(request, invited)
        now = self.matches.clock.now()
        new = NewMatch(
            game=game.info.name,
            rules=game.info.rules,
            seats=seats,
            seed=self.matches.new_seed(),
            guild=request.guild,
            channel=request.channel,
            created=now,
            expires=now + stands,
            interaction=request.interaction,
            follows=None if before is None else before.record.id,
            pace=pace,
            private=request.private,
            forum=request.forum,
        )
        rematch = None
        if before is not None:
            # The new match's number, which is not known yet, replaces this detail.
            request_event = self.matches.new_events(before)
            request_event.add(MatchEventKind.REMATCH, holder=request.host, detail=before.record.id)
            rematch = (before, request_event.events[0])
        caps = self.caps
        if stands == START_WITHIN:
            caps = replace(caps, open_of_user=None, open_in_guild=None)
        events = _first_events(request, invited, now, before, level, company)
        try:
            return await self.matches.create(new, events, caps, rematch)
        except CapReached as reached:
            raise self._too_many(reached) from reached

    async def _check_reachable(self, request: MatchRequest, invited: Sequence[UserId]) -> None:
        """Raise NotChallenged if any of these users refuse the host or are barred. It does not say
        which, because both are private.
        """
        closed = set[UserId]()
        if self.servers is not None:
            closed.update(await self.servers.barred(request.guild, invited))
        if self.challenges is not None:
            closed.update(await self.challenges.users_who_refuse(request.host, invited))
        if closed:
            raise errors.NotChallenged(users=tuple(user for user in invited if user in closed))

    async def _admit(self, match: MatchId, user: UserId, *others: UserId) -> None:
        loaded = await self.matches.load(match)
        await admit(self.servers, loaded.record.guild, user, *others)

    async def _change(
        self, match: MatchId, decide: Decide, *, starts: bool = False, rivals: int = 0
    ) -> Loaded:
        async def act(loaded: Loaded) -> Loaded:
            self._check_open(loaded)
            new = self.matches.new_events(loaded)
            decide(loaded, new)
            joined = new.after().roster.joined
            if starts or len(joined) == seats_for_people(new.after()):
                return await self._start(loaded, new, rivals)
            if not new.events:
                return loaded
            users = tuple(user for user in joined if user not in loaded.roster.joined)
            decision = Decision(events=new.events, cap_check=self._cap_check(users))
            return await self.matches.commit(loaded, decision)

        try:
            return await self.matches.change(match, act)
        except CapReached as reached:
            raise self._too_many(reached) from reached

    async def _start(self, loaded: Loaded, new: NewEvents, rivals: int) -> Loaded:
        roster = new.after().roster
        if rivals:
            level = nearest(loaded.game.info, roster.level)
            computers = seated(level, loaded.record.id, rivals)
        else:
            computers = seated_from_start(new.after())
        return await self.service.start(loaded, new, computers, self._cap_check(roster.joined))

    def _cap_check(self, users: tuple[UserId, ...]) -> CapCheck:
        return CapCheck(users, self.caps.running_of_user)

    def _too_many(self, reached: CapReached) -> Refusal:
        match reached.cap:
            case Cap.OPEN_OF_USER:
                return errors.TooManyInvitations(most=self.caps.open_of_user)
            case Cap.OPEN_IN_GUILD:
                return errors.TooManyInServer(most=self.caps.open_in_guild)
            case Cap.RUNNING_OF_USER:
                return TooManyMatches(users=reached.users, most=self.caps.running_of_user)

    def _check_open(self, loaded: Loaded) -> None:
        if loaded.record.day is not None:  # only `/daily` starts it, with its opening
            raise InvitationClosed
        # A tournament starts its own matches.
        if loaded.record.table is not None and loaded.status is Status.OPEN:
            raise InvitationClosed
        match loaded.status:
            case Status.RUNNING | Status.OVER:
                raise errors.AlreadyStarted
            case Status.CALLED_OFF:
                raise InvitationClosed
            case Status.OPEN:
                if self._has_expired(loaded):
                    raise InvitationClosed

    def _has_expired(self, loaded: Loaded) -> bool:
        expires = loaded.record.expires
        return expires is not None and self.matches.clock.now() >= expires


def may_start(loaded: Loaded) -> bool:
    """Return whether enough players have joined, counting the computers that the host asked for.

    One person with computers does not suffice: the host must fill the table, or practise instead.
    """
    people, computers = len(loaded.roster.joined), loaded.roster.company.number
    return people + computers in loaded.game.info.seats and (people > 1 or not computers)


def may_fill(loaded: Loaded) -> bool:
    return len(loaded.roster.joined) < seats_for_people(loaded) and not loaded.roster.waiting


def _check_host(loaded: Loaded, user: UserId) -> None:
    if user != loaded.roster.host:
        raise errors.OnlyHost(user=loaded.roster.host)


def seats_for_people(loaded: Loaded) -> int:
    return loaded.record.seats - loaded.roster.company.number


def seated_from_start(loaded: Loaded) -> tuple[Computer, ...]:
    roster = loaded.roster
    if roster.original:
        computers, seats = loaded.computers, enumerate(roster.original)
        return tuple(computers[seat] for seat, holder in seats if holder is None)
    level = nearest(loaded.game.info, roster.company.level)
    return seated(level, loaded.record.id, roster.company.number)


def _first_events(
    request: MatchRequest,
    invited: Sequence[UserId],
    now: int,
    before: Loaded | None,
    level: Level | None,
    company: Company | None,
) -> list[MatchEvent]:
    order = {} if before is None else _moved_on(before)
    host, brought = request.host, part(request.interaction, request.word)
    events = [MatchEvent(0, 0, MatchEventKind.JOINED, now, order.get(host), host, brought)]
    events += [
        MatchEvent(n, 0, MatchEventKind.INVITED, now, order.get(user), user)
        for n, user in enumerate(invited, start=1)
    ]
    if level is not None:
        events.append(MatchEvent(len(events), 0, MatchEventKind.PRACTICE, now, detail=level))
    if company is not None:
        events.append(MatchEvent(len(events), 0, MatchEventKind.COMPUTERS, now, detail=company))
    if before is not None:
        follows = before.record.id
        events.append(MatchEvent(len(events), 0, MatchEventKind.FOLLOWS, now, detail=follows))
    return events


def _moved_on(loaded: Loaded) -> dict[UserId, int]:
    """Return the places in a rematch, each player one seat earlier."""
    original = loaded.roster.original
    people = [user for user in original if user is not None and is_person(user)]
    return {user: (place - 1) % len(people) for place, user in enumerate(people)}
