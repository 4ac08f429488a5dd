"""Tournaments with real matches, on a real database."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.match.people.servers import Bar
from bot.match.tournaments import errors
from bot.match.tournaments.events import TournamentEventKind, detail_of
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import EntrantStatus, TournamentStatus
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.tables import How, TableId
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.hours import wait
from tests.match.tournaments.cups import KNOCKOUT, MODERATOR, create_cup, cups, play_out, start_cup
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World
from tests.tiers import exhaustive

__all__ = ["cups"]


@pytest.mark.both_databases
async def test_knockout_starts_its_matches_and_awards_one_trophy(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    assert len(cup.matches) == 2
    assert set(cup.match_states.values()) == {MatchState.RUNNING}
    cup = await play_out(cups, world, cup)
    (champion,) = cup.state.champions
    user = cup.state.entrants[champion].user
    (trophy,) = await cups.store.trophies(GUILD, user, 5)
    assert (trophy.place, trophy.name, trophy.of) == (1, "Autumn Cup", 4)
    assert verify(write(cup.events)).champions == cup.state.champions


@pytest.mark.parametrize(
    "terms",
    [
        Terms("Cup", "toy", Format.SWISS, rounds=3),
        Terms("Cup", "toy", Format.ROUND_ROBIN),
        Terms("Cup", "toy", Format.GROUPS, group=4),
        Terms("Cup", "toy", Format.SWISS, seats=3, rounds=2),
    ],
    ids=lambda terms: f"{terms.format.value} {terms.seats}",
)
async def test_each_format_is_played_to_its_end(
    cups: TournamentService, world: World, terms: Terms
) -> None:
    cup = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE, 16, 17, 18)
    cup = await play_out(cups, world, cup)
    assert cup.state.champions
    assert verify(write(cup.events)).places == cup.state.places
    seated = {str(table.id) for table in cup.state.tables if not table.is_bye}
    assert {row.table for row in await cups.store.matches(cup.row.id)} == seated


@exhaustive
async def test_128_players_have_one_match_each_in_every_round(
    cups: TournamentService, world: World
) -> None:
    terms = Terms("Cup", "toy", Format.SWISS, rounds=2)
    cup = await start_cup(cups, world, terms, *range(1000, 1128))
    assert len(cup.matches) == 64
    for table in cup.state.open_tables:
        loser = cup.state.entrants[table.seats[1]].user
        await world.service.resign(cup.matches[table.id], loser)
    cup = await cups.advance(cup.row.id)
    assert len(cup.state.open_tables) == 64
    assert len(await cups.store.matches(cup.row.id)) == 128
    assert len({seat for table in cup.state.open_tables for seat in table.seats}) == 128


async def test_reserve_player_who_comes_in_at_the_start_is_seeded(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ratings(_: int, __: str, users: Iterable[int]) -> dict[int, float]:
        return {user: 1500.0 + user for user in users}

    monkeypatch.setattr(cups.conductor, "ratings", ratings)
    cup = await create_cup(cups, world, replace(KNOCKOUT, most=4), ANN, BEN, CAT, DAN, EVE)
    await world.servers.bar(GUILD, Bar(ANN, MODERATOR, 1))
    cup = await cups.start(cup.row.id, MODERATOR)
    assert [entrant.user for entrant in cup.state.entrants] == [BEN, CAT, DAN, EVE]
    assert cup.state.ratings[3] == 1500 + EVE
    assert cup.state.stages[0].groups[0][0] == 3


async def test_seed_is_committed_first_and_secret_until_the_start(
    cups: TournamentService, world: World
) -> None:
    """Printed objects don't show the seed either."""
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    seed = cup.row.seed
    assert seed.hex() not in write(cup.events)
    assert seed.hex() not in repr(cup)
    assert repr(seed) not in repr(cup)
    cup = await cups.start(cup.row.id, MODERATOR)
    assert cup.state.seed == seed


