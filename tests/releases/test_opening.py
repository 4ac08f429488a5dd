"""A release's database, opened by today's code: every row stays, and every match replays."""

from pathlib import Path

from bot.app.games import load_games
from bot.match.core.matches import Matches
from bot.match.core.store import Store
from bot.match.values.errors import Frozen
from bot.storage.opening import open_database
from tests.match.machine import SetClock
from tests.releases.fixtures import Fixture
from tests.releases.tables import differences

REWRITTEN: tuple[str, ...] = ()
"""Columns with values that a migration changes."""


async def frozen(path: Path) -> list[int]:
    """Open a database, replay every match, and return those that froze."""
    database = await open_database(str(path))
    try:
        store = Store(database)
        matches = Matches(store, load_games(), SetClock())
        numbers = await store.matches_after(0, 10_000)
        assert numbers
        bad = list[int]()
        for number in numbers:
            try:
                await matches.load(number)
            except Frozen:
                bad.append(number)
        return bad
    finally:
        await database.close()


async def test_every_match_of_a_release_replays_and_every_row_stays(
    fixture: Fixture, tmp_path: Path
) -> None:
    before, after = fixture.unpack(tmp_path / "before.db"), fixture.unpack(tmp_path / "after.db")
    for _ in range(2):
        assert await frozen(after) == []
        assert differences(before, after, REWRITTEN) == []
