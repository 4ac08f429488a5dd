"""What the store keeps of one match, against what bot.match.ports promises."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.match.core.store import Change, Shown
from bot.match.log.records import Head, LogEntry, Press
from bot.match.log.store_errors import Conflict, PressedBefore
from bot.storage.tables.store import SqlStore
from engine.core.types import Entry
from tests.storage.samples import (
    ASKED,
    ENDED,
    GUILD,
    LOG,
    NEW,
    SEED,
    STARTED,
    begun,
    on_disk,
    opened,
)

pytestmark = pytest.mark.both_databases


async def test_create(store: SqlStore, path: Path) -> None:
    """Numbers count up; the record is what was decided."""
    record = await store.create(NEW, ASKED)
    assert (record.id, record.game, record.rules, record.seats) == (1, "toy", 3, 2)
    assert (record.seed, record.guild, record.channel) == (SEED, GUILD, 55)
    assert (record.created, record.expires) == (1000, 2000)
    assert (record.place, record.invitation) == (None, None)
    assert (await store.create(NEW, ASKED)).id == 2
    assert on_disk(path, "SELECT id, seed, events FROM match") == [(1, SEED, 2), (2, SEED, 2)]


async def test_load(store: SqlStore) -> None:
    """All of it as it was given; None for a number that was never given."""
    match = await begun(store)
    stored = await store.load(match)
    assert stored is not None
    assert stored.record.seed == SEED
    assert stored.events == (*ASKED, STARTED)
    assert stored.log == LOG[:1]
    assert await store.load(99) is None


async def test_large_numbers(store: SqlStore) -> None:
    """Discord's ids have up to 64 bits, of which SQLite's numbers hold 63."""
    large = 2**63 - 1
    match = await opened(store, guild=large, channel=large)
    await store.set_place(match, large)
    stored = await store.load(match)
    assert stored is not None
    assert (stored.record.guild, stored.record.place) == (large, large)


async def test_head(store: SqlStore) -> None:
    """Everything by which a copy in memory can be behind."""
    match = await opened(store)
    assert await store.head(match) == Head(0, 2, None, None)
    await store.set_invitation(match, 66)
    assert await store.head(match) == Head(0, 2, None, 66)
    await store.commit(Change(match, 0, 2, LOG, (STARTED,)))
    await store.set_place(match, 77)
    assert await store.head(match) == Head(2, 3, 77, 66)
    assert await store.head(99) is None


async def test_commit_and_press(store: SqlStore, path: Path) -> None:
    """Entries, events and the press that made them are one; the press is found again."""
    match = await begun(store)
    press = Press(4242, match, 1, 1)
    assert await store.press(4242) is None
    await store.commit(Change(match, 1, 3, LOG[1:], press=press))
    assert await store.press(4242) == press
    assert on_disk(path, "SELECT seq, actor, token, digest, at FROM log ORDER BY seq") == [
        (0, None, "roll 3", "aaaa", 1001),
        (1, 0, "add 1", "bbbb", 1002),
    ]
    assert on_disk(path, "SELECT * FROM press") == [(4242, match, 1, 1)]


def history(path: Path) -> list[list[tuple[Any, ...]]]:
    """All that a commit may change."""
    tables = ("match", "log", "match_event", "press", "holder", "result")
    return [on_disk(path, f"SELECT * FROM {table}") for table in tables]  # noqa: S608 - our own names


@pytest.mark.parametrize(("seq", "n"), [(0, 3), (2, 3), (1, 2), (1, 4)])
async def test_conflict(store: SqlStore, path: Path, seq: int, n: int) -> None:
    """Whoever decided on another moment is told so, and nothing is kept."""
    match = await begun(store)
    before = history(path)
    entry = LogEntry(Entry(seq, 0, "add 1"), "cccc", 1003)
    with pytest.raises(Conflict):
        await store.commit(
            Change(match, seq, n, (entry,), (replace(ENDED, n=n),), Press(1, match, seq, 1))
        )
    assert history(path) == before


async def test_conflict_without_a_match(store: SqlStore) -> None:
    """There is nothing to append to."""
    with pytest.raises(Conflict):
        await store.commit(Change(99, 0, 0))


async def test_pressed_before(store: SqlStore) -> None:
    """A counted interaction says what it did, even where the log has moved on."""
    match = await begun(store)
    press = Press(4242, match, 1, 1)
    await store.commit(Change(match, 1, 3, LOG[1:], press=press))
    for seq in (1, 2):
        entry = LogEntry(Entry(seq, 1, "add 2"), "cccc", 1003)
        with pytest.raises(PressedBefore) as caught:
            await store.commit(Change(match, seq, 3, (entry,), press=Press(4242, match, seq, 1)))
        assert caught.value.press == press
    assert await store.head(match) == Head(2, 3, None, None)


async def test_place_and_invitation(store: SqlStore, path: Path) -> None:
    """On disk when they return."""
    match = await opened(store)
    await store.set_place(match, 70)
    await store.set_invitation(match, 71)
    assert on_disk(path, "SELECT place, invitation FROM match") == [(70, 71)]
    stored = await store.load(match)
    assert stored is not None
    assert (stored.record.place, stored.record.invitation) == (70, 71)


async def test_shown(store: SqlStore, path: Path) -> None:
    """Nothing at first, then what was noted."""
    match = await begun(store)
    assert await store.shown(match) == Shown(-1, 0, 0, 0, None, None)
    shown = Shown(1, 1, 2, 3, 80, 81)
    assert not await store.show(match, shown, "one"), "who has no lease notes nothing"
    assert await store.shown(match) == Shown(-1, 0, 0, 0, None, None)
    assert await store.lease(match, "one", 100, 130)
    assert await store.show(match, shown, "one")
    assert await store.shown(match) == shown
    columns = "shown_seq, shown_base, shown_rounds, shown_events, shown_message, shown_place"
    assert on_disk(path, f"SELECT {columns} FROM match") == [(1, 1, 2, 3, 80, 81)]  # noqa: S608 - our own names
