"""Forgetting a person, or a server that the bot has left.

A forgotten person becomes a former miner in each match: a negative user id for that match alone. So
the other players keep their matches, results and proofs, and no data says who the person was, or
whether two former miners were the same person.

The work takes many transactions, because running matches are resigned first and each match is
changed on its own. The database lists the work before it begins, so that it continues after a
crash, and each step can be repeated. It ends with a sweep of the database's files, in which deleted
rows leave traces.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.due_work import DueWork
from bot.match.core.matches import Matches
from bot.match.forgetting.store import PeopleStore
from bot.match.lobby.lobby import Lobby
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import Conflict, StoreTrouble, Unfinished
from bot.match.playing.service import MatchService
from bot.match.values.errors import DayOver, Frozen, MatchOver, NoSuchMatch, NotInMatch
from bot.match.values.players import UserId
from bot.match.values.times import DAY

_log = logging.getLogger(__name__)


AFTER_LEAVING = 30 * DAY
SLICE = 20
PERSON, SERVER = "a user", "a server"
ROUNDS = 5
"""Attempts to find new matches of a person who keeps playing while being forgotten."""


_Item = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Forgotten:
    resigned: tuple[MatchId, ...]
    closed: tuple[MatchId, ...]
    done: bool


class ForgettingService:
    def __init__(
        self, matches: Matches, service: MatchService, lobby: Lobby, store: PeopleStore
    ) -> None:
        self._matches = matches
        self._service = service
        self._lobby = lobby
        self.store = store
        self._is_swept = True
        self.due_work = DueWork[_Item](
            "forgetting",
            matches.clock,
            matches.observer,
            spell=lambda item: f"forgetting {item[0]}",
        )

    async def forget(self, user: UserId) -> Forgotten:
        """Forget a user completely, after resigning their matches and leaving their invitations.

        Once begun, the work continues after a restart (`look_after`). Raise StoreTrouble or Unsure
        if it could not begin, and Unfinished if it is not done.
        """

        async def begun() -> bool:
            return user in await self.store.unfinished()

        await confirmed_write(lambda: self.store.begin(user, self._matches.clock.now()), begun)
        try:
            return await self._forget(user)
        except (StoreTrouble, Conflict) as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def _forget(self, user: UserId) -> Forgotten:
        async def finished() -> bool:
            return user not in await self.store.unfinished()

        resigned: list[MatchId] = []
        closed: list[MatchId] = []
        for _ in range(ROUNDS):
            for guild in await self.store.guilds_of(user):
                closed += await self._lobby.clear(guild, user)
            for match in await self.store.matches_of(user):
                stuck = False
                try:
                    if await self._resign(match, user):
                        resigned.append(match)
                except (Frozen, NoSuchMatch) as refusal:  # NoSuchMatch: its game is gone
                    _log.info("Match %d can't be resigned: %s", match, refusal)
                    stuck = True
                async with self._matches.locked(match):
                    await self.store.forget_in(match, user, stuck=stuck)
                    self._matches.drop_cached(match)
            if await confirmed_write(lambda: self.store.finish(user), finished):
                await self._sweep()
                return Forgotten(tuple(resigned), tuple(closed), done=True)
        _log.warning("A user keeps playing while being forgotten; the bot tries again later")
        return Forgotten(tuple(resigned), tuple(closed), done=False)

    async def _resign(self, match: MatchId, user: UserId) -> bool:
        """Resign a user's seat in a running match; return whether they had one.

        Raise Frozen or NoSuchMatch if the match can't be changed.
        """
        loaded = await self._matches.load(match)
        if loaded.status is Status.OPEN:  # it has expired, so its guests can't leave it
            await self._lobby.expire(match)
            return False
        if loaded.roster.seat_of(user) is None or loaded.roster.ended is not None:
            return False
        try:
            await self._service.resign(match, user, forgotten=True)
        except (DayOver, MatchOver, NotInMatch):  # another process was faster
            return False
        return True

    async def _sweep(self) -> None:
        try:
            is_swept = await self.store.sweep()
            if self._is_swept and not is_swept:
                _log.info("The database is in use or large; it is swept later")
            self._is_swept = is_swept
        except StoreTrouble as trouble:
            _log.warning("The database's files can't be swept now: %s", trouble)

    async def look_after(self) -> tuple[Forgotten, ...]:
        """Finish begun work, forget servers that were left long ago, and sweep the files."""
        before = self._matches.clock.now() - AFTER_LEAVING

        async def work(item: _Item) -> Forgotten | None:
            kind, number = item
            if kind == PERSON:
                return await self.forget(number)
            await self._forget_server(number, before)
            return None

        users = await self.store.unfinished()
        guilds = await self.store.left_before(before)
        items = (*((PERSON, user) for user in users), *((SERVER, guild) for guild in guilds))
        done = await self.due_work.each(items, work)
        await self._sweep()
        return tuple(forgotten for forgotten in done if forgotten is not None)

    async def _forget_server(self, guild: int, before: int) -> None:
        while matches := await self.store.forget_matches(guild, before, SLICE):
            for match in matches:
                self._matches.drop_cached(match)
        await self.store.forget_server(guild, before)
        _log.info("Deleted all data of a server that the bot left")

    async def note_left(self, guild: int) -> None:
        await self.store.note_left(guild, self._matches.clock.now())

    async def note_servers(
        self, guilds: Sequence[int], known: Callable[[int], bool] = lambda _: True
    ) -> None:
        """Record that the bot is in exactly these servers: it has left all others that are `known`.

        A process that shares shards only knows this about the servers of its shards.
        """
        await self.store.note_servers(guilds, self._matches.clock.now(), known)
