"""Making a match and starting it: what all ways into one have in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.match.errors import (
    AlreadyStarted,
    InvitationClosed,
    NotChallenged,
    Refusal,
    TooManyInServer,
    TooManyInvitations,
    TooManyMatches,
    WrongSeats,
)
from bot.match.events import EventKind, MatchEvent
from bot.match.holders import Holder, UserId, is_person
from bot.match.loaded import Loaded
from bot.match.lobby.challenges import Challenges
from bot.match.lobby.contribution import part
from bot.match.matches import Matches
from bot.match.people.servers import ServerStore, admit
from bot.match.playing.computers import seated, spelled
from bot.match.playing.service import TRIES, MatchService
from bot.match.ports import Cap, CapReached, Conflict, StoreTrouble, Unfinished
from bot.match.roster import fold
from bot.match.timing.pace import Pace
from bot.match.types import Caps, MatchId, NewMatch, Room, Status
from engine.core import driver
from engine.core.chance import Stream
from engine.core.types import Level

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
    word: str = ""
    """What they bring to the dice, as `word_of` gives it; empty: the interaction's id."""
    game: str | None = None
    """The game that they want to play; None: the default one."""


class Opening:
    """Makes matches, lets open ones change, and starts them."""

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

    async def _begin_at_once(self, new: Loaded, computers: int) -> Loaded:
        match = new.record.id
        try:
            return await self._change(match, lambda _: (), starts=True, computers=computers)
        except AlreadyStarted:
            return await self.matches.look(match)
        except (StoreTrouble, Conflict) as trouble:  # the round begins it
            raise Unfinished(f"match {match} could not begin: {trouble}") from trouble

    async def _create(
        self,
        asked: Asked,
        invited: Sequence[UserId],
        seats: int,
        stands: int,
        pace: Pace = Pace.NONE,
        after: Loaded | None = None,
        level: Level | None = None,
    ) -> Loaded:
        """A new match; `after` is the one whose rematch it is, by the same game: each seat moves
        on by one.

        `level` is that of the computers of a practice. The two matches are one transaction: that
        one knows of its rematch, or there is none.
        """
        name = (asked.game or self.game) if after is None else after.record.game
        game = self.matches.games.newest(name)
        if seats not in game.info.seats:
            raise WrongSeats(low=game.info.seats[0], high=game.info.seats[-1])
        await admit(self.servers, asked.guild, asked.host)
        await self._reach(asked, invited)
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
            MatchEvent(
                0, 0, EventKind.JOINED, now, seat, host, part(asked.interaction, asked.word)
            ),
            *(
                MatchEvent(n, 0, EventKind.INVITED, now, order.get(user), user)
                for n, user in enumerate(invited, start=1)
            ),
        ]
        if level is not None:
            practice = EventKind.PRACTICE
            events.append(MatchEvent(len(events), 0, practice, now, detail=level.value))
        rematch = None
        if after is not None:
            detail = str(after.record.id)
            events.append(MatchEvent(len(events), 0, EventKind.FOLLOWS, now, detail=detail))
            # Its number, which is not known yet, takes the place of this detail.
            named = self.matches.event(after, EventKind.REMATCH, holder=host, detail=detail)
            rematch = (after, named)
        caps = self.caps
        if stands == BEGUN_WITHIN:
            caps = replace(caps, open_of_user=None, open_in_guild=None)
        try:
            return await self.matches.create(new, events, caps, rematch)
        except CapReached as reached:
            raise self._too_many(reached) from reached

    async def _reach(self, asked: Asked, invited: Sequence[UserId]) -> None:
        """Whether a challenge may reach all of these; raises NotChallenged with the others.

        It tells nobody whether somebody refuses this host, or everybody, or is barred.
        """
        closed = set[UserId]()
        if self.servers is not None:
            closed.update(await self.servers.barred(asked.guild, invited))
        if self.challenges is not None:
            closed.update(await self.challenges.refused(asked.host, invited))
        if closed:
            raise NotChallenged(users=tuple(user for user in invited if user in closed))

    async def _admit(self, match: MatchId, user: UserId, *others: UserId) -> None:
        loaded = await self.matches.look(match)
        await admit(self.servers, loaded.record.guild, user, *others)

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
        people = roster.seated()
        rivals = seated(roster.level, loaded.record.id, computers)
        contribution = roster.brought
        made = list(events)
        sitting: list[tuple[Holder, str]] = [(holder, "") for holder in people]
        sitting += [(None, spelled(rival)) for rival in rivals]
        for seat, (holder, detail) in enumerate(sitting):
            made.append(
                self.matches.event(
                    loaded,
                    EventKind.SEATED,
                    ahead=len(made),
                    seat=seat,
                    holder=holder,
                    detail=detail,
                )
            )
        made.append(
            self.matches.event(loaded, EventKind.STARTED, ahead=len(made), detail=contribution)
        )
        begin = driver.start(loaded.game, len(sitting))
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
