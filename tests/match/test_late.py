"""Votes of the other players about a late player."""

import pytest

from bot.game_register import GameRegister
from bot.match.log.events import MatchEventKind, Remedy, Void
from bot.match.log.records import Status
from bot.match.playing.errors import NothingToTakeBack
from bot.match.playing.undo import retractor
from bot.match.statistics.results import places, results
from bot.match.timing.errors import (
    ChosenAlready,
    LateLeads,
    MovedMeanwhile,
    NoSuchOffer,
    OwnLateness,
    SettledAlready,
    TooFewToEnd,
)
from bot.match.timing.late_votes import choices, voters
from bot.match.timing.lateness import latenesses
from bot.match.values.errors import MatchOver, NotInMatch
from bot.match.values.times import DAY, HOUR, Pace
from engine.core.statistics import GameStatistics
from tests.match.hours import END, SEAT, TURN, WAIT, kinds, person, start_late_match, the_late, wait
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GAMES, World
from tests.toy_game import ToyGame

L = MatchEventKind


async def test_lateness_is_recorded_once_with_voters_and_choices(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    late = the_late(loaded)
    assert (late.user, late.seat, late.at) == (ANN, 0, world.clock.time)
    assert voters(loaded) == (BEN, CAT)
    assert [vote.choice for vote in choices(loaded, late)] == [
        Remedy.WAIT,
        Remedy.TURN,
        Remedy.SEAT,
        Remedy.END,
    ]
    assert await wait(world, seconds=5) == []
    assert kinds(loaded) == [L.LATE]
    times = await world.pace.timekeeper.times(loaded)
    assert [person.late for person in times.people] == [late, None, None]


async def test_move_of_the_late_player_ends_the_lateness(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, SEAT)
    loaded = await world.toy(match, "11 add 1")
    assert latenesses(loaded) == ()
    refusal = await world.refused(MovedMeanwhile, world.pace.late.vote(match, CAT, late.id, SEAT))
    assert refusal.values == {"user": ANN}
    assert loaded.roster.holders == (ANN, BEN, CAT)
    assert await wait(world, days=1) == [match], "now Ben is late"
    assert the_late(await world.matches.load(match)).user == BEN


async def test_majority_decides_and_a_changed_vote_counts_once(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT, DAN)
    match, late = loaded.record.id, the_late(loaded)
    vote = world.pace.late.vote
    assert (await vote(match, BEN, late.id, TURN))[1] is None
    await world.refused(ChosenAlready, vote(match, BEN, late.id, TURN))
    assert (await vote(match, BEN, late.id, WAIT))[1] is None
    assert (await vote(match, CAT, late.id, TURN))[1] is None
    late = the_late(await world.matches.load(match))
    assert late.votes == ((BEN, WAIT), (CAT, TURN))
    assert (await vote(match, DAN, late.id, WAIT))[1] == WAIT
    await world.refused(SettledAlready, vote(match, CAT, late.id, WAIT))
    recent = (await world.matches.load(match)).events[-5:]
    assert [event.kind for event in recent] == [L.VOTED] * 4 + [L.WAITED]
    assert (recent[-1].seat, recent[-1].holder) == (0, ANN)


async def test_late_player_and_outsiders_cannot_vote(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    vote = world.pace.late.vote
    await world.refused(OwnLateness, vote(match, ANN, late.id, WAIT))
    await world.refused(NotInMatch, vote(match, EVE, late.id, WAIT))
    await world.refused(SettledAlready, vote(match, BEN, late.id + 1, WAIT))
    await world.refused(SettledAlready, vote(match, BEN, 0, WAIT))
    await world.refused(SettledAlready, vote(match, BEN, -1, WAIT))
    await world.refused(NoSuchOffer, vote(match, BEN, late.id, person(EVE)))
    await world.service.call_off(match, EVE)
    await world.refused(MatchOver, vote(match, BEN, late.id, WAIT))


async def test_waiting_gives_the_whole_pace_from_the_decision_on(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    world.clock.time += 5 * HOUR
    after, decision = await world.pace.late.vote(match, BEN, late.id, WAIT)
    assert decision == WAIT, "with two players the other decides alone"
    times = await world.pace.timekeeper.times(after)
    assert times.people[0].due == world.clock.time + DAY
    assert times.people[0].late is None
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]
    assert the_late(await world.matches.load(match)).row == 2


async def test_computer_plays_only_the_late_turn(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, TURN)
    after, _ = await world.pace.late.vote(match, CAT, late.id, TURN)
    assert [entry.actor for entry in after.entries] == [None, 0]
    assert after.people_to_act == (BEN,)
    assert after.roster.holders == (ANN, BEN, CAT)
    assert (after.roster.replaced, after.roster.gone) == ((), ())
    loaded = await world.toy(match, "12 add 1", "13 add 1")
    assert loaded.people_to_act == (ANN, BEN, CAT), "the next decision is Ann's own"
    over = await world.play(match, "rest")
    assert over.outcome is not None
    assert places(over) == over.outcome.places
    assert {result.user for result in results(over)} == {ANN, BEN, CAT}


async def test_computer_makes_all_decisions_of_a_turn_in_dice_miner(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT, lobby=world.dice, pace=Pace.DAY)
    loaded = await world.play(loaded.record.id, "some", most=40)
    (late,) = loaded.people_to_act
    after, decision = loaded, None
    assert await wait(world, days=1) == [loaded.record.id]
    lateness = the_late(await world.matches.load(loaded.record.id))
    for user in {ANN, BEN, CAT} - {late}:
        after, decision = await world.pace.late.vote(loaded.record.id, user, lateness.id, TURN)
    assert decision == TURN
    seat = loaded.roster.seat_of(late)
    played = [entry.actor for entry in after.entries[loaded.seq :]]
    assert played, "the computer made decisions"
    assert set(played) <= {None, seat}
    assert late not in after.people_to_act
    assert after.people_to_act


async def test_match_ends_without_a_result_if_all_others_vote_for_it(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT, DAN)
    match, late = loaded.record.id, the_late(loaded)
    for user in (BEN, CAT):
        assert (await world.pace.late.vote(match, user, late.id, END))[1] is None
    after, decision = await world.pace.late.vote(match, DAN, late.id, END)
    assert decision == END
    assert after.status is Status.OVER
    assert after.roster.void is Void.VOTED
    assert (places(after), results(after)) == ((), ())
    assert await world.standings() == []
    assert world.rows()["deadline"] == []


async def test_match_cannot_be_ended_while_the_late_player_leads(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 3", "12 add 1", "13 add 3", "12 bid 0", "13 bid 1")
    await wait(world, days=1)
    loaded = await world.matches.load(match)
    late = the_late(loaded)
    assert late.user == ANN
    refusal = await world.refused(LateLeads, world.pace.late.vote(match, BEN, late.id, END))
    assert refusal.values == {"user": ANN}
    assert END not in choices(loaded, late)


class Golf(ToyGame):
    """The toy game, with the fewest points winning."""

    @property
    def statistics(self) -> GameStatistics:
        return GameStatistics(fewest=True)


@pytest.mark.parametrize(("added", "ends"), [(3, True), (1, False)])
async def test_player_with_the_fewest_points_leads_if_fewer_are_better(
    world: World, monkeypatch: pytest.MonkeyPatch, added: int, ends: bool
) -> None:
    games = GameRegister({**GAMES.games, "toy": {1: Golf()}}, GAMES.packages)
    monkeypatch.setattr("tests.match.world.GAMES", games)
    world.use(world.store)
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    await world.toy(match, f"11 add {added}", "12 add 2", "13 add 2", "12 bid 0", "13 bid 1")
    await wait(world, days=1)
    loaded = await world.matches.load(match)
    assert the_late(loaded).user == ANN
    assert (END in choices(loaded, the_late(loaded))) == ends


async def test_match_of_two_cannot_be_ended_by_vote(world: World) -> None:
    """Otherwise the only opponent could vote to escape a loss."""
    loaded = await start_late_match(world, ANN, BEN)
    late = the_late(loaded)
    assert [vote.choice for vote in choices(loaded, late)] == [
        Remedy.WAIT,
        Remedy.TURN,
        Remedy.SEAT,
    ]
    await world.refused(TooFewToEnd, world.pace.late.vote(loaded.record.id, BEN, late.id, END))


async def test_most_votes_decide_at_the_second_warning_and_ties_choose_the_mildest(
    world: World,
) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT, DAN)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, SEAT)
    await world.pace.late.vote(match, CAT, late.id, TURN)
    assert await wait(world, seconds=DAY - 1) == []
    assert await wait(world, seconds=1) == [match]
    loaded = await world.matches.load(match)
    assert kinds(loaded)[-2:] == [L.WARNED, L.STOOD_IN]
    assert loaded.people_to_act == (BEN,)


async def test_one_vote_decides_after_the_second_warning_except_to_end(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT, DAN)
    match, late = loaded.record.id, the_late(loaded)
    assert await wait(world, days=1) == [match]
    assert kinds(await world.matches.load(match)) == [L.LATE, L.WARNED]
    assert await wait(world, days=20) == [], "no third warning, and no decision without a vote"
    assert (await world.pace.late.vote(match, BEN, late.id, END))[1] is None
    assert (await world.pace.late.vote(match, CAT, late.id, SEAT))[1] == SEAT


async def test_players_who_are_late_together_are_voted_on_separately(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, DAN, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1", "14 add 1", "11 bid 0")
    assert await wait(world, days=1) == [match]
    loaded = await world.matches.load(match)
    ben, cat, dan = latenesses(loaded)
    assert voters(loaded) == (ANN,)
    await world.refused(OwnLateness, world.pace.late.vote(match, CAT, ben.id, SEAT))
    await world.do(match, CAT, "bid 1")
    assert voters(await world.matches.load(match)) == (ANN, CAT)
    await world.refused(MovedMeanwhile, world.pace.late.vote(match, ANN, cat.id, SEAT))
    for user in (ANN, CAT):
        await world.pace.late.vote(match, user, dan.id, TURN)
    loaded = await world.matches.load(match)
    assert [lateness.user for lateness in latenesses(loaded)] == [BEN]
    assert loaded.people_to_act == (BEN,)


async def test_no_player_can_vote_while_all_are_late(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    await wait(world, days=2)
    loaded = await world.matches.load(match)
    ann = latenesses(loaded)[0]
    assert voters(loaded) == ()
    assert choices(loaded, ann) == ()
    await world.refused(OwnLateness, world.pace.late.vote(match, BEN, ann.id, SEAT))
    await world.do(match, BEN, "bid 1")
    assert (await world.pace.late.vote(match, BEN, ann.id, SEAT))[1] == SEAT


async def test_votes_of_resigned_players_do_not_count(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT, DAN)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, WAIT)
    await world.pace.late.vote(match, CAT, late.id, SEAT)
    await world.service.resign(match, CAT)
    await world.service.resign(match, DAN)
    after, decision = await world.pace.late.vote(match, BEN, late.id, WAIT)
    assert decision == WAIT
    assert kinds(after).count(L.VOTED) == 2, "a repeated vote is not recorded again"


async def test_resignation_ends_the_lateness(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.service.resign(match, ANN)
    assert latenesses(await world.matches.load(match)) == ()
    await world.refused(SettledAlready, world.pace.late.vote(match, BEN, late.id, WAIT))


async def test_button_of_an_earlier_lateness_is_refused(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1", "12 bid 1", "13 bid 1")
    await wait(world, days=1)
    again = the_late(await world.matches.load(match))
    assert again.user == ANN
    await world.refused(SettledAlready, world.pace.late.vote(match, BEN, late.id, WAIT))
    assert again.row == 1, "she moved in between"


async def test_computers_move_for_a_late_player_cannot_be_taken_back(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    for user in (BEN, CAT):
        loaded = (await world.pace.late.vote(match, user, late.id, TURN))[0]
    assert retractor(loaded) is None
    taken_back = world.service.take_back(match, ANN, loaded.seq, 7001)
    await world.refused(NothingToTakeBack, taken_back)
    loaded = await world.toy(match, "12 add 1")
    assert retractor(loaded) == 1
    await world.service.take_back(match, BEN, loaded.seq, 7002)


async def test_taking_back_a_move_restores_the_lateness_with_its_votes(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    await world.pace.late.vote(match, BEN, late.id, TURN)
    world.clock.time += 5 * HOUR
    loaded = await world.toy(match, "11 add 1")
    assert latenesses(loaded) == ()
    loaded = (await world.service.take_back(match, ANN, loaded.seq, 7001)).loaded
    again = the_late(loaded)
    assert (again.id, again.votes) == (late.id, ((BEN, TURN),))
    assert await wait(world, hours=19, seconds=-1) == []
    assert await wait(world, seconds=1) == [match]
    assert kinds(await world.matches.load(match))[-2:] == [L.WARNED, L.STOOD_IN]
