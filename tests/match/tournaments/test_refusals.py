"""Tournaments that can't do something, now or at all: refusals, conflicts, broken matches."""

from dataclasses import replace

import pytest

from bot.game_register import GameRegister
from bot.match.log.loaded import Loaded
from bot.match.log.store_errors import Conflict
from bot.match.people.errors import Barred
from bot.match.people.servers import Bar
from bot.match.tournaments import errors
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import Format
from bot.match.values.errors import NoSuchMatch, Refusal
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.tournaments.cups import KNOCKOUT, MODERATOR, create_cup, cups, start_cup
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World

__all__ = ["cups"]


async def test_refusals_before_the_start_change_nothing(
    cups: TournamentService, world: World
) -> None:
    cup = await create_cup(cups, world, replace(KNOCKOUT, most=4), ANN, BEN, CAT)
    tournament = cup.row.id
    await world.servers.bar(GUILD, Bar(EVE, MODERATOR, 1))
    refusals: list[tuple[type[Refusal], object]] = [
        (errors.Entered, cups.join(tournament, ANN)),
        (errors.NotEntered, cups.leave(tournament, DAN)),
        (errors.TooFewEntrants, cups.start(tournament, MODERATOR)),
        (errors.TournamentNotStarted, cups.substitute(tournament, MODERATOR, ANN, DAN)),
        (errors.NoSuchTournament, cups.join(12345, ANN)),
        (Barred, cups.join(tournament, EVE)),
    ]
    for kind, act in refusals:
        with pytest.raises(kind):
            await act  # type: ignore[misc]  # each is a coroutine
    assert (await cups.load(tournament)).events == cup.events
    await cups.join(tournament, DAN)
    cup = await cups.join(tournament, 30)
    assert cup.state.reserves == (30,)
    with pytest.raises(errors.Waiting):
        await cups.join(tournament, 30)
    cup = await cups.leave(tournament, ANN)
    assert [entrant.user for entrant in cup.state.entrants] == [BEN, CAT, DAN, 30]


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"name": " "}, errors.BadName),
        ({"seats": 5}, errors.BadSeats),
        ({"game": "solitaire"}, errors.BadGame),
        ({"pace": Pace.NONE}, errors.NeedsDeadline),
        ({"days": 0}, errors.BadDays),
        ({"days": 6, "pace": Pace.WEEK}, errors.RoundTooShort),
        ({"format": Format.LEAGUE, "days": 20, "pace": Pace.WEEK}, errors.RoundTooShort),
        ({"rounds": 0}, errors.BadRounds),
        ({"most": 3}, errors.BadMost),
        ({"most": 129}, errors.BadMost),
        ({"group": 3}, errors.BadGroup),
        ({"group": 4, "advance": 4}, errors.BadGroup),
        ({"closes": 1}, errors.BadClose),
        ({"check_in": 3}, errors.BadCheckIn),
    ],
    ids=str,
)
async def test_invalid_terms_create_no_tournament(
    cups: TournamentService, world: World, change: dict[str, object], kind: type[Refusal]
) -> None:
    with pytest.raises(kind) as caught:
        await create_cup(cups, world, replace(KNOCKOUT, **change))  # type: ignore[arg-type]  # named by the parameter
    assert caught.value.sentence.format(**caught.value.values)
    assert not await cups.store.of_guild(GUILD, list(TournamentStatus), 5)


async def test_everything_can_be_edited_before_the_start_and_the_name_later(
    cups: TournamentService, world: World
) -> None:
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    cup = await cups.edit(cup.row.id, MODERATOR, replace(KNOCKOUT, format=Format.SWISS))
    assert cup.state.terms.format is Format.SWISS
    with pytest.raises(errors.BadMost):
        await cups.edit(cup.row.id, MODERATOR, replace(KNOCKOUT, most=3))
    cup = await cups.start(cup.row.id, MODERATOR)
    with pytest.raises(errors.FixedByNow):
        await cups.edit(cup.row.id, MODERATOR, KNOCKOUT)
    cup = await cups.edit(cup.row.id, MODERATOR, replace(cup.state.terms, name="Winter Cup"))
    assert cup.row.name == "Winter Cup"


async def test_repeated_interaction_creates_one_tournament(
    cups: TournamentService, world: World
) -> None:
    request = TournamentRequest(GUILD, CHANNEL, MODERATOR, world.interaction())
    first, second = await cups.create(request, KNOCKOUT), await cups.create(request, KNOCKOUT)
    assert first.row.id == second.row.id


async def test_endless_conflicts_raise_conflict(cups: TournamentService, world: World) -> None:
    cup = await create_cup(cups, world, KNOCKOUT, ANN)

    async def conflict(*_: object) -> None:
        raise Conflict

    cups.store.append = conflict  # type: ignore[method-assign, assignment]  # for this test
    with pytest.raises(Conflict):
        await cups.join(cup.row.id, BEN)


