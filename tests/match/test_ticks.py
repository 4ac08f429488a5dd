"""Ticks of the timekeeper: in two processes, with failures, and with many matches."""

import asyncio
import logging

import pytest

from bot.match.log.events import MatchEventKind
from bot.match.log.store_errors import StoreTrouble
from bot.match.values.errors import Frozen
from bot.match.values.times import DAY, Pace
from tests.match.hours import SEAT, TURN, kinds, start_late_match, the_late, ticks, wait
from tests.match.world import ANN, BEN, CAT, GUILD, Meddling, World

L = MatchEventKind


async def test_two_processes_record_each_lateness_once(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    other = await world.another()
    await asyncio.gather(world.pace.timekeeper.tick(), other.pace.timekeeper.tick())
    for expected in ([L.LATE], [L.LATE, L.WARNED]):
        world.clock.time += DAY
        await asyncio.gather(world.pace.timekeeper.tick(), other.pace.timekeeper.tick())
        assert kinds(await world.matches.load(match)) == expected
        assert kinds(await other.matches.load(match)) == expected


async def test_due_matches_of_other_processes_do_not_crowd_out_ours(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.timekeeping.timekeeper.MOST", 3)
    theirs = [(await world.begun(ANN, BEN, pace=Pace.DAY)).record.id for _ in range(5)]
    world.clock.time += 1
    ours = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    guilds = dict.fromkeys(theirs, GUILD + 1) | {ours: GUILD}
    keeper = world.pace.timekeeper
    monkeypatch.setattr(keeper, "_serves", lambda guild: guild == GUILD)

    async def guilds_of(_: object) -> dict[int, int]:
        return guilds

    monkeypatch.setattr(world.matches.store, "guilds", guilds_of)
    await keeper.tick()
    world.clock.time += DAY
    await keeper.tick()
    assert kinds(await world.matches.load(ours)) == [L.LATE]
    assert [kinds(await world.matches.load(match)) for match in theirs] == [[]] * 5


async def test_move_during_the_tick_prevents_a_lateness(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    other = await world.another()

    async def faster() -> None:
        await other.service.press(match, ANN, 1, ("add 1",), 9001)

    world.use(Meddling(world.store, before=[faster]))
    assert await wait(world, days=1) == []
    assert kinds(await world.matches.load(match)) == []


async def test_vote_after_the_late_players_move_is_refused(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    other = await world.another()

    async def faster() -> None:
        await other.service.press(match, ANN, 1, ("add 1",), 9001)

    world.use(Meddling(world.store, before=[faster]))
    with pytest.raises(Exception, match="MovedMeanwhile"):
        await world.pace.late.vote(match, BEN, late.id, SEAT)
    assert (await world.matches.load(match)).roster.holders == (ANN, BEN)


async def test_simultaneous_votes_in_two_processes_decide_once(world: World) -> None:
    loaded = await start_late_match(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    other = await world.another()
    await asyncio.gather(
        world.pace.late.vote(match, BEN, late.id, SEAT),
        other.pace.late.vote(match, CAT, late.id, SEAT),
    )
    loaded = await world.matches.load(match)
    assert kinds(loaded) == [L.LATE, L.VOTED, L.VOTED, L.REPLACED, L.HANDED]


async def test_computer_moves_in_the_next_process_after_a_crash(world: World) -> None:
    """The bot stopped after the vote but before the computer's move."""
    loaded = await start_late_match(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)

    async def fine() -> None: ...

    async def stopped() -> None:
        raise StoreTrouble("stopped")

    world.use(Meddling(world.store, before=[fine, stopped, stopped]))
    await world.pace.late.vote(match, BEN, late.id, TURN)
    other = await world.another()
    loaded = await other.matches.load(match)
    assert (loaded.seq, loaded.people_to_act) == (1, ())
    assert await other.store.computers_due() == (match,)
    loaded = await other.service.go_on(match)
    assert [entry.actor for entry in loaded.entries] == [None, 0]
    assert loaded.people_to_act == (BEN,)


async def test_frozen_match_does_not_block_others(world: World) -> None:
    frozen = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.store.freeze(frozen, frozen=True)
    assert await wait(world, days=1) == [match]
    await world.store.freeze(frozen, frozen=False)
    assert await wait(world, hours=1) == [frozen]


async def test_failed_match_is_logged_retried_and_blocks_no_other(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    bad = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id

    async def wrong() -> None:
        raise RuntimeError("out of order")

    world.use(Meddling(world.store, before=[wrong]))
    with caplog.at_level(logging.ERROR):
        assert await wait(world, days=1) == [match]
    assert f"match {bad}" in caplog.text
    assert await wait(world, hours=1) == [bad]


async def test_tick_raises_store_trouble_and_the_next_one_succeeds(world: World) -> None:
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id

    async def full() -> None:
        raise StoreTrouble("disk full")

    world.use(Meddling(world.store, before=[full, full]))
    with pytest.raises(StoreTrouble):
        await wait(world, days=1)
    assert await ticks(world) == [match]


async def test_tick_handles_a_limited_number_of_matches(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.timekeeping.timekeeper.MOST", 2)
    matches = [(await world.begun(ANN, BEN, pace=Pace.DAY)).record.id for _ in range(5)]
    world.clock.time += DAY
    assert len(await world.pace.timekeeper.tick()) == 2
    assert len(await world.pace.timekeeper.tick()) == 2
    assert len(await world.pace.timekeeper.tick()) == 1
    for match in matches:
        assert kinds(await world.matches.load(match)) == [L.LATE]


@pytest.mark.parametrize("kind", ["late", "voted", "idle warned"])
async def test_invalid_event_freezes_the_match(world: World, kind: str) -> None:
    match = (await start_late_match(world, ANN, BEN, CAT)).record.id
    await world.pace.late.vote(match, BEN, the_late(await world.matches.load(match)).id, SEAT)
    await wait(world, days=50)
    await wait(world, days=50)
    world.sql("UPDATE match_event SET detail = 'nonsense' WHERE kind = ?", kind)
    world.matches.drop_cached(match)
    with pytest.raises(Frozen):
        await world.matches.load(match)
    assert await wait(world, days=50) == []
