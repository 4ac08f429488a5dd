"""Tournaments in memory: a process reads and folds each event once, whoever stored it."""

import contextlib
import random  # noqa: TID251 - a seed chooses the story
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.match.tournaments import fold, rounds
from bot.match.tournaments.errors import BrokenTournament
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.errors import Refusal
from cogs.scenes.table_titles import table_line
from tests.match.tournaments.cups import (
    KNOCKOUT,
    MODERATOR,
    create_cup,
    play_out,
    start_cup,
)
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, DAN, EVE, World
from tests.tiers import every
from texts import Catalogue

LEAGUE = Terms("League", "toy", Format.LEAGUE, group=4)


class Counted:
    """Counts of the events and matches that services read, and of the events that they fold."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folded: list[int] = []
        self.read: list[int] = []
        """Events per load."""
        self.matches: list[int] = []
        """Matches per look."""
        after = fold._after

        def counted(now: Any, event: Any, values: Any) -> Any:
            self.folded.append(event.n)
            return after(now, event, values)

        monkeypatch.setattr(fold, "_after", counted)

    def clear(self) -> None:
        for numbers in (self.folded, self.read, self.matches):
            numbers.clear()

    def watch(self, service: TournamentService) -> None:
        load, matches = service.store.load, service.store.matches

        async def counted_load(tournament: int, since: int = 0) -> Any:
            stored = await load(tournament, since)
            self.read.append(0 if stored is None else len(stored[1]))
            return stored

        async def counted_matches(*args: Any) -> Any:
            rows = await matches(*args)
            self.matches.append(len(rows))
            return rows

        service.store.load = counted_load  # type: ignore[method-assign]  # for this test
        service.store.matches = counted_matches  # type: ignore[method-assign, assignment]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


async def cold(service: TournamentService, tournament: int, world: World) -> LoadedTournament:
    """Return a tournament as read by a process that has just started."""
    return await organizer(await world.another()).load(tournament)


def check_same(cup: LoadedTournament, fresh: LoadedTournament) -> None:
    """Check that both processes have the same state."""
    assert cup.state == fresh.state
    assert cup.events == fresh.events
    assert cup.matches == fresh.matches
    assert cup.match_states == fresh.match_states
    assert cup.state == fold.fold(cup.events)


async def test_join_folds_only_its_own_event(world: World, counted: Counted) -> None:
    cups = organizer(world)
    cup = await create_cup(cups, world, replace(KNOCKOUT, most=100), *range(100, 160))
    counted.watch(cups)
    counted.folded.clear()
    cup = await cups.join(cup.row.id, ANN)
    assert counted.folded == [cup.state.events - 1]
    assert set(counted.read) == {1}, "only the last cached event is read, for comparison"


async def test_only_a_start_reads_ratings(world: World) -> None:
    """A join costs no more in a tournament with many players."""
    cups, rated = organizer(world), list[int]()

    async def counted_ratings(guild: int, game: str, users: Iterable[int]) -> dict[int, float]:
        rated.extend(users)
        return {}

    cups.conductor.ratings = counted_ratings
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    assert rated == []
    await cups.start(cup.row.id, MODERATOR)
    assert set(rated) == {ANN, BEN, CAT, DAN}


async def test_result_costs_no_more_after_many_seasons(world: World, counted: Counted) -> None:
    """Events and matches of former seasons are not read again."""
    cups = organizer(world)
    cup = await start_cup(cups, world, LEAGUE, ANN, BEN, CAT, DAN)
    counted.watch(cups)
    costs: dict[int, list[int]] = {}
    while len(cup.state.stages) < 6:
        await world.play(cup.matches[cup.state.open_tables[0].id])
        counted.clear()
        cup = await cups.advance(cup.row.id)
        assert len(counted.folded) == len(set(counted.folded)), "each event once"
        cost = len(counted.folded) + sum(counted.read) + sum(counted.matches)
        costs.setdefault(len(cup.state.stages), []).append(cost)
    assert costs[5] == costs[2]


@pytest.mark.both_databases
async def test_two_processes_see_each_other_s_events(world: World, counted: Counted) -> None:
    """Each process folds an event of the other one once, on its next look."""
    mine, theirs = organizer(world), organizer(await world.another())
    cup = await create_cup(mine, world, KNOCKOUT, ANN)
    tournament = cup.row.id
    assert [entrant.user for entrant in (await theirs.load(tournament)).state.entrants] == [ANN]
    counted.folded.clear()
    cup = await theirs.join(tournament, BEN)
    assert counted.folded == [cup.state.events - 1]
    cup = await mine.join(tournament, CAT)
    assert [entrant.user for entrant in cup.state.entrants] == [ANN, BEN, CAT]
    n = cup.state.events
    assert counted.folded == [n - 2, n - 2, n - 1], "both fold theirs, and this one folds mine"
    cup = await theirs.leave(tournament, ANN)
    assert [entrant.user for entrant in cup.state.entrants] == [BEN, CAT]
    for service in (mine, theirs):
        check_same(await service.load(tournament), await cold(service, tournament, world))


async def test_tournament_is_read_again_after_a_user_was_forgotten(world: World) -> None:
    mine, theirs = organizer(world), organizer(await world.another())
    tournament = (await create_cup(mine, world, KNOCKOUT, ANN, BEN, CAT)).row.id
    await theirs.load(tournament)
    assert (await world.people.forget(BEN)).done
    for service in (mine, theirs):
        cup = await service.load(tournament)
        assert BEN not in {event.user for event in cup.events}
        check_same(cup, await cold(service, tournament, world))


async def test_forgetting_a_user_drops_their_cached_tournaments(world: World) -> None:
    cups = organizer(world)
    tournament = (await create_cup(cups, world, KNOCKOUT, ANN, BEN)).row.id
    cups.tournaments.forget(BEN)
    assert cups.tournaments._kept.get(tournament) is None


async def test_replaced_events_are_read_again(world: World) -> None:
    """The number of events is the same, for example after a restore."""
    cups = organizer(world)
    tournament = (await create_cup(cups, world, KNOCKOUT, ANN, BEN)).row.id
    n = (await cups.load(tournament)).state.events
    await world.database.execute(
        "UPDATE tournament_event SET user = ? WHERE tournament = ? AND n = ?",
        EVE,
        tournament,
        n - 1,
    )
    cup = await cups.load(tournament)
    assert [entrant.user for entrant in cup.state.entrants] == [ANN, EVE]


async def test_inconsistent_tournament_is_refused(world: World) -> None:
    cups = organizer(world)
    tournament = (await create_cup(cups, world, KNOCKOUT, ANN, BEN)).row.id
    await world.database.execute(
        "UPDATE tournament_event SET kind = 'result', detail = '{}' WHERE tournament = ? AND n = 2",
        tournament,
    )
    other = organizer(await world.another())
    for _ in range(2):
        with pytest.raises(BrokenTournament):
            await other.load(tournament)


async def test_state_at_each_event_equals_a_fold(world: World) -> None:
    cups = organizer(world)
    cup = await play_out(cups, world, await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN))
    for n in range(1, cup.state.events + 1):
        assert cup.at(n) == fold.fold(cup.events[:n])


async def test_least_used_tournaments_leave_the_cache(world: World) -> None:
    cups = organizer(world)
    cups.tournaments._most_events = 8
    numbers = [(await create_cup(cups, world, KNOCKOUT, ANN, BEN)).row.id for _ in range(4)]
    assert list(cups.tournaments._kept) == numbers[-2:]
    for number in numbers:
        check_same(await cups.load(number), await cold(cups, number, world))


async def test_title_of_a_round_needs_no_schedule(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A schedule of 128 players at tables of four blocks the event loop for seconds."""
    cups = organizer(world)
    cup = await start_cup(cups, world, replace(LEAGUE, seats=4), ANN, BEN, CAT, DAN)
    (match,) = cup.matches.values()
    loaded = await world.matches.load(match)

    def fail(*_: object) -> None:
        raise AssertionError("a schedule was drawn")

    monkeypatch.setattr(rounds, "_kept_schedule", fail)
    line = await table_line(cups.tournaments, loaded, Catalogue.load().words())
    assert "Round 1" in line


