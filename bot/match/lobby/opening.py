"""Making a match and starting it: what all ways into one share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.match.core.matches import Matches
from bot.match.core.store import Decision
from bot.match.lobby import errors
from bot.match.lobby.challenges import Challenges
from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import MatchId, NewMatch, Status
from bot.match.log.store_errors import Conflict, StoreTrouble, Unfinished
from bot.match.people.servers import ServerStore, admit
from bot.match.playing.service import MatchService
from bot.match.values.caps import Cap, CapCheck, CapReached, Caps
from bot.match.values.contribution import part
from bot.match.values.errors import InvitationClosed, Refusal, TooManyMatches
from bot.match.values.players import Company, Computer, UserId, is_person, seated
from bot.match.values.times import DAY, Pace
from engine.core.computers import nearest
from engine.core.types import Level

OPEN_FOR = DAY
"""How many seconds an invitation stays open."""
START_WITHIN = 60
"""How many seconds a match that needs no invitation has to start."""

Decide = Callable[[Loaded, NewEvents], None]
"""Adds events to an open match, or raises the Refusal that says why not."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """Who opens a match, where, and by which interaction."""

    guild: int
    channel: int
    host: UserId
    interaction: int
    word: str = ""
    """What they bring to the dice, as `word_of` gives it; empty: the interaction's id."""
    game: str | None = None
    """The game that they want to play; None: the default one."""


class Opening:
    """Makes matches, changes open ones, and starts them."""

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
        """The name of the game that is played unless another one is asked for, or in a rematch."""
        self.caps = caps or Caps()
        self.servers = servers
        """Knows who is barred; None: nobody is."""
        self.challenges = challenges
        """Knows who takes whose challenges; None: everybody takes all."""

    async def _start_at_once(self, new: Loaded, rivals: int) -> Loaded:
        """Start a match against so many computers, unless it has started; may raise Unfinished."""
        match = new.record.id
        try:
            return await self._change(match, lambda _loaded, _new: None, starts=True, rivals=rivals)
        except errors.AlreadyStarted:
            return await self.matches.look(match)
        except (StoreTrouble, Conflict) as trouble:  # the scheduler starts it
            raise Unfinished(f"match {match} could not start: {trouble}") from trouble

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
        """A new match, which may start within `stands` seconds.

        `before` is the match whose rematch it is, by the same game: each person moves on by one
        seat. Both are changed in one transaction. `level` is that of the computers of a practice,
        `company` are those that sit down with people; their seats are among the `seats`.
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
        )
        rematch = None
        if before is not None:
            # The new match's number, which is not known yet, replaces this detail.
            asked = self.matches.new_events(before)
            asked.add(EventKind.REMATCH, holder=request.host, detail=str(before.record.id))
            rematch = (before, asked.events[0])
        caps = self.caps
        if stands == START_WITHIN:
            caps = replace(caps, open_of_user=None, open_in_guild=None)
        events = _first_events(request, invited, now, before, level, company)
        try:
            return await self.matches.create(new, events, caps, rematch)
        except CapReached as reached:
            raise self._too_many(reached) from reached

    async def _check_reachable(self, request: MatchRequest, invited: Sequence[UserId]) -> None:
        """Raises NotChallenged if a challenge can't reach all of these.

        It does not tell whether somebody refuses this host, or everybody, or is barred.
        """
        closed = set[UserId]()
        if self.servers is not None:
            closed.update(await self.servers.barred(request.guild, invited))
        if self.challenges is not None:
            closed.update(await self.challenges.refused(request.host, invited))
        if closed:
            raise errors.NotChallenged(users=tuple(user for user in invited if user in closed))

    async def _admit(self, match: MatchId, user: UserId, *others: UserId) -> None:
        loaded = await self.matches.look(match)
        await admit(self.servers, loaded.record.guild, user, *others)

    async def _change(
        self, match: MatchId, decide: Decide, *, starts: bool = False, rivals: int = 0
    ) -> Loaded:
        """Change an open match; it starts if `starts`, or as soon as all seats are taken.

        With `rivals` so many computers play that were not part of an invitation.
        """

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
        """Start with `rivals` computers in a practice, or with those of the invitation."""
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
        if loaded.record.day is not None:  # it is begun by `/daily` alone, with its opening
            raise InvitationClosed
        if loaded.record.table is not None and loaded.status is Status.OPEN:  # it starts by itself
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


def seats_for_people(loaded: Loaded) -> int:
    """How many people an open match has room for."""
    return loaded.record.seats - loaded.roster.company.number


def seated_from_start(loaded: Loaded) -> tuple[Computer, ...]:
    """The computers that have had a seat from the start, or will have one as it was asked for."""
    roster = loaded.roster
    if roster.original:
        return tuple(one for one in roster.computers if one is not None)
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
    """The events with which a match is made; parameters as in `Opening._create`."""
    order = {} if before is None else _moved_on(before)
    host, brought = request.host, part(request.interaction, request.word)
    events = [MatchEvent(0, 0, EventKind.JOINED, now, order.get(host), host, brought)]
    events += [
        MatchEvent(n, 0, EventKind.INVITED, now, order.get(user), user)
        for n, user in enumerate(invited, start=1)
    ]
    if level is not None:
        events.append(MatchEvent(len(events), 0, EventKind.PRACTICE, now, detail=level.value))
    if company is not None:
        events.append(MatchEvent(len(events), 0, EventKind.COMPUTERS, now, detail=company.detail))
    if before is not None:
        detail = str(before.record.id)
        events.append(MatchEvent(len(events), 0, EventKind.FOLLOWS, now, detail=detail))
    return events


def _moved_on(loaded: Loaded) -> dict[UserId, int]:
    """The places in a rematch of those who began a match: who sat second comes first."""
    original = loaded.roster.original
    people = [user for user in original if user is not None and is_person(user)]
    return {user: (place - 1) % len(people) for place, user in enumerate(people)}
