"""Faults of the Projector that the simulation has found, step by step."""

import asyncio
from collections.abc import Iterator

import pytest

from bot.match.people.messages import MessageKind, MessageRow
from tests.simulation.kinds import FOLLOWING, Following, Subject
from tests.simulation.loop import Choices
from tests.simulation.scenario import Run


@pytest.fixture
def run() -> Iterator[Run]:
    run = Run(Choices(1))
    run.disk.is_slow = False
    yield run
    run.finish()


def begun(run: Run, number: int = FOLLOWING) -> Subject:
    subject = run.add(number, MessageKind.OVERVIEW)
    run.start()
    run.change(subject)
    return subject


def test_lease_that_ends_with_the_record_interrupts_nothing(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished: list[int] = []

    async def posted(_: Following, row: MessageRow) -> None:
        await asyncio.sleep(3)  # the lease would be renewed every second
        assert row.message is not None
        finished.append(row.message)

    monkeypatch.setattr(Following, "posted", posted)
    begun(run)
    run.loop.run(run.loop.now + 10)
    assert finished == list(run.model.messages)
