"""Tournaments with real matches, on a real database."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.game_register import GameRegister
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.store_errors import Conflict
from bot.match.people.errors import Barred
from bot.match.people.servers import Bar
from bot.match.tournaments import errors
from bot.match.tournaments.conductor import Ratings
from bot.match.tournaments.events import EventKind, detail_of
from bot.match.tournaments.files import verify, written
from bot.match.tournaments.known import Known
from bot.match.tournaments.service import TournamentRequest, TournamentService
from bot.match.tournaments.state import Standing, TournamentStatus
from bot.match.tournaments.tables import How, TableId
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.errors import NoSuchMatch, Refusal
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.hours import wait
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World
from tests.tiers import exhaustive

MODERATOR = 99
KNOCKOUT = Terms("Autumn Cup", "toy", Format.KNOCKOUT)


@pytest.fixture
def cups(world: World) -> TournamentService:
    """What people do with tournaments."""
    return organizer(world)


async def made(cups: TournamentService, world: World, terms: Terms, *users: int) -> Known:
    """A tournament that these people have joined."""
    request = TournamentRequest(GUILD, CHANNEL, MODERATOR, world.interaction())
    known = await cups.create(request, terms)
    for user in users:
        known = await cups.join(known.row.id, user)
    return known


async def started(cups: TournamentService, world: World, terms: Terms, *users: int) -> Known:
    """A tournament of these people that has begun."""
    known = await made(cups, world, terms, *users)
    return await cups.start(known.row.id, MODERATOR)


async def play_out(cups: TournamentService, world: World, known: Known) -> Known:
    """All its matches are played until it is over."""
    for _ in range(50):
        if known.now.status is TournamentStatus.OVER:
            return known
        for table in known.now.open_tables:
            await world.play(known.matches[table.id])
        known = await cups.advance(known.row.id)
    raise AssertionError("it never ends")


@pytest.mark.both_databases
async def test_knockout(cups: TournamentService, world: World) -> None:
    """Matches begin by themselves and are counted, and there is one winner with a trophy."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    assert len(known.matches) == 2
    assert set(known.statuses.values()) == {Status.RUNNING}
    known = await play_out(cups, world, known)
    (champion,) = known.now.champions
    user = known.now.entrants[champion].user
    (trophy,) = await cups.store.trophies(GUILD, user, 5)
    assert (trophy.place, trophy.name, trophy.of) == (1, "Autumn Cup", 4)
    assert verify(written(known.events)).champions == known.now.champions


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
async def test_whole_tournaments(cups: TournamentService, world: World, terms: Terms) -> None:
    """Other formats are played to the end as well."""
    known = await started(cups, world, terms, ANN, BEN, CAT, DAN, EVE, 16, 17, 18)
    known = await play_out(cups, world, known)
    assert known.now.champions
    assert verify(written(known.events)).places == known.now.places
    for table in known.now.tables:
        assert table.is_bye or table.id in known.matches


@exhaustive
async def test_128_people(cups: TournamentService, world: World) -> None:
    """64 matches begin at once, nobody has two, and their results pair the next round."""
    terms = Terms("Cup", "toy", Format.SWISS, rounds=2)
    known = await started(cups, world, terms, *range(1000, 1128))
    assert len(known.matches) == 64
    for table in known.now.open_tables:
        loser = known.now.entrants[table.seats[1]].user
        await world.service.resign(known.matches[table.id], loser)
    known = await cups.advance(known.row.id)
    assert len(known.now.open_tables) == 64
    assert len(known.matches) == 128
    assert len({one for table in known.now.open_tables for one in table.seats}) == 128


