"""Faults of processes that share shards: lost connections, stalls, pauses and wrong clocks."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.sharding.allotment import LEASE
from cogs.runtime.shard_keeper import GIVEN_UP
from tests.match.shard_lab import Lab, LabProcess

SOON = 420
"""Seconds within which a fleet gets over everything, penance included."""


async def fleet(number: int) -> Lab:
    lab = Lab()
    for _ in range(number):
        await lab.start()
    await lab.passes(60)
    assert shares(lab) == [lab.shards // number] * number
    for process in lab.processes:
        process.sessions.ended = 0
    return lab


def shares(lab: Lab) -> list[int]:
    """Return how many shards each process serves."""
    counts = Counter(map(id, lab.served().values()))
    return [counts[id(process)] for process in lab.processes]


async def test_shards_of_a_process_cut_from_discord_are_served_by_another() -> None:
    lab = await fleet(2)
    cut, other = lab.processes
    cut.sessions.is_cut = True
    await lab.passes(30)
    assert len(lab.served()) == lab.shards // 2
    assert other.ownership.serves_any, "clocks of its own servers go on"
    await lab.passes(60)
    assert set(lab.served().values()) == {other}
    assert len(lab.served()) == lab.shards
    assert (
        cut.keeper.trouble == "Discord can't be reached from here: other processes have the shards."
    )
    await lab.passes(600)
    assert shares(lab) == [0, lab.shards], "it does not get them back for a try"
    cut.sessions.is_cut = False
    await lab.passes(240)
    assert shares(lab) == [4, 4]
    assert cut.keeper.trouble is None


async def test_new_process_that_cannot_connect_takes_no_shards() -> None:
    lab = await fleet(1)
    new = await lab.start(is_cut=True)
    await lab.passes(600)
    assert shares(lab) == [lab.shards, 0]
    assert lab.sessions_ended() == 0
    new.sessions.is_cut = False
    await lab.passes(60)
    assert shares(lab) == [4, 4]


async def test_process_keeps_its_shards_if_discord_serves_no_other() -> None:
    lab = await fleet(2)
    for process in lab.processes:
        process.sessions.is_cut = True
    await lab.passes(900)
    assert sorted(lab.database.holders()) == [*range(lab.shards)]
    lab.processes[0].sessions.is_cut = False
    await lab.passes(15)
    lab.processes[1].sessions.is_cut = False
    await lab.passes(10)
    assert shares(lab) == [4, 4]
    assert lab.sessions_ended() == 0, "all go on where they were"


async def test_all_processes_report_a_shard_that_none_can_connect() -> None:
    lab = await fleet(2)
    for process in lab.processes:
        process.sessions.broken = frozenset((3,))
        process.sessions.connected -= {3}
    reports = set[tuple[str, ...]]()
    for _ in range(60):
        await lab.passes(5)
        assert len(lab.served()) == lab.shards - 1, "all others are served"
        reports |= {process.keeper.remarks for process in lab.processes}
    assert ("Nobody holds shards 3.",) in reports
    assert ("Shard 3 is held and not connected.",) in reports
    assert all(process.keeper.remarks for process in lab.processes)


async def test_process_whose_requests_fail_gives_up_its_shards() -> None:
    lab = await fleet(2)
    process, other = lab.processes
    process.keeper.rest_silence = lambda: 61.0
    await lab.passes(30)
    assert set(lab.database.holders().values()) == {other.keeper.process}
    process.keeper.rest_silence = lambda: 0.0
    await lab.passes(60)
    assert shares(lab) == [4, 4]


@pytest.mark.parametrize("is_stuck", [True, False], ids=["stuck", "failing"])
@pytest.mark.parametrize("seconds", [10, 18, 22, 25, 40])
async def test_stall_of_the_database_moves_no_shard(seconds: int, is_stuck: bool) -> None:
    lab = await fleet(2)
    before = lab.database.holders()
    lab.is_stuck, lab.database.is_away = is_stuck, not is_stuck
    await lab.passes(seconds)
    lab.is_stuck = lab.database.is_away = False
    await lab.passes(60)
    assert lab.database.holders() == before
    assert lab.sessions_ended() == 0
    assert shares(lab) == [4, 4]


async def test_shards_of_a_dead_process_are_taken_within_25_seconds() -> None:
    lab = await fleet(4)
    dead = lab.processes.pop()
    lost = dead.ownership.held
    await lab.passes(25)
    assert dead.keeper.process not in lab.database.holders().values()
    await lab.passes(5)
    assert lost <= lab.served().keys()


@pytest.mark.parametrize("seconds", [-600, -30, 30, 600])
async def test_process_with_a_wrong_clock_gives_its_shards_to_another(seconds: int) -> None:
    lab = await fleet(2)
    wrong = lab.processes[0]
    wrong.clock.skew = seconds
    await lab.passes(45)
    assert shares(lab) == [0, lab.shards]
    remark = wrong.keeper._store.clock.remark
    assert remark is not None
    assert f"{abs(seconds) - (seconds < 0)} seconds" in remark
    assert "Because of this machine's clock, this process holds no shards." in wrong.keeper.remarks
    wrong.clock.skew = 0
    await lab.passes(30)
    assert shares(lab) == [4, 4]
    assert wrong.keeper._store.clock.remark is None


@pytest.mark.parametrize("seconds", [-4, 4])
async def test_clocks_four_seconds_apart_are_reported_and_harmless(seconds: int) -> None:
    lab = await fleet(2)
    lab.processes[0].clock.skew = seconds
    await lab.passes(120)
    assert lab.processes[0].keeper._store.clock.remark is not None
    assert shares(lab) == [4, 4]
    assert lab.sessions_ended() == 0


async def test_processes_serve_without_lateness_if_every_clock_differs_from_the_database() -> None:
    """The database's clock is the wrong one then."""
    lab = await fleet(2)
    for process in lab.processes:
        process.clock.skew = 90
    await lab.passes(120)
    assert sorted(lab.database.holders()) == [*range(lab.shards)]
    assert all(process.ownership.held for process in lab.processes)
    assert not any(process.ownership.serves_any for process in lab.processes)


