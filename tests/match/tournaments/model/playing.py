"""Random tournaments through the real services, compared with the model after every step."""

import contextlib
import copy
import random  # noqa: TID251 - random tests, by a seed
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.servers import Bar
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.eligibility import Eligibility
from bot.match.tournaments.errors import JoinsTooOften
from bot.match.tournaments.events import TournamentEvent
from bot.match.tournaments.loaded import LoadedTournament, Tournaments
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.terms import Terms
from bot.match.values.errors import Refusal
from bot.match.values.times import DAY, HOUR
from bot.storage.opening import open_database
from bot.storage.sqlite.copies import backup, restore
from tests.fresh import fresh
from tests.match.hours import ticks
from tests.match.machine import CountedSeeds, SetClock
from tests.match.tournaments.model.book import Unfair
from tests.match.tournaments.model.outside import Deed, Outside, Played, facts_of
from tests.match.tournaments.model.referee import Referee, rule
from tests.match.tournaments.model.rulings import Rulings, Settled
from tests.match.tournaments.organizing import at_tables
from tests.match.world import CHANNEL, GUILD, Side

MODERATOR = 99
USERS = tuple(range(101, 117))
RATED = {user: 2000.0 - 31 * (user % 7) for user in USERS if user % 3}


async def set_ratings(
    ratings: Mapping[int, float], guild: int, game: str, users: Iterable[int]
) -> dict[int, float]:
    """Return ratings that a test sets."""
    del guild, game
    return {user: ratings[user] for user in users if user in ratings}


@dataclass
class SetMembers:
    """The users who have left the server."""

    outside: Outside

    async def gone(self, guild: int, users: Iterable[int]) -> frozenset[int]:
        del guild
        return frozenset(users) & self.outside.gone


@dataclass
class Backup:
    """A copy of the database, with the referee's knowledge at that time."""

    path: Path
    referee: Referee
    at: int