@pytest.mark.both_databases
async def test_two_processes_start_each_match_once(cups: TournamentService, world: World) -> None:
    other = organizer(await world.another())
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    await cups.start(cup.row.id, MODERATOR)
    await other.advance(cup.row.id)
    await cups.advance(cup.row.id)
    assert len(await cups.store.matches(cup.row.id)) == 2
    with pytest.raises(errors.StartedAlready):
        await other.start(cup.row.id, MODERATOR)


async def test_join_is_decided_again_after_another_process_joined(
    cups: TournamentService, world: World
) -> None:
    other = organizer(await world.another())
    cup = await create_cup(cups, world, KNOCKOUT, ANN)
    append, meddled = cups.store.append, list[bool]()

    async def after_ben(*appended: Any) -> None:
        if not meddled:
            meddled.append(True)
            await other.join(cup.row.id, BEN)
        await append(*appended)

    cups.store.append = after_ben  # type: ignore[method-assign, assignment]  # for this test
    cup = await cups.join(cup.row.id, CAT)
    assert [entrant.user for entrant in cup.state.entrants] == [ANN, BEN, CAT]


async def test_matches_missing_after_a_kill_start_once(
    cups: TournamentService, world: World
) -> None:
    """The process was killed after seating the tables."""
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    begin = cups.conductor.tables.begin

    class KilledError(BaseException):
        pass

    async def killed(*_: object) -> None:
        raise KilledError

    cups.conductor.tables.begin = killed  # type: ignore[method-assign, assignment]  # for this test
    with pytest.raises(KilledError):
        await cups.start(cup.row.id, MODERATOR)
    cups.conductor.tables.begin = begin  # type: ignore[method-assign]  # as it was
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    cup = await cups.advance(due)
    assert len(cup.matches) == 2
    assert set(cup.match_states.values()) == {MatchState.RUNNING}


async def test_end_of_a_match_makes_the_tournament_due(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    assert not await cups.store.due(world.clock.now(), 5)
    first = cup.state.open_tables[0]
    await world.play(cup.matches[first.id])
    assert await cups.store.due(world.clock.now(), 5) == ((cup.row.id, GUILD),)


async def test_resigned_player_is_out_and_the_opponent_advances(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = cup.state.open_tables[0]
    loser = cup.state.entrants[table.seats[0]]
    await world.service.resign(cup.matches[table.id], loser.user)
    cup = await cups.advance(cup.row.id)
    decided = cup.state.table(table.id)
    assert decided is not None
    assert decided.result is not None
    assert decided.result.places == (2, 1)


async def test_withdrawn_player_loses_the_match_and_only_a_moderator_can_put_them_back(
    cups: TournamentService, world: World
) -> None:
    terms = Terms("Cup", "toy", Format.SWISS, rounds=3)
    cup = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN)
    cup = await cups.leave(cup.row.id, ANN)
    due = await world.tournaments.due(world.clock.now(), 9)
    assert [item for item, _ in due] == [cup.row.id], "the result of that match is due"
    cup = await cups.advance(cup.row.id)
    table = next(item for item in cup.state.tables if 0 in item.seats)
    assert table.place_of(0) == 2
    with pytest.raises(errors.Withdrawn):
        await cups.join(cup.row.id, ANN)
    with pytest.raises(errors.NotEntered):
        await cups.leave(cup.row.id, ANN)
    cup = await cups.substitute(cup.row.id, MODERATOR, ANN, ANN)
    assert cup.state.entrants[0].standing is EntrantStatus.IN


async def test_reserve_comes_in_after_the_withdrawn_players_match(
    cups: TournamentService, world: World
) -> None:
    terms = Terms("Cup", "toy", Format.SWISS, rounds=3, most=4)
    cup = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN)
    await cups.join(cup.row.id, EVE)
    cup = await cups.leave(cup.row.id, ANN)
    assert EVE in cup.state.reserves, "the match is not over yet"
    cup = await cups.advance(cup.row.id)
    table = next(each for each in cup.state.tables if 0 in each.seats)
    assert table.place_of(0) == 2
    assert (cup.state.entrants[0].user, cup.state.reserves) == (EVE, ())
    with pytest.raises(errors.Withdrawn):
        await cups.join(cup.row.id, ANN)
    cup = await play_out(cups, world, cup)
    assert verify(write(cup.events)).places == cup.state.places


