"""The puzzle of the day: the same for all, one match per user, until midnight UTC."""

import asyncio

import pytest

from bot.match.daily.days import DayGame, DayResult
from bot.match.daily.errors import DayGoesOn, NobodyAsked, NoSuchDaily
from bot.match.daily.service import DayRequest
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.errors import Barred
from bot.match.people.servers import Bar
from bot.match.playing.errors import NothingToTakeBack
from bot.match.playing.undo import retractor
from bot.match.timing.deadlines import END
from bot.match.values.days import Day, day_at, end_of, read_day, shifted
from bot.match.values.errors import BadDay, DayOver, MatchOver, NoGivingUp, NoSuchMatch
from engine.core import driver
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, GUILD, Meddling, World

GAME, ELSEWHERE = "solitaire", 950


async def played(world: World, user: int, taste: str = "", guild: int = GUILD) -> Loaded:
    """Play today's puzzle of a user to its end."""
    loaded = await world.daily.open(world.daily_asked(user, guild))
    return await world.play(loaded.record.id, taste)


def until_midnight(world: World, seconds: int = 0) -> None:
    """Set the clock to `seconds` before the end of the day; negative: after it."""
    world.clock.passes(end_of(world.daily.today()) - seconds - world.clock.time)


async def test_all_users_get_the_same_seed_rules_and_opening(world: World) -> None:
    """The date replaces the players' contributions to the dice."""
    other = await world.another()
    ann, ben = await asyncio.gather(
        world.daily.open(world.daily_asked(ANN)), other.daily.open(world.daily_asked(BEN))
    )
    assert ann.status is ben.status is Status.RUNNING
    assert ann.record.id != ben.record.id
    assert ann.entries == ben.entries
    assert (ann.record.seed, ann.roster.contribution) == (ben.record.seed, world.daily.today())
    assert len(ann.state.open) <= 7, "the house has closed two numbers"
    assert {entry.actor for entry in ann.entries} == {0, None}
    assert len(world.rows()["day"]) == 1
    assert ann.people_to_act == (ANN,)


async def test_simultaneous_requests_open_one_match_a_day(world: World) -> None:
    other = await world.another()
    asked = [side.daily.open(world.daily_asked(ANN)) for side in (world, other) for _ in range(3)]
    assert len({loaded.record.id for loaded in await asyncio.gather(*asked)}) == 1
    assert len(world.rows()["match"]) == 1
    first = await played(world, ANN)
    assert (await world.daily.open(world.daily_asked(ANN))).record.id == first.record.id
    until_midnight(world)
    second = await world.daily.open(world.daily_asked(ANN))
    assert second.record.id != first.record.id
    assert second.record.seed != first.record.seed


async def test_day_match_continues_in_another_process_or_after_a_failed_start(world: World) -> None:
    loaded = await world.daily.open(world.daily_asked(ANN))
    loaded = await world.play(loaded.record.id, most=1)
    other = await world.another()
    again = await other.daily.open(world.daily_asked(ANN))
    assert (again.record.id, again.state) == (loaded.record.id, loaded.state)

    async def full() -> None:
        raise StoreTrouble("full")

    world.use(Meddling(world.store, before=[full, full]))
    with pytest.raises(StoreTrouble):
        await world.daily.open(world.daily_asked(BEN))
    assert (await other.daily.open(world.daily_asked(BEN))).people_to_act == (BEN,)


async def test_move_counts_only_before_midnight(world: World) -> None:
    loaded = await world.daily.open(world.daily_asked(ANN))
    match, move = loaded.record.id, _first_token(loaded)
    until_midnight(world, 1)
    first = await world.do(match, ANN, move)
    assert first.loaded.log[-1].at == end_of(world.daily.today()) - 1
    world.clock.passes(1)
    if first.loaded.status is Status.RUNNING:
        await world.refused(DayOver, world.do(match, ANN, _first_token(first.loaded)))
    assert await world.pace.timekeeper.tick() == (match,)
    over = await world.matches.load(match)
    assert (over.status, over.outcome) == (Status.OVER, None)
    assert over.roster.ended == over.log[-1].at, "it ended on its day"
    assert over.entries == first.loaded.entries
    await world.refused(DayOver, world.do(match, ANN, "close 1"))
    points = over.game.scores(over.state)[0]
    (result,) = await world.days.results(GAME, shifted(world.daily.today(), -1), None, most=9)
    assert (result.user, result.match, result.points) == (ANN, match, points)


