"""Work that must never end is restarted, and health checks learn about its failures."""

import asyncio

import pytest

from cogs.runtime.supervisor import FIRST, LONGEST, RECOVERED, Supervisor


class Hours:
    """A clock, and sleeps that move it."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def supervisor(hours: Hours) -> Supervisor:
    return Supervisor(hours.now, hours.sleep)


async def test_failed_work_is_restarted_after_growing_pauses(
    supervisor: Supervisor, hours: Hours, caplog: pytest.LogCaptureFixture
) -> None:
    """A long success resets the pause; a normal end stops the work."""
    lasted = [0.0] * 9 + [RECOVERED] + [0.0]

    async def work() -> None:
        if lasted:
            hours.time += lasted.pop(0)
            raise KeyError("a bug")

    await supervisor.keep("round", work, vital=60)
    first = [FIRST, 2.0, 4.0, 8.0, 16.0, 32.0, LONGEST, LONGEST, LONGEST]
    assert hours.slept == [*first, FIRST, 2.0]
    assert caplog.text.count("The round failed; restarting it") == 11
    assert caplog.text.count("Traceback") == 11
    assert supervisor.trouble() is None, "it is done"


async def test_vital_work_must_report_regularly(supervisor: Supervisor, hours: Hours) -> None:
    going = asyncio.Event()

    async def work() -> None:
        await going.wait()

    task = supervisor.keep("round", work, vital=80)
    hours.time = 80
    assert supervisor.trouble() is None
    hours.time = 81
    assert supervisor.trouble() == "The round is stuck: it has not reported success for 81 seconds."
    supervisor.well("round")
    assert supervisor.trouble() is None
    supervisor.wrong("round", KeyError("a bug"))
    assert supervisor.trouble() is None, "one failure is tolerated"
    hours.time = 200
    assert supervisor.trouble() == "The round has failed for 119 seconds: KeyError('a bug')."
    remark = "The round failed and was restarted: KeyError('a bug')."
    assert supervisor.remarks() == (remark,)
    supervisor.well("round")
    assert supervisor.trouble() is None
    assert supervisor.remarks() == (remark,), "it can fail again"
    hours.time = 81 + RECOVERED
    assert supervisor.remarks() == ()
    going.set()
    await task


async def test_failure_of_other_work_is_only_a_remark_for_a_while(
    supervisor: Supervisor, hours: Hours
) -> None:
    going = asyncio.Event()
    once = [OSError("no room")]

    async def work() -> None:
        if once:
            raise once.pop()
        await going.wait()

    task = supervisor.keep("making of backups", work)
    await asyncio.sleep(0)
    hours.time = 100
    assert supervisor.trouble() is None
    remark = "The making of backups failed and was restarted: OSError('no room')."
    assert supervisor.remarks() == (remark,)
    hours.time = RECOVERED + 1
    assert supervisor.remarks() == ()
    going.set()
    await task
