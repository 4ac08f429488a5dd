"""Seats that are handed over as somebody was late, and the way back."""

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.errors import Barred
from bot.match.people.servers import Bar
from bot.match.playing.errors import NotYourTurn
from bot.match.statistics.result import Fate
from bot.match.statistics.results import places, results
from bot.match.timing.errors import (
    CantTakeSeat,
    NoSuchOffer,
    NotReplaced,
    OfferedAlready,
    PlaysAlready,
    SeatTaken,
)
from bot.match.timing.lateness import latenesses
from bot.match.values.caps import Caps
from bot.match.values.errors import AlreadyIn, MatchOver, NotInMatch, NotStarted, TooManyMatches
from bot.match.values.times import DAY, Pace
from tests.match.hours import SEAT, TURN, begun_late, kinds, person, the_late, wait
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World

L = EventKind


async def replaced(world: World, *users: int) -> Loaded:
    """A match whose first player was late, and lost the seat to a computer."""
    loaded = await begun_late(world, *users)
    late = the_late(loaded)
    for user in users[1:]:
        if latenesses(await world.matches.look(loaded.record.id)):
            await world.pace.late.vote(loaded.record.id, user, late.id, SEAT)
    return await world.matches.look(loaded.record.id)


async def test_computer_takes_the_seat(world: World) -> None:
    """It plays on; who was replaced is last, whatever the seat earns."""
    loaded = await replaced(world, ANN, BEN, CAT)
    match = loaded.record.id
    assert kinds(loaded)[-2:] == [L.REPLACED, L.HANDED]
    assert loaded.roster.holders == (None, BEN, CAT)
    assert loaded.roster.replaced == ((0, ANN),)
    assert loaded.people_to_act == (BEN,), "the computer has moved"
    assert await world.store.of_user(GUILD, ANN) == ()
    await world.refused(NotInMatch, world.do(match, ANN, "add 1"))
    over = await world.play(match, "rest")
    assert over.outcome is not None
    assert places(over)[0] == 3
    found = {result.user: result for result in results(over)}
    assert (found[ANN].place, found[ANN].points, found[ANN].fate) == (3, 0, Fate.REPLACED)
    assert {found[BEN].fate, found[CAT].fate} == {Fate.STAYED}
    await world.refused(MatchOver, world.pace.late.take_back_seat(match, ANN))


async def test_seat_taken_back(world: World) -> None:
    """While the match runs and a computer plays: as if nothing had been."""
    loaded = await replaced(world, ANN, BEN, CAT)
    match = loaded.record.id
    await world.refused(AlreadyIn, world.pace.late.take_back_seat(match, BEN))
    await world.refused(NotInMatch, world.pace.late.take_back_seat(match, EVE))
    await world.toy(match, "12 add 1")
    back = await world.pace.late.take_back_seat(match, ANN)
    assert kinds(back)[-2:] == [L.RETURNED, L.HANDED]
    assert back.roster.holders == (ANN, BEN, CAT)
    assert (back.roster.replaced, back.roster.gone) == ((), ())
    await world.refused(AlreadyIn, world.pace.late.take_back_seat(match, ANN))
    loaded = await world.toy(match, "13 add 1")
    assert loaded.people_to_act == (ANN, BEN, CAT)
    over = await world.play(match, "rest")
    assert over.outcome is not None
    assert places(over) == over.outcome.places
    assert {result.fate for result in results(over)} == {Fate.STAYED}


async def test_whole_pace_after_the_return(world: World) -> None:
    """Who sits down again where the seat is to act has all of the time."""
    match = (await replaced(world, ANN, BEN, CAT)).record.id
    await world.toy(match, "12 add 1", "13 add 1")
    await world.pace.late.take_back_seat(match, ANN)
    await world.toy(match, "12 bid 1", "13 bid 1")
    loaded = await world.matches.look(match)
    if ANN not in loaded.people_to_act:
        loaded = await world.play(match, "on", most=2)
    times = await world.pace.timekeeper.times(loaded)
    assert [one.late for one in times.people] == [None] * 3
    dues = [one.due for one in times.people if one.due is not None]
    assert dues
    assert min(dues) == world.clock.time + DAY