async def test_tournament_of_a_missing_game_waits(cups: TournamentService, world: World) -> None:
    """The bot retries it less than once a minute, and continues when the game is back."""
    closes = world.clock.now() + DAY
    cup = await create_cup(cups, world, replace(KNOCKOUT, closes=closes), ANN, BEN, CAT, DAN)
    running = await start_cup(cups, world, replace(KNOCKOUT, days=2), ANN, BEN, CAT, DAN)
    games = world.matches.games
    world.matches.games = GameRegister(
        {name: versions for name, versions in games.games.items() if name != "toy"},
        games.packages,
    )
    world.clock.passes(2 * DAY)
    for each in (cup, running):
        assert (await cups.advance(each.row.id)).events == each.events
    assert not await cups.store.due(world.clock.now(), 5)
    for change in (cups.start(cup.row.id, MODERATOR), cups.edit(cup.row.id, 1, KNOCKOUT)):
        with pytest.raises(errors.GameGone):
            await change
    world.matches.games = games
    world.clock.passes(HOUR)
    assert len(await cups.store.due(world.clock.now(), 5)) == 2
    assert (await cups.advance(cup.row.id)).state.status is TournamentStatus.RUNNING
    first = next(iter((await cups.advance(running.row.id)).state.tables))
    assert first.result is not None
    assert first.result.places, "its match is counted as it stood"


async def test_table_that_cannot_start_is_retried_later(
    cups: TournamentService, world: World
) -> None:
    cup = await create_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    begin = cups.conductor.tables.begin

    async def refused(*_: object) -> None:
        raise NoSuchMatch

    cups.conductor.tables.begin = refused  # type: ignore[method-assign, assignment]  # for this test
    cup = await cups.start(cup.row.id, MODERATOR)
    assert not cup.matches
    assert not await cups.store.due(world.clock.now(), 5)
    cups.conductor.tables.begin = begin  # type: ignore[method-assign]  # as it was
    world.clock.passes(HOUR)
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    assert len((await cups.advance(due)).matches) == 2


async def test_player_who_missed_check_in_can_return_only_in_a_league(
    cups: TournamentService, world: World
) -> None:
    """In other formats, the player would have no further matches."""
    for chosen in (Format.SWISS, Format.LEAGUE):
        closes = world.clock.now() + DAY
        terms = replace(KNOCKOUT, format=chosen, closes=closes, check_in=2, days=9)
        cup = await create_cup(cups, world, terms, ANN, BEN, CAT, DAN, EVE)
        world.clock.passes(DAY - 2 * HOUR)
        cup = await cups.advance(cup.row.id)
        for user in (ANN, BEN, CAT, DAN):
            await cups.check_in(cup.row.id, user)
        world.clock.passes(2 * HOUR)
        cup = await cups.advance(cup.row.id)
        assert cup.state.status is TournamentStatus.RUNNING
        if chosen is Format.LEAGUE:
            assert (await cups.join(cup.row.id, EVE)).state.entrants[4].plays
        else:
            with pytest.raises(errors.LeftOut):
                await cups.join(cup.row.id, EVE)


async def test_unreadable_result_is_retried_later(cups: TournamentService, world: World) -> None:
    cup = await start_cup(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = cup.state.open_tables[0]
    match = cup.matches[table.id]
    await world.play(match)
    look = world.matches.load

    async def unread(wanted: int) -> Loaded:
        if wanted == match:
            raise NoSuchMatch
        return await look(wanted)

    world.matches.load = unread  # type: ignore[method-assign, assignment]  # for this test
    assert table.id in {
        open_table.id for open_table in (await cups.advance(cup.row.id)).state.open_tables
    }
    assert not await cups.store.due(world.clock.now(), 5)
    world.matches.load = look  # type: ignore[method-assign]  # as it was
    world.clock.passes(HOUR)
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    decided = (await cups.advance(due)).state.table(table.id)
    assert decided is not None
    assert decided.result is not None
    assert decided.result.places


async def test_unchanged_terms_need_not_be_valid_choices(
    cups: TournamentService, world: World
) -> None:
    """An extension has moved the end of registration beyond the range of choices."""
    cup = await create_cup(cups, world, replace(KNOCKOUT, closes=world.clock.now() + DAY), ANN)
    for _ in range(5):
        cup = await cups.extend(cup.row.id, MODERATOR, 30 * 24)
    closes = cup.state.terms.closes
    cup = await cups.edit(cup.row.id, MODERATOR, replace(cup.state.terms, name="Late Cup"))
    assert (cup.state.terms.name, cup.state.terms.closes) == ("Late Cup", closes)
