"""Decisions of moderators cannot change results on which later ones depend."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.match.lobby.lobby import MatchRequest
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.errors import Barred
from bot.match.people.servers import Bar
from bot.match.timing.deadlines import pause_left
from bot.match.timing.late_votes import choices
from bot.match.timing.lateness import Remedy, latenesses
from bot.match.tournaments import errors
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.files import verify, written
from bot.match.tournaments.known import LoadedTournament
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import EntrantStatus, TournamentStatus
from bot.match.tournaments.tables import How, Table, TableId
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.errors import TooManyMatches
from bot.match.values.times import DAY, HOUR
from tests.match.hours import wait
from tests.match.tournaments.organizing import organizer
from tests.match.tournaments.test_service import (
    KNOCKOUT,
    MODERATOR,
    create_cup,
    play_out,
    start_cup,
)
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World

pytestmark = pytest.mark.both_databases

EIGHT = (ANN, BEN, CAT, DAN, 21, 22, 23, 24)
SWISS = Terms("Cup", "toy", Format.SWISS, rounds=3)
FINAL = TableId(1, 0, 2, 1)


@pytest.fixture
def cups(world: World) -> TournamentService:
    return organizer(world)


async def win_table(
    cups: TournamentService, world: World, known: LoadedTournament, table: TableId, winner: int
) -> LoadedTournament:
    """Let all others at a table resign."""
    seated = known.now.table(table)
    assert seated is not None
    for number in seated.seats:
        if number != winner:
            await world.service.resign(known.matches[table], known.now.entrants[number].user)
    return await cups.advance(known.row.id)


async def match_at(world: World, known: LoadedTournament, table: TableId) -> Loaded:
    return await world.matches.look(known.matches[table])


def user_of(known: LoadedTournament, number: int) -> int:
    return known.now.entrants[number].user


def open_with(known: LoadedTournament, number: int) -> Table:
    (table,) = (open_table for open_table in known.now.open_tables if number in open_table.seats)
    return table


# ------------------------------------------------------------------ knockouts


async def test_player_cannot_return_after_a_walkover_counted(
    cups: TournamentService, world: World
) -> None:
    known = await start_cup(cups, world, KNOCKOUT, *EIGHT)
    first, second, third, fourth = sorted(open_table.id for open_table in known.now.open_tables)
    gone = known.now.tables[0].seats[0]
    known = await win_table(cups, world, known, first, gone)
    known = await cups.leave(known.row.id, user_of(known, gone))
    for table in (second, third, fourth):
        seated = known.now.table(table)
        assert seated is not None
        known = await win_table(cups, world, known, table, seated.seats[0])
    (semi,) = known.now.open_tables
    known = await win_table(cups, world, known, semi.id, semi.seats[0])
    (final,) = known.now.open_tables
    assert final.id.round == 3
    with pytest.raises(errors.BuiltOn) as caught:
        await cups.substitute(known.row.id, MODERATOR, user_of(known, gone), user_of(known, gone))
    assert caught.value.values["table"] == final.id
    with pytest.raises(errors.BuiltOn):
        await cups.substitute(known.row.id, MODERATOR, user_of(known, gone), EVE)
    known = await win_table(cups, world, known, final.id, final.seats[0])
    assert known.now.champions == (final.seats[0],)


async def test_player_can_return_before_a_walkover_counts(
    cups: TournamentService, world: World
) -> None:
    known = await start_cup(cups, world, KNOCKOUT, *EIGHT)
    table = known.now.open_tables[0]
    gone = table.seats[0]
    known = await win_table(cups, world, known, table.id, gone)
    known = await cups.leave(known.row.id, user_of(known, gone))
    known = await cups.substitute(
        known.row.id, MODERATOR, user_of(known, gone), user_of(known, gone)
    )
    for open_table in known.now.open_tables:
        known = await win_table(cups, world, known, open_table.id, open_table.seats[0])
    assert any(gone in open_table.seats for open_table in known.now.open_tables)


async def test_result_is_final_once_a_walkover_followed_from_it(
    cups: TournamentService, world: World
) -> None:
    known = await start_cup(cups, world, KNOCKOUT, *EIGHT)
    first, second, third, fourth = sorted(
        known.now.open_tables, key=lambda open_table: open_table.id
    )
    known = await win_table(cups, world, known, first.id, first.seats[0])
    known = await cups.leave(known.row.id, user_of(known, first.seats[0]))
    for open_table in (second, third, fourth):
        known = await win_table(cups, world, known, open_table.id, open_table.seats[0])
    semi = known.now.open_tables[0]
    known = await win_table(cups, world, known, semi.id, semi.seats[0])
    loser = user_of(known, first.seats[1])
    with pytest.raises(errors.BuiltOn):
        await cups.adjudicate(known.row.id, MODERATOR, first.id, loser, "They were ill")


async def test_moderator_decides_only_the_latest_match_of_a_tied_table(
    cups: TournamentService, world: World
) -> None:
    known = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    first = known.now.open_tables[0]
    both = known.now.entrants[first.seats[0]].user
    known = await _tied(cups, world, known, first)
    again = first.id._replace(game=2)
    assert {again} < {open_table.id for open_table in known.now.open_tables}
    with pytest.raises(errors.PlayedAgain) as caught:
        await cups.adjudicate(known.row.id, MODERATOR, first.id, both, "They agreed")
    assert caught.value.values["table"] == again
    known = await cups.adjudicate(known.row.id, MODERATOR, again, both, "They agreed")
    assert first.id.number not in {open_table.id.number for open_table in known.now.open_tables}
    known = await play_out(cups, world, known)
    assert verify(written(known.events)).champions == known.now.champions


async def _tied(
    cups: TournamentService, world: World, known: LoadedTournament, table: Table
) -> LoadedTournament:
    """Decide a table as a tie, as a moderator could."""
    detail = replace(
        cups.event(known, TournamentEventKind.ADJUDICATED, by=MODERATOR),
        detail=f'{{"places":[1,1],"reason":"tied","table":"{table.id}"}}',
    )
    await cups.tournaments.append(known, (detail,))
    return await cups.advance(known.row.id)


async def test_eliminated_place_cannot_be_given_away(cups: TournamentService, world: World) -> None:
    known = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    first, second = known.now.open_tables
    known = await win_table(cups, world, known, first.id, first.seats[0])
    loser = user_of(known, first.seats[1])
    with pytest.raises(errors.PlaceDone):
        await cups.substitute(known.row.id, MODERATOR, loser, EVE)
    known = await win_table(cups, world, known, second.id, second.seats[0])
    known = await play_out(cups, world, known)
    for user in (loser, user_of(known, second.seats[1])):
        assert [trophy.place for trophy in await cups.store.trophies(GUILD, user, 5)] == [3]


async def test_player_who_missed_check_in_cannot_be_put_back_without_matches(
    cups: TournamentService, world: World
) -> None:
    terms = replace(SWISS, closes=world.clock.now() + DAY, check_in=2)
    known = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE)
    world.clock.passes(DAY - 2 * HOUR)
    known = await cups.advance(known.row.id)
    for user in (ANN, BEN, CAT, DAN):
        await cups.check_in(known.row.id, user)
    world.clock.passes(2 * HOUR)
    known = await cups.advance(known.row.id)
    with pytest.raises(errors.PlaceDone):
        await cups.substitute(known.row.id, MODERATOR, EVE, EVE)


async def test_withdrawn_player_has_no_trophy(cups: TournamentService, world: World) -> None:
    known = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    known = await cups.leave(known.row.id, ANN)
    known = await play_out(cups, world, known)
    assert known.now.places[0] == 3
    assert await cups.store.trophies(GUILD, ANN, 5) == ()
    (champion,) = known.now.champions
    assert await cups.store.trophies(GUILD, user_of(known, champion), 5)


# ------------------------------------------------------------------ substitutions


@pytest.mark.parametrize("seats", [2, 3])
async def test_substitution_can_be_reverted(
    cups: TournamentService, world: World, seats: int
) -> None:
    terms = replace(SWISS, seats=seats)
    known = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN, 21, 22)
    table = open_with(known, 0)
    seat = table.seats.index(0)
    for out, into in ((ANN, EVE), (EVE, ANN), (ANN, EVE)):
        known = await cups.substitute(known.row.id, MODERATOR, out, into)
        assert user_of(known, 0) == into
        assert (await match_at(world, known, table.id)).roster.holders[seat] == into


async def test_player_who_is_put_back_regains_the_seat(
    cups: TournamentService, world: World
) -> None:
    """At a table of three, a computer held it meanwhile."""
    known = await start_cup(cups, world, replace(SWISS, seats=3), ANN, BEN, CAT, DAN, 21, 22)
    table = open_with(known, 0)
    seat = table.seats.index(0)
    known = await cups.leave(known.row.id, ANN)
    assert (await match_at(world, known, table.id)).roster.holders[seat] is None
    known = await cups.substitute(known.row.id, MODERATOR, ANN, ANN)
    loaded = await match_at(world, known, table.id)
    assert loaded.roster.holders[seat] == ANN
    assert loaded.roster.resigned == ()
    world.clock.passes(5)
    await world.service.resign(loaded.record.id, ANN)
    known = await cups.advance(known.row.id)
    loaded = await match_at(world, known, table.id)
    assert loaded.roster.holders[seat] is None, "the player resigned"


async def test_substitute_who_withdraws_loses_the_seat(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the process was killed before the match had the substitute."""
    known = await start_cup(cups, world, SWISS, ANN, BEN, CAT, DAN)
    table = open_with(known, 0)

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(TableMatches, "give_seat", killed)
        with pytest.raises(asyncio.CancelledError):
            await cups.substitute(known.row.id, MODERATOR, ANN, EVE)
    await cups.leave(known.row.id, EVE)
    known = await cups.advance(known.row.id)
    decided = known.now.table(table.id)
    assert decided is not None
    assert decided.place_of(0) == 2


