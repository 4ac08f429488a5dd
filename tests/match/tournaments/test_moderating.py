"""Decisions of moderators cannot change results on which later ones depend."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.match.lobby.lobby import MatchRequest
from bot.match.log.events import Remedy
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.errors import Barred
from bot.match.people.servers import Bar
from bot.match.timing.deadlines import pause_left
from bot.match.timing.late_votes import choices
from bot.match.timing.lateness import latenesses
from bot.match.tournaments import errors
from bot.match.tournaments.events import TournamentEventKind, detail_of
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import EntrantStatus, TournamentStatus
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.tables import How, Table, TableId
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.errors import TooManyMatches
from bot.match.values.times import DAY, HOUR
from tests.match.hours import wait
from tests.match.tournaments.cups import (
    KNOCKOUT,
    MODERATOR,
    create_cup,
    play_out,
    start_cup,
)
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World

pytestmark = pytest.mark.both_databases

EIGHT = (ANN, BEN, CAT, DAN, 21, 22, 23, 24)
SWISS = Terms("Cup", "toy", Format.SWISS, rounds=3)
FINAL = TableId(1, 0, 2, 1)


@pytest.fixture
def cups(world: World) -> TournamentService:
    return organizer(world)


async def win_table(
    cups: TournamentService, world: World, cup: LoadedTournament, table: TableId, winner: int
) -> LoadedTournament:
    """Let all others at a table resign."""
    seated = cup.state.table(table)
    assert seated is not None
    for number in seated.seats:
        if number != winner:
            await world.service.resign(cup.matches[table], cup.state.entrants[number].user)
    return await cups.advance(cup.row.id)


async def match_at(world: World, cup: LoadedTournament, table: TableId) -> Loaded:
    return await world.matches.load(cup.matches[table])


def user_of(cup: LoadedTournament, number: int) -> int:
    return cup.state.entrants[number].user


def open_with(cup: LoadedTournament, number: int) -> Table:
    (table,) = (open_table for open_table in cup.state.open_tables if number in open_table.seats)
    return table


# ------------------------------------------------------------------ knockouts


async def test_player_cannot_return_after_a_walkover_counted(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, *EIGHT)
    first, second, third, fourth = sorted(open_table.id for open_table in cup.state.open_tables)
    gone = next(iter(cup.state.tables)).seats[0]
    cup = await win_table(cups, world, cup, first, gone)
    cup = await cups.leave(cup.row.id, user_of(cup, gone))
    for table in (second, third, fourth):
        seated = cup.state.table(table)
        assert seated is not None
        cup = await win_table(cups, world, cup, table, seated.seats[0])
    (semi,) = cup.state.open_tables
    cup = await win_table(cups, world, cup, semi.id, semi.seats[0])
    (final,) = cup.state.open_tables
    assert final.id.round == 3
    with pytest.raises(errors.BuiltOn) as caught:
        await cups.substitute(cup.row.id, MODERATOR, user_of(cup, gone), user_of(cup, gone))
    assert caught.value.values["table"] == final.id
    with pytest.raises(errors.BuiltOn):
        await cups.substitute(cup.row.id, MODERATOR, user_of(cup, gone), EVE)
    cup = await win_table(cups, world, cup, final.id, final.seats[0])
    assert cup.state.champions == (final.seats[0],)


async def test_player_can_return_before_a_walkover_counts(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, *EIGHT)
    table = cup.state.open_tables[0]
    gone = table.seats[0]
    cup = await win_table(cups, world, cup, table.id, gone)
    cup = await cups.leave(cup.row.id, user_of(cup, gone))
    cup = await cups.substitute(cup.row.id, MODERATOR, user_of(cup, gone), user_of(cup, gone))
    for open_table in cup.state.open_tables:
        cup = await win_table(cups, world, cup, open_table.id, open_table.seats[0])
    assert any(gone in open_table.seats for open_table in cup.state.open_tables)


async def test_result_is_final_once_a_walkover_followed_from_it(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, *EIGHT)
    first, second, third, fourth = sorted(
        cup.state.open_tables, key=lambda open_table: open_table.id
    )
    cup = await win_table(cups, world, cup, first.id, first.seats[0])
    cup = await cups.leave(cup.row.id, user_of(cup, first.seats[0]))
    for open_table in (second, third, fourth):
        cup = await win_table(cups, world, cup, open_table.id, open_table.seats[0])
    semi = cup.state.open_tables[0]
    cup = await win_table(cups, world, cup, semi.id, semi.seats[0])
    loser = user_of(cup, first.seats[1])
    with pytest.raises(errors.BuiltOn):
        await cups.adjudicate(cup.row.id, MODERATOR, first.id, loser, "They were ill")


async def test_moderator_decides_only_the_latest_match_of_a_tied_table(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    first = cup.state.open_tables[0]
    both = cup.state.entrants[first.seats[0]].user
    cup = await _tied(cups, world, cup, first)
    again = first.id._replace(game=2)
    assert {again} < {open_table.id for open_table in cup.state.open_tables}
    with pytest.raises(errors.PlayedAgain) as caught:
        await cups.adjudicate(cup.row.id, MODERATOR, first.id, both, "They agreed")
    assert caught.value.values["table"] == again
    cup = await cups.adjudicate(cup.row.id, MODERATOR, again, both, "They agreed")
    assert first.id.number not in {open_table.id.number for open_table in cup.state.open_tables}
    cup = await play_out(cups, world, cup)
    assert verify(write(cup.events)).champions == cup.state.champions


async def _tied(
    cups: TournamentService, world: World, cup: LoadedTournament, table: Table
) -> LoadedTournament:
    """Decide a table as a tie, as its match could."""
    values = {"how": "played", "late": [], "match": cup.matches[table.id], "places": [1, 1]}
    detail = detail_of(**values, table=str(table.id))
    event = cup.state.event(world.clock.now(), TournamentEventKind.RESULT, detail=detail)
    await cups.tournaments.append(cup, (event,))
    return await cups.advance(cup.row.id)


async def test_eliminated_place_cannot_be_given_away(cups: TournamentService, world: World) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    first, second = cup.state.open_tables
    cup = await win_table(cups, world, cup, first.id, first.seats[0])
    loser = user_of(cup, first.seats[1])
    with pytest.raises(errors.PlaceDone):
        await cups.substitute(cup.row.id, MODERATOR, loser, EVE)
    cup = await win_table(cups, world, cup, second.id, second.seats[0])
    cup = await play_out(cups, world, cup)
    for user in (loser, user_of(cup, second.seats[1])):
        assert [trophy.place for trophy in await cups.store.trophies(GUILD, user, 5)] == [3]


async def test_player_who_missed_check_in_cannot_be_put_back_without_matches(
    cups: TournamentService, world: World
) -> None:
    terms = replace(SWISS, closes=world.clock.now() + DAY, check_in=2)
    cup = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE)
    world.clock.passes(DAY - 2 * HOUR)
    cup = await cups.advance(cup.row.id)
    for user in (ANN, BEN, CAT, DAN):
        await cups.check_in(cup.row.id, user)
    world.clock.passes(2 * HOUR)
    cup = await cups.advance(cup.row.id)
    with pytest.raises(errors.PlaceDone):
        await cups.substitute(cup.row.id, MODERATOR, EVE, EVE)


async def test_withdrawn_player_has_no_trophy(cups: TournamentService, world: World) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    cup = await cups.leave(cup.row.id, ANN)
    cup = await play_out(cups, world, cup)
    assert cup.state.places[0] == 3
    assert await cups.store.trophies(GUILD, ANN, 5) == ()
    (champion,) = cup.state.champions
    assert await cups.store.trophies(GUILD, user_of(cup, champion), 5)


# ------------------------------------------------------------------ substitutions


@pytest.mark.parametrize("seats", [2, 3])
async def test_substitution_can_be_reverted(
    cups: TournamentService, world: World, seats: int
) -> None:
    terms = replace(SWISS, seats=seats)
    cup = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN, 21, 22)
    table = open_with(cup, 0)
    seat = table.seats.index(0)
    for out, into in ((ANN, EVE), (EVE, ANN), (ANN, EVE)):
        cup = await cups.substitute(cup.row.id, MODERATOR, out, into)
        assert user_of(cup, 0) == into
        assert (await match_at(world, cup, table.id)).roster.holders[seat] == into


async def test_player_who_is_put_back_regains_the_seat(
    cups: TournamentService, world: World
) -> None:
    """At a table of three, a computer held the seat meanwhile."""
    cup = await start_cup(cups, world, replace(SWISS, seats=3), ANN, BEN, CAT, DAN, 21, 22)
    table = open_with(cup, 0)
    seat = table.seats.index(0)
    cup = await cups.leave(cup.row.id, ANN)
    assert (await match_at(world, cup, table.id)).roster.holders[seat] is None
    cup = await cups.substitute(cup.row.id, MODERATOR, ANN, ANN)
    loaded = await match_at(world, cup, table.id)
    assert loaded.roster.holders[seat] == ANN
    assert loaded.roster.resigned == ()
    world.clock.passes(5)
    await world.service.resign(loaded.record.id, ANN)
    cup = await cups.advance(cup.row.id)
    loaded = await match_at(world, cup, table.id)
    assert loaded.roster.holders[seat] is None, "the player resigned"


async def test_substitute_who_withdraws_loses_the_seat(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds even if the process was killed before the match had the substitute."""
    cup = await start_cup(cups, world, SWISS, ANN, BEN, CAT, DAN)
    table = open_with(cup, 0)

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(TableMatches, "give_seat", killed)
        with pytest.raises(asyncio.CancelledError):
            await cups.substitute(cup.row.id, MODERATOR, ANN, EVE)
    await cups.leave(cup.row.id, EVE)
    cup = await cups.advance(cup.row.id)
    decided = cup.state.table(table.id)
    assert decided is not None
    assert decided.place_of(0) == 2


