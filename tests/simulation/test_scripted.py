"""Faults of the Projector that the simulation has found, step by step."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.match.people.messages import MessageKey, MessageKind, MessageRow, MessageStore
from cogs.runtime.projector import Wanted
from tests.simulation.discord_model import NO_ACCESS, PartialMessage
from tests.simulation.kinds import ANN, FOLLOWING, SAID, Following, Said, Subject
from tests.simulation.loop import Choices
from tests.simulation.scenario import Run


@pytest.fixture
def run(request: pytest.FixtureRequest) -> Iterator[Run]:
    run = Run(Choices(getattr(request, "param", 1)))
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
    assert shown(run) == [subject.text]


def test_copy_of_a_deleted_message_is_found(run: Run) -> None:
    subject = begun(run)
    until(run, lambda: run.rows()[FOLLOWING].message is not None)
    (message,) = run.model.messages.values()
    run.model.delete(message)
    run.change(subject)
    until(run, lambda: bool(run.model.messages))
    run.current[0].kill()
    run.start(0)
    run.current[0].deleted(message.id)
    run.settle()
    assert shown(run) == [subject.text]


def test_message_that_arrives_after_the_search_shows_the_newest_state(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = begun(run)
    until(run, lambda: bool(run.model.messages))
    run.current[0].kill()
    run.change(subject)
    monkeypatch.setattr(run.model, "history", lambda *_: [])
    run.start(0)
    run.settle()
    assert shown(run) == [subject.text]


@pytest.mark.parametrize("run", range(8), indirect=True)
def test_process_that_was_suspended_does_not_post(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, renew = Said.wanted, MessageStore.renew

    async def slowly(kind: Said, row: MessageRow) -> Wanted | None:
        decided = await wanted(kind, row)
        await asyncio.sleep(1)
        return decided

    async def late(store: MessageStore, key: MessageKey, owner: str, until: int) -> bool:
        await asyncio.sleep(1)
        return await renew(store, key, owner, until)

    monkeypatch.setattr(Said, "wanted", slowly)
    monkeypatch.setattr(MessageStore, "renew", late)
    subject = begun(run, SAID)
    run.loop.run(run.loop.now + 0.5)
    run.current[0].freeze()
    run.start()
    run.loop.run(run.loop.now + 400)  # Discord forgets the nonce
    run.current[0].thaw()
    run.settle()
    assert run.model.pings == {(ANN, subject.text): 1}


def test_edit_of_a_suspended_process_is_repaired(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    edit = PartialMessage.edit

    async def limited(message: PartialMessage, *, view: Any, **more: Any) -> None:
        await asyncio.sleep(2)  # discord.py waits out a limit
        await edit(message, view=view, **more)

    monkeypatch.setattr(PartialMessage, "edit", limited)
    subject = begun(run)
    run.loop.run(run.loop.now + 10)
    run.change(subject)
    until(run, lambda: run.rows()[FOLLOWING].owner is not None)
    run.loop.run(run.loop.now + 0.5)
    run.current[0].freeze()
    run.change(subject)
    run.start()
    run.loop.run(run.loop.now + 30)
    assert shown(run) == [subject.text]
    run.current[0].thaw()
    run.settle()
    assert shown(run) == [subject.text]


def shown(run: Run) -> list[str]:
    return [message.text for message in run.model.messages.values()]


def until(run: Run, is_reached: Callable[[], bool]) -> None:
    for _ in range(10_000):
        if is_reached():
            return
        run.loop.run(run.loop.now + 0.01)
    raise AssertionError("it is never reached")
