"""Seats handed over because their players were late, and the way back."""

from bot.match.log.events import MatchEventKind
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
    OwnSeat,
    PlaysAlready,
    SeatTaken,
)
from bot.match.timing.lateness import latenesses
from bot.match.values.caps import Caps
from bot.match.values.errors import AlreadyIn, MatchOver, NotInMatch, NotStarted, TooManyMatches
from bot.match.values.times import DAY, Pace
from tests.match.hours import SEAT, TURN, kinds, person, start_late_match, the_late, wait
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World

L = MatchEventKind


async def start_and_replace_first(world: World, *users: int) -> Loaded:
    """Start a match whose first player was late and lost the seat to a computer."""
    loaded = await start_late_match(world, *users)
    late = the_late(loaded)
    for user in users[1:]:
        if latenesses(await world.matches.load(loaded.record.id)):
            await world.pace.late.vote(loaded.record.id, user, late.id, SEAT)
    return await world.matches.load(loaded.record.id)


async def test_replaced_player_is_last_whatever_the_computer_earns(world: World) -> None:
    loaded = await start_and_replace_first(world, ANN, BEN, CAT)
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
    by_user = {result.user: result for result in results(over)}
    assert (by_user[ANN].place, by_user[ANN].points, by_user[ANN].fate) == (3, 0, Fate.REPLACED)
    assert {by_user[BEN].fate, by_user[CAT].fate} == {Fate.STAYED}
    await world.refused(MatchOver, world.pace.late.take_back_seat(match, ANN))


async def test_replaced_player_can_take_the_seat_back_without_a_trace(world: World) -> None:
    loaded = await start_and_replace_first(world, ANN, BEN, CAT)
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


async def test_returning_player_has_the_whole_pace(world: World) -> None:
    match = (await start_and_replace_first(world, ANN, BEN, CAT)).record.id
    await world.toy(match, "12 add 1", "13 add 1")
    await world.pace.late.take_back_seat(match, ANN)
    await world.toy(match, "12 bid 1", "13 bid 1")
    loaded = await world.matches.load(match)
    if ANN not in loaded.people_to_act:
        loaded = await world.play(match, "on", most=2)
    times = await world.pace.timekeeper.times(loaded)
    assert [person.late for person in times.people] == [None] * 3
    dues = [person.due for person in times.people if person.due is not None]
    assert dues
    assert min(dues) == world.clock.time + DAY