@pytest.mark.parametrize("frozen", [False, True])
async def test_former_player_of_a_match_cannot_substitute_their_opponent(
    cups: TournamentService, world: World, *, frozen: bool
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = open_with(cup, 0)
    other = user_of(cup, next(entrant for entrant in table.seats if entrant))
    cup = await cups.substitute(cup.row.id, MODERATOR, ANN, EVE)
    await world.store.freeze(cup.matches[table.id], frozen=frozen)
    with pytest.raises(errors.SatElsewhere) as caught:
        await cups.substitute(cup.row.id, MODERATOR, other, ANN)
    assert caught.value.values["match"] == cup.matches[table.id]


async def test_substitute_needs_room_for_a_match(cups: TournamentService, world: World) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    cups.conductor.eligibility._most = 1  # twenty matches take a long time
    request = MatchRequest(GUILD, CHANNEL, EVE, world.interaction())
    opened = await world.toys.challenge(request, (25,))
    await world.toys.join(opened.record.id, 25, world.interaction())
    with pytest.raises(TooManyMatches):
        await cups.substitute(cup.row.id, MODERATOR, ANN, EVE)
    cup = await cups.substitute(cup.row.id, MODERATOR, ANN, 26)
    assert user_of(cup, 0) == 26


async def test_barred_substitute_is_refused(cups: TournamentService, world: World) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    await bar(world, EVE)
    with pytest.raises(errors.CantBeSeated):
        await cups.substitute(cup.row.id, MODERATOR, ANN, EVE)
    assert (await cups.load(cup.row.id)).events == cup.events


async def test_full_league_takes_no_player_back(cups: TournamentService, world: World) -> None:
    terms = Terms("League", "toy", Format.LEAGUE, days=30, most=4)
    cup = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN)
    cup = await cups.join(cup.row.id, EVE)
    cup = await cups.leave(cup.row.id, ANN)
    assert sum(entrant.plays for entrant in cup.state.entrants) == 4
    with pytest.raises(errors.PlacesTaken):
        await cups.substitute(cup.row.id, MODERATOR, ANN, ANN)