Deed = Callable[[TournamentService, LoadedTournament, random.Random], Any]


async def _join(cups: TournamentService, cup: LoadedTournament, luck: random.Random) -> object:
    return await cups.join(cup.row.id, luck.randrange(100, 108))


async def _leave(cups: TournamentService, cup: LoadedTournament, luck: random.Random) -> object:
    return await cups.leave(cup.row.id, luck.randrange(100, 108))


async def _start(cups: TournamentService, cup: LoadedTournament, luck: random.Random) -> object:
    return await cups.start(cup.row.id, MODERATOR) if luck.random() < 0.3 else None


async def _decide(cups: TournamentService, cup: LoadedTournament, luck: random.Random) -> object:
    tables = cup.state.open_tables
    if not tables:
        return await cups.advance(cup.row.id)
    table: TableId = luck.choice(tables).id
    return await cups.adjudicate(cup.row.id, MODERATOR, table, None, "so")


async def _resign(cups: TournamentService, cup: LoadedTournament, luck: random.Random) -> object:
    tables = [table for table in cup.state.open_tables if table.id in cup.matches]
    if tables:
        table = luck.choice(tables)
        user = cup.state.entrants[luck.choice(table.seats)].user
        await cups.conductor.tables._service.resign(cup.matches[table.id], user)
    return await cups.advance(cup.row.id)


@pytest.mark.parametrize("seed", every(range(20), 2))
@pytest.mark.parametrize("chosen", [Format.LEAGUE, Format.SWISS])
async def test_caches_of_two_processes_equal_the_store_in_any_story(
    world: World, chosen: Format, seed: int
) -> None:
    luck = random.Random(seed)  # noqa: S311
    services = (organizer(world), organizer(await world.another()))
    terms = Terms("Story", "toy", chosen, most=6, group=4, days=7)
    tournament = (await create_cup(services[0], world, terms, *range(100, 104))).row.id
    deeds: tuple[Deed, ...] = (_join, _leave, _start, _decide, _resign, _resign)
    for _ in range(25):
        cups = luck.choice(services)
        cup = await luck.choice(services).load(tournament)
        with contextlib.suppress(Refusal):
            await luck.choice(deeds)(cups, cup, luck)
        if luck.random() < 0.2:
            world.clock.passes(luck.randrange(5 * 24 * 3600))
            await cups.advance(tournament)
        if luck.random() < 0.3:
            cup = await luck.choice(services).load(tournament)
            check_same(cup, await cold(cups, tournament, world))
    cup = await services[0].load(tournament)
    assert cup.state.status is not TournamentStatus.CALLED_OFF
    check_same(cup, await cold(services[0], tournament, world))
