"""Results of a match for each of its people, computed from the log."""

import pytest

from bot.match.core.change import Decision
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.result import Fate, MatchStats, Result, read, written
from bot.match.statistics.results import places, results, took_part
from bot.match.values.players import UserId
from engine.core.fortune import NOTHING, Fortune, total
from engine.games.dice_miner.statistics import BEER, KINDS
from tests.match.world import ANN, BEN, CAT, DAN, EVE, World


def by_user(loaded: Loaded) -> dict[UserId, Result]:
    return {result.user: result for result in results(loaded)}


async def hand_over(
    world: World, loaded: Loaded, seat: int, to: UserId | None, kind: MatchEventKind
) -> Loaded:
    """Replace the holder of a late seat, or give the seat back."""
    old_holder = loaded.roster.holders[seat] if kind is MatchEventKind.REPLACED else to
    async with world.matches.hold(loaded.record.id) as now:
        new = world.matches.new_events(now)
        new.add(kind, seat=seat, holder=old_holder)
        new.add(MatchEventKind.HANDED, seat=seat, holder=to)
        after = await world.matches.commit(now, Decision(events=new.events))
        return await world.service.automatic.move(after)


async def test_result_of_a_whole_match_has_points_role_gifts_and_luck(world: World) -> None:
    loaded = await world.play((await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id, "a")
    assert loaded.outcome is not None
    for seat, user in enumerate((ANN, BEN, CAT)):
        result = by_user(loaded)[user]
        assert (result.seat, result.fate, result.whole) == (seat, Fate.STAYED, True)
        assert result.place == loaded.outcome.places[seat]
        assert sum(sum(dict(points).values()) for points in result.stats.rounds) == result.points
        assert all(tuple(dict(points)) == KINDS for points in result.stats.rounds)
        assert result.stats.role == loaded.state.heroes[seat].value
        assert sum(number for _, _, number in result.stats.gifts) == result.stats.count(BEER)
        decided = sum(entry.actor == seat for entry in loaded.entries)
        assert 0 < result.stats.turns <= decided
        assert result.stats.fortune.dice > 0
    beers = [entry.token for entry in loaded.entries if entry.token.startswith("salud")]
    assert sum(result.stats.count(BEER) for result in by_user(loaded).values()) == len(beers)


async def test_turn_lasts_from_the_players_turn_to_the_next_players(world: World) -> None:
    """Two decisions in a row are one turn."""
    match = (await world.begun(ANN, BEN)).record.id
    for user, seconds in ((ANN, 30), (BEN, 70)):
        world.clock.time += seconds
        await world.do(match, user, "add 1")
    for user in (ANN, BEN):
        world.clock.time += 5
        await world.do(match, user, "bid 0")
    loaded = await world.service.resign(match, BEN)
    by_player = by_user(loaded)
    assert (by_player[ANN].stats.turns, by_player[ANN].stats.seconds) == (2, 35)
    assert (by_player[BEN].stats.turns, by_player[BEN].stats.seconds) == (2, 75)
    assert by_player[ANN].stats.counts == (("added", 1),)


async def test_retracted_moves_do_not_count(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = (await world.do(match, ANN, "add 3")).loaded
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await world.do(match, ANN, "add 1")
    await world.service.resign(match, BEN)
    loaded = await world.play(match, "rest")
    tokens = [entry.token for entry in loaded.entries if entry.actor == 0]
    assert tokens[:3] == ["add 3", "undo", "add 1"]
    added = sum(int(token[4:]) for token in tokens[2:] if token.startswith("add"))
    assert by_user(loaded)[ANN].stats.count("added") == added


async def test_replaced_player_is_last_without_the_computers_actions(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT)
    match = loaded.record.id
    loaded = (await world.do(match, ANN, "add 3")).loaded
    await hand_over(world, loaded, 0, None, MatchEventKind.REPLACED)
    loaded = await world.play(match, "rest")
    by_player = by_user(loaded)
    assert set(by_player) == {ANN, BEN, CAT}
    assert (by_player[ANN].place, by_player[ANN].points, by_player[ANN].fate) == (
        3,
        0,
        Fate.REPLACED,
    )
    assert not by_player[ANN].whole
    assert by_player[ANN].stats.count("added") == 3, "the computer's additions do not count"
    assert {by_player[BEN].place, by_player[CAT].place} <= {1, 2}
    assert places(loaded)[0] == 3


async def test_player_who_took_over_gets_the_seats_place_and_points(world: World) -> None:
    loaded = await world.begun(ANN, BEN)
    match = loaded.record.id
    await world.do(match, ANN, "add 3")
    loaded = (await world.do(match, BEN, "add 1")).loaded
    await hand_over(world, loaded, 0, EVE, MatchEventKind.REPLACED)
    loaded = await world.play(match, "rest")
    assert loaded.outcome is not None
    by_player = by_user(loaded)
    assert (by_player[EVE].seat, by_player[EVE].fate, by_player[EVE].whole) == (
        0,
        Fate.TOOK_OVER,
        False,
    )
    assert by_player[EVE].place == loaded.outcome.places[0]
    assert by_player[EVE].points == loaded.outcome.scores[0]
    assert (by_player[ANN].place, by_player[ANN].points, by_player[ANN].fate) == (
        3,
        0,
        Fate.REPLACED,
    )
    assert by_player[EVE].stats.count("added") + 3 == sum(
        int(entry.token[4:])
        for entry in loaded.entries
        if entry.actor == 0 and entry.token.startswith("add")
    )
    assert took_part(loaded) == (ANN, BEN, EVE)
    stored = {result.user: result for result in await world.statistics.of_match(match)}
    assert stored[EVE].after is None, "a player who took over is not rated"
    assert (stored[ANN].change or 0) < 0 < (stored[BEN].change or 0)


async def test_player_who_took_the_seat_back_has_an_ordinary_result(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT)
    match = loaded.record.id
    loaded = await hand_over(world, loaded, 0, EVE, MatchEventKind.REPLACED)
    await world.do(match, EVE, "add 2")
    loaded = await hand_over(world, loaded, 0, ANN, MatchEventKind.RETURNED)
    loaded = await world.play(match, "rest")
    assert loaded.outcome is not None
    by_player = by_user(loaded)
    assert set(by_player) == {ANN, BEN, CAT}
    assert (by_player[ANN].fate, by_player[ANN].place) == (Fate.STAYED, loaded.outcome.places[0])
    assert set(took_part(loaded)) == {ANN, BEN, CAT, EVE}


async def test_each_person_has_one_result_for_their_last_seat(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT, DAN)
    match = loaded.record.id
    await world.service.resign(match, DAN)
    loaded = await world.matches.load(match)
    await hand_over(world, loaded, 0, DAN, MatchEventKind.REPLACED)
    loaded = await world.play(match, "rest")
    fates = [(result.user, result.fate) for result in results(loaded)]
    assert (DAN, Fate.TOOK_OVER) in fates
    assert len(fates) == len({user for user, _ in fates}) == 4
    assert max(result.place or 0 for result in results(loaded)) == 4


async def test_luck_of_all_results_adds_up_to_all_rolls(world: World) -> None:
    loaded = await world.begun(ANN, BEN, lobby=world.dice)
    whole = await world.play(loaded.record.id, "x")
    state, rolled = None, NOTHING
    for advance in whole.advances():
        before = whole.game.new(2) if state is None else state
        rolled += total(whole.game.fortunes(before, advance.position.state))
        state = advance.position.state
    assert total(result.stats.fortune for result in results(whole)) == rolled


def test_stats_can_be_written_and_read() -> None:
    """Gifts are missing, because they have rows of their own."""
    stats = MatchStats(
        "alchemist", ((("tunnels", 3), ("hazards", -4)), ()), (("beer", 2),),
        (("beer", 12, 2),), 5, 60, 1, Fortune(9, 8, 7, 6),
    )  # fmt: skip
    assert written(read(written(stats))) == written(stats)
    assert read(written(stats)).rounds == stats.rounds
    assert (read(written(stats)).fortune, read(written(stats)).late) == (Fortune(9, 8, 7, 6), 1)


async def test_history_lists_practice_and_matches_without_a_result(world: World) -> None:
    practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
    await world.service.resign(practice, ANN)
    match = (await world.begun(ANN, BEN)).record.id
    ended = await world.service.call_off(match, DAN)
    assert ended.status is Status.OVER
    history = await world.statistics.history(ended.record.guild, "toy", ANN, start=0, most=9)
    assert [(past.match, past.results) for past in history.matches] == [(match, ()), (practice, ())]
    assert history.matches[0].people == (ANN, BEN)


async def test_match_ends_and_logs_an_error_if_its_results_cannot_be_computed(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Loaded) -> tuple[Result, ...]:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.match.core.transition.results", broken)
    begun = await world.begun(ANN, BEN)
    loaded = await world.service.resign(begun.record.id, ANN)
    assert loaded.status is Status.OVER
    assert f"results of match {begun.record.id}" in caplog.text