# ------------------------------------------------------------------ the start


async def test_start_waits_for_the_promised_check_in(cups: TournamentService, world: World) -> None:
    closes = world.clock.now() + DAY
    cup = await create_cup(cups, world, replace(KNOCKOUT, closes=closes, check_in=6), *EIGHT)
    world.clock.passes(DAY - 6 * HOUR)
    cup = await cups.advance(cup.row.id)
    for user in EIGHT[:4]:
        cup = await cups.check_in(cup.row.id, user)
    with pytest.raises(errors.CheckInRuns) as caught:
        await cups.start(cup.row.id, MODERATOR)
    assert caught.value.values == {"until": closes, "missing": 4, "all": 8}
    for terms in (
        replace(cup.state.terms, closes=closes - HOUR),
        replace(cup.state.terms, closes=None, check_in=0),
    ):
        with pytest.raises(errors.CheckInPromised):
            await cups.edit(cup.row.id, MODERATOR, terms)
    cup = await cups.extend(cup.row.id, MODERATOR, 1)
    for user in EIGHT[4:]:
        cup = await cups.check_in(cup.row.id, user)
    cup = await cups.start(cup.row.id, MODERATOR)
    assert all(entrant.plays for entrant in cup.state.entrants)


async def test_moderator_can_start_after_a_check_in_with_too_few(
    cups: TournamentService, world: World
) -> None:
    closes = world.clock.now() + DAY
    cup = await create_cup(cups, world, replace(KNOCKOUT, closes=closes, check_in=6), *EIGHT)
    world.clock.passes(DAY - 6 * HOUR)
    await cups.advance(cup.row.id)
    world.clock.passes(6 * HOUR)
    await cups.advance(cup.row.id)
    for user in EIGHT[:4]:
        cup = await cups.check_in(cup.row.id, user)
    cup = await cups.start(cup.row.id, MODERATOR)
    assert [entrant.plays for entrant in cup.state.entrants] == [True] * 4 + [False] * 4


