"""A match that moves leaves a place, until nothing of it can be pressed there."""

import pytest

from bot.match.core.store import Shown
from bot.storage.base.database import Database
from bot.storage.tables.boards import SqlLeftPlaces
from bot.storage.tables.store import SqlStore
from tests.storage.samples import begun

pytestmark = pytest.mark.both_databases

HOME, HALL, ATTIC = 81, 82, 83


async def test_left_places(store: SqlStore, database: Database) -> None:
    """All but where it is played, and where its board still is; each until it is tidied."""
    places = SqlLeftPlaces(database)
    match = await begun(store)
    await store.set_place(match, HOME)
    assert await places.of_match(match) == (), "it was nowhere before"
    assert await store.lease(match, "one", 100, 130)
    assert await store.show(match, Shown(1, 0, 0, 3, 80, HOME), "one")
    await store.set_place(match, HALL)
    assert await places.due() == (), "its board is where it was"
    await store.set_place(match, ATTIC)
    assert await places.of_match(match) == (HALL,)
    assert await store.show(match, Shown(1, 0, 0, 3, 90, ATTIC), "one")
    assert await places.due() == (match,)
    assert sorted(await places.of_match(match)) == [HOME, HALL]
    await places.tidied(match, HOME)
    await store.set_place(match, HALL)
    assert await places.of_match(match) == (), "it came back, and its board is where it was"
    assert await store.show(match, Shown(1, 0, 0, 3, 95, HALL), "one")
    assert await places.of_match(match) == (ATTIC,)