@pytest.mark.parametrize("frozen", [False, True])
async def test_former_player_of_a_match_cannot_substitute_their_opponent(
    cups: TournamentService, world: World, *, frozen: bool
) -> None:
    known = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = open_with(known, 0)
    other = user_of(known, next(entrant for entrant in table.seats if entrant))
    known = await cups.substitute(known.row.id, MODERATOR, ANN, EVE)
    await world.store.freeze(known.matches[table.id], frozen=frozen)
    with pytest.raises(errors.SatElsewhere) as caught:
        await cups.substitute(known.row.id, MODERATOR, other, ANN)
    assert caught.value.values["match"] == known.matches[table.id]


async def test_substitute_needs_room_for_a_match(cups: TournamentService, world: World) -> None:
    known = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    cups.conductor.eligibility._most = 1  # twenty matches take long
    request = MatchRequest(GUILD, CHANNEL, EVE, world.interaction())
    opened = await world.toys.challenge(request, (25,))
    await world.toys.join(opened.record.id, 25, world.interaction())
    with pytest.raises(TooManyMatches):
        await cups.substitute(known.row.id, MODERATOR, ANN, EVE)
    known = await cups.substitute(known.row.id, MODERATOR, ANN, 26)
    assert user_of(known, 0) == 26


async def test_barred_substitute_is_refused(cups: TournamentService, world: World) -> None:
    known = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    await bar(world, EVE)
    with pytest.raises(errors.CantBeSeated):
        await cups.substitute(known.row.id, MODERATOR, ANN, EVE)
    assert (await cups.look(known.row.id)).events == known.events