# ------------------------------------------------------------------ eligibility


async def bar(world: World, user: int) -> None:
    await world.servers.bar(GUILD, Bar(user, MODERATOR, world.clock.now()))


async def test_barred_player_finishes_the_match_and_is_withdrawn(
    cups: TournamentService, world: World
) -> None:
    """The tournament's file gives the reason."""
    cup = await start_cup(cups, world, SWISS, ANN, BEN, CAT, DAN, 21, 22)
    table = open_with(cup, 0)
    await bar(world, ANN)
    cup = await cups.advance(cup.row.id)
    assert cup.state.entrants[0].plays
    for each in cup.state.open_tables:
        cup = await win_table(cups, world, cup, each.id, min(each.seats))
    assert cup.state.entrants[0].standing is EntrantStatus.WITHDRAWN
    decided = cup.state.table(table.id)
    assert decided is not None
    assert decided.place_of(0) == 1, "the finished match counts"
    assert all(0 not in each.seats for each in cup.state.tables if each.id.round == 2)
    (event,) = (each for each in cup.events if each.kind is TournamentEventKind.WITHDREW)
    assert (event.user, event.by, event.details) == (ANN, None, {"why": "ineligible"})
    verify(write(cup.events))


async def test_barred_reserve_player_is_skipped(cups: TournamentService, world: World) -> None:
    cup = await start_cup(cups, world, replace(SWISS, most=4), ANN, BEN, CAT, DAN)
    cup = await cups.join(cup.row.id, EVE)
    cup = await cups.join(cup.row.id, 25)
    await bar(world, EVE)
    (late,) = (await match_at(world, cup, cup.state.open_tables[0].id)).people_to_act
    number = next(entrant.number for entrant in cup.state.entrants if entrant.user == late)
    await wait(world, days=1)
    await wait(world, days=1)
    cup = await cups.advance(cup.row.id)
    assert user_of(cup, number) == 25
    assert EVE not in cup.state.reserves


