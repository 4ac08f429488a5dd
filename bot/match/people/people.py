"""What is kept of people, and how it is forgotten: of one person, or of a server that is left.

Who is forgotten becomes a former miner in each match they were in: a negative user id that
stands for them there alone. So the others keep their matches, results and proofs, and nothing
tells who it was, nor that two former miners were the same person.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.confirmed_write import confirmed_write
from bot.match.errors import Frozen, MatchOver, NoSuchMatch, NotInMatch
from bot.match.holders import UserId
from bot.match.lobby.lobby import Lobby
from bot.match.matches import Matches
from bot.match.playing.service import MatchService
from bot.match.records import MatchId, Status
from bot.match.store_errors import Conflict, StoreTrouble, Unfinished

_log = logging.getLogger(__name__)

Rows = Sequence[Mapping[str, object]]
Kept = Mapping[str, Rows]
"""All that is stored about somebody, by table, in the columns' own names."""
MOVES = "moves"
"""The name in Kept of what somebody decided: lines of match logs, which hold no user ids."""

TYPED = "words"
"""The name in Kept of the words that somebody typed into the dice of matches."""

STAYING_BARS = "forgotten_bar.person"
"""The name in Kept of bars that stay, as keyed hashes, when their person is forgotten."""

AFTER_LEAVING = 30 * 86_400
"""Seconds for which the data of a server is kept that the bot is no longer in."""
SLICE = 20
"""Matches of a server that are forgotten in one transaction."""
ROUNDS = 5
"""How often it is looked for more, where somebody plays on while they are being forgotten."""


class PeopleStore(Protocol):
    """Where that is kept. Every write is one transaction, durable when it returns."""

    async def kept(self, user: UserId) -> Kept:
        """All that is stored about somebody, tables without any of it left out."""

    async def matches_of(self, user: UserId) -> tuple[MatchId, ...]:
        """Every match whose history names somebody, the oldest first."""

    async def guilds_of(self, user: UserId) -> tuple[int, ...]:
        """The servers of those matches."""

    async def begin(self, user: UserId, now: int) -> None:
        """Note that somebody is to be forgotten."""

    async def begun(self) -> tuple[UserId, ...]:
        """Those whose forgetting has begun and is not done."""

    async def forget_in(self, match: MatchId, user: UserId, *, stuck: bool) -> None:
        """Let a former miner take somebody's place in a match that they are not playing.

        In one that is `stuck`, as nothing can be done to it, also where they are.
        """

    async def finish(self, user: UserId) -> bool:
        """Take away the rest; False, having changed nothing, where a match still names them.

        Bars against them stay as keyed hashes.
        """

    async def sweep(self) -> bool:
        """Leave nothing of what is forgotten in the files, where that is still to do.

        False where somebody reads or writes just now: it has to be done again.
        """

    async def came(self, guild: int) -> None:
        """The bot is in a server: nothing of it is to be forgotten."""

    async def left(self, guild: int, now: int) -> None:
        """The bot is not in a server, from now on or since before."""

    async def among(self, guilds: Sequence[int], now: int) -> None:
        """The bot is in these servers, and in no others, from now on or since before."""

    async def left_before(self, at: int) -> tuple[int, ...]:
        """Servers in which the bot has not been since then."""

    async def forget_matches(self, guild: int, before: int, most: int) -> tuple[MatchId, ...]:
        """Take away some matches of a server that was left before then; gives which."""

    async def forget_server(self, guild: int, before: int) -> None:
        """Take away the rest of a server that was left before then and has no matches."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What forgetting somebody has changed that others see."""

    resigned: tuple[MatchId, ...]
    closed: tuple[MatchId, ...]
    """Invitations that were called off, declined or left."""
    done: bool
    """Whether nothing is left; else it is tried again."""


class People:
    """Tells what is kept, and forgets."""

    def __init__(
        self, matches: Matches, service: MatchService, lobby: Lobby, store: PeopleStore
    ) -> None:
        self._matches = matches
        self._service = service
        self._lobby = lobby
        self.store = store

    async def forget(self, user: UserId) -> Forgotten:
        """Forget somebody wholly: running matches are resigned first, invitations left.

        What was begun goes on by itself after a restart (`look_after`). Done again it does
        nothing. Raises StoreTrouble or Unsure where it could not be begun, and Unfinished where
        it has begun and is not done.
        """

        async def begin() -> bool:
            await self.store.begin(user, self._matches.clock.now())
            return True

        async def begun() -> bool | None:
            return True if user in await self.store.begun() else None

        await confirmed_write(begin, begun)
        try:
            return await self._forget(user)
        except (StoreTrouble, Conflict) as trouble:
            raise Unfinished(str(trouble)) from trouble

    async def _forget(self, user: UserId) -> Forgotten:
        async def finished() -> bool | None:
            return None if user in await self.store.begun() else True

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
                except (Frozen, NoSuchMatch) as refusal:  # that is: no such game any more
                    _log.info("Match %d can't be resigned: %s", match, refusal)
                    stuck = True
                async with self._matches.alone(match):
                    await self.store.forget_in(match, user, stuck=stuck)
                    self._matches.forget(match)
            if await confirmed_write(lambda: self.store.finish(user), finished):
                await self._sweep()
                return Forgotten(tuple(resigned), tuple(closed), done=True)
        _log.warning("Somebody plays on while they are being forgotten; it is tried again")
        return Forgotten(tuple(resigned), tuple(closed), done=False)

    async def _resign(self, match: MatchId, user: UserId) -> bool:
        """Give up the seat that somebody holds in a running match; whether they did.

        Raises Frozen or NoSuchMatch where nothing can be done to the match.
        """
        loaded = await self._matches.look(match)
        if loaded.status is Status.OPEN:  # nobody can leave it any more, as its time is over
            await self._lobby.expire(match)
            return False
        if loaded.roster.seat_of(user) is None or loaded.roster.ended is not None:
            return False
        try:
            await self._service.resign(match, user)
        except (MatchOver, NotInMatch):  # somebody else was faster
            return False
        return True

    async def _sweep(self) -> None:
        """Sweep the files now; what does not succeed is tried again by `look_after`."""
        try:
            if not await self.store.sweep():
                _log.info("The database's files are in use, so they are swept later")
        except StoreTrouble as trouble:
            _log.warning("The database's files can't be swept now: %s", trouble)

    async def look_after(self) -> tuple[Forgotten, ...]:
        """Go on with what was begun, forget servers that were left long ago, sweep the files."""
        done = [await self.forget(user) for user in await self.store.begun()]
        before = self._matches.clock.now() - AFTER_LEAVING
        for guild in await self.store.left_before(before):
            while matches := await self.store.forget_matches(guild, before, SLICE):
                for match in matches:
                    self._matches.forget(match)
            await self.store.forget_server(guild, before)
            _log.info("All data of a server that was left is forgotten")
        await self._sweep()
        return tuple(done)

    async def left(self, guild: int) -> None:
        """The bot was removed from a server."""
        await self.store.left(guild, self._matches.clock.now())

    async def among(self, guilds: Sequence[int]) -> None:
        """These are all servers that the bot is in: others were left, the latest by now."""
        await self.store.among(guilds, self._matches.clock.now())
