"""What single parts tell an observer, and that shared work belongs to no single answer."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from bot.match.log.store_errors import StoreTrouble
from bot.observing.answer import Answer, current, working_for
from bot.observing.observer import Observer
from bot.storage.base.group_writer import GroupWriter, NotBegun, Waiting
from cogs.base.custom_id_families import FAMILIES, VERSION, name_of
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.queue import DrawingQueue
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.supervisor import Supervisor


class Heard(Observer):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def committed(self, changes: int, seconds: float, *, durable: bool) -> None:
        """Remember it."""
        assert seconds >= 0
        self.told.append(("committed", changes, durable))

    def not_committed(self, changes: int) -> None:
        """Remember it."""
        self.told.append(("not committed", changes))

    def commit_repeated(self) -> None:
        """Remember it."""
        self.told.append(("repeated",))

    def picture_drawn(self, picture: str, queue: str, waited: float, seconds: float) -> None:
        """Remember it."""
        assert min(waited, seconds) >= 0
        self.told.append((picture, queue))

    def picture_failed(self, picture: str, queue: str) -> None:
        """Remember it."""
        self.told.append(("failed", picture, queue))

    def task_failed(self, task: str) -> None:
        """Remember it."""
        self.told.append(("task", task))


class Writer(GroupWriter):
    """Does what it is told, and notes for which answers it works."""

    def __init__(self, *errors: Exception) -> None:
        super().__init__()
        self.observer = self.heard = Heard()
        self.errors = list(errors)
        self.answers: list[Answer | None] = []
        self.lengths: list[int] = []

    async def _transaction(self, batch: Sequence[Waiting]) -> list[Any]:
        self.answers.append(current())
        self.lengths.append(len(self))
        if self.errors:
            raise self.errors.pop(0)
        return [None for _ in batch]


async def test_commits() -> None:
    """How many changes shared one, and whether it waited for the disk; for nobody in particular."""
    writer = Writer()
    with working_for(Answer("button", "move", 5, 900)):
        await asyncio.gather(
            writer.write(print, durable=False), writer.write(print), writer.write(print)
        )
        await writer.write(print, durable=False)
    assert writer.heard.told == [("committed", 3, True), ("committed", 1, False)]
    assert writer.answers == [None, None]
    assert writer.lengths == [3, 1]
    await writer.close()
    assert len(writer) == 0


async def test_commits_that_fail() -> None:
    """One that could not begin is tried again; what is not kept is counted."""
    writer = Writer(NotBegun(OSError("busy")), OSError("disk full"))
    with pytest.raises(StoreTrouble):
        await writer.write(print)
    assert writer.heard.told == [("repeated",), ("not committed", 1)]


def draws(what: str) -> str:
    """Stands for a picture."""
    if not what:
        raise ValueError("nothing to draw")
    return what


async def test_pictures() -> None:
    """By the function that draws, and the queue in which it waited."""
    heard = Heard()
    queue = DrawingQueue(ThreadArtist(), "boards", heard)
    waiting = asyncio.gather(*(queue.draw(partial(draws, "a board")) for _ in range(2)))
    await asyncio.sleep(0)
    assert len(queue) == 2
    assert await waiting == ["a board"] * 2
    with pytest.raises(ValueError, match="nothing"):
        await queue.draw(partial(draws, ""))
    assert heard.told == [("draws", "boards")] * 2 + [("failed", "draws", "boards")]
    assert len(queue) == 0


async def test_work_in_the_background_belongs_to_no_answer() -> None:
    """What an interaction has begun and does not wait for is logged without it."""
    found: list[Answer | None] = []

    async def work() -> None:
        found.append(current())

    queues = GuildQueues()
    with working_for(Answer("button", "move", 5, 900)):
        queues.begin("work", 900, work)
        await queues.idle()
    assert found == [None]


async def test_failed_tasks() -> None:
    """Each time one is restarted."""
    heard, tries = Heard(), 0

    async def rest(_: float) -> None:
        pass

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise OSError("no")

    await Supervisor(sleep=rest, observer=heard).keep("reading", work)
    assert heard.told == [("task", "reading")] * 2


def test_families_are_known_by_their_beginning() -> None:
    """In both versions, and anything else has no name."""
    for family in FAMILIES:
        assert name_of(f"{VERSION}:{family.name}:1:2") == family.name
        if family.before is not None:
            assert name_of(f"{family.before}:1:2") == family.name
    assert name_of("3:move:1:2") == name_of("") == name_of("2:dance") == "unknown"