@pytest.mark.parametrize("by_hand", [True, False])
async def test_barred_players_are_left_out_at_the_start(
    cups: TournamentService, world: World, *, by_hand: bool
) -> None:
    closes = world.clock.now() + DAY
    terms = replace(KNOCKOUT, most=5, closes=closes)
    cup = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE, 25, 26)
    await bar(world, ANN)
    await bar(world, 25)
    if by_hand:
        cup = await cups.start(cup.row.id, MODERATOR)
    else:
        world.clock.passes(DAY)
        cup = await cups.advance(cup.row.id)
    assert [entrant.user for entrant in cup.state.entrants] == [BEN, CAT, DAN, EVE, 26]
    verify(write(cup.events))


async def test_start_counts_players_without_the_barred(
    cups: TournamentService, world: World
) -> None:
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    await bar(world, ANN)
    with pytest.raises(errors.TooFewEntrants):
        await cups.start(cup.row.id, MODERATOR)
    assert (await cups.load(cup.row.id)).events == cup.events


async def test_barred_player_cannot_check_in(cups: TournamentService, world: World) -> None:
    terms = replace(KNOCKOUT, closes=world.clock.now() + DAY, check_in=6)
    cup = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN)
    world.clock.passes(DAY - 6 * HOUR)
    cup = await cups.advance(cup.row.id)
    await bar(world, ANN)
    with pytest.raises(Barred):
        await cups.check_in(cup.row.id, ANN)


async def test_player_who_left_the_server_is_withdrawn(
    cups: TournamentService, world: World
) -> None:
    """The same applies to a barred player."""

    class Left:
        async def gone(self, guild: int, users: Iterable[int]) -> frozenset[int]:
            assert guild == GUILD
            return frozenset({ANN}) & frozenset(users)

    cup = await start_cup(cups, world, SWISS, ANN, BEN, CAT, DAN, 21, 22)
    cups.conductor.eligibility._members = Left()
    for open_table in cup.state.open_tables:
        cup = await win_table(cups, world, cup, open_table.id, min(open_table.seats))
    assert cup.state.entrants[0].standing is EntrantStatus.WITHDRAWN
    assert all(0 not in open_table.seats for open_table in cup.state.open_tables)


# ------------------------------------------------------------------ cancellation and delays


async def test_matches_of_a_cancelled_tournament_follow_ordinary_rules(
    cups: TournamentService, world: World
) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = cup.state.open_tables[0]
    cup = await cups.cancel(cup.row.id, MODERATOR)
    match = cup.matches[table.id]
    await wait(world, days=1)
    loaded = await world.matches.load(match)
    assert pause_left(loaded) is None
    (late,) = latenesses(loaded)
    assert Remedy.SEAT in {vote.choice for vote in choices(loaded, late)}
    await world.pace.late.offer(match, EVE, late.id)
    await wait(world, days=2)
    loaded = await world.matches.load(match)
    assert loaded.status is Status.RUNNING, "no seat is forfeited"
    assert None not in loaded.roster.holders
    (other,) = (user for user in loaded.roster.people if user != late.user)
    over = await world.pace.late.claim(match, other, latenesses(loaded)[0].id)
    assert over.status is Status.OVER


async def test_match_does_not_start_after_the_tournament_was_cancelled(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)

    async def killed(self: TableMatches, loaded: Loaded) -> Loaded:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(TableMatches, "_start", killed)
        with pytest.raises(asyncio.CancelledError):
            await cups.start(cup.row.id, MODERATOR)
    cup = await cups.cancel(cup.row.id, MODERATOR)
    assert set(cup.match_states.values()) == {MatchState.CALLED_OFF}
    await cups.advance(cup.row.id)
    assert not await cups.store.due(world.clock.now(), 5)