async def test_who_resigned_does_not_return(world: World) -> None:
    """They gave the seat up."""
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    await world.service.resign(match, ANN)
    await world.refused(NotReplaced, world.pace.late.take_back_seat(match, ANN))


async def test_open_invitation(world: World) -> None:
    """Nothing has begun that could be taken back."""
    opened = await world.toys.open_table(world.asked(ANN), 3, Pace.DAY)
    await world.refused(NotStarted, world.pace.late.take_back_seat(opened.record.id, ANN))
    await world.refused(NotStarted, world.pace.late.offer(opened.record.id, EVE, 0))


async def test_somebody_takes_over(world: World) -> None:
    """Who offers and is chosen has the seat with its turn, and gets what it earns."""
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    for user in (ANN, BEN):
        await world.refused(PlaysAlready, world.pace.late.offer(match, user, late.id))
    loaded = await world.pace.late.offer(match, EVE, late.id)
    assert the_late(loaded).offers == (EVE,)
    await world.refused(OfferedAlready, world.pace.late.offer(match, EVE, late.id))
    await world.pace.late.offer(match, DAN, late.id)
    await world.pace.late.vote(match, BEN, late.id, person(EVE))
    world.clock.time += 3600
    voted = await world.pace.late.vote(match, CAT, late.id, person(EVE))
    assert voted.decided == person(EVE)
    assert voted.loaded.roster.holders == (EVE, BEN, CAT)
    assert voted.loaded.people_to_act == (EVE,)
    times = await world.pace.timekeeper.times(voted.loaded)
    assert times.people[0].due == world.clock.time + DAY
    assert await world.store.of_user(GUILD, EVE) == (match,)
    refusal = await world.refused(SeatTaken, world.pace.late.take_back_seat(match, ANN))
    assert refusal.values == {"user": EVE}
    over = await world.play(match, "rest")
    assert over.outcome is not None
    found = {result.user: result for result in results(over)}
    scores = over.game.scores(over.state)
    assert (found[EVE].place, found[EVE].points) == (over.outcome.places[0], scores[0])
    assert (found[ANN].place, found[ANN].points, found[ANN].fate) == (4, 0, Fate.REPLACED)
    assert found[EVE].fate is Fate.TOOK_OVER
    assert set(found) == {ANN, BEN, CAT, EVE}


async def test_who_took_over_is_late_too(world: World) -> None:
    """The seat goes on to a computer; of the two whoever comes first takes it back."""
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.offer(match, EVE, late.id)
    for user in (BEN, CAT):
        await world.pace.late.vote(match, user, late.id, person(EVE))
    await wait(world, days=1)
    late = the_late(await world.matches.look(match))
    assert (late.user, late.row) == (EVE, 1)
    await world.refused(PlaysAlready, world.pace.late.offer(match, ANN, late.id))
    for user in (BEN, CAT):
        await world.pace.late.vote(match, user, late.id, SEAT)
    loaded = await world.matches.look(match)
    assert loaded.roster.replaced == ((0, ANN), (0, EVE))
    loaded = await world.pace.late.take_back_seat(match, ANN)
    assert loaded.roster.holders == (ANN, BEN, CAT)
    await world.refused(SeatTaken, world.pace.late.take_back_seat(match, EVE))


async def test_no_room_for_another_match(world: World) -> None:
    """Who has too many matches can't take one over: refused to them, later to those who choose."""
    world.pace.late._caps = Caps(running_of_user=1)
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.begun(DAN, 20)
    refusal = await world.refused(TooManyMatches, world.pace.late.offer(match, DAN, late.id))
    assert refusal.values == {"users": (DAN,), "most": 1}
    await world.pace.late.offer(match, EVE, late.id)
    await world.begun(EVE, 21)
    await world.pace.late.vote(match, BEN, late.id, person(EVE))
    await world.refused(TooManyMatches, world.pace.late.vote(match, CAT, late.id, person(EVE)))
    world.pace.timekeeper.caps = world.pace.late._caps
    assert await wait(world, days=1) == [match]
    assert kinds(await world.matches.look(match))[-1] is L.WARNED, "warned, and nothing handed"
    assert (await world.pace.late.vote(match, CAT, late.id, TURN)).decided == TURN


