"""The match store, checked against the guarantees of bot.match.ports."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.records import Head, LogEntry, Press
from bot.match.log.store_errors import Conflict, PressedBefore
from engine.core.types import Entry
from tests.cards import post_card
from tests.storage.samples import (
    ASKED,
    ENDED,
    GUILD,
    LOG,
    NEW,
    SEED,
    STARTED,
    create_open,
    create_running,
    on_disk,
)

pytestmark = pytest.mark.both_databases


async def test_matches_are_numbered_and_stored_as_requested(store: Store, path: Path) -> None:
    record = await store.create(NEW, ASKED)
    assert (record.id, record.game, record.rules, record.seats) == (1, "toy", 3, 2)
    assert (record.seed, record.guild, record.channel) == (SEED, GUILD, 55)
    assert (record.created, record.expires) == (1000, 2000)
    assert (record.place, record.invitation) == (None, None)
    assert (await store.create(NEW, ASKED)).id == 2
    assert on_disk(path, "SELECT id, seed, events FROM match") == [(1, SEED, 2), (2, SEED, 2)]


async def test_load_returns_everything_stored_or_none(store: Store) -> None:
    match = await create_running(store)
    stored = await store.load(match)
    assert stored is not None
    assert stored.record.seed == SEED
    assert stored.events == (*ASKED, STARTED)
    assert stored.log == LOG[:1]
    assert await store.load(99) is None


async def test_ids_of_63_bits_can_be_stored(store: Store) -> None:
    """Discord's ids have up to 64 bits; SQLite's integers are signed."""
    large = 2**63 - 1
    match = await create_open(store, guild=large, channel=large)
    await store.set_place(match, large)
    stored = await store.load(match)
    assert stored is not None
    assert (stored.record.guild, stored.record.place) == (large, large)


async def test_head_shows_each_kind_of_change(store: Store) -> None:
    match = await create_open(store)
    assert await store.head(match) == Head(0, 2, None, None)
    await post_card(store, match, 66)
    assert await store.head(match) == Head(0, 2, None, 66)
    await store.commit(Change(match, 0, 2, LOG, (STARTED,)))
    await store.set_place(match, 77)
    assert await store.head(match) == Head(2, 3, 77, 66)
    assert await store.head(99) is None


async def test_match_has_its_post_or_returns_to_its_channel(store: Store) -> None:
    match, other = await create_open(store, forum=50), await create_open(store, forum=50)
    assert await store.head(match) == Head(0, 2, None, None, forum=50)
    await post_card(store, match, 66)
    assert await store.head(match) == Head(0, 2, 66, 66, forum=50)
    assert await store.channel_of_post(66) == 55
    assert await store.channel_of_post(55) is None
    await store.commit(Change(match, 0, 2, LOG, (STARTED,)))
    assert await store.of_forum(50) == ((match, 66),)
    assert await store.channels(GUILD) == (50,)
    for number in (match, other):
        await store.drop_forum(number)
    heads = [await store.head(number) for number in (match, other)]
    assert [head and head.forum for head in heads] == [50, None], "a match keeps its post"


async def test_entries_and_their_press_are_committed_together(store: Store, path: Path) -> None:
    match = await create_running(store)
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
    """Return everything that a commit can change."""
    tables = ("match", "log", "match_event", "press", "holder", "result")
    return [on_disk(path, f"SELECT * FROM {table}") for table in tables]  # noqa: S608 - our own names


@pytest.mark.parametrize(("seq", "n"), [(0, 3), (2, 3), (1, 2), (1, 4)])
async def test_change_of_an_outdated_state_conflicts_and_is_not_stored(
    store: Store, path: Path, seq: int, n: int
) -> None:
    match = await create_running(store)
    before = history(path)
    entry = LogEntry(Entry(seq, 0, "add 1"), "cccc", 1003)
    with pytest.raises(Conflict):
        await store.commit(
            Change(match, seq, n, (entry,), (replace(ENDED, n=n),), Press(1, match, seq, 1))
        )
    assert history(path) == before


async def test_change_of_an_unknown_match_conflicts(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.commit(Change(99, 0, 0))


async def test_repeated_interaction_raises_pressed_before(store: Store) -> None:
    match = await create_running(store)
    press = Press(4242, match, 1, 1)
    await store.commit(Change(match, 1, 3, LOG[1:], press=press))
    for seq in (1, 2):
        entry = LogEntry(Entry(seq, 1, "add 2"), "cccc", 1003)
        with pytest.raises(PressedBefore) as caught:
            await store.commit(Change(match, seq, 3, (entry,), press=Press(4242, match, seq, 1)))
        assert caught.value.press == press
    assert await store.head(match) == Head(2, 3, None, None)


async def test_place_and_invitation_are_on_disk_immediately(store: Store, path: Path) -> None:
    match = await create_open(store)
    await store.set_place(match, 70)
    await post_card(store, match, 71)
    assert on_disk(path, "SELECT place, invitation FROM match") == [(70, 71)]
    stored = await store.load(match)
    assert stored is not None
    assert (stored.record.place, stored.record.invitation) == (70, 71)


async def test_only_a_lease_owner_can_record_what_is_shown(store: Store, path: Path) -> None:
    match = await create_running(store)
    assert await store.progress(match) == BoardProgress(-1, 0, 0, 0, None, None)
    shown = BoardProgress(1, 1, 2, 3, 80, 81)
    assert not await store.note_shown(match, shown, "one"), "recording needs a lease"
    assert await store.progress(match) == BoardProgress(-1, 0, 0, 0, None, None)
    assert await store.lease(match, "one", 100, 130)
    assert await store.note_shown(match, shown, "one")
    assert await store.progress(match) == shown
    stored = on_disk(path, "SELECT message, place, detail FROM message WHERE kind = 'board'")
    details = '{"seq": 1, "base": 1, "rounds": 2, "events": 3, "called": 0}'
    assert stored == [(80, 81, details)]