async def test_two_players_who_vanish_from_one_table_are_dropped(
    cups: TournamentService, world: World
) -> None:
    """A real match's clock makes them late."""
    terms = Terms("Cup", "toy", Format.SWISS, rounds=2, pace=Pace.DAY)
    cup = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE, 16)
    first, *others = cup.state.open_tables
    match, users = (
        cup.matches[first.id],
        [cup.state.entrants[number].user for number in first.seats],
    )
    await world.toy(match, *(f"{user} add 1" for user in users))
    for table in others:
        await world.play(cup.matches[table.id])
    await wait(world, days=1)
    await wait(world, days=1)
    cup = await cups.advance(cup.row.id)
    assert {cup.state.entrants[number].standing for number in first.seats} == {
        EntrantStatus.DROPPED
    }
    paired = {number for table in cup.state.open_tables for number in table.seats}
    assert len(paired) == 4
    assert paired.isdisjoint(first.seats)
    assert verify(write(cup.events)).tables == cup.state.tables


async def test_end_of_a_round_ends_its_matches_and_slow_players_lose(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(
        cups, world, replace(KNOCKOUT, days=2, pace=Pace.NONE), ANN, BEN, CAT, DAN
    )
    slow = set[int]()
    for match in cup.matches.values():
        slow |= {*(await world.matches.load(match)).people_to_act}
    world.clock.passes(2 * DAY)
    cup = await cups.advance(cup.row.id)
    first = [table for table in cup.state.tables if table.id.round == 1]
    assert all(table.result is not None and table.result.how is How.DEADLINE for table in first)
    winners = {
        cup.state.entrants[number].user
        for table in first
        for number in table.seats
        if table.place_of(number) == 1
    }
    assert not winners & slow
    assert {table.id.round for table in cup.state.open_tables} == {2}


async def test_late_player_loses_without_a_claim_and_the_reserve_comes_in(
    cups: TournamentService, world: World
) -> None:
    terms = Terms("Cup", "toy", Format.SWISS, rounds=2, most=4, pace=Pace.DAY)
    cup = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN)
    cup = await cups.join(cup.row.id, EVE)
    table = cup.state.open_tables[0]
    match = cup.matches[table.id]
    (late,) = (await world.matches.load(match)).people_to_act
    await wait(world, days=1)
    assert (await cups.advance(cup.row.id)).state.open_tables, "the late player has had one warning"
    await wait(world, days=1)
    cup = await cups.advance(cup.row.id)
    decided = cup.state.table(table.id)
    assert decided is not None
    assert decided.result is not None
    number = next(
        entrant.number for entrant in cup.state.entrants if late in (entrant.user, *entrant.before)
    )
    assert decided.place_of(number) == 2
    assert EVE in {entrant.user for entrant in cup.state.entrants}


