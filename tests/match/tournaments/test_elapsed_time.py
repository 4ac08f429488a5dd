"""Rounds, check-in and slow players are measured in time that players could use."""

from dataclasses import replace

import pytest

from bot.match.tournaments.checks import check_edit, check_terms
from bot.match.tournaments.errors import RoundTooShort
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.files import BadTournament, verify, write
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.tables import How, Table
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, HOUR, MINUTE, Pace
from cogs.tournaments.terms_lines import few_turns
from tests.cogs.moments import WORDS
from tests.match.alerting import AlertingBot
from tests.match.hours import wait
from tests.match.tournaments.cups import MODERATOR, create_cup, start_cup
from tests.match.tournaments.organizing import organizer
from tests.match.tournaments.simulated import Simulated, terms
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, World

PEOPLE = (ANN, BEN, CAT, DAN)
THREE_DAYS = Terms("Autumn Cup", "toy", Format.KNOCKOUT, pace=Pace.THREE_DAYS, days=3)


@pytest.fixture
def cups(world: World) -> TournamentService:
    return organizer(world)


async def start_semi_finals(
    cups: TournamentService, world: World, chosen: Terms = THREE_DAYS, *more: int
) -> LoadedTournament:
    """Start a knockout of four and wait an hour."""
    await wait(world)
    cup = await start_cup(cups, world, chosen, *PEOPLE, *more)
    await wait(world, hours=1)
    return await cups.advance(cup.row.id)


def end_of(cup: LoadedTournament, number: int = 1) -> int:
    """Return when a round of the first stage ends."""
    until = cup.state.round_until(1, number)
    assert until is not None
    return until


@pytest.mark.both_databases
async def test_downtime_extends_a_round(world: World, cups: TournamentService) -> None:
    before = await start_semi_finals(cups, world)
    world.clock.passes(3 * DAY)
    side = await world.another()
    cups = organizer(side)
    assert (await cups.advance(before.row.id)).state == before.state, (
        "no beat has recorded a downtime yet"
    )
    await side.pace.timekeeper.tick()
    assert await cups.store.due(world.clock.now(), 1), "the tournament is due, to show the new end"
    cup = await cups.advance(before.row.id)
    assert len(cup.state.open_tables) == 2
    assert end_of(cup) == end_of(before) + 3 * DAY
    event = cup.events[-1]
    assert (event.kind, event.by) == (TournamentEventKind.EXTENDED, None)
    assert verify(write(cup.events)).stages == cup.state.stages
    assert (await cups.advance(before.row.id)).events == cup.events, "the end moves once"
    world.clock.time = end_of(cup)
    await side.pace.timekeeper.beat()
    cup = await cups.advance(before.row.id)
    results = [table.result for table in cup.state.tables if table.id.round == 1]
    assert [result and result.how for result in results] == [How.DEADLINE] * 2
    assert verify(write(cup.events)).stages == cup.state.stages


async def test_outage_of_discord_extends_a_round(world: World, cups: TournamentService) -> None:
    before = await start_semi_finals(cups, world)
    for _ in range(75):
        world.clock.time += HOUR
        await world.pace.timekeeper.tick(up=False)
        assert (await cups.advance(before.row.id)).state.open_tables == before.state.open_tables
    await world.pace.timekeeper.tick()
    cup = await cups.advance(before.row.id)
    assert end_of(cup) == end_of(before) + 75 * HOUR


async def test_short_downtimes_extend_a_round_at_its_end(
    world: World, cups: TournamentService
) -> None:
    """Restarts have no event of their own, but no second is lost."""
    before = await start_semi_finals(cups, world)
    for _ in range(3):
        world.clock.passes(2 * MINUTE)
        side = await world.another()
        await side.pace.timekeeper.tick()
    assert (await cups.advance(before.row.id)).events == before.events
    world.clock.time = end_of(before)
    await side.pace.timekeeper.tick()
    cup = await cups.advance(before.row.id)
    assert end_of(cup) == end_of(before) + 6 * MINUTE
    assert len(cup.state.open_tables) == 2


async def test_downtime_is_counted_once(world: World, cups: TournamentService) -> None:
    """Neither another downtime nor an extension counts it again."""
    before = await start_semi_finals(cups, world)
    for hours in (5, 7):
        world.clock.passes(hours * HOUR)
        await wait(world)
        cup = await cups.advance(before.row.id)
        cup = await cups.extend(before.row.id, MODERATOR, 1)
    assert end_of(cup) == end_of(before) + (5 + 7 + 2) * HOUR
    assert verify(write(cup.events)).stages == cup.state.stages


async def test_forged_extension_does_not_verify(world: World, cups: TournamentService) -> None:
    before = await start_semi_finals(cups, world)
    world.clock.passes(5 * HOUR)
    await wait(world)
    cup = await cups.advance(before.row.id)
    event = cup.events[-1]
    detail = event.detail.replace(str(end_of(cup)), str(end_of(cup) + 1))
    with pytest.raises(BadTournament):
        verify(write((*cup.events[:-1], replace(event, detail=detail))))


async def test_downtime_extends_check_in(world: World, cups: TournamentService) -> None:
    """Players have the promised hours to check in."""
    await wait(world)
    closes = world.clock.now() + DAY
    cup = await create_cup(cups, world, replace(THREE_DAYS, closes=closes, check_in=6), *PEOPLE)
    await wait(world, hours=19)
    cup = await cups.advance(cup.row.id)
    assert cup.state.check_in is not None
    world.clock.passes(4 * HOUR)
    await wait(world)
    cup = await cups.advance(cup.row.id)
    assert cup.state.terms.closes == closes + 4 * HOUR
    assert verify(write(cup.events)).terms == cup.state.terms