async def test_reserve_player_who_comes_in_at_the_start_is_seeded(
    cups: TournamentService, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ratings(_: Ratings, __: int, ___: str, users: Iterable[int]) -> dict[int, float]:
        return {user: 1500.0 + user for user in users}

    monkeypatch.setattr(Ratings, "of", ratings)
    known = await made(cups, world, replace(KNOCKOUT, most=4), ANN, BEN, CAT, DAN, EVE)
    await world.servers.bar(GUILD, Bar(ANN, MODERATOR, 1))
    known = await cups.start(known.row.id, MODERATOR)
    assert [one.user for one in known.now.entrants] == [BEN, CAT, DAN, EVE]
    assert known.now.ratings[3] == 1500 + EVE
    assert known.now.stages[0].groups[0][0] == 3


async def test_seed_is_secret_until_the_start(cups: TournamentService, world: World) -> None:
    """It is promised before anybody joins, and shown in nothing that is printed."""
    known = await made(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    seed = known.row.seed
    assert seed.hex() not in written(known.events)
    assert seed.hex() not in repr(known)
    assert repr(seed) not in repr(known)
    known = await cups.start(known.row.id, MODERATOR)
    assert known.now.seed == seed


@pytest.mark.both_databases
async def test_two_processes_begin_no_match_twice(cups: TournamentService, world: World) -> None:
    """They advance the same tournament, one after the other and at the same time."""
    other = organizer(await world.another())
    known = await made(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    await cups.start(known.row.id, MODERATOR)
    await other.advance(known.row.id)
    await cups.advance(known.row.id)
    assert len(await cups.store.matches(known.row.id)) == 2
    with pytest.raises(errors.StartedAlready):
        await other.start(known.row.id, MODERATOR)


async def test_conflict_is_decided_again(cups: TournamentService, world: World) -> None:
    """Somebody joins through another process just before: both are in."""
    other = organizer(await world.another())
    known = await made(cups, world, KNOCKOUT, ANN)
    append, meddled = cups.store.append, list[bool]()

    async def after_ben(appended: object) -> None:
        if not meddled:
            meddled.append(True)
            await other.join(known.row.id, BEN)
        await append(appended)  # type: ignore[arg-type]  # passed on as it came

    cups.store.append = after_ben  # type: ignore[method-assign]  # for this test
    known = await cups.join(known.row.id, CAT)
    assert [one.user for one in known.now.entrants] == [ANN, BEN, CAT]


async def test_killed_after_the_pairing(cups: TournamentService, world: World) -> None:
    """Tables were seated and no match was made: the next look begins each once."""
    known = await made(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    begin = cups.conductor.tables.begin

    class KilledError(BaseException):
        pass

    async def killed(*_: object) -> None:
        raise KilledError

    cups.conductor.tables.begin = killed  # type: ignore[method-assign, assignment]  # for this test
    with pytest.raises(KilledError):
        await cups.start(known.row.id, MODERATOR)
    cups.conductor.tables.begin = begin  # type: ignore[method-assign]  # as it was
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    known = await cups.advance(due)
    assert len(known.matches) == 2
    assert set(known.statuses.values()) == {Status.RUNNING}


async def test_end_of_a_match_makes_it_due(cups: TournamentService, world: World) -> None:
    """Nobody has to tell the tournament."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    assert not await cups.store.due(world.clock.now(), 5)
    first = known.now.open_tables[0]
    await world.play(known.matches[first.id])
    assert await cups.store.due(world.clock.now(), 5) == ((known.row.id, GUILD),)


async def test_resigning_loses(cups: TournamentService, world: World) -> None:
    """Who resigns is out, and the other goes on."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = known.now.open_tables[0]
    loser = known.now.entrants[table.seats[0]]
    await world.service.resign(known.matches[table.id], loser.user)
    known = await cups.advance(known.row.id)
    decided = known.now.table(table.id)
    assert decided is not None
    assert decided.result is not None
    assert decided.result.places == (2, 1)


async def test_withdrawing(cups: TournamentService, world: World) -> None:
    """Their match is lost at once; joining again is refused, and a moderator can put them back."""
    terms = Terms("Cup", "toy", Format.SWISS, rounds=3)
    known = await started(cups, world, terms, ANN, BEN, CAT, DAN)
    known = await cups.leave(known.row.id, ANN)
    due = await world.tournaments.due(world.clock.now(), 9)
    assert [one for one, _ in due] == [known.row.id], "that match has a result to be read"
    known = await cups.advance(known.row.id)
    table = next(one for one in known.now.tables if 0 in one.seats)
    assert table.place_of(0) == 2
    with pytest.raises(errors.Withdrawn):
        await cups.join(known.row.id, ANN)
    with pytest.raises(errors.NotEntered):
        await cups.leave(known.row.id, ANN)
    known = await cups.substitute(known.row.id, MODERATOR, ANN, ANN)
    assert known.now.entrants[0].standing is Standing.IN


async def test_reserve_comes_in_for_who_withdraws(cups: TournamentService, world: World) -> None:
    """Their opponent wins the match being played first; they can't come back by joining again."""
    terms = Terms("Cup", "toy", Format.SWISS, rounds=3, most=4)
    known = await started(cups, world, terms, ANN, BEN, CAT, DAN)
    await cups.join(known.row.id, EVE)
    known = await cups.leave(known.row.id, ANN)
    assert EVE in known.now.reserves, "the match is not over yet"
    known = await cups.advance(known.row.id)
    table = next(one for one in known.now.tables if 0 in one.seats)
    assert table.place_of(0) == 2
    assert (known.now.entrants[0].user, known.now.reserves) == (EVE, ())
    with pytest.raises(errors.Withdrawn):
        await cups.join(known.row.id, ANN)
    known = await play_out(cups, world, known)
    assert verify(written(known.events)).places == known.now.places


async def test_two_who_vanish_from_one_table_are_dropped(
    cups: TournamentService, world: World
) -> None:
    """By the clock of a real match; the next round is played without them."""
    terms = Terms("Cup", "toy", Format.SWISS, rounds=2, pace=Pace.DAY)
    known = await started(cups, world, terms, ANN, BEN, CAT, DAN, EVE, 16)
    first, *others = known.now.open_tables
    match, users = known.matches[first.id], [known.now.entrants[one].user for one in first.seats]
    await world.toy(match, *(f"{user} add 1" for user in users))
    for table in others:
        await world.play(known.matches[table.id])
    await wait(world, days=1)
    await wait(world, days=1)
    known = await cups.advance(known.row.id)
    assert {known.now.entrants[one].standing for one in first.seats} == {Standing.DROPPED}
    paired = {one for table in known.now.open_tables for one in table.seats}
    assert len(paired) == 4
    assert paired.isdisjoint(first.seats)
    assert verify(written(known.events)).tables == known.now.tables


async def test_deadline(cups: TournamentService, world: World) -> None:
    """When a round is over its matches end: who let the others wait loses."""
    known = await started(
        cups, world, replace(KNOCKOUT, days=2, pace=Pace.NONE), ANN, BEN, CAT, DAN
    )
    slow = set[int]()
    for match in known.matches.values():
        slow |= {*(await world.matches.look(match)).people_to_act}
    world.clock.passes(2 * DAY)
    known = await cups.advance(known.row.id)
    first = [table for table in known.now.tables if table.id.round == 1]
    assert all(table.result is not None and table.result.how is How.DEADLINE for table in first)
    winners = {
        known.now.entrants[one].user
        for table in first
        for one in table.seats
        if table.place_of(one) == 1
    }
    assert not winners & slow
    assert {table.id.round for table in known.now.open_tables} == {2}


async def test_late_player_loses(cups: TournamentService, world: World) -> None:
    """By the pace alone: nobody has to claim anything, and the reserve comes in."""
    terms = Terms("Cup", "toy", Format.SWISS, rounds=2, most=4, pace=Pace.DAY)
    known = await started(cups, world, terms, ANN, BEN, CAT, DAN)
    known = await cups.join(known.row.id, EVE)
    table = known.now.open_tables[0]
    match = known.matches[table.id]
    (late,) = (await world.matches.look(match)).people_to_act
    await wait(world, days=1)
    assert (await cups.advance(known.row.id)).now.open_tables, "they have been warned once"
    await wait(world, days=1)
    known = await cups.advance(known.row.id)
    decided = known.now.table(table.id)
    assert decided is not None
    assert decided.result is not None
    number = next(one.number for one in known.now.entrants if late in (one.user, *one.before))
    assert decided.place_of(number) == 2
    assert EVE in {one.user for one in known.now.entrants}


async def test_adjudication(cups: TournamentService, world: World) -> None:
    """The match ends without a result, the winner goes on, and who did it is kept."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = known.now.open_tables[0]
    winner = known.now.entrants[table.seats[1]].user
    known = await cups.adjudicate(known.row.id, MODERATOR, table.id, winner, "Their dog\nwas ill")
    decided = known.now.table(table.id)
    assert decided is not None
    assert decided.place_of(table.seats[1]) == 1
    assert known.statuses[table.id] is Status.OVER
    event = next(one for one in known.events if one.kind is EventKind.ADJUDICATED)
    assert (event.by, event.details["reason"]) == (MODERATOR, "Their dog was ill")
    other = next(one for one in known.now.tables if one.id != table.id)
    with pytest.raises(errors.NotAtTable):
        await cups.adjudicate(known.row.id, MODERATOR, other.id, winner, "no")
    with pytest.raises(errors.NoSuchTable):
        await cups.adjudicate(known.row.id, MODERATOR, TableId(1, 0, 9, 9), winner, "no")
    with pytest.raises(errors.NoReason):
        await cups.adjudicate(known.row.id, MODERATOR, table.id, winner, " ")
    known = await play_out(cups, world, known)
    with pytest.raises(errors.TournamentOver):
        await cups.adjudicate(known.row.id, MODERATOR, table.id, None, "late")


async def test_too_late_to_adjudicate(cups: TournamentService, world: World) -> None:
    """Somebody has gone on from there."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    first = known.now.open_tables[0]
    for table in known.now.open_tables:
        await world.service.resign(known.matches[table.id], known.now.entrants[table.seats[0]].user)
    known = await cups.advance(known.row.id)
    assert known.now.open_tables[0].id.round == 2
    with pytest.raises(errors.TooLate):
        await cups.adjudicate(known.row.id, MODERATOR, first.id, None, "why not")


async def test_substituted_twice_at_once(cups: TournamentService, world: World) -> None:
    """The second comes in for whoever sits there, if the first never did."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    detail = detail_of(entrant=0)
    event = cups.tournaments.event(known, EventKind.SUBSTITUTED, user=EVE, detail=detail)
    await cups.tournaments.append(known, (event,))
    known = await cups.substitute(known.row.id, MODERATOR, EVE, 77)
    table = next(one for one in known.now.tables if 0 in one.seats)
    roster = (await world.matches.look(known.matches[table.id])).roster
    assert 77 in roster.people
    assert not {ANN, EVE} & {*roster.people}


async def test_substitute(cups: TournamentService, world: World) -> None:
    """They play on in the match that runs."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = next(one for one in known.now.open_tables if 0 in one.seats)
    known = await cups.substitute(known.row.id, MODERATOR, ANN, EVE)
    loaded = await world.matches.look(known.matches[table.id])
    assert EVE in loaded.roster.people
    assert ANN not in loaded.roster.people
    with pytest.raises(errors.HasPlace):
        await cups.substitute(known.row.id, MODERATOR, BEN, EVE)
    with pytest.raises(errors.NotEntrant):
        await cups.substitute(known.row.id, MODERATOR, 77, 78)
    known = await play_out(cups, world, known)
    assert known.now.champions


async def test_extension(cups: TournamentService, world: World) -> None:
    """A round goes on for longer."""
    known = await started(cups, world, replace(KNOCKOUT, days=2), ANN, BEN, CAT, DAN)
    before = known.now.round_until(1, 1)
    assert before is not None
    known = await cups.extend(known.row.id, MODERATOR, 12)
    assert known.now.round_until(1, 1) == before + 12 * HOUR
    with pytest.raises(errors.BadExtension):
        await cups.extend(known.row.id, MODERATOR, 0)
    other = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    with pytest.raises(errors.NothingToExtend):
        await cups.extend(other.row.id, MODERATOR, 12)


async def test_registration_ends_by_itself(cups: TournamentService, world: World) -> None:
    """Check-in opens, and then it starts with those who are there."""
    closes = world.clock.now() + DAY
    terms = replace(KNOCKOUT, closes=closes, check_in=2)
    known = await made(cups, world, terms, ANN, BEN, CAT, DAN, EVE)
    with pytest.raises(errors.NoCheckIn):
        await cups.check_in(known.row.id, ANN)
    world.clock.passes(DAY - 2 * HOUR)
    known = await cups.advance(known.row.id)
    for user in (ANN, BEN, CAT, DAN):
        known = await cups.check_in(known.row.id, user)
    with pytest.raises(errors.CheckedInAlready):
        await cups.check_in(known.row.id, ANN)
    world.clock.passes(2 * HOUR)
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    known = await cups.advance(due)
    assert known.now.status is TournamentStatus.RUNNING
    assert known.now.entrants[4].standing is Standing.ABSENT


async def test_cancelling(cups: TournamentService, world: World) -> None:
    """Matches that run go on, and nothing else begins."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    known = await cups.cancel(known.row.id, MODERATOR)
    for match in known.matches.values():
        await world.play(match)
    known = await cups.advance(known.row.id)
    assert known.now.status is TournamentStatus.CALLED_OFF
    assert len(known.matches) == 2
    with pytest.raises(errors.TournamentOver):
        await cups.join(known.row.id, EVE)


async def test_refusals_before_the_start(cups: TournamentService, world: World) -> None:
    """Each says what is wrong, and changes nothing."""
    known = await made(cups, world, replace(KNOCKOUT, most=4), ANN, BEN, CAT)
    tournament = known.row.id
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
    assert (await cups.look(tournament)).events == known.events
    await cups.join(tournament, DAN)
    known = await cups.join(tournament, 30)
    assert known.now.reserves == (30,)
    with pytest.raises(errors.Waiting):
        await cups.join(tournament, 30)
    known = await cups.leave(tournament, ANN)
    assert [one.user for one in known.now.entrants] == [BEN, CAT, DAN, 30]


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
async def test_bad_terms(
    cups: TournamentService, world: World, change: dict[str, object], kind: type[Refusal]
) -> None:
    """Nothing is made."""
    with pytest.raises(kind) as caught:
        await made(cups, world, replace(KNOCKOUT, **change))  # type: ignore[arg-type]  # as named
    assert caught.value.sentence.format(**caught.value.values)
    assert not await cups.store.of_guild(GUILD, list(TournamentStatus), 5)


async def test_editing(cups: TournamentService, world: World) -> None:
    """Anything before the start; later the name."""
    known = await made(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    known = await cups.edit(known.row.id, MODERATOR, replace(KNOCKOUT, format=Format.SWISS))
    assert known.now.terms.format is Format.SWISS
    with pytest.raises(errors.BadMost):
        await cups.edit(known.row.id, MODERATOR, replace(KNOCKOUT, most=3))
    known = await cups.start(known.row.id, MODERATOR)
    with pytest.raises(errors.FixedByNow):
        await cups.edit(known.row.id, MODERATOR, KNOCKOUT)
    known = await cups.edit(known.row.id, MODERATOR, replace(known.now.terms, name="Winter Cup"))
    assert known.row.name == "Winter Cup"


async def test_the_same_interaction_twice(cups: TournamentService, world: World) -> None:
    """Makes one tournament."""
    request = TournamentRequest(GUILD, CHANNEL, MODERATOR, world.interaction())
    first, second = await cups.create(request, KNOCKOUT), await cups.create(request, KNOCKOUT)
    assert first.row.id == second.row.id


async def test_others_are_always_faster(cups: TournamentService, world: World) -> None:
    """Then it is a Conflict, and nothing is half done."""
    known = await made(cups, world, KNOCKOUT, ANN)

    async def conflict(_: object) -> None:
        raise Conflict

    cups.store.append = conflict  # type: ignore[method-assign, assignment]  # for this test
    with pytest.raises(Conflict):
        await cups.join(known.row.id, BEN)


async def test_without_its_game(cups: TournamentService, world: World) -> None:
    """It waits, is not asked every minute, and goes on where it was."""
    closes = world.clock.now() + DAY
    known = await made(cups, world, replace(KNOCKOUT, closes=closes), ANN, BEN, CAT, DAN)
    running = await started(cups, world, replace(KNOCKOUT, days=2), ANN, BEN, CAT, DAN)
    games = world.matches.games
    world.matches.games = GameRegister(
        {name: versions for name, versions in games.games.items() if name != "toy"},
        games.packages,
    )
    world.clock.passes(2 * DAY)
    for one in (known, running):
        assert (await cups.advance(one.row.id)).events == one.events
    assert not await cups.store.due(world.clock.now(), 5)
    for change in (cups.start(known.row.id, MODERATOR), cups.edit(known.row.id, 1, KNOCKOUT)):
        with pytest.raises(errors.GameGone):
            await change
    world.matches.games = games
    world.clock.passes(HOUR)
    assert len(await cups.store.due(world.clock.now(), 5)) == 2
    assert (await cups.advance(known.row.id)).now.status is TournamentStatus.RUNNING
    first = (await cups.advance(running.row.id)).now.tables[0]
    assert first.result is not None
    assert first.result.places, "its match is counted as it stood"


async def test_table_that_cannot_begin(cups: TournamentService, world: World) -> None:
    """It is tried again after a while, without anybody doing anything."""
    known = await made(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    begin = cups.conductor.tables.begin

    async def refused(*_: object) -> None:
        raise NoSuchMatch

    cups.conductor.tables.begin = refused  # type: ignore[method-assign, assignment]  # for this test
    known = await cups.start(known.row.id, MODERATOR)
    assert not known.matches
    assert not await cups.store.due(world.clock.now(), 5)
    cups.conductor.tables.begin = begin  # type: ignore[method-assign]  # as it was
    world.clock.passes(HOUR)
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    assert len((await cups.advance(due)).matches) == 2


async def test_who_was_left_out_stays_out(cups: TournamentService, world: World) -> None:
    """Nobody is told that they are back where no match can come; in a league they are."""
    for chosen in (Format.SWISS, Format.LEAGUE):
        closes = world.clock.now() + DAY
        terms = replace(KNOCKOUT, format=chosen, closes=closes, check_in=2, days=9)
        known = await made(cups, world, terms, ANN, BEN, CAT, DAN, EVE)
        world.clock.passes(DAY - 2 * HOUR)
        known = await cups.advance(known.row.id)
        for user in (ANN, BEN, CAT, DAN):
            await cups.check_in(known.row.id, user)
        world.clock.passes(2 * HOUR)
        known = await cups.advance(known.row.id)
        assert known.now.status is TournamentStatus.RUNNING
        if chosen is Format.LEAGUE:
            assert (await cups.join(known.row.id, EVE)).now.entrants[4].plays
        else:
            with pytest.raises(errors.LeftOut):
                await cups.join(known.row.id, EVE)


async def test_result_that_cannot_be_read(cups: TournamentService, world: World) -> None:
    """Without the rules version of a match its result waits, and is asked for again."""
    known = await started(cups, world, KNOCKOUT, ANN, BEN, CAT, DAN)
    table = known.now.open_tables[0]
    match = known.matches[table.id]
    await world.play(match)
    look = world.matches.look

    async def unread(wanted: int) -> Loaded:
        if wanted == match:
            raise NoSuchMatch
        return await look(wanted)

    world.matches.look = unread  # type: ignore[method-assign, assignment]  # for this test
    assert table.id in {one.id for one in (await cups.advance(known.row.id)).now.open_tables}
    assert not await cups.store.due(world.clock.now(), 5)
    world.matches.look = look  # type: ignore[method-assign]  # as it was
    world.clock.passes(HOUR)
    ((due, _),) = await cups.store.due(world.clock.now(), 5)
    decided = (await cups.advance(due)).now.table(table.id)
    assert decided is not None
    assert decided.result is not None
    assert decided.result.places


async def test_editing_after_a_long_extension(cups: TournamentService, world: World) -> None:
    """What a moderator leaves as it is need not be within what can be chosen anew."""
    known = await made(cups, world, replace(KNOCKOUT, closes=world.clock.now() + DAY), ANN)
    for _ in range(5):
        known = await cups.extend(known.row.id, MODERATOR, 30 * 24)
    closes = known.now.terms.closes
    known = await cups.edit(known.row.id, MODERATOR, replace(known.now.terms, name="Late Cup"))
    assert (known.now.terms.name, known.now.terms.closes) == ("Late Cup", closes)