async def test_move_is_too_late_if_midnight_passes_while_it_is_decided(world: World) -> None:
    """The refusal reads the same if the timekeeper of another process ended the match first."""
    loaded = await world.daily.open(world.daily_asked(ANN))
    match, move = loaded.record.id, _first_token(loaded)
    look = world.matches.load

    async def midnight_passes(number: int) -> Loaded:
        match_before = await look(number)
        until_midnight(world)
        return match_before

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(world.matches, "load", midnight_passes)
        with pytest.raises(DayOver):
            await world.service.press(match, ANN, loaded.seq, (move,), world.interaction())
    assert (await look(match)).seq == loaded.seq
    other = await world.another()
    assert await other.pace.timekeeper.tick() == (match,)
    await world.refused(DayOver, world.do(match, ANN, move))
    assert await world.pace.timekeeper.tick() == ()


async def test_request_in_the_last_second_opens_the_next_day(world: World) -> None:
    until_midnight(world, 1)

    async def midnight_passes() -> None:
        world.clock.passes(1)

    world.use(Meddling(world.store, after=[midnight_passes], creating=True))
    loaded = await world.daily.open(world.daily_asked(ANN))
    assert (loaded.status, loaded.record.day) == (Status.RUNNING, world.daily.today())
    await world.toys.expire(loaded.record.id - 1)
    assert await _results(world, -1) == ()


async def test_day_that_ends_while_it_is_created_has_no_matches(world: World) -> None:
    until_midnight(world, 1)
    before, fixed = world.daily.today(), world.daily.day_game

    async def slow(game: str, day: Day) -> DayGame:
        day_game = await fixed(game, day)
        if day == before:
            world.clock.passes(1)
        return day_game

    world.daily.day_game = slow  # type: ignore[method-assign]  # for this test
    loaded = await world.daily.open(world.daily_asked(ANN))
    assert loaded.record.day == world.daily.today() != before
    assert await world.days.match_of(GAME, before, ANN) is None


async def test_results_of_server_and_world_include_unfinished_matches(world: World) -> None:
    best = await played(world, ANN, "1")
    await played(world, BEN, "2", ELSEWHERE)
    left = await world.daily.open(world.daily_asked(CAT))
    day = world.daily.today()
    with pytest.raises(DayGoesOn):
        await world.daily.over(GAME, day)
    assert len(await world.days.results(GAME, day, None, most=9)) == 2
    until_midnight(world, -1)
    fixed = await world.daily.over(GAME, day)
    assert (await world.matches.load(left.record.id)).status is Status.OVER
    results = await world.days.results(GAME, day, None, most=9)
    assert {result.user for result in results} == {ANN, BEN, CAT}
    points = [result.points or 0 for result in results]
    assert points == sorted(points, reverse=True)
    here = await world.days.results(GAME, day, GUILD, most=9)
    assert {result.user for result in here} == {ANN, CAT}
    own = best.game.scores(best.state)[0]
    standing = await world.days.standing(GAME, day, None, own)
    assert (standing.of, standing.below) == (3, sum(result < own for result in points))
    assert standing.place == 1 + sum(result > own for result in points)
    assert (await world.days.standing(GAME, day, GUILD, own)).of == 2
    computer = await world.daily.computer(fixed)
    assert computer[1][: len(fixed.opening)] == fixed.opening
    assert await world.daily.computer(fixed) == computer
    with pytest.raises(NobodyAsked):
        await world.daily.over(GAME, shifted(day, -1))


async def test_finished_day_match_counts_in_statistics_unless_called_off(world: World) -> None:
    over = await played(world, ANN)
    tally = await world.statistics.tally(GUILD, GAME, ANN)
    assert tally is not None
    assert (tally.matches, tally.best, tally.rated) == (1, over.game.scores(over.state)[0], 0)
    loaded = await world.daily.open(world.daily_asked(BEN))
    await world.service.call_off(loaded.record.id, DAN)
    assert [result.user for result in await _results(world)] == [ANN]
    await world.refused(MatchOver, world.do(loaded.record.id, BEN, "close 1"))


async def test_day_match_is_not_listed_capped_or_resigned(world: World) -> None:
    loaded = await world.daily.open(world.daily_asked(ANN))
    assert await world.store.of_user(GUILD, ANN) == ()
    assert await world.store.of_guild(GUILD) == ()
    assert await world.store.boards_due() == ()
    assert END > 86_400
    await world.refused(NoGivingUp, world.service.resign(loaded.record.id, ANN))


async def test_moves_of_a_day_can_be_taken_back_but_not_the_opening(world: World) -> None:
    while True:
        loaded = await world.daily.open(world.daily_asked(ANN))
        match = loaded.record.id
        assert retractor(loaded) is None, "all earlier moves belong to the opening"
        moves = _retractable_moves(loaded)
        if moves:
            break
        until_midnight(world)
    back = world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await world.refused(NothingToTakeBack, back)
    for token in moves:
        now = (await world.do(match, ANN, token)).loaded
    for _ in moves:
        assert retractor(now) == 0
        now = (await world.service.take_back(match, ANN, now.seq, world.interaction())).loaded
    assert now.state == loaded.state
    assert retractor(now) is None
    assert (await world.play(match)).status is Status.OVER
    assert await (await world.another()).matches.verify(match)


