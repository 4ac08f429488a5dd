"""Whatever moderators do at any moment, a tournament stays fair and ends.

Players resign, tie, vanish, withdraw and come back. Moderators decide, substitute, extend and bar.
Matches freeze and are repaired. Processes are killed between any two writes of a match.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.servers import Bar
from bot.match.tournaments.brackets import displaced_table
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import StageKind, TournamentStatus
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.tables import Table, TableId
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.errors import Refusal
from bot.match.values.times import HOUR
from tests.match.hours import wait
from tests.match.tournaments.cups import MODERATOR, start_cup
from tests.match.tournaments.organizing import organizer
from tests.match.world import GUILD, World
from tests.tiers import full_or

USERS = tuple(range(101, 115))
"""All players, at the start or later."""


class Killed(BaseException):
    """The process ends."""


@dataclass
class Story:
    """A tournament, and the observations of its test."""

    world: World
    cups: TournamentService
    number: int
    barred: set[int] = field(default_factory=set)
    seen: set[TableId] = field(default_factory=set)
    frozen: set[int] = field(default_factory=set)

    async def cup(self) -> LoadedTournament:
        return await self.cups.load(self.number)

    async def advance(self) -> LoadedTournament:
        """Carry out all due work. Return the tournament."""
        for _ in range(10):
            cup = await self.cups.advance(self.number)
            if cup.events == (await self.cups.advance(self.number)).events:
                return await self.cup()
        raise AssertionError("work is still due")

    async def running_table(self, index: int) -> tuple[Table, int] | None:
        """Return an open table with a running match, and the match; None if there is none."""
        cup = await self.cup()
        running = [
            candidate
            for candidate in cup.state.open_tables
            if cup.match_states.get(candidate.id) is MatchState.RUNNING
        ]
        if not running:
            return None
        table = running[index % len(running)]
        return table, cup.matches[table.id]


Deed = Callable[[Story, int, int], Awaitable[None]]


async def resign(story: Story, person: int, option: int) -> None:
    if (running_table := await story.running_table(person)) is not None:
        people = (await story.world.matches.load(running_table[1])).roster.people
        await story.world.service.resign(running_table[1], people[option % len(people)])


async def play(story: Story, person: int, option: int) -> None:
    """A match is played to its end."""
    if (running_table := await story.running_table(person)) is not None:
        await story.world.play(running_table[1], str(option))


async def time(story: Story, person: int, option: int) -> None:
    """Time passes, with or without the bot being up."""
    hours = (1, 1, 24, 48)[person % 4]
    if option % 4 == 0:
        story.world.clock.passes(hours * HOUR)
    await wait(story.world, hours=0 if option % 4 == 0 else hours)


async def leave(story: Story, person: int, _: int) -> None:
    """A player withdraws."""
    await story.cups.leave(story.number, USERS[person % len(USERS)])


async def join(story: Story, person: int, _: int) -> None:
    await story.cups.join(story.number, USERS[person % len(USERS)])


async def substitute(story: Story, person: int, option: int) -> None:
    """A moderator gives a place to another user, or back."""
    entrants = (await story.cup()).state.entrants
    out = entrants[person % len(entrants)]
    people = (out.user, *out.before, *USERS)
    into = people[option % len(people)]
    await story.cups.substitute(story.number, MODERATOR, out.user, into)


async def adjudicate(story: Story, person: int, option: int) -> None:
    """A moderator decides any table."""
    now = (await story.cup()).state
    table = tuple(now.tables)[person % len(now.tables)]
    users = [now.entrants[number].user for number in table.seats]
    winner = None if option % 5 == 0 else users[option % len(users)]
    await story.cups.adjudicate(story.number, MODERATOR, table.id, winner, f"because {option}")


async def extend(story: Story, person: int, _: int) -> None:
    await story.cups.extend(story.number, MODERATOR, 1 + person)


async def bar(story: Story, person: int, _: int) -> None:
    """A moderator bars a user, or lifts a bar."""
    user = USERS[person % len(USERS)]
    if user in story.barred:
        await story.world.servers.unbar(GUILD, user)
    else:
        await story.world.servers.bar(GUILD, Bar(user, MODERATOR, 1))
    story.barred ^= {user}


async def freeze(story: Story, person: int, _: int) -> None:
    """A match is frozen, or repaired."""
    if story.frozen:
        await story.world.store.freeze(story.frozen.pop(), frozen=False)
    elif (running_table := await story.running_table(person)) is not None:
        await story.world.store.freeze(running_table[1], frozen=True)
        story.frozen.add(running_table[1])


async def kill(story: Story, person: int, option: int) -> None:
    """The process is killed while it carries out the consequences of a result."""
    name = ("_start", "begin", "give_seat", "forfeit", "close")[option % 5]

    async def killed(*_: object, **__: object) -> Loaded:
        raise Killed

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TableMatches, name, killed)
        deed = (resign, substitute, leave, adjudicate)[person % 4]
        with contextlib.suppress(Killed, Refusal):
            await deed(story, person, option)
            await story.cups.advance(story.number)


DEEDS: tuple[Deed, ...] = (
    resign,
    resign,
    resign,
    play,
    time,
    leave,
    join,
    substitute,
    substitute,
    adjudicate,
    extend,
    bar,
    freeze,
    kill,
)


async def check(story: Story, cup: LoadedTournament) -> None:
    """Check the guarantees that hold at any moment."""
    now = cup.state
    latest = {stage.number: 0 for stage in now.stages}
    for table in now.tables:
        latest[table.id.stage] = max(latest[table.id.stage], table.id.round)
    playable = (
        table
        for table in now.open_tables
        if cup.match_states.get(table.id) is not MatchState.FROZEN
        and (now.terms.days is None or table.id.round == latest[table.id.stage])
    )
    tables = Counter(number for table in playable for number in table.seats)
    assert not tables or max(tables.values()) == 1, "no player has two open matches"
    for stage in now.stages:
        if stage.kind is StageKind.KNOCKOUT:
            assert displaced_table(now, stage) is None, "players reached their tables"
    for table in now.open_tables:
        if cup.match_states.get(table.id) is MatchState.RUNNING:
            await check_seats(story, cup, table)
    for table in now.tables:
        if table.id in story.seen:
            continue
        story.seen.add(table.id)
        playing = {
            now.entrants[number].user for number in table.seats if now.entrants[number].plays
        }
        assert not playing & story.barred, "barred players are not seated"


async def check_seats(story: Story, cup: LoadedTournament, table: Table) -> None:
    """Check that the players of the table have its seats, unless they lost them as players."""
    loaded = await story.world.matches.load(cup.matches[table.id])
    for number, holder in zip(table.seats, loaded.roster.holders, strict=True):
        entrant = cup.state.entrants[number]
        if holder is not None:
            assert entrant.plays
            assert holder == entrant.user
        else:
            assert not entrant.plays or entrant.user in loaded.roster.had_part


async def to_the_end(story: Story) -> LoadedTournament:
    """Repair all matches, then let players and time decide the rest."""
    for match in story.frozen:
        await story.world.store.freeze(match, frozen=False)
    for number in range(60):
        cup = await story.advance()
        await check(story, cup)
        if cup.state.status is TournamentStatus.OVER:
            return cup
        while (running_table := await story.running_table(0)) is not None:
            people = (await story.world.matches.load(running_table[1])).roster.people
            await story.world.service.resign(running_table[1], people[0])
        if cup.state.is_league and number > 3:
            return await story.cups.cancel(story.number, MODERATOR)
        await wait(story.world, days=1)
    raise AssertionError("the tournament does not end")


async def check_end(story: Story, cup: LoadedTournament) -> None:
    """Check the champion and the trophies."""
    now = cup.state
    verify(write(cup.events))
    if now.status is TournamentStatus.CALLED_OFF:
        for match in cup.matches.values():
            loaded = await story.world.matches.load(match)
            assert loaded.status is not Status.OPEN
            assert loaded.status is not Status.RUNNING or not loaded.in_tournament
        return
    assert len(now.champions) <= 1 or now.stages[-1].kind is not StageKind.KNOCKOUT
    final = now.stages[-1]
    for champion in now.champions if final.kind is StageKind.KNOCKOUT else ():
        spots = {(each.id.round, each.id.number): each for each in now.tables_of(final.number)}
        for table in spots.values():  # of each spot the latest match
            if champion in table.seats and len(table.seats) == 2:
                mine = table.place_of(champion)
                assert mine == 1, f"the champion lost table {table.id}"
    for user in USERS:
        for trophy in await story.cups.store.trophies(GUILD, user, 9):
            entrant = now.entrant_of(user)
            assert entrant is not None
            assert entrant.plays
            assert now.places[entrant.number] == trophy.place
            sat = [table for table in now.tables if entrant.number in table.seats]
            assert any(not table.is_bye for table in sat), "trophies are for players of a match"


@settings(max_examples=full_or(60, 6), deadline=None)
@given(
    chosen=st.sampled_from(Format),
    seats=st.integers(2, 3),
    days=st.sampled_from([None, 2]),
    people=st.integers(4, 8),
    deeds=st.lists(
        st.tuples(st.sampled_from(DEEDS), st.integers(0, 40), st.integers(0, 40)),
        min_size=10,
        max_size=25,
    ),
)
def test_tournament_stays_fair_whatever_moderators_do(
    chosen: Format, seats: int, days: int | None, people: int, deeds: list[tuple[Deed, int, int]]
) -> None:
    async def play_story(folder: Path) -> None:
        world = await World.open(folder / "salud.db")
        try:
            cups = organizer(world)
            length = 14 if chosen is Format.LEAGUE else days
            terms = Terms("Cup", "toy", chosen, seats=seats, days=length)
            cup = await start_cup(cups, world, terms, *USERS[:people])
            story = Story(world, cups, cup.row.id)
            await check(story, cup)
            for deed, person, option in deeds:
                if cup.state.status is not TournamentStatus.RUNNING:
                    break
                with contextlib.suppress(Refusal):
                    await deed(story, person, option)
                cup = await story.advance()
                await check(story, cup)
            await check_end(story, await to_the_end(story))
        finally:
            await world.close()

    with TemporaryDirectory() as folder:
        asyncio.run(play_story(Path(folder)))
