"""Checks that players can still be seated, made whenever they get a seat and not only when they
join.
"""

from collections.abc import Iterable
from typing import Protocol

from bot.match.people.servers import ServerStore
from bot.match.tournaments.events import (
    INELIGIBLE,
    Events,
    TournamentEvent,
    TournamentEventKind,
    detail_of,
    in_order,
)
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.store import TournamentStore
from bot.match.values.caps import Caps
from bot.match.values.errors import TooManyMatches
from bot.match.values.players import UserId, is_person


class Members(Protocol):
    async def gone(self, guild: int, users: Iterable[UserId]) -> frozenset[UserId]:
        """Return those of these users who have left a server; leave out users whose membership is
        unknown.
        """


class Eligibility:
    """Checks bars, membership and, if a `store` is given, the limit of running matches."""

    def __init__(
        self,
        servers: ServerStore | None = None,
        store: TournamentStore | None = None,
        members: Members | None = None,
        caps: Caps | None = None,
    ) -> None:
        self._servers = servers
        self._store = store
        self._members = members
        self._most = (caps or Caps()).running_of_user

    async def ineligible(self, guild: int, users: Iterable[UserId]) -> frozenset[UserId]:
        people = [user for user in users if is_person(user)]
        barred = frozenset[UserId]()
        if self._servers is not None and people:
            barred = frozenset(await self._servers.barred(guild, people))
        if self._members is None or not people:
            return barred
        return barred | await self._members.gone(
            guild, [user for user in people if user not in barred]
        )

    async def check_room(self, guild: int, user: UserId) -> None:
        if self._store is not None and await self._store.running(guild, user) >= self._most:
            raise TooManyMatches(users=(user,), most=self._most)


def seated_by(state: Tournament, due: Iterable[TournamentEvent]) -> tuple[UserId, ...]:
    users: list[UserId] = []
    for item in due:
        numbers: Iterable[int] = ()
        values = item.details
        if item.kind is TournamentEventKind.STARTED:
            numbers = {entrant.number for entrant in state.entrants} - {*values["absent"]}
        elif item.kind is TournamentEventKind.STAGE:
            numbers = (number for group in values["groups"] for number in group)
        elif item.kind is TournamentEventKind.PAIRED:
            numbers = (number for seats in values["tables"].values() for number in seats)
        elif item.kind is TournamentEventKind.SUBSTITUTED and item.user is not None:
            users.append(item.user)
        users += (state.entrants[number].user for number in numbers if state.entrants[number].plays)
    return tuple(dict.fromkeys(users))


def leaving(state: Tournament, at: int, users: Iterable[UserId]) -> Events:
    why = detail_of(why=INELIGIBLE)
    running = state.status is TournamentStatus.RUNNING

    def kind(user: UserId) -> TournamentEventKind:
        return (
            TournamentEventKind.WITHDREW
            if running and user not in state.reserves
            else TournamentEventKind.LEFT
        )

    return in_order(state.event(at, kind(user), user=user, detail=why) for user in users)
