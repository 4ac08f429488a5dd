"""Background work: verification, backups, and its end."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from bot.app.assembly import build_client
from bot.app.background import VERIFIED, background, verify
from bot.app.commands import backups
from bot.app.commands.playing import welcome
from bot.app.games import load_games
from bot.app.settings import Settings
from bot.match.core.matches import Matches
from bot.match.log.store_errors import StoreTrouble
from bot.match.sharding.ownership import Ownership
from bot.match.values.times import SystemClock
from cogs.runtime.supervisor import Supervisor
from tests.bot.samples import store_matches
from tests.patience import PATIENCE


async def until(path: Path, sql: str) -> None:
    """Wait until a query returns a row."""
    async with asyncio.timeout(PATIENCE):
        while True:
            connection = sqlite3.connect(path)
            try:
                if connection.execute(sql).fetchone() is not None:
                    return
            finally:
                connection.close()
            await asyncio.sleep(0.01)


async def test_damaged_match_is_frozen_and_logged_without_its_seed(
    nowhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """This happens even if no user opens the match."""
    path = nowhere / "salud.db"
    await asyncio.to_thread(store_matches, path)
    settings = Settings(salud_database=str(path), salud_tick=0.01, salud_backups_kept=0)
    async with build_client(settings):
        await until(path, "SELECT 1 FROM match WHERE frozen = 1")
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT id FROM match WHERE frozen = 1").fetchall() == [(6,)]
    seeds = [row[0] for row in connection.execute("SELECT seed FROM match")]
    connection.close()
    assert "Match 6 is frozen" in caplog.text
    for seed in seeds:
        assert seed.hex() not in caplog.text
        assert repr(seed) not in caplog.text


async def test_backups_are_made_in_the_chosen_folder_unless_disabled(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "FIRST", 0.0)
    for count in (0, 2):
        settings = Settings(
            salud_database="salud.db", salud_backups="copies", salud_backups_kept=count
        )
        async with build_client(settings):
            if count:
                async with asyncio.timeout(PATIENCE):
                    while not list(nowhere.glob("copies/salud-*.db")):  # noqa: ASYNC110 - a thread makes it
                        await asyncio.sleep(0.01)
            else:
                await asyncio.sleep(0.01)
                assert not (nowhere / "copies").exists()


async def test_store_trouble_is_logged_and_work_retried(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls = asyncio.Queue[int]()

    class Locked:
        """Matches whose store is locked."""

        async def verify_after(self, last: int, most: int) -> int:
            assert last == 0
            calls.put_nowait(most)
            raise StoreTrouble("database is locked")

    matches: Matches = Locked()  # type: ignore[assignment]
    works = {"verifying": partial(verify, matches, 0.001, Ownership(SystemClock()))}
    async with background(Supervisor(), works), asyncio.timeout(PATIENCE):
        for _ in range(3):
            assert await calls.get() == VERIFIED
    assert "Failed to verify matches: database is locked" in caplog.text


async def test_background_work_is_cancelled_and_awaited_after_failures() -> None:
    ended = []

    async def work(number: int) -> None:
        try:
            if number == 2:
                raise LookupError
            await asyncio.sleep(3600)
        finally:
            ended.append(number)

    async def client() -> None:
        works = {str(number): partial(work, number) for number in (1, 2, 3)}
        async with background(Supervisor(), works):
            await asyncio.sleep(0)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await client()
    assert sorted(ended) == [1, 2, 3]


def test_welcome_shows_each_game_with_its_name_a_picture_and_two_starts() -> None:
    games = load_games()
    shown = welcome(games)
    assert shown is not None
    assert shown.title == "Salud"
    assert [card.title for card in shown.cards] == [
        games.package(name).title for name in games.names
    ]
    commands = [start.command for card in shown.cards for start in card.starts]
    assert commands == [
        *("tutorial", "practice"),
        *("tutorial game:dice-grid", "daily"),
        *("tutorial game:dynamine", "practice game:dynamine"),
    ]
    assert all(card.alt for card in shown.cards)
    assert shown.draw is not None
    pictures = [shown.draw(number) for number in range(len(shown.cards))]
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert len(set(pictures)) == len(pictures)