async def test_adjudication_ends_the_match_and_records_the_moderator(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = cup.state.open_tables[0]
    winner = cup.state.entrants[table.seats[1]].user
    cup = await cups.adjudicate(cup.row.id, MODERATOR, table.id, winner, "Their dog\nwas ill")
    decided = cup.state.table(table.id)
    assert decided is not None
    assert decided.place_of(table.seats[1]) == 1
    assert cup.match_states[table.id] is MatchState.OVER
    event = next(item for item in cup.events if item.kind is TournamentEventKind.ADJUDICATED)
    assert (event.by, event.details["reason"]) == (MODERATOR, "Their dog was ill")
    other = next(item for item in cup.state.tables if item.id != table.id)
    with pytest.raises(errors.NotAtTable):
        await cups.adjudicate(cup.row.id, MODERATOR, other.id, winner, "no")
    with pytest.raises(errors.NoSuchTable):
        await cups.adjudicate(cup.row.id, MODERATOR, TableId(1, 0, 9, 9), winner, "no")
    with pytest.raises(errors.NoReason):
        await cups.adjudicate(cup.row.id, MODERATOR, table.id, winner, " ")
    cup = await play_out(cups, world, cup)
    with pytest.raises(errors.TournamentOver):
        await cups.adjudicate(cup.row.id, MODERATOR, table.id, None, "late")


async def test_table_cannot_be_adjudicated_after_the_next_round_started(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    first = cup.state.open_tables[0]
    for table in cup.state.open_tables:
        await world.service.resign(cup.matches[table.id], cup.state.entrants[table.seats[0]].user)
    cup = await cups.advance(cup.row.id)
    assert cup.state.open_tables[0].id.round == 2
    with pytest.raises(errors.TooLate):
        await cups.adjudicate(cup.row.id, MODERATOR, first.id, None, "why not")


async def test_substitute_can_be_substituted_before_getting_the_seat(
    cups: TournamentService, world: World
) -> None:
    """The new substitute then replaces the player who still holds the seat."""
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    detail = detail_of(entrant=0)
    event = cup.state.event(
        world.clock.now(), TournamentEventKind.SUBSTITUTED, user=EVE, detail=detail
    )
    await cups.tournaments.append(cup, (event,))
    cup = await cups.substitute(cup.row.id, MODERATOR, EVE, 77)
    table = next(each for each in cup.state.tables if 0 in each.seats)
    roster = (await world.matches.load(cup.matches[table.id])).roster
    assert 77 in roster.people
    assert not {ANN, EVE} & {*roster.people}


async def test_substitute_continues_the_running_match(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = next(each for each in cup.state.open_tables if 0 in each.seats)
    cup = await cups.substitute(cup.row.id, MODERATOR, ANN, EVE)
    loaded = await world.matches.load(cup.matches[table.id])
    assert EVE in loaded.roster.people
    assert ANN not in loaded.roster.people
    with pytest.raises(errors.HasPlace):
        await cups.substitute(cup.row.id, MODERATOR, BEN, EVE)
    with pytest.raises(errors.NotEntrant):
        await cups.substitute(cup.row.id, MODERATOR, 77, 78)
    cup = await play_out(cups, world, cup)
    assert cup.state.champions


async def test_extension_moves_the_end_of_a_round(cups: TournamentService, world: World) -> None:
    cup = await start_cup(cups, world, replace(KNOCKOUT, days=2), ANN, BEN, CAT, DAN)
    before = cup.state.round_until(1, 1)
    assert before is not None
    cup = await cups.extend(cup.row.id, MODERATOR, 12)
    assert cup.state.round_until(1, 1) == before + 12 * HOUR
    with pytest.raises(errors.BadExtension):
        await cups.extend(cup.row.id, MODERATOR, 0)
    other = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    with pytest.raises(errors.NothingToExtend):
        await cups.extend(other.row.id, MODERATOR, 12)


async def test_check_in_opens_and_the_tournament_starts_automatically(
    cups: TournamentService, world: World
) -> None:
    closes = world.clock.now() + DAY
    terms = replace(KNOCKOUT, closes=closes, check_in=2)
    cup = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE)
    with pytest.raises(errors.NoCheckIn):
        await cups.check_in(cup.row.id, ANN)
    world.clock.passes(DAY - 2 * HOUR)
    cup = await cups.advance(cup.row.id)
    for user in (ANN, BEN, CAT, DAN):
        cup = await cups.check_in(cup.row.id, user)
    with pytest.raises(errors.CheckedInAlready):
        await cups.check_in(cup.row.id, ANN)
    world.clock.passes(2 * HOUR)
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    cup = await cups.advance(due)
    assert cup.state.status is TournamentStatus.RUNNING
    assert cup.state.entrants[4].standing is EntrantStatus.ABSENT


async def test_cancelled_tournament_finishes_matches_and_starts_no_others(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    cup = await cups.cancel(cup.row.id, MODERATOR)
    for match in cup.matches.values():
        await world.play(match)
    cup = await cups.advance(cup.row.id)
    assert cup.state.status is TournamentStatus.CALLED_OFF
    assert len(cup.matches) == 2
    with pytest.raises(errors.TournamentOver):
        await cups.join(cup.row.id, EVE)