async def test_resigned_player_cannot_return(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    await world.service.resign(match, ANN)
    await world.refused(NotReplaced, world.pace.late.take_back_seat(match, ANN))


async def test_invitation_has_no_seat_to_take_back_or_offer(world: World) -> None:
    opened = await world.toys.open_table(world.asked(ANN), 3, Pace.DAY)
    await world.refused(NotStarted, world.pace.late.take_back_seat(opened.record.id, ANN))
    await world.refused(NotStarted, world.pace.late.offer(opened.record.id, EVE, 0))


async def test_chosen_person_gets_the_seat_its_turn_and_result(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.refused(OwnSeat, world.pace.late.offer(match, ANN, late.id))
    await world.refused(PlaysAlready, world.pace.late.offer(match, BEN, late.id))
    loaded = await world.pace.late.offer(match, EVE, late.id)
    assert the_late(loaded).offers == (EVE,)
    await world.refused(OfferedAlready, world.pace.late.offer(match, EVE, late.id))
    await world.pace.late.offer(match, DAN, late.id)
    await world.pace.late.vote(match, BEN, late.id, person(EVE))
    world.clock.time += 3600
    after, decision = await world.pace.late.vote(match, CAT, late.id, person(EVE))
    assert decision == person(EVE)
    assert after.roster.holders == (EVE, BEN, CAT)
    assert after.people_to_act == (EVE,)
    times = await world.pace.timekeeper.times(after)
    assert times.people[0].due == world.clock.time + DAY
    assert await world.store.of_user(GUILD, EVE) == (match,)
    refusal = await world.refused(SeatTaken, world.pace.late.take_back_seat(match, ANN))
    assert refusal.values == {"user": EVE}
    over = await world.play(match, "rest")
    assert over.outcome is not None
    by_user = {result.user: result for result in results(over)}
    scores = over.game.scores(over.state)
    assert (by_user[EVE].place, by_user[EVE].points) == (over.outcome.places[0], scores[0])
    assert (by_user[ANN].place, by_user[ANN].points, by_user[ANN].fate) == (4, 0, Fate.REPLACED)
    assert by_user[EVE].fate is Fate.TOOK_OVER
    assert set(by_user) == {ANN, BEN, CAT, EVE}


async def test_first_of_several_replaced_players_to_return_gets_the_seat(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.offer(match, EVE, late.id)
    for user in (BEN, CAT):
        await world.pace.late.vote(match, user, late.id, person(EVE))
    await wait(world, days=1)
    late = the_late(await world.matches.load(match))
    assert (late.user, late.row) == (EVE, 1)
    await world.refused(PlaysAlready, world.pace.late.offer(match, ANN, late.id))
    for user in (BEN, CAT):
        await world.pace.late.vote(match, user, late.id, SEAT)
    loaded = await world.matches.load(match)
    assert loaded.roster.replaced == ((0, ANN), (0, EVE))
    loaded = await world.pace.late.take_back_seat(match, ANN)
    assert loaded.roster.holders == (ANN, BEN, CAT)
    await world.refused(SeatTaken, world.pace.late.take_back_seat(match, EVE))


async def test_person_with_too_many_matches_cannot_take_over(world: World) -> None:
    world.pace.late._caps = Caps(running_of_user=1)
    loaded = await start_late_match(world, ANN, BEN, CAT)
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
    assert kinds(await world.matches.load(match))[-1] is L.WARNED, (
        "the player is warned and keeps the seat"
    )
    assert (await world.pace.late.vote(match, CAT, late.id, TURN))[1] == TURN


async def test_barred_person_cannot_offer_to_take_over(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    await world.servers.bar(GUILD, Bar(EVE, BEN, world.clock.time))
    await world.refused(Barred, world.pace.late.offer(loaded.record.id, EVE, the_late(loaded).id))


async def test_player_left_alone_plays_on_without_a_clock(world: World) -> None:
    loaded = await start_and_replace_first(world, ANN, BEN)
    match = loaded.record.id
    assert loaded.status is Status.RUNNING
    assert loaded.people_to_act == (BEN,)
    assert await wait(world, days=5) == [], "no person waits for Ben"
    back = await world.pace.late.take_back_seat(match, ANN)
    assert back.people_to_act == (BEN,)
    times = await world.pace.timekeeper.times(back)
    assert times.people[1].due == world.clock.time + DAY, "Ann waits from now on"
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]


async def test_person_who_got_one_seat_cannot_be_chosen_for_another(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, DAN, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1", "14 add 1", "13 bid 0", "14 bid 0")
    await wait(world, days=1)
    ann, ben = latenesses(await world.matches.load(match))
    for late in (ann, ben):
        await world.pace.late.offer(match, EVE, late.id)
        await world.pace.late.vote(match, CAT, late.id, person(EVE))
    await world.pace.late.vote(match, DAN, ann.id, person(EVE))
    await world.refused(NoSuchOffer, world.pace.late.vote(match, DAN, ben.id, person(EVE)))
    loaded = await world.matches.load(match)
    assert loaded.roster.holders == (EVE, BEN, CAT, DAN)
    await wait(world, days=1)
    assert L.STOOD_IN not in kinds(await world.matches.load(match)), "Cat's vote does not count"


async def test_match_with_only_computers_is_over_and_does_not_count(world: World) -> None:
    match = (await start_and_replace_first(world, ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    over = await world.service.resign(match, CAT)
    assert over.status is Status.OVER
    assert (places(over), results(over)) == ((), ())
    assert await world.standings() == []
    await world.refused(MatchOver, world.pace.late.take_back_seat(match, ANN))


async def test_remaining_player_wins_whatever_the_computer_scores(world: World) -> None:
    match = (await start_and_replace_first(world, ANN, BEN)).record.id
    over = await world.play(match, "rest")
    assert over.outcome is not None
    places_by_user = {result.user: result.place for result in results(over)}
    assert places_by_user == {ANN: 2, BEN: 1}


async def test_press_on_a_board_answered_by_a_computer_is_refused(world: World) -> None:
    """The refusal must not claim that the press counted, even if the computer chose the same
    action.
    """
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    for user in (BEN, CAT):
        await world.pace.late.vote(match, user, late.id, TURN)
    for token in ("add 1", "add 3"):
        await world.refused(NotYourTurn, world.do(match, ANN, token, seq=1))


async def test_votes_for_a_person_barred_after_the_offer_do_not_count(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.offer(match, EVE, late.id)
    await world.pace.late.vote(match, BEN, late.id, person(EVE))
    await world.servers.bar(GUILD, Bar(EVE, DAN, 1))
    await world.refused(CantTakeSeat, world.pace.late.vote(match, CAT, late.id, person(EVE)))
    after, decision = await world.pace.late.vote(match, CAT, late.id, TURN)
    assert decision is None
    after, decision = await world.pace.late.vote(match, BEN, late.id, TURN)
    assert decision == TURN
    assert EVE not in after.roster.people


async def test_second_warning_does_not_seat_a_barred_person(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.offer(match, EVE, late.id)
    await world.pace.late.vote(match, BEN, late.id, person(EVE))
    await world.servers.bar(GUILD, Bar(EVE, DAN, 1))
    assert await wait(world, days=1) == [match]
    loaded = await world.matches.load(match)
    assert loaded.roster.holders == (ANN, BEN, CAT)
    assert latenesses(loaded), "the others can still vote"
