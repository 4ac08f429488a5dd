"""Temporary database trouble, which no player notices."""

import asyncio
import sqlite3
from typing import Any

import pytest

from bot.storage.base.group_writer import NotBegun
from bot.storage.sqlite import writer as sqlite_writer
from tests.match.world import ANN, World

TEN = range(10)


class Failing:
    """A commit that fails with the error the first `times` times."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int, error: Exception) -> None:
        self.left = times
        self._error = error
        self._commit = sqlite_writer._commit
        monkeypatch.setattr(sqlite_writer, "_commit", self._instead)

    def _instead(self, *arguments: Any) -> list[Any]:
        if self.left:
            self.left -= 1
            raise self._error
        results: list[Any] = self._commit(*arguments)
        return results


def io_error() -> sqlite3.OperationalError:
    """Return the error that SQLite raises when a disk fails."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error


@pytest.mark.parametrize(
    "error", [io_error(), NotBegun(sqlite3.OperationalError("database is locked"))]
)
@pytest.mark.parametrize("apart", [0, 0.002])
@pytest.mark.sqlite
async def test_simultaneous_matches_start_once_although_the_first_commit_fails(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, apart: float
) -> None:
    async def begin(number: int) -> int:
        await asyncio.sleep(apart * number)
        return (await world.toys.practice(world.asked(ANN + number), 1)).record.id

    failing = Failing(monkeypatch, 1, error)
    matches = await asyncio.gather(*map(begin, TEN))
    assert not failing.left
    assert len(set(matches)) == len(TEN)
    assert len(world.rows()["match"]) == len(TEN)