async def test_match_created_before_a_kill_gets_its_whole_round(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process returns after the end of the round."""
    cup = await create_cup(cups, world, replace(KNOCKOUT, days=3), ANN, BEN, CAT, DAN)

    async def killed(self: TableMatches, loaded: Loaded) -> Loaded:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(TableMatches, "_start", killed)
        with pytest.raises(asyncio.CancelledError):
            await cups.start(cup.row.id, MODERATOR)
    world.clock.passes(4 * DAY)
    cup = await cups.advance(cup.row.id)
    assert set(cup.match_states.values()) == {MatchState.RUNNING}
    assert cup.state.round_until(1, 1) == world.clock.now() + 3 * DAY
    for _ in range(2):
        for table in cup.state.open_tables:
            await world.play(cup.matches[table.id])
        world.clock.passes(3 * DAY)
        cup = await cups.advance(cup.row.id)
    cup = await cups.advance(cup.row.id)
    assert verify(write(cup.events)).champions == cup.state.champions


@pytest.mark.parametrize("ended", ["running", "decided", "ended"])
async def test_frozen_match_outlasts_its_round(
    cups: TournamentService, world: World, ended: str
) -> None:
    """Once repaired, it continues, ends or is released like any other."""
    cup = await start_cup(cups, world, replace(KNOCKOUT, days=3), ANN, BEN, CAT, DAN)
    table = cup.state.open_tables[0]
    match = cup.matches[table.id]
    await world.store.freeze(match, frozen=True)
    world.clock.passes(3 * DAY)
    cup = await cups.advance(cup.row.id)
    assert table.id in {open_table.id for open_table in cup.state.open_tables}, (
        "the frozen match has no result"
    )
    if ended == "decided":
        winner = user_of(cup, table.seats[0])
        cup = await cups.adjudicate(cup.row.id, MODERATOR, table.id, winner, "It is broken")
    elif ended == "ended":
        cup = await cups.cancel(cup.row.id, MODERATOR)
    await world.store.freeze(match, frozen=False)
    world.clock.passes(HOUR)
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    cup = await cups.advance(due)
    loaded = await world.matches.load(match)
    if ended == "ended":
        assert loaded.status is Status.RUNNING
        assert not loaded.in_tournament
    else:
        assert loaded.status is Status.OVER
        decided = cup.state.table(table.id)
        assert decided is not None
        assert decided.result is not None
        how = How.ADJUDICATED if ended == "decided" else How.DEADLINE
        assert decided.result.how is how


async def test_extension_of_an_overdue_round_counts_from_now(
    cups: TournamentService, world: World
) -> None:
    """A frozen match can outlast its round by days."""
    cup = await start_cup(cups, world, replace(KNOCKOUT, days=3), ANN, BEN, CAT, DAN)
    for table in cup.state.open_tables:
        await world.store.freeze(cup.matches[table.id], frozen=True)
    world.clock.passes(5 * DAY)
    cup = await cups.extend(cup.row.id, MODERATOR, 12)
    assert cup.state.round_until(1, 1) == world.clock.now() + 12 * HOUR
    assert cup.state.status is TournamentStatus.RUNNING


async def test_match_of_a_decided_table_ends_after_a_kill_even_seasons_later(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = Terms("League", "toy", Format.LEAGUE, seats=4, group=4)
    cup = await start_cup(cups, world, league, ANN, BEN, CAT, DAN)
    (table,) = cup.state.open_tables
    match = cup.matches[table.id]

    async def killed(self: TableMatches, match: int, moderator: int) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(TableMatches, "close", killed)
        for _ in range(2):
            with pytest.raises(asyncio.CancelledError):
                await cups.adjudicate(cup.row.id, MODERATOR, table.id, ANN, "so")
            assert (await world.matches.load(match)).status is Status.RUNNING
            cup = await cups.load(cup.row.id)
            (table,) = cup.state.open_tables
    other = await world.another()
    cup = await organizer(other).advance(cup.row.id)
    assert len(cup.state.stages) > 1
    assert (await other.matches.load(match)).status is Status.OVER
