"""Looks at what is due: by two processes, in trouble, by many matches."""

import asyncio
import logging

import pytest

from bot.match.log.events import EventKind
from bot.match.log.store_errors import StoreTrouble
from bot.match.values.errors import Frozen
from bot.match.values.times import DAY, Pace
from tests.match.hours import SEAT, TURN, begun_late, kinds, the_late, ticks, wait
from tests.match.world import ANN, BEN, CAT, GUILD, Meddling, World

L = EventKind


async def test_two_processes_at_the_same_time(world: World) -> None:
    """One LATE event, one warning, whoever is first."""
    match = (await world.begun(ANN, BEN, CAT, pace=Pace.DAY)).record.id
    other = await world.another()
    await asyncio.gather(world.pace.timekeeper.tick(), other.pace.timekeeper.tick())
    for told in ([L.LATE], [L.LATE, L.WARNED]):
        world.clock.time += DAY
        await asyncio.gather(world.pace.timekeeper.tick(), other.pace.timekeeper.tick())
        assert kinds(await world.matches.look(match)) == told
        assert kinds(await other.matches.look(match)) == told


async def test_what_others_look_after(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is due before in other processes' servers, ours is looked at; theirs is not."""
    monkeypatch.setattr("bot.match.timekeeping.timekeeper.MOST", 3)
    theirs = [(await world.begun(ANN, BEN, pace=Pace.DAY)).record.id for _ in range(5)]
    world.clock.time += 1
    ours = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    guilds = dict.fromkeys(theirs, GUILD + 1) | {ours: GUILD}
    keeper = world.pace.timekeeper
    monkeypatch.setattr(keeper, "_owns", lambda guild: guild == GUILD)

    async def told(_: object) -> dict[int, int]:
        return guilds

    monkeypatch.setattr(world.matches.store, "guilds", told)
    await keeper.tick()
    world.clock.time += DAY
    await keeper.tick()
    assert kinds(await world.matches.look(ours)) == [L.LATE]
    assert [kinds(await world.matches.look(match)) for match in theirs] == [[]] * 5


async def test_a_move_that_is_faster(world: World) -> None:
    """The late one moves in the very moment in which their lateness is to be noted."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    other = await world.another()

    async def faster() -> None:
        await other.service.press(match, ANN, 1, ("add 1",), 9001)

    world.use(Meddling(world.store, before=[faster]))
    assert await wait(world, days=1) == []
    assert kinds(await world.matches.look(match)) == []


async def test_a_vote_that_is_too_late(world: World) -> None:
    """The late one moves while the last vote is on its way: the move stands."""
    loaded = await begun_late(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)
    other = await world.another()

    async def faster() -> None:
        await other.service.press(match, ANN, 1, ("add 1",), 9001)

    world.use(Meddling(world.store, before=[faster]))
    with pytest.raises(Exception, match="MovedMeanwhile"):
        await world.pace.late.vote(match, BEN, late.id, SEAT)
    assert (await world.matches.look(match)).roster.holders == (ANN, BEN)


async def test_votes_in_two_processes(world: World) -> None:
    """Two last votes at the same time: both count, and it is decided once."""
    loaded = await begun_late(world, ANN, BEN, CAT)
    match, late = loaded.record.id, the_late(loaded)
    other = await world.another()
    await asyncio.gather(
        world.pace.late.vote(match, BEN, late.id, SEAT),
        other.pace.late.vote(match, CAT, late.id, SEAT),
    )
    loaded = await world.matches.look(match)
    assert kinds(loaded) == [L.LATE, L.VOTED, L.VOTED, L.REPLACED, L.HANDED]


async def test_computers_go_on_after_a_crash(world: World) -> None:
    """It stopped before the computer had played: whoever comes next lets it play."""
    loaded = await begun_late(world, ANN, BEN)
    match, late = loaded.record.id, the_late(loaded)

    async def fine() -> None:
        """Let the vote be."""

    async def stopped() -> None:
        raise StoreTrouble("stopped")

    world.use(Meddling(world.store, before=[fine, stopped, stopped]))
    await world.pace.late.vote(match, BEN, late.id, TURN)
    other = await world.another()
    loaded = await other.matches.look(match)
    assert (loaded.seq, loaded.people_to_act) == (1, ())
    assert await other.store.computers_due() == (match,)
    loaded = await other.service.go_on(match)
    assert [entry.actor for entry in loaded.entries] == [None, 0]
    assert loaded.people_to_act == (BEN,)


async def test_frozen_matches_keep_nobody_waiting(world: World) -> None:
    """They are put off, the others looked at."""
    frozen = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.store.freeze(frozen, frozen=True)
    assert await wait(world, days=1) == [match]
    await world.store.freeze(frozen, frozen=False)
    assert await wait(world, hours=1) == [frozen]


async def test_trouble_in_one(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """What goes wrong in one match is reported and tried again; the others are looked at."""
    bad = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id

    async def wrong() -> None:
        raise RuntimeError("out of order")

    world.use(Meddling(world.store, before=[wrong]))
    with caplog.at_level(logging.ERROR):
        assert await wait(world, days=1) == [match]
    assert f"match {bad}" in caplog.text
    assert await wait(world, hours=1) == [bad]


async def test_store_trouble(world: World) -> None:
    """Where the database fails the tick says so, and the next one does it."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id

    async def full() -> None:
        raise StoreTrouble("disk full")

    world.use(Meddling(world.store, before=[full, full]))
    with pytest.raises(StoreTrouble):
        await wait(world, days=1)
    assert await ticks(world) == [match]


async def test_many_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tick does not do everything; the next one goes on."""
    monkeypatch.setattr("bot.match.timekeeping.timekeeper.MOST", 2)
    matches = [(await world.begun(ANN, BEN, pace=Pace.DAY)).record.id for _ in range(5)]
    world.clock.time += DAY
    assert len(await world.pace.timekeeper.tick()) == 2
    assert len(await world.pace.timekeeper.tick()) == 2
    assert len(await world.pace.timekeeper.tick()) == 1
    for match in matches:
        assert kinds(await world.matches.look(match)) == [L.LATE]


@pytest.mark.parametrize("kind", ["late", "voted", "idle warned"])
async def test_nonsense_in_the_history(world: World, kind: str) -> None:
    """What nobody can have written freezes that match, as nonsense in its log does."""
    match = (await begun_late(world, ANN, BEN, CAT)).record.id
    await world.pace.late.vote(match, BEN, the_late(await world.matches.look(match)).id, SEAT)
    await wait(world, days=50)
    await wait(world, days=50)
    world.sql("UPDATE match_event SET detail = 'nonsense' WHERE kind = ?", kind)
    world.matches.drop_cached(match)
    with pytest.raises(Frozen):
        await world.matches.look(match)
    assert await wait(world, days=50) == []