async def test_downtime_before_check_in_leaves_it_the_whole_time(
    world: World, cups: TournamentService
) -> None:
    """Check-in then opens late."""
    await wait(world)
    closes = world.clock.now() + DAY
    cup = await create_cup(cups, world, replace(THREE_DAYS, closes=closes, check_in=6), *PEOPLE)
    world.clock.passes(23 * HOUR)
    await wait(world)
    cup = await cups.advance(cup.row.id)
    assert cup.state.check_in == world.clock.now()
    assert cup.state.terms.closes == world.clock.now() + 6 * HOUR


async def test_season_is_extended_as_a_whole() -> None:
    """Later rounds keep their length."""
    season = Simulated(terms(Format.LEAGUE, days=30))
    season.join(4)
    season.start()
    began = season.at
    season.down(began + DAY, began + 9 * DAY)
    assert season.now.round_until(1, 1) == began + 18 * DAY
    for number in (2, 3):
        for table in season.now.open_tables:
            season.decide(table, (1, 2))
        season.at = season.now.round_until(1, number - 1) or 0
        season.go_on()
        assert season.now.round_until(1, number) == began + (8 + 10 * number) * DAY
    for table in season.now.open_tables:
        season.decide(table, (1, 2))
    season.at = began + 38 * DAY - 1
    season.go_on()
    assert season.now.stages[0].over is None
    season.at += 1
    season.go_on()
    assert season.now.stages[0].over is not None


def table_of(cup: LoadedTournament, user: int) -> Table:
    entrant = cup.state.entrant_of(user)
    assert entrant is not None
    mine = (each for each in cup.state.tables if entrant.number in each.seats)
    (table,) = [each for each in mine if each.id.round == 1]
    return table


async def test_points_decide_a_table_of_two_before_waiting_time(
    world: World, cups: TournamentService
) -> None:
    cup = await start_semi_finals(cups, world)
    match = cup.matches[table_of(cup, ANN).id]
    loaded = await world.matches.load(match)
    slow, quick = loaded.roster.holders
    assert slow is not None
    assert quick is not None
    await wait(world, days=2)
    await world.do(match, slow, "add 3")
    await world.do(match, quick, "add 1")
    scores = loaded.game.scores((await world.matches.load(match)).state)
    await wait(world, days=1)
    cup = await cups.advance(cup.row.id)
    result = table_of(cup, ANN).result
    assert result is not None
    assert result.places == ((1, 2) if scores[0] > scores[1] else (2, 1))


async def test_match_without_a_board_has_no_slowest_player(
    world: World, cups: TournamentService
) -> None:
    """No clock ran, so the better seed advances and no seat is lost."""
    bot = AlertingBot(world)
    cup = await start_semi_finals(cups, world)
    await bot.wait(3 * DAY)
    cup = await cups.advance(cup.row.id)
    for table in cup.state.tables:
        if table.id.round == 1:
            assert table.result is not None
            assert table.result.places == (1, 1)


@pytest.mark.parametrize(
    ("pace", "left", "again"),
    [
        (Pace.LIVE, 15 * MINUTE, True),
        (Pace.LIVE, 15 * MINUTE - 1, False),
        (Pace.DAY, 36 * HOUR, True),
        (Pace.DAY, 36 * HOUR - 1, False),
        (Pace.NONE, 36 * HOUR, True),
        (Pace.NONE, MINUTE, False),
        (Pace.NONE, -MINUTE, False),
    ],
)
def test_tie_is_played_again_only_if_there_is_time(pace: Pace, left: int, again: bool) -> None:
    """The time needed is three turns, or half of the round. Otherwise the better seed advances."""
    cup = Simulated(terms(Format.KNOCKOUT, days=3, pace=pace))
    cup.join(4)
    cup.start()
    first, second = cup.now.open_tables
    cup.decide(second, (1, 2))
    cup.at += 3 * DAY - left
    cup.decide(first, (1, 1))
    cup.go_on()
    cup.at += max(left, 0) if not again else 0
    cup.go_on()
    (table,) = cup.now.open_tables
    assert (table.id.round, table.id.game) == ((1, 2) if again else (2, 1))
    better = min(first.seats, key=cup.now.stages[0].groups[0].index)
    assert better in table.seats
    assert verify(write(cup.events)).tables == cup.now.tables


@pytest.mark.parametrize(
    ("chosen", "days"), [(Format.KNOCKOUT, 7), (Format.LEAGUE, 21), (Format.SWISS, 7)]
)
def test_round_has_one_turn_at_least(chosen: Format, days: int) -> None:
    """The refusal names the fewest accepted days, which then cause a warning."""
    short = terms(chosen, pace=Pace.WEEK, days=days - 1)
    with pytest.raises(RoundTooShort) as caught:
        check_terms(short, GAMES, 0)
    assert caught.value.values == {"least": days}
    accepted = check_terms(replace(short, days=days), GAMES, 0)
    assert "1 whole turn at this pace" in few_turns(accepted, WORDS)
    assert not few_turns(replace(accepted, days=3 * days), WORDS)
    assert not few_turns(replace(accepted, days=None), WORDS)


@pytest.mark.parametrize("running", [False, True])
def test_cup_with_rounds_shorter_than_a_turn_can_be_renamed(running: bool) -> None:
    """Earlier versions allowed such rounds. Changes must not make them shorter."""
    cup = Simulated(terms(Format.KNOCKOUT, pace=Pace.WEEK, days=3))
    cup.join(4)
    if running:
        cup.start()
    assert check_edit(cup.now, replace(cup.terms, name="B"), GAMES, cup.at).name == "B"
    with pytest.raises(RoundTooShort):
        check_edit(cup.now, replace(cup.terms, days=2), GAMES, cup.at)