async def test_full_league_takes_no_player_back(cups: TournamentService, world: World) -> None:
    terms = Terms("League", "toy", Format.LEAGUE, days=30, most=4)
    known = await start_cup(cups, world, terms, ANN, BEN, CAT, DAN)
    known = await cups.join(known.row.id, EVE)
    known = await cups.leave(known.row.id, ANN)
    assert sum(entrant.plays for entrant in known.now.entrants) == 4
    with pytest.raises(errors.PlacesTaken):
        await cups.substitute(known.row.id, MODERATOR, ANN, ANN)


# ------------------------------------------------------------------ the start


async def test_start_waits_for_the_promised_check_in(cups: TournamentService, world: World) -> None:
    closes = world.clock.now() + DAY
    known = await create_cup(cups, world, replace(KNOCKOUT, closes=closes, check_in=6), *EIGHT)
    world.clock.passes(DAY - 6 * HOUR)
    known = await cups.advance(known.row.id)
    for user in EIGHT[:4]:
        known = await cups.check_in(known.row.id, user)
    with pytest.raises(errors.CheckInRuns) as caught:
        await cups.start(known.row.id, MODERATOR)
    assert caught.value.values == {"until": closes, "missing": 4, "all": 8}
    for terms in (
        replace(known.now.terms, closes=closes - HOUR),
        replace(known.now.terms, closes=None, check_in=0),
    ):
        with pytest.raises(errors.CheckInPromised):
            await cups.edit(known.row.id, MODERATOR, terms)
    known = await cups.extend(known.row.id, MODERATOR, 1)
    for user in EIGHT[4:]:
        known = await cups.check_in(known.row.id, user)
    known = await cups.start(known.row.id, MODERATOR)
    assert all(entrant.plays for entrant in known.now.entrants)