EVENTS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["start", "start cut"]), st.integers(0, 3)),
        st.tuples(st.sampled_from(["cut", "mend", "die", "pause"]), st.integers(0, 3)),
        st.tuples(st.sampled_from(["skew", "stuck", "away", "wait"]), st.integers(1, 60)),
    ),
    max_size=12,
)


@given(EVENTS)
async def test_every_shard_is_soon_served_by_a_healthy_process(
    events: list[tuple[str, int]],
) -> None:
    """No shard ever has two owners, and later faults don't matter."""
    lab = Lab()
    await lab.start()
    for name, number in events:
        await happen(lab, name, number)
        await lab.passes(5)
    await lab.passes(SOON)
    healthy = [process for process in lab.processes if process.can_serve]
    if not healthy:
        return
    served = lab.served()
    assert sorted(served) == [*range(lab.shards)]
    assert all(process in healthy for process in served.values())
    counts = Counter(map(id, served.values()))
    assert max(counts.values()) <= -(-lab.shards // len(healthy))


async def happen(lab: Lab, name: str, number: int) -> None:
    if name.startswith("start"):
        if len(lab.processes) < 4:
            await lab.start(is_cut=name.endswith("cut"))
    elif name == "wait":
        await lab.passes(number)
    elif name in ("stuck", "away"):
        lab.is_stuck, lab.database.is_away = name == "stuck", name == "away"
        await lab.passes(number)
        lab.is_stuck = lab.database.is_away = False
    elif lab.processes:
        await strike(lab, lab.processes[number % len(lab.processes)], name, number)


async def strike(lab: Lab, process: LabProcess, name: str, number: int) -> None:
    if name in ("cut", "mend"):
        process.sessions.is_cut = name == "cut"
    elif name == "die":
        lab.processes.remove(process)
    elif name == "pause":
        process.paused_until = lab.time + LEASE * number
    else:
        process.clock.skew = (number % 3 - 1) * number


async def test_process_ends_its_sessions_when_the_database_stays_away() -> None:
    lab = await fleet(1)
    lab.database.is_away = True
    await lab.passes(int(GIVEN_UP) - 10)
    assert lab.sessions_ended() == 0
    assert not lab.processes[0].ownership.lasts
    await lab.passes(20)
    assert lab.sessions_ended() == lab.shards