@dataclass
class Story:
    """A tournament in its own database, and the referee who watches it."""

    folder: Path
    luck: random.Random
    terms: Terms
    side: Side = field(init=False)
    cups: TournamentService = field(init=False)
    referee: Referee = field(init=False)
    clock: SetClock = field(default_factory=SetClock)
    seeds: CountedSeeds = field(default_factory=CountedSeeds)
    number: int = 0
    copy: Backup | None = None
    interactions: int = 5000
    restores: int = 0
    refused: int = 0
    done: int = 0

    @property
    def outside(self) -> Outside:
        return self.referee.outside

    @property
    def path(self) -> Path:
        return self.folder / "salud.db"

    async def open(self) -> None:
        """Open the database, and create the tournament."""
        self.referee = Referee(Outside(self.clock.now(), ratings=dict(RATED)))
        fresh(self.path)
        await self._connect()
        request = TournamentRequest(GUILD, CHANNEL, MODERATOR, self._interaction())
        cup = await self.cups.create(request, self.terms)
        self.number = cup.row.id
        await self.settle()

    async def _connect(self) -> None:
        self.side = Side(await open_database(str(self.path)), self.clock, self.seeds)
        side = self.side
        tournaments = Tournaments(TournamentStore(side.database), side.clock)
        members = SetMembers(self.outside)
        conductor = Conductor(
            side.matches,
            tournaments,
            at_tables(side),
            side.deadlines,
            partial(set_ratings, self.outside.ratings),
            Eligibility(side.servers, tournaments.store, members),
        )
        self.cups = TournamentService(side.matches, tournaments, conductor, side.servers)
        await ticks(side)

    async def close(self) -> None:
        await self.side.database.close()

    def _interaction(self) -> int:
        self.interactions += 1
        return self.interactions

    async def cup(self) -> LoadedTournament:
        return await self.cups.load(self.number)

    # Time

    async def wait(self, seconds: int) -> None:
        """Let uptime pass, and add it to the turns of players to move."""
        cup = await self.cup()
        for table in cup.state.open_tables:
            match = cup.matches.get(table.id)
            if match is None or cup.match_states[table.id] is not MatchState.RUNNING:
                continue
            loaded = await self.side.matches.load(match)
            for user in loaded.people_to_act:
                key = _turn_of(loaded, user)
                self.outside.turns[key] = self.outside.turns.get(key, 0) + seconds
            self.outside.lasted[match] = self.outside.lasted.get(match, 0) + seconds
        self.clock.time += seconds
        await self._after_time()

    async def _after_time(self) -> None:
        self.outside.now = self.clock.now()
        await ticks(self.side)
        await self.settle()

    async def be_down(self, seconds: int) -> None:
        since = self.clock.now()
        self.outside.downtimes.append((since, since + seconds))
        if self.luck.random() < 0.5:
            self.clock.passes(seconds)
        else:
            while self.clock.now() < since + seconds:
                self.clock.time += min(HOUR, since + seconds - self.clock.now())
                await self.side.pace.timekeeper.tick(up=False)
        await self._after_time()

    async def back_up(self) -> None:
        """Copy the database with the operator's command."""
        path = self.folder / f"copy-{self.clock.now()}.db"
        backup(str(self.path), path, force=True)
        referee = copy.deepcopy(self.referee)
        self.copy = Backup(path, referee, self.clock.now())

    async def restore(self) -> None:
        """Restore the latest copy. Everything since is undone, and that time does not count."""
        if self.copy is None or self.copy.at == self.clock.now():
            return
        await self.close()
        self.restores += 1
        restore(self.copy.path, str(self.path), str(self.restores), self.clock.now())
        self.referee = copy.deepcopy(self.copy.referee)
        self.outside.downtimes.append((self.copy.at, self.clock.now()))
        self.outside.now = self.clock.now()
        await self._connect()
        await self._show_boards()
        await self.settle()
        self.copy = None

    async def _show_boards(self) -> None:
        """Post the boards of running matches again, which restarts turns after a restore."""
        cup = await self.cup()
        for table, match in cup.matches.items():
            if cup.match_states[table] is not MatchState.RUNNING:
                continue
            loaded = await self.side.matches.load(match)
            await self.side.matches.show(loaded)
            for user in loaded.people_to_act:
                self.outside.turns.pop(_turn_of(loaded, user), None)

    # Deeds

    async def do(self, deed: Deed, work: Callable[[], Awaitable[object]]) -> None:
        """Try an action, and compare its acceptance with the model's ruling."""
        cup = await self.cup()
        rulings = Rulings(self.referee.book, await self._matches(cup))
        allowed = rulings.allows(deed)
        self.outside.deeds.append(deed)
        try:
            await work()
        except JoinsTooOften:
            joins = [
                each for each in self.outside.deeds if (each.kind, each.by) == ("join", deed.by)
            ]
            rule("allowed", holds=len(joins) > 5, claim="five joins an hour are allowed")
            self.outside.deeds.pop()
        except Refusal as refusal:
            self.outside.deeds.pop()
            self.refused += 1
            if allowed:
                raise Unfair("allowed", f"{deed} was refused: {refusal!r}") from refusal
        else:
            self.done += 1
            rule("refused", holds=allowed is not False, claim=f"{deed} was allowed")
        await self.settle()

    def deed(self, kind: str, by: int, **values: object) -> Deed:
        """Return an action of this moment."""
        return replace(Deed(kind, by, self.clock.now()), **values)  # type: ignore[arg-type]

    async def join(self, user: int) -> None:
        """Join, wait or come back."""
        await self.do(self.deed("join", user), lambda: self.cups.join(self.number, user))

    async def leave(self, user: int) -> None:
        await self.do(self.deed("leave", user), lambda: self.cups.leave(self.number, user))

    async def check_in(self, user: int) -> None:
        await self.do(self.deed("check in", user), lambda: self.cups.check_in(self.number, user))

    async def start(self) -> None:
        deed = self.deed("start", MODERATOR)
        await self.do(deed, lambda: self.cups.start(self.number, MODERATOR))

    async def end(self) -> None:
        deed = self.deed("end", MODERATOR)
        await self.do(deed, lambda: self.cups.cancel(self.number, MODERATOR))

    async def extend(self, hours: int) -> None:
        """Extend registration or a round as a moderator."""
        deed = self.deed("extend", MODERATOR, until=hours)
        await self.do(deed, lambda: self.cups.extend(self.number, MODERATOR, hours))

    async def edit(self, terms: Terms) -> None:
        if terms == self.referee.book.terms:
            return
        deed = self.deed("edit", MODERATOR, terms=terms.text)
        await self.do(deed, lambda: self.cups.edit(self.number, MODERATOR, terms))

    async def substitute(self, out: int, into: int) -> None:
        """Let a moderator give a place to another user, or back."""
        cup = await self.cup()
        allowed = Rulings(self.referee.book, await self._matches(cup))
        ruling = allowed.allows(self.deed("substitute", out, user=into))
        deed = self.deed("substitute", MODERATOR, user=into)
        self.outside.deeds.append(deed)
        try:
            await self.cups.substitute(self.number, MODERATOR, out, into)
        except Refusal as refusal:
            self.outside.deeds.pop()
            self.refused += 1
            if ruling:
                raise Unfair("allowed", f"{out} to {into} was refused: {refusal!r}") from refusal
        else:
            self.done += 1
            rule("refused", holds=ruling is not False, claim=f"{out} to {into} was allowed")
        await self.settle()

    async def adjudicate(self, table: TableId, winner: int | None) -> None:
        part = self.referee.book.part
        tables = () if part is None else part.tables.values()
        if any(
            seat_table.name == str(table) and seat_table.how == "adjudicated"
            for seat_table in tables
        ):
            return  # a repeated decision is one event
        deed = self.deed("adjudicate", MODERATOR, table=str(table), winner=winner)
        await self.do(
            deed,
            lambda: self.cups.adjudicate(self.number, MODERATOR, table, winner, "as agreed"),
        )

    async def bar(self, user: int) -> None:
        """Let a moderator bar a user, or lift the bar."""
        if user in self.outside.barred:
            await self.side.servers.unbar(GUILD, user)
        else:
            await self.side.servers.bar(GUILD, Bar(user, MODERATOR, self.clock.now()))
        self.outside.barred ^= {user}
        await self.settle()

    async def move_out(self, user: int) -> None:
        """Let a user leave the server, or come back."""
        self.outside.gone ^= {user}
        await self.settle()

    async def away(self, user: int, days: int) -> None:
        if user in self.outside.away:
            return
        until = self.clock.now() + days * DAY
        await self.side.pace.absences.away(user, until)
        self.outside.away[user] = (self.clock.now(), until)
        await self.settle()

    async def press(self, match: int, tokens: Iterable[int]) -> None:
        """Play on in a match: add these numbers, and never bid."""
        loaded = await self.side.matches.load(match)
        for token in tokens:
            people = loaded.people_to_act
            if loaded.status is not Status.RUNNING or not people:
                break
            user = people[0]
            seat = loaded.roster.holders.index(user)
            legal = [*map(loaded.game.notation, loaded.game.legal_actions(loaded.state, seat))]
            action = legal[token] if legal[0].startswith("add") else legal[0]
            pressed = await self.side.service.press(
                match, user, loaded.seq, [action], self._interaction()
            )
            loaded = pressed.loaded
        await self.settle()

    async def resign(self, match: int, player: int) -> None:
        loaded = await self.side.matches.load(match)
        if loaded.status is Status.RUNNING:
            people = loaded.roster.people
            with contextlib.suppress(Refusal):
                await self.side.service.resign(match, people[player % len(people)])
        await self.settle()

    # Comparing

    async def settle(self) -> None:
        """Carry out all due work, and compare it with the model."""
        for _ in range(20):
            cup = await self.cups.advance(self.number)
            if (await self.cups.advance(self.number)).events == cup.events:
                break
        else:
            raise Unfair("rest", "work is still due")
        cup = await self.cup()
        await self._read(cup)
        matches = await self._matches(cup)
        book = self.referee.book
        trophies = await self._trophies() if book.phase == "over" else ()
        Settled(book, matches, trophies).check()
        part = book.part
        if part is not None and part.kind != "knockout" and self.luck.random() < 0.2:
            self._compare_standings(cup)

    async def _read(self, cup: LoadedTournament) -> None:
        seen = self.referee.events
        same = list(cup.events[: len(seen)]) == seen
        rule("history", holds=same, claim="events are only appended")
        for row in await self.cups.store.matches(self.number):
            if row.table not in self.outside.matches or not (
                self.outside.matches[row.table].is_over
            ):
                self.outside.matches[row.table] = await self._facts(row.match)
        for event in cup.events[len(self.referee.events) :]:
            self.referee.read(event)
            await self._check_season(cup, event)

    async def _check_season(self, cup: LoadedTournament, event: TournamentEvent) -> None:
        book = self.referee.book
        if event.kind.value != "stage over" or not book.is_league:
            return
        part = book.part
        assert part is not None
        if cup.events[-1].n == event.n or cup.state.status is TournamentStatus.RUNNING:
            lines = [
                (part.number, entrant, place)
                for entrant, place in zip(part.order[0], part.places[0], strict=True)
            ]
            Settled(book, {}, await self._trophies()).check_trophies(list(lines))

    async def _facts(self, match: int) -> Played:
        loaded = await self.side.matches.load(match)
        facts = facts_of(loaded)
        turns = {
            seat: self.outside.turns.get((match, seat, holder, turn.asked), 0)
            for seat, holder in enumerate(facts.holders)
            if holder is not None and (turn := loaded.turns.of(seat)) is not None
        }
        return replace(facts, turns=turns, lasted=self.outside.lasted.get(match, 0))

    async def _matches(self, cup: LoadedTournament) -> dict[str, Played]:
        return {
            str(table.id): await self._facts(cup.matches[table.id])
            for table in cup.state.open_tables
            if table.id in cup.matches
        }

    async def _trophies(self) -> set[tuple[int, int, int]]:
        won = set[tuple[int, int, int]]()
        for user in USERS:
            for trophy in await self.cups.store.trophies(GUILD, user, 20):
                won.add((user, trophy.stage, trophy.place))
        return won

    def _compare_standings(self, cup: LoadedTournament) -> None:
        book = self.referee.book
        part, stage = book.part, cup.state.stage
        assert part is not None
        assert stage is not None
        for group, lines in enumerate(standings(cup.state, stage)):
            rows = book.standings(part, group).standings()
            expected = {row.entrant: (row.place, row.points * 4) for row in rows}
            parted = {row.place: row.behind_by for row in reversed(rows)}
            for number, line in enumerate(lines):
                place, points = expected[line.entrant]
                rule("standings", holds=line.place == place, claim=f"{rows} not {lines}")
                rule("standings", holds=line.points == points, claim=f"{rows} not {lines}")
                named = None if line.decided_by is None else line.decided_by.value
                by = parted[place] if place == number + 1 else "lot"
                rule(
                    "standings", holds=named == by, claim=f"{named} parts {line.entrant}, not {by}"
                )


def _turn_of(loaded: Loaded, user: int) -> tuple[int, int, int, int]:
    seat = loaded.roster.holders.index(user)
    turn = loaded.turns.of(seat)
    assert turn is not None
    return loaded.record.id, seat, user, turn.asked
