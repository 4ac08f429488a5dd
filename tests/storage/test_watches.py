"""Watches of matches: their limits, and the news."""

from dataclasses import replace

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.people.messages import MessageKind, MessageStore
from bot.match.people.watching import (
    MOST,
    MOST_OF_MATCH,
    Every,
    TooManyWatched,
    TooManyWatchers,
    Watch,
    WatchStore,
)
from bot.match.values.errors import MatchOver
from bot.storage.base.database import Database
from tests.storage.samples import create_running, end

pytestmark = pytest.mark.both_databases


@pytest.fixture
def watches(database: Database) -> WatchStore:
    return WatchStore(database)


@pytest.fixture
def messages(database: Database) -> MessageStore:
    return MessageStore(database)


async def news(messages: MessageStore) -> list[tuple[int, int, int]]:
    """Return receiver, versions shown and versions wanted of each due message."""
    rows = [row for row in await messages.due(5) if row.key.kind is MessageKind.WATCH]
    return [(row.key.receiver, row.shown, row.wanted) for row in rows]


async def test_commit_that_ends_a_round_or_the_match_writes_the_news(
    store: Store, watches: WatchStore, messages: MessageStore
) -> None:
    match = await create_running(store)
    await watches.put(Watch(match, 13, Every.ROUND))
    await watches.put(Watch(match, 14, Every.END))
    await store.commit(Change(match, 1, 3))
    assert await news(messages) == []
    await store.commit(Change(match, 1, 3, rounds_before=2))
    assert await news(messages) == [(13, 2, 3)]
    await store.commit(Change(match, 1, 3, rounds_before=3))
    assert await news(messages) == [(13, 2, 4)]
    await store.commit(replace(end(match), rounds_before=4))
    assert sorted(await news(messages)) == [(13, 2, 5), (14, 4, 5)]
    assert await watches.of_match(match) == ()
    with pytest.raises(MatchOver):
        await watches.put(Watch(match, 13, Every.END))


async def test_another_choice_or_the_end_of_a_watch_takes_its_news_back(
    store: Store, watches: WatchStore, messages: MessageStore
) -> None:
    match = await create_running(store)
    for change in (
        lambda: watches.put(Watch(match, 13, Every.END)),
        lambda: watches.drop(match, 13),
    ):
        await watches.put(Watch(match, 13, Every.ROUND))
        await store.commit(Change(match, 1, 3, rounds_before=2))
        assert await news(messages) == [(13, 2, 3)]
        await change()
        assert await news(messages) == []
    assert not await watches.drop(match, 13)
    assert await watches.of_user(match, 13) is None


async def test_users_and_matches_have_limits_and_a_choice_can_change(
    store: Store, watches: WatchStore
) -> None:
    matches = [await create_running(store) for _ in range(MOST + 1)]
    for match in matches[:MOST]:
        await watches.put(Watch(match, 13, Every.END))
    with pytest.raises(TooManyWatched):
        await watches.put(Watch(matches[MOST], 13, Every.END))
    await watches.put(Watch(matches[0], 13, Every.ROUND))
    changed = await watches.of_user(matches[0], 13)
    assert changed is not None
    assert changed.every is Every.ROUND
    for user in range(100, 100 + MOST_OF_MATCH - 1):
        await watches.put(Watch(matches[0], user, Every.END))
    with pytest.raises(TooManyWatchers):
        await watches.put(Watch(matches[0], 99, Every.END))
    assert len(await watches.of_match(matches[0])) == MOST_OF_MATCH
