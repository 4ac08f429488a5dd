"""Events that single parts report, and shared work that belongs to no answer."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.observing.answer import MeasuredAnswer, current, working_for
from bot.observing.observer import Observer
from bot.storage.base.group_writer import GroupWriter, NotBegun, Waiting
from cogs.base.custom_id_families import FAMILIES, VERSION, name_of
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.queue import DrawingQueue
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.supervisor import Supervisor


class RecordingObserver(Observer):
    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []

    def committed(self, changes: int, seconds: float, *, durable: bool) -> None:
        assert seconds >= 0
        self.events.append(("committed", changes, durable))

    def not_committed(self, changes: int) -> None:
        self.events.append(("not committed", changes))

    def commit_repeated(self) -> None:
        self.events.append(("repeated",))

    def picture_drawn(self, picture: str, queue: str, waited: float, seconds: float) -> None:
        assert min(waited, seconds) >= 0
        self.events.append((picture, queue))

    def picture_failed(self, picture: str, queue: str) -> None:
        self.events.append(("failed", picture, queue))

    def task_failed(self, task: str) -> None:
        self.events.append(("task", task))


class Writer(GroupWriter):
    """A writer that raises the given errors, and records the answers for which it works."""

    def __init__(self, *errors: Exception) -> None:
        super().__init__()
        self.observer = self.recorded = RecordingObserver()
        self.errors = list(errors)
        self.answers: list[MeasuredAnswer | None] = []
        self.lengths: list[int] = []

    async def _transaction(self, batch: Sequence[Waiting]) -> list[Any]:
        self.answers.append(current())
        self.lengths.append(len(self))
        if self.errors:
            raise self.errors.pop(0)
        return [None for _ in batch]


async def test_commit_reports_its_changes_and_belongs_to_no_answer() -> None:
    writer = Writer()
    with working_for(MeasuredAnswer("button", "move", 5, 900)):
        await asyncio.gather(
            writer.write(print, durable=False), writer.write(print), writer.write(print)
        )
        await writer.write(print, durable=False)
    assert writer.recorded.events == [("committed", 3, True), ("committed", 1, False)]
    assert writer.answers == [None, None]
    assert writer.lengths == [3, 1]
    await writer.close()
    assert len(writer) == 0


async def test_failed_commits_are_counted_and_unstarted_ones_repeated() -> None:
    writer = Writer(NotBegun(OSError("busy")), OSError("disk full"))
    with pytest.raises(StoreTrouble):
        await writer.write(print)
    assert writer.recorded.events == [("repeated",), ("not committed", 1)]


def draws(subject: str) -> str:
    """Return in place of a picture."""
    if not subject:
        raise ValueError("nothing to draw")
    return subject


async def test_picture_reports_its_function_and_queue() -> None:
    observer = RecordingObserver()
    queue = DrawingQueue(ThreadArtist(), "boards", observer)
    waiting = asyncio.gather(*(queue.draw(partial(draws, "a board")) for _ in range(2)))
    await asyncio.sleep(0)
    assert len(queue) == 2
    assert await waiting == ["a board"] * 2
    with pytest.raises(ValueError, match="nothing"):
        await queue.draw(partial(draws, ""))
    assert observer.events == [("draws", "boards")] * 2 + [("failed", "draws", "boards")]
    assert len(queue) == 0


async def test_background_work_belongs_to_no_answer() -> None:
    """Its lines are logged without the interaction that started it."""
    answers: list[MeasuredAnswer | None] = []

    async def work() -> None:
        answers.append(current())

    queues = GuildQueues()
    with working_for(MeasuredAnswer("button", "move", 5, 900)):
        queues.begin("work", 900, work)
        await queues.idle()
    assert answers == [None]


async def test_each_failure_of_a_task_is_reported() -> None:
    observer, tries = RecordingObserver(), 0

    async def skip_sleep(_: float) -> None:
        pass

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise OSError("no")

    await Supervisor(sleep=skip_sleep, observer=observer).keep("reading", work)
    assert observer.events == [("task", "reading")] * 2


def test_custom_id_family_is_recognized() -> None:
    for family in FAMILIES:
        assert name_of(f"{VERSION}:{family.name}:1:2") == family.name
    for other in ("3:move:1:2", "s1:1:2", "", "2:dance"):
        assert name_of(other) == "unknown"
