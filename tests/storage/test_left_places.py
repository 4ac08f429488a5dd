"""Places that a match has left, where old buttons must be removed."""

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.core.store import Store
from tests.storage.samples import create_running

pytestmark = pytest.mark.both_databases

HOME, HALL, ATTIC = 81, 82, 83


async def test_former_places_are_due_until_tidied(store: Store) -> None:
    """The current place and the place of the current board don't count."""
    match = await create_running(store)
    await store.set_place(match, HOME)
    assert await store.left_places(match) == (), "the match had no place before"
    assert await store.lease(match, "one", 100, 130)
    assert await store.note_shown(match, BoardProgress(1, 0, 0, 3, 80, HOME), "one")
    await store.set_place(match, HALL)
    assert await store.places_left() == (), "the board is still in the old place"
    await store.set_place(match, ATTIC)
    assert await store.left_places(match) == (HALL,)
    assert await store.note_shown(match, BoardProgress(1, 0, 0, 3, 90, ATTIC), "one")
    assert await store.places_left() == (match,)
    assert sorted(await store.left_places(match)) == [HOME, HALL]
    await store.note_tidied(match, HOME)
    await store.set_place(match, HALL)
    assert await store.left_places(match) == (), (
        "the match came back, and the board is still in ATTIC"
    )
    assert await store.note_shown(match, BoardProgress(1, 0, 0, 3, 95, HALL), "one")
    assert await store.left_places(match) == (ATTIC,)
