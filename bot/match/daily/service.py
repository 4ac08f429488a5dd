"""The puzzle of the day: each player's match of each day, and the results of all.

All players of a day get the same dice. The first request stores the seed, the rules version and the
opening of the day as one row, which later ones read. One match reveals the rolls of all others, so
it is private until midnight UTC, and then ends as it is.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.match.core.change import Decision
from bot.match.core.matches import Matches
from bot.match.daily.days import ComputerGame, DayGame, DayRank
from bot.match.daily.errors import DayGoesOn, NobodyAsked, NoSuchDaily, NotPlayed, PlayedBefore
from bot.match.daily.house import House, read_log
from bot.match.daily.store import DayStore
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, NewMatch, Record, Status, check_revealed
from bot.match.log.roster import Roster
from bot.match.people.servers import ServerStore, admit
from bot.match.values.days import Day, day_at, end_of
from bot.match.values.errors import DayOver, MatchElsewhere, NoSuchMatch, Refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY
from engine.core.types import Entry


@dataclass(frozen=True, slots=True)
class DayRequest:
    game: str
    user: UserId
    guild: int
    channel: int
    interaction: int | None = None
    """Identifies the match after a write whose outcome is unknown."""


class DailyService:
    """Every method raises a Refusal, Conflict if other processes are faster every time, or
    StoreTrouble.
    """

    def __init__(
        self,
        matches: Matches,
        store: DayStore,
        servers: ServerStore | None = None,
        house: House | None = None,
    ) -> None:
        self.matches = matches
        self.store = store
        self.house = house or House()
        self._servers = servers
        self._making = asyncio.Lock()
        self._computing = asyncio.Lock()

    @property
    def games(self) -> tuple[str, ...]:
        return self.matches.games.daily

    def today(self) -> Day:
        return day_at(self.matches.clock.now())

    def is_over(self, day: Day) -> bool:
        return self.matches.clock.now() >= end_of(day)

    async def check_access(
        self,
        record: Record,
        roster: Roster,
        user: UserId,
        guild: int | None,
        *,
        shared: bool = False,
    ) -> None:
        """Raise NoSuchMatch or SecretUntilDayEnds unless the user can see any match in a server, or
        outside servers if `guild` is None.

        A private match is visible everywhere to its player, and to others where it was `shared`. A
        match of a day is visible to others once the day is over, in servers where its player opened
        the puzzle; a past day played again never is. Other matches are visible in their own server,
        and outside servers to their players.
        """
        if record.private and user in roster.joined:
            return
        if record.archive:
            raise NoSuchMatch
        if guild is None:
            if not shared and user not in roster.had_part:
                raise MatchElsewhere
        elif (
            record.guild != guild
            and not shared
            and not await self._is_opened_in(record, roster, guild)
        ):
            raise NoSuchMatch
        check_revealed(record, self.matches.clock.now())

    async def _is_opened_in(self, record: Record, roster: Roster, guild: int) -> bool:
        if record.day is None:
            return False
        return await self.store.has_asked(record.game, record.day, roster.host, guild)

    async def open(self, request: DayRequest, begun: Callable[[], None] = lambda: None) -> Loaded:
        """Return the user's match of today; start it if there is none.

        Calls `begun` once a new match is stored. Raises NoSuchDaily, PlayedBefore or Barred.
        """
        self._check_daily(request.game)
        try:
            return await self._open(request, self.today(), begun)
        except DayOver:  # midnight has just passed
            return await self._open(request, self.today(), begun)

    async def _open(self, request: DayRequest, day: Day, begun: Callable[[], None]) -> Loaded:
        match = await self.store.match_of(request.game, day, request.user)
        if match is None:
            await admit(self._servers, request.guild, request.user)
            if await self.store.was_forgotten(request.game, day, request.user):
                raise PlayedBefore
            fixed = await self.day_game(request.game, day)
            loaded = await self._make(request, fixed)
            begun()
        else:
            await self.store.opened_in(request.game, day, request.user, request.guild)
            loaded = await self.matches.load(match)
        if loaded.status is not Status.OPEN:
            return loaded
        fixed = await self.day_game(request.game, day)
        return await self.matches.change(
            loaded.record.id, lambda current: self._start(current, fixed.opening)
        )

    async def open_past(
        self, request: DayRequest, day: Day, begun: Callable[[], None] = lambda: None
    ) -> Loaded:
        """Return the user's unfinished match with the dice of a past day; start one if there is
        none. It counts for nothing.

        Calls `begun` once a new match is stored. Raises NoSuchDaily, DayGoesOn, NobodyAsked or
        Barred.
        """
        match = await self.store.match_of_past_day(request.game, day, request.user)
        if match is None:
            await admit(self._servers, request.guild, request.user)
        fixed = await self.over(request.game, day)
        if match is None:
            loaded = await self._make(request, fixed, archive=True)
            begun()
        else:
            loaded = await self.matches.load(match)
        return await self.matches.change(
            loaded.record.id, lambda current: self._start(current, fixed.opening)
        )

    async def _make(self, request: DayRequest, fixed: DayGame, *, archive: bool = False) -> Loaded:
        now = self.matches.clock.now()
        if not archive and now >= end_of(fixed.day):  # fixing the day took until midnight
            raise DayOver
        new = NewMatch(
            game=fixed.game,
            rules=fixed.rules,
            seats=1,
            seed=fixed.seed,
            guild=request.guild,
            channel=request.channel,
            created=now,
            expires=now + DAY if archive else end_of(fixed.day),
            day=fixed.day,
            opening=len(fixed.opening),
            archive=archive,
            interaction=request.interaction,
        )
        joined = MatchEvent(0, 0, MatchEventKind.JOINED, now, holder=request.user, detail=fixed.day)
        return await self.matches.create(new, [joined], None)

    async def _start(self, loaded: Loaded, played: Sequence[Entry]) -> Loaded:
        if loaded.status is not Status.OPEN:
            return loaded
        new = self.matches.new_events(loaded)
        new.add(MatchEventKind.SEATED, seat=0, holder=loaded.roster.host)
        new.add(MatchEventKind.STARTED, detail=loaded.roster.brought)
        advances = await asyncio.to_thread(read_log, loaded.game, played)
        return await self.matches.commit(loaded, Decision(advances, new.events))

    async def day_game(self, game: str, day: Day) -> DayGame:
        """Return the fixed data of a day. The first request creates them by the newest rules."""
        day_game = await self.store.day(game, day)
        if day_game is not None:
            return day_game
        async with self._making:  # the opening takes a while, so compute it once
            day_game = await self.store.day(game, day)
            if day_game is not None:
                return day_game
            rules, seed = self.matches.games.newest(game), self.matches.new_seed()
            log = await self.house.opening(rules, seed, day)
            return await self.store.make(DayGame(game, day, rules.info.rules, seed, log))

    async def over(self, game: str, day: Day) -> DayGame:
        """End all matches of a past day, and return its fixed data.

        Raises NoSuchDaily, DayGoesOn, or NobodyAsked.
        """
        self._check_daily(game)
        if not self.is_over(day):
            raise DayGoesOn(until=end_of(day))
        day_game = await self.store.day(game, day)
        if day_game is None:
            raise NobodyAsked
        for match in await self.store.running(game, day):
            await self.end(match)
        return day_game

    async def end(self, match: MatchId) -> Loaded:
        async def act(loaded: Loaded) -> Loaded:
            if loaded.status is not Status.RUNNING:
                return loaded
            new = self.matches.new_events(loaded)
            new.add(MatchEventKind.ENDED)
            return await self.matches.commit(loaded, Decision(events=new.events))

        return await self.matches.change(match, act)

    async def computer(self, fixed: DayGame) -> ComputerGame:
        async with self._computing:
            computed = await self.store.computer(fixed.game, fixed.day)
            if computed is not None:
                return computed
            rules = self.matches.games.game(fixed.game, fixed.rules)
            if rules is None:
                raise Refusal
            played = await self.house.play_on(rules, fixed)
            await self.store.keep_computer(fixed.game, fixed.day, played)
            return played

    async def own(self, game: str, day: Day, user: UserId) -> Loaded:
        match = await self.store.match_of(game, day, user)
        if match is None:
            raise NotPlayed
        loaded = await self.matches.load(match)
        return await self.end(match) if self.is_over(day) else loaded

    async def standing(self, loaded: Loaded, guild: int | None) -> DayRank | None:
        record, roster = loaded.record, loaded.roster
        if record.day is None or record.archive:
            return None
        if roster.void is not None or not roster.people:
            return None
        points, fewest = loaded.game.scores(loaded.state)[0], self.fewest(record.game)
        return await self.store.standing(record.game, record.day, guild, points, fewest=fewest)

    def fewest(self, game: str) -> bool:
        return self.matches.games.newest(game).statistics.fewest

    def _check_daily(self, game: str) -> None:
        if game not in self.games:
            raise NoSuchDaily