async def test_moderator_can_start_after_a_check_in_with_too_few(
    cups: TournamentService, world: World
) -> None:
    closes = world.clock.now() + DAY
    known = await create_cup(cups, world, replace(KNOCKOUT, closes=closes, check_in=6), *EIGHT)
    world.clock.passes(DAY - 6 * HOUR)
    await cups.advance(known.row.id)
    world.clock.passes(6 * HOUR)
    await cups.advance(known.row.id)
    for user in EIGHT[:4]:
        known = await cups.check_in(known.row.id, user)
    known = await cups.start(known.row.id, MODERATOR)
    assert [entrant.plays for entrant in known.now.entrants] == [True] * 4 + [False] * 4


# ------------------------------------------------------------------ eligibility


async def bar(world: World, user: int) -> None:
    await world.servers.bar(GUILD, Bar(user, MODERATOR, world.clock.now()))


async def test_barred_player_finishes_the_match_and_is_withdrawn(
    cups: TournamentService, world: World
) -> None:
    """The tournament's file gives the reason."""
    known = await start_cup(cups, world, SWISS, ANN, BEN, CAT, DAN, 21, 22)
    table = open_with(known, 0)
    await bar(world, ANN)
    known = await cups.advance(known.row.id)
    assert known.now.entrants[0].plays
    for each in known.now.open_tables:
        known = await win_table(cups, world, known, each.id, min(each.seats))
    assert known.now.entrants[0].standing is EntrantStatus.WITHDRAWN
    decided = known.now.table(table.id)
    assert decided is not None
    assert decided.place_of(0) == 1, "the finished match counts"
    assert all(0 not in each.seats for each in known.now.tables if each.id.round == 2)
    (event,) = (each for each in known.events if each.kind is TournamentEventKind.WITHDREW)
    assert (event.user, event.by, event.details) == (ANN, None, {"why": "ineligible"})
    verify(written(known.events))


async def test_barred_reserve_player_is_skipped(cups: TournamentService, world: World) -> None:
    known = await start_cup(cups, world, replace(SWISS, most=4), ANN, BEN, CAT, DAN)
    known = await cups.join(known.row.id, EVE)
    known = await cups.join(known.row.id, 25)
    await bar(world, EVE)
    (late,) = (await match_at(world, known, known.now.open_tables[0].id)).people_to_act
    number = next(entrant.number for entrant in known.now.entrants if entrant.user == late)
    await wait(world, days=1)
    await wait(world, days=1)
    known = await cups.advance(known.row.id)
    assert user_of(known, number) == 25
    assert EVE not in known.now.reserves


@pytest.mark.parametrize("by_hand", [True, False])
async def test_barred_players_are_left_out_at_the_start(
    cups: TournamentService, world: World, *, by_hand: bool
) -> None:
    closes = world.clock.now() + DAY
    terms = replace(KNOCKOUT, most=5, closes=closes)
    known = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE, 25, 26)
    await bar(world, ANN)
    await bar(world, 25)
    if by_hand:
        known = await cups.start(known.row.id, MODERATOR)
    else:
        world.clock.passes(DAY)
        known = await cups.advance(known.row.id)
    assert [entrant.user for entrant in known.now.entrants] == [BEN, CAT, DAN, EVE, 26]
    verify(written(known.events))


async def test_start_counts_players_without_the_barred(
    cups: TournamentService, world: World
) -> None:
    known = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    await bar(world, ANN)
    with pytest.raises(errors.TooFewEntrants):
        await cups.start(known.row.id, MODERATOR)
    assert (await cups.look(known.row.id)).events == known.events


async def test_barred_player_cannot_check_in(cups: TournamentService, world: World) -> None:
    terms = replace(KNOCKOUT, closes=world.clock.now() + DAY, check_in=6)
    known = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN)
    world.clock.passes(DAY - 6 * HOUR)
    known = await cups.advance(known.row.id)
    await bar(world, ANN)
    with pytest.raises(Barred):
        await cups.check_in(known.row.id, ANN)


async def test_player_who_left_the_server_is_withdrawn(
    cups: TournamentService, world: World
) -> None:
    """Like a barred player."""

    class Left:
        async def gone(self, guild: int, users: Iterable[int]) -> frozenset[int]:
            assert guild == GUILD
            return frozenset({ANN}) & frozenset(users)

    known = await start_cup(cups, world, SWISS, ANN, BEN, CAT, DAN, 21, 22)
    cups.conductor.eligibility._members = Left()
    for open_table in known.now.open_tables:
        known = await win_table(cups, world, known, open_table.id, min(open_table.seats))
    assert known.now.entrants[0].standing is EntrantStatus.WITHDRAWN
    assert all(0 not in open_table.seats for open_table in known.now.open_tables)


