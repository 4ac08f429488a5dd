"""Faults of the Projector that the simulation has found, step by step."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.match.people.messages import MessageKind, MessageRow
from tests.simulation.discord_model import NO_ACCESS
from tests.simulation.kinds import ANN, FOLLOWING, SAID, Following, Subject
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


def test_history_that_nobody_may_see_is_not_empty(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = begun(run, SAID)
    until(run, lambda: bool(run.model.messages))
    run.current[0].kill()
    run.loop.run(run.loop.now + 400)  # Discord forgets the nonce
    run.model.refused[subject.place] = NO_ACCESS
    history = run.model.history

    def allowed_just_afterwards(place: int, limit: int) -> list[Any]:
        try:
            return history(place, limit)
        finally:
            run.model.refused.clear()

    monkeypatch.setattr(run.model, "history", allowed_just_afterwards)
    run.start(0)
    run.loop.run(run.loop.now + 10)
    run.settle()
    assert run.model.pings == {(ANN, subject.text): 1}


def test_message_deleted_before_its_record_is_posted_again(run: Run) -> None:
    subject = begun(run)
    until(run, lambda: bool(run.model.messages))
    (message,) = run.model.messages.values()
    run.model.delete(message)
    run.current[0].deleted(message.id)
    run.loop.run(run.loop.now + 100)
    assert [shown.text for shown in run.model.messages.values()] == [subject.text]


def until(run: Run, is_reached: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if is_reached():
            return
        run.loop.run(run.loop.now + 0.01)
    raise AssertionError("it is never reached")
