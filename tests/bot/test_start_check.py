"""A version that can't read the stored matches doesn't start on them unless told to."""

import asyncio
import gzip
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.app.commands.rebuild import KEPT
from bot.app.start_check import NAME, code_version
from bot.game_register import GameRegister
from bot.match.log.records import MatchId
from bot.storage.base import schema
from bot.version import VERSION
from playground import Playground
from tests.bot.shell import ROOT, Shell
from tests.bot.test_process import run_to_end
from tests.e2e.bot_process import BotProcess
from tests.e2e.cradle import cradle
from tests.match.test_reading import counted_replays, store_four
from tests.match.world import GAMES, World
from tests.patience import PATIENCE

DAMAGE = "UPDATE log SET digest = 'ffff' WHERE match = ? AND seq = 2"
OLDER = ROOT / "tests/storage/older/one_game.sql.gz"
"""A database of schema 14 with matches of Dice Miner."""


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[BotProcess]:
    playground = Playground()
    await playground.start()
    try:
        started = BotProcess(playground, tmp_path)
        started.settings["SALUD_TICK"] = "0.01"
        yield started
    finally:
        await playground.stop()


async def stored(path: Path) -> None:
    """Create a database with four matches of games that are installed."""
    world = await World.open(path)
    try:
        world.toys = world._lobby("dynamine")
        await store_four(world)
    finally:
        await world.close()


def damage(path: Path, *matches: MatchId) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executemany(DAMAGE, [(match,) for match in matches])


def content(path: Path) -> list[str]:
    """Return the schema and all rows, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()
        return [f"version {version[0]}", *connection.iterdump()]


def frozen(path: Path) -> list[MatchId]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT id FROM match WHERE frozen = 1 ORDER BY id")
        return [match for (match,) in rows]


async def start_accepting(bot: BotProcess, *matches: MatchId) -> None:
    """Start the bot with --accept-frozen, and stop it when exactly these matches are frozen."""
    process = await cradle().start(bot.environment(), bot.log, ("run", "--accept-frozen"))
    async with asyncio.timeout(PATIENCE):
        while frozen(bot.database) != [*matches]:  # noqa: ASYNC110 - another process freezes them
            await asyncio.sleep(0.02)
    process.terminate()
    assert await process.wait() == 0


def refusal(unread: str, counts: str, command: str = "run") -> str:
    return (
        f"Salud {VERSION} can't read {counts} matches that it has replayed: {unread}. The database"
        " is unchanged: to go back, install the version that you used before and start it. To start"
        f" without these matches, run `python -m bot {command} --accept-frozen`: they stay frozen"
        " until a version can read them."
    )


async def test_unreadable_matches_are_refused_and_nothing_changes_until_accepted(
    bot: BotProcess,
) -> None:
    await stored(bot.database)
    damage(bot.database, 1, 3, 4)
    before = content(bot.database)
    names = "Dice Miner #1, #3; DYNAMINE #4"
    for command in (("run",), ("play", "--port", "0")):
        assert await run_to_end(bot, *command) == (1, refusal(names, "3 of the 4", command[0]))
        assert content(bot.database) == before
        assert not bot.playground.gateway.identifies
    await start_accepting(bot, 1, 3, 4)
    log = bot.log.read_text()
    assert f"can't read 3 of the 4 matches that it has replayed: {names}. They will be" in log
    assert {*re.findall(r"Match (\d+) is frozen", log)} == {"1", "3", "4"}
    async with bot:
        assert bot.playground.gateway.online, "the next start needs no flag"


async def test_refused_update_leaves_the_old_schema_and_a_copy(bot: BotProcess) -> None:
    with closing(sqlite3.connect(bot.database)) as connection:
        connection.executescript(gzip.decompress(OLDER.read_bytes()).decode())
        connection.execute("PRAGMA journal_mode = WAL")
    whole = bot.database.with_name("whole.db")
    shutil.copyfile(bot.database, whole)
    damage(bot.database, 2, 7)
    before, rows = bot.database.read_bytes(), content(bot.database)
    others = ("rebuild",), ("forget", "11", "--yes"), ("export", "1"), ("withdraw-puzzle", "0" * 16)
    for command in ("run",), *others:
        assert await run_to_end(bot, *command) == (1, refusal("Dice Miner #2, #7", "2 of the 13"))
        assert bot.database.read_bytes() == before
    copy = bot.database.with_name("salud.db.schema-14")
    assert content(copy) == rows

    await start_accepting(bot, 2, 7)
    assert content(copy) == rows
    assert content(bot.database)[0] == f"version {schema.newest()}"
    shutil.copyfile(whole, bot.database)
    async with bot:
        assert bot.playground.gateway.online, "without damage, all matches can be read"


async def test_start_after_the_matches_were_frozen_is_not_refused(bot: BotProcess) -> None:
    await stored(bot.database)
    damage(bot.database, 1, 3)
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as connection:
        connection.execute("UPDATE match SET frozen = 1 WHERE id IN (1, 3)")
    async with bot:
        assert bot.playground.gateway.online


def test_each_version_replays_once(
    shell: Shell, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays = counted_replays(monkeypatch)
    path = nowhere / "salud.db"
    asyncio.run(stored(path))
    monkeypatch.setenv("SALUD_DATABASE", str(path))
    shell.ok("forget", "77")
    assert replays == [1, 2, 3, 4]
    shell.ok("forget", "77")
    damage(path, 3)
    shell.ok("rebuild", code=KEPT)
    assert replays == [1, 2, 3, 4], "later damage is found by the bot as it runs"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE derived SET version = version - 1 WHERE name = ?", (NAME,))
    assert shell.refused("forget", "77") == refusal("Dice Miner #3", "1 of the 4")


def test_version_changes_with_rules_stores_and_data(tmp_path: Path) -> None:
    files = (
        *("engine/core/driver.py", "engine/games/dynamine/state.py", "bot/match/log/roster.py"),
        *("bot/storage/migrations/0001_matches.sql", "data/games/dynamine/rules-1.toml"),
    )
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / "README.md").write_text("")
    versions = {code_version(GAMES, tmp_path)}
    (tmp_path / "README.md").write_text("Other words change nothing.")
    assert {code_version(GAMES, tmp_path)} == versions
    for name in files:
        with (tmp_path / name).open("a") as file:
            file.write("\n")
        versions.add(code_version(GAMES, tmp_path))
    (tmp_path / files[0]).rename(tmp_path / "engine/core/moved.py")
    versions.add(code_version(GAMES, tmp_path))
    fewer = GameRegister({name: GAMES.games[name] for name in GAMES.names[:-1]}, GAMES.packages)
    versions.add(code_version(fewer, tmp_path))
    assert len(versions) == len(files) + 3
    assert code_version(GAMES) == code_version(GAMES)