async def test_past_day_can_be_played_again_with_its_dice_but_counts_for_nothing(
    world: World,
) -> None:
    first = await played(world, ANN)
    day = world.daily.today()
    await world.refused(DayGoesOn, world.daily.open_past(world.daily_asked(BEN), day))
    until_midnight(world)
    before = world.rows()
    counted = {name: before[name] for name in ("day_match", "day_guild", "day_tally", "result")}
    world.clock.passes(3 * 86_400)
    again = await world.daily.open_past(world.daily_asked(BEN), day)
    assert again.record.archive
    assert (again.record.seed, again.roster.contribution) == (first.record.seed, day)
    assert again.entries == first.entries[: again.record.opening]
    resumed = await (await world.another()).daily.open_past(world.daily_asked(BEN), day)
    assert resumed.record.id == again.record.id, "an unfinished one goes on"
    assert retractor(again) is None, "the opening stays"
    over = await world.play(again.record.id)
    assert over.status is Status.OVER
    assert over.outcome is not None, "no midnight ended it"
    after = world.rows()
    assert {name: after[name] for name in counted} == counted
    assert await world.daily.standing(over, GUILD) is None
    fresh = await world.daily.open_past(world.daily_asked(BEN), day)
    assert fresh.record.id != again.record.id, "a finished one can be played once more"
    own = await world.daily.open_past(world.daily_asked(ANN), day)
    assert own.record.archive, "also by those who played on that day"


async def test_past_day_played_again_is_only_for_its_player(world: World) -> None:
    await played(world, ANN)
    day = world.daily.today()
    until_midnight(world)
    again = await world.daily.open_past(world.daily_asked(BEN), day)
    check = world.daily.check_access
    await check(again.record, again.roster, BEN, GUILD)
    await world.refused(NoSuchMatch, check(again.record, again.roster, ANN, GUILD))


async def test_future_and_unasked_days_cannot_be_played(world: World) -> None:
    today = world.daily.today()
    for day, refusal in ((shifted(today, 1), DayGoesOn), (shifted(today, -1), NobodyAsked)):
        await world.refused(refusal, world.daily.open_past(world.daily_asked(ANN), day))
    assert world.rows()["match"] == []


def _retractable_moves(loaded: Loaded) -> tuple[str, ...]:
    """Return two consecutive moves without luck after them, or () if there are none now."""
    assert loaded.position is not None
    for first in _tokens(loaded):
        after = driver.choose(loaded.game, loaded.position, 0, first).position
        for second in driver.legal_tokens(loaded.game, after, 0):
            retractable = driver.choose(loaded.game, after, 0, second).position.retractable
            if retractable is not None and retractable.earlier is not None:
                return first, second
    return ()


async def test_barred_person_cannot_open_a_day(world: World) -> None:
    await world.servers.bar(GUILD, Bar(ANN, DAN, 0))
    await world.refused(Barred, world.daily.open(world.daily_asked(ANN)))
    assert (await world.daily.open(world.daily_asked(ANN, ELSEWHERE))).people_to_act == (ANN,)


async def test_game_without_a_puzzle_of_the_day_is_refused(world: World) -> None:
    asked = DayRequest("dice-miner", ANN, GUILD, CHANNEL)
    await world.refused(NoSuchDaily, world.daily.open(asked))
    assert world.daily.games == ("dice-grid", GAME)


def test_days_are_read_by_date_or_name_and_never_in_the_future() -> None:
    now = end_of("2026-11-21") - 1
    assert day_at(now) == read_day(" Today ", now) == read_day("2026-11-21", now) == "2026-11-21"
    assert day_at(now + 1) == "2026-11-22"
    assert read_day("yesterday", now) == "2026-11-20"
    for typed in ("2026-11-22", "20261121", "2026-W47-6", "2026-02-30", "", "tomorrow"):
        with pytest.raises(BadDay) as caught:
            read_day(typed, now)
        assert "2026-11-20" in caught.value.sentence.format(**caught.value.values)


async def _results(world: World, days: int = 0) -> tuple[DayResult, ...]:
    day = shifted(world.daily.today(), days)
    return await world.days.results(GAME, day, None, most=9)


def _tokens(loaded: Loaded) -> list[str]:
    legal = loaded.game.legal_actions(loaded.state, 0)
    return [loaded.game.notation(action) for action in legal]


def _first_token(loaded: Loaded) -> str:
    return _tokens(loaded)[0]