# ------------------------------------------------------------------ cancellation and delays


async def test_matches_of_a_cancelled_tournament_follow_ordinary_rules(
    cups: TournamentService, world: World
) -> None:
    known = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = known.now.open_tables[0]
    known = await cups.cancel(known.row.id, MODERATOR)
    match = known.matches[table.id]
    await wait(world, days=1)
    loaded = await world.matches.look(match)
    assert pause_left(loaded) is None
    (late,) = latenesses(loaded)
    assert Remedy.SEAT in {vote.choice for vote in choices(loaded, late)}
    await world.pace.late.offer(match, EVE, late.id)
    await wait(world, days=2)
    loaded = await world.matches.look(match)
    assert loaded.status is Status.RUNNING, "no seat is forfeited"
    assert None not in loaded.roster.holders
    (other,) = (user for user in loaded.roster.people if user != late.user)
    over = await world.pace.late.claim(match, other, latenesses(loaded)[0].id)
    assert over.status is Status.OVER


async def test_match_does_not_start_after_the_tournament_was_cancelled(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)

    async def killed(self: TableMatches, loaded: Loaded) -> Loaded:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(TableMatches, "_start", killed)
        with pytest.raises(asyncio.CancelledError):
            await cups.start(known.row.id, MODERATOR)
    known = await cups.cancel(known.row.id, MODERATOR)
    assert set(known.statuses.values()) == {Status.CALLED_OFF}
    await cups.advance(known.row.id)
    assert not await cups.store.due(world.clock.now(), 5)


async def test_match_created_before_a_kill_gets_its_whole_round(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process returns after the end of the round."""
    known = await create_cup(cups, world, replace(KNOCKOUT, days=3), ANN, BEN, CAT, DAN)

    async def killed(self: TableMatches, loaded: Loaded) -> Loaded:
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(TableMatches, "_start", killed)
        with pytest.raises(asyncio.CancelledError):
            await cups.start(known.row.id, MODERATOR)
    world.clock.passes(4 * DAY)
    known = await cups.advance(known.row.id)
    assert set(known.statuses.values()) == {Status.RUNNING}
    assert known.now.round_until(1, 1) == world.clock.now() + 3 * DAY
    for _ in range(2):
        for table in known.now.open_tables:
            await world.play(known.matches[table.id])
        world.clock.passes(3 * DAY)
        known = await cups.advance(known.row.id)
    known = await cups.advance(known.row.id)
    assert verify(written(known.events)).champions == known.now.champions


@pytest.mark.parametrize("ended", ["running", "decided", "ended"])
async def test_frozen_match_outlasts_its_round(
    cups: TournamentService, world: World, ended: str
) -> None:
    """Once repaired, it continues, ends or is released like any other."""
    known = await start_cup(cups, world, replace(KNOCKOUT, days=3), ANN, BEN, CAT, DAN)
    table = known.now.open_tables[0]
    match = known.matches[table.id]
    await world.store.freeze(match, frozen=True)
    world.clock.passes(3 * DAY)
    known = await cups.advance(known.row.id)
    assert table.id in {open_table.id for open_table in known.now.open_tables}, (
        "the frozen match has no result"
    )
    if ended == "decided":
        winner = user_of(known, table.seats[0])
        known = await cups.adjudicate(known.row.id, MODERATOR, table.id, winner, "It is broken")
    elif ended == "ended":
        known = await cups.cancel(known.row.id, MODERATOR)
    await world.store.freeze(match, frozen=False)
    world.clock.passes(HOUR)
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    known = await cups.advance(due)
    loaded = await world.matches.look(match)
    if ended == "ended":
        assert loaded.status is Status.RUNNING
        assert not loaded.in_tournament
    else:
        assert loaded.status is Status.OVER
        decided = known.now.table(table.id)
        assert decided is not None
        assert decided.result is not None
        how = How.ADJUDICATED if ended == "decided" else How.DEADLINE
        assert decided.result.how is how


async def test_extension_of_an_overdue_round_counts_from_now(
    cups: TournamentService, world: World
) -> None:
    """A frozen match can outlast its round by days."""
    known = await start_cup(cups, world, replace(KNOCKOUT, days=3), ANN, BEN, CAT, DAN)
    for table in known.now.open_tables:
        await world.store.freeze(known.matches[table.id], frozen=True)
    world.clock.passes(5 * DAY)
    known = await cups.extend(known.row.id, MODERATOR, 12)
    assert known.now.round_until(1, 1) == world.clock.now() + 12 * HOUR
    assert known.now.status is TournamentStatus.RUNNING
