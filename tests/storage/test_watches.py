"""Watches of matches: their limits, and the matches with news."""

from dataclasses import replace

import pytest

from bot.match.core.store import Store
from bot.match.people.watching import (
    MOST,
    MOST_OF_MATCH,
    Every,
    TooManyWatched,
    TooManyWatchers,
    Watch,
    WatchStore,
)
from bot.storage.base.database import Database
from tests.storage.samples import create_running, end

pytestmark = pytest.mark.both_databases


@pytest.fixture
def watches(database: Database) -> WatchStore:
    return WatchStore(database)


async def test_match_is_due_after_an_entry_and_after_its_end(
    store: Store, watches: WatchStore
) -> None:
    match = await create_running(store)
    head = await store.head(match)
    assert head is not None
    watch = Watch(match, 13, Every.ROUND, head.seq, 0, 5)
    await watches.put(watch)
    assert await watches.due(5) == ()
    later = replace(watch, seq=head.seq - 1, look=9)
    assert await watches.change(watch, later)
    assert not await watches.change(watch, later), "it has changed meanwhile"
    assert (await watches.due(8), await watches.due(9)) == ((), (match,))
    assert await watches.change(later, replace(watch, look=6))
    assert await watches.due(99) == ()
    await store.commit(end(match))
    assert await watches.due(6) == (match,)
    assert await watches.of_match(match) == (replace(watch, look=6),)
    assert await watches.drop(match, 13)
    assert not await watches.drop(match, 13)
    assert await watches.of_user(match, 13) is None


async def test_users_and_matches_have_limits_and_a_choice_can_change(
    store: Store, watches: WatchStore
) -> None:
    matches = [await create_running(store) for _ in range(MOST + 1)]
    for match in matches[:MOST]:
        await watches.put(Watch(match, 13, Every.END, 0, 0, 5))
    with pytest.raises(TooManyWatched):
        await watches.put(Watch(matches[MOST], 13, Every.END, 0, 0, 5))
    await watches.put(Watch(matches[0], 13, Every.ROUND, 0, 0, 5))
    changed = await watches.of_user(matches[0], 13)
    assert changed is not None
    assert changed.every is Every.ROUND
    for user in range(100, 100 + MOST_OF_MATCH - 1):
        await watches.put(Watch(matches[0], user, Every.END, 0, 0, 5))
    with pytest.raises(TooManyWatchers):
        await watches.put(Watch(matches[0], 99, Every.END, 0, 0, 5))
    assert len(await watches.of_match(matches[0])) == MOST_OF_MATCH