async def test_barred_people_do_not_take_over(world: World) -> None:
    """As they start and join no match."""
    loaded = await begun_late(world, ANN, BEN, CAT)
    await world.servers.bar(GUILD, Bar(EVE, BEN, world.clock.time))
    await world.refused(Barred, world.pace.late.offer(loaded.record.id, EVE, the_late(loaded).id))


async def test_alone_after_that(world: World) -> None:
    """Who is left plays on and is first; if they go, too, nobody has won."""
    loaded = await replaced(world, ANN, BEN)
    match = loaded.record.id
    assert loaded.status is Status.RUNNING
    assert loaded.people_to_act == (BEN,)
    assert await wait(world, days=5) == [], "nobody waits for Ben"
    back = await world.pace.late.take_back_seat(match, ANN)
    assert back.people_to_act == (BEN,)
    times = await world.pace.timekeeper.times(back)
    assert times.people[1].due == world.clock.time + DAY, "now somebody waits, from now on"
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]


async def test_one_seat_each(world: World) -> None:
    """Who offered for two seats and got one can't be chosen for the other."""
    match = (await world.begun(ANN, BEN, CAT, DAN, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1", "14 add 1", "13 bid 0", "14 bid 0")
    await wait(world, days=1)
    ann, ben = latenesses(await world.matches.look(match))
    for late in (ann, ben):
        await world.pace.late.offer(match, EVE, late.id)
        await world.pace.late.vote(match, CAT, late.id, person(EVE))
    await world.pace.late.vote(match, DAN, ann.id, person(EVE))
    await world.refused(NoSuchOffer, world.pace.late.vote(match, DAN, ben.id, person(EVE)))
    loaded = await world.matches.look(match)
    assert loaded.roster.holders == (EVE, BEN, CAT, DAN)
    await wait(world, days=1)
    assert L.STOOD_IN not in kinds(await world.matches.look(match)), "Cat's vote has no meaning"


async def test_only_computers_left(world: World) -> None:
    """The last person goes: it is over at once and counts for nobody."""
    match = (await replaced(world, ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    over = await world.service.resign(match, CAT)
    assert over.status is Status.OVER
    assert (places(over), results(over)) == ((), ())
    assert await world.standings() == []
    await world.refused(MatchOver, world.pace.late.take_back_seat(match, ANN))


async def test_won_against_computers(world: World) -> None:
    """Of two, one was replaced: the other plays on and wins whatever they score."""
    match = (await replaced(world, ANN, BEN)).record.id
    over = await world.play(match, "rest")
    assert over.outcome is not None
    found = {result.user: result.place for result in results(over)}
    assert found == {ANN: 2, BEN: 1}


async def test_old_boards_of_a_seat_that_a_computer_played(world: World) -> None:
    """A press on them is not told to have counted, even where the computer did the very same."""
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    for user in (BEN, CAT):
        await world.pace.late.vote(match, user, late.id, TURN)
    for token in ("add 1", "add 3"):
        await world.refused(NotYourTurn, world.do(match, ANN, token, seq=1))


async def test_barred_offers_take_no_seat_by_votes(world: World) -> None:
    """Whoever was barred after offering; votes for them from before don't count either."""
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.offer(match, EVE, late.id)
    await world.pace.late.vote(match, BEN, late.id, person(EVE))
    await world.servers.bar(GUILD, Bar(EVE, DAN, 1))
    await world.refused(CantTakeSeat, world.pace.late.vote(match, CAT, late.id, person(EVE)))
    voted = await world.pace.late.vote(match, CAT, late.id, TURN)
    assert voted.decided is None
    voted = await world.pace.late.vote(match, BEN, late.id, TURN)
    assert voted.decided == TURN
    assert EVE not in voted.loaded.roster.people


async def test_barred_offers_take_no_seat_by_the_second_warning(world: World) -> None:
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.offer(match, EVE, late.id)
    await world.pace.late.vote(match, BEN, late.id, person(EVE))
    await world.servers.bar(GUILD, Bar(EVE, DAN, 1))
    assert await wait(world, days=1) == [match]
    loaded = await world.matches.look(match)
    assert loaded.roster.holders == (ANN, BEN, CAT)
    assert latenesses(loaded), "the others still choose"
