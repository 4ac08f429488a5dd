"""The bot as a process: refused by Discord, and asked to stop."""

import asyncio
import contextlib
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.match.people.owner import Owner
from bot.storage.opening import open_database
from chaos.bot_main import BOT_PATIENCE
from playground import Playground
from tests.bot.shell import ROOT
from tests.e2e.bot_process import BotProcess
from tests.e2e.cradle import cradle
from tests.patience import PATIENCE
from tests.tiers import every

COMMAND = (sys.executable, "-m", "bot", "run")


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    place = Playground()
    await place.start()
    try:
        yield place
    finally:
        await place.stop()


async def run_to_end(bot: BotProcess, *command: str, **settings: str) -> tuple[int, str]:
    """Run a command to its end in a forked process. Return its exit code and output.

    `test_bot_stops_cleanly_on_a_signal` starts the bot as an operator does.
    """
    bot.log.unlink(missing_ok=True)
    process = await cradle().start({**bot.environment(), **settings}, bot.log, command)
    code = await asyncio.wait_for(process.wait(), PATIENCE)
    return code, bot.log.read_text(encoding="utf-8").strip()


async def test_refused_token_is_not_shown(playground: Playground, tmp_path: Path) -> None:
    bot = BotProcess(playground, tmp_path)
    assert await run_to_end(bot, "run", DISCORD_TOKEN="not.the.token") == (
        1,
        "Discord refuses the DISCORD_TOKEN: is it complete and current?",
    )
    # The proxy is the playground itself.
    proxy = playground.url
    refused = {"DISCORD_TOKEN": "not.the.token", "SALUD_DISCORD_API": proxy}
    _, output = await run_to_end(bot, "run", **refused)
    assert output.endswith("nirn-proxy keeps refusing a token that Discord has refused once.")


@pytest.mark.parametrize(
    "settings",
    every([{"DISCORD_TOKEN": "not.the.token"}, {"DISCORD_TOKEN": ""}, {"SALUD_LOG_LEVEL": "LOUD"}]),
)
async def test_systemd_learns_why_the_bot_has_ended(
    playground: Playground, tmp_path: Path, settings: dict[str, str]
) -> None:
    """`systemctl status` shows the last message."""
    bot, address = BotProcess(playground, tmp_path), str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.setblocking(False)
        code, output = await run_to_end(bot, "run", NOTIFY_SOCKET=address, **settings)
        messages = []
        with contextlib.suppress(BlockingIOError):
            while True:
                messages.append(systemd.recv(4096).decode())
    assert code == 1
    assert messages[-1] == f"STATUS={output.splitlines()[-1]}"


async def test_files_of_the_bot_are_private(playground: Playground, tmp_path: Path) -> None:
    """They hold the seeds of running matches."""
    bot = BotProcess(playground, tmp_path)
    bot.settings = {
        "SALUD_DATABASE": str(tmp_path / "var/salud.db"),
        "SALUD_HEARTBEAT": str(tmp_path / "var/alive"),
    }
    process = await cradle().start(bot.environment(), bot.log)
    await playground.wait_for(lambda: playground.gateway.online)
    var = tmp_path / "var"
    async with asyncio.timeout(PATIENCE):
        while not (var / "alive").exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.02)
    lasting = [var, *(path for path in var.iterdir() if path.suffix != ".new")]
    modes = {path.name: path.stat().st_mode & 0o777 for path in lasting}
    process.send(signal.SIGTERM)
    assert await process.wait() == 0
    await run_to_end(bot, "backup", str(tmp_path / "copy.db"))
    modes["copy.db"] = (tmp_path / "copy.db").stat().st_mode & 0o777
    files = ("salud.db", "salud.db-wal", "salud.db-shm", "salud.db.lock", "copy.db", "alive")
    assert modes.pop("var") == 0o700
    assert {*files} <= modes.keys()
    assert {*modes.values()} == {0o600}


async def test_unreachable_discord_ends_the_bot_with_a_sentence(tmp_path: Path) -> None:
    place = Playground()
    await place.start()
    await place.stop()
    code, output = await run_to_end(BotProcess(place, tmp_path), "run")
    assert code == 1
    assert output.splitlines()[-1].startswith("Discord can't be reached: ")
    assert output.endswith(
        "Start the program at that address, or correct the setting that names it."
    )
    assert "Traceback" not in output


@pytest.mark.parametrize("name", every(["SIGTERM", "SIGINT"]))
async def test_bot_stops_cleanly_on_a_signal(
    playground: Playground, tmp_path: Path, name: str
) -> None:
    """It leaves Discord, closes the database, exits with 0 and notifies systemd."""
    bot = BotProcess(playground, tmp_path)
    with bot.log.open("ab") as log, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            env={
                **bot.environment(),
                "PYTHONPATH": str(ROOT),
                "NOTIFY_SOCKET": str(tmp_path / "notify"),
            },
            stdout=log,
            stderr=log,
        )

        async def wait_for(line: bytes) -> None:
            while line not in await asyncio.get_running_loop().sock_recv(systemd, 4096):
                pass

        async with asyncio.timeout(PATIENCE):
            await wait_for(b"READY=1")
            assert playground.gateway.online
            process.send_signal(signal.Signals[name])
            await wait_for(b"STOPPING=1")
            assert await process.wait() == 0
    await playground.wait_for(lambda: not playground.gateway.online)
    assert not list(tmp_path.glob("salud.db-*")), "the database was closed"
    assert "Traceback" not in bot.log.read_text()


async def test_database_of_another_bot_is_refused_until_handed_over(
    playground: Playground, tmp_path: Path
) -> None:
    """Its servers are not marked as left."""
    bot = BotProcess(playground, tmp_path)
    database = await open_database(str(bot.database))
    await Owner(database).claim(5)
    await database.close()
    connection = sqlite3.connect(bot.database)
    with connection:
        connection.execute("INSERT INTO server (guild) VALUES (77)")
    left = "SELECT COUNT(*) FROM server WHERE gone IS NOT NULL"

    code, output = await run_to_end(bot, "run")
    assert code == 1
    assert output.splitlines()[-1] == (
        "The database belongs to another bot, the application 5, but the DISCORD_TOKEN to the"
        f" application {playground.world.bot_id}. Set SALUD_DATABASE to another file. Or, to"
        " continue its matches with this bot, stop the other one and run `python -m bot hand-over`."
    )
    assert "Traceback" not in output
    assert connection.execute(left).fetchone() == (0,)
    assert not playground.gateway.online
    code, output = await run_to_end(bot, "hand-over")
    assert code == 0
    assert "does not belong to the application 5 any more" in output
    async with bot:
        owner = connection.execute("SELECT application FROM owner").fetchall()
        assert owner == [(playground.world.bot_id,)]
        code, output = await run_to_end(bot, "hand-over")
        assert (code, "stop the bot first" in output) == (1, True)
    connection.close()


ANOTHER = (
    "Another bot already uses the database {}: stop it first, or set SALUD_SHARDS on both to share"
    " it (docs/scale.md)."
)


@pytest.mark.parametrize(
    ("first", "second"), every([("", ""), ("", "auto"), ("auto", "")], rows=True)
)
async def test_second_bot_on_a_database_is_refused_with_a_sentence(
    playground: Playground, tmp_path: Path, first: str, second: str
) -> None:
    bot = BotProcess(playground, tmp_path)
    bot.settings = {"SALUD_SHARDS": first}
    async with bot:
        sessions = playground.gateway.identifies
        other = BotProcess(playground, tmp_path / "other")
        other.log.parent.mkdir()
        other.database = bot.database
        settings = {"SALUD_SHARDS": second, BOT_PATIENCE: "0"}
        refused = await run_to_end(other, "run", **settings)
        assert refused == (1, ANOTHER.format(bot.database))
        assert playground.gateway.identifies == sessions
        assert [path.name for path in other.log.parent.iterdir()] == [other.log.name]
        if not first:  # shards of a killed process are free after some seconds
            await bot.strike()
            await bot.start()


async def test_second_game_of_a_folder_is_refused_and_another_database_offered(
    playground: Playground, tmp_path: Path
) -> None:
    bot = BotProcess(playground, tmp_path)
    bot.settings = {"SALUD_DATABASE": str(tmp_path / "game.db")}
    game = await cradle().start(bot.environment(), tmp_path / "game.log", ("play", "--port", "0"))
    async with asyncio.timeout(PATIENCE):
        while not (tmp_path / "game.db-wal").exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.02)
    code, output = await run_to_end(bot, "play", "--port", "0")
    game.send(signal.SIGTERM)
    assert await game.wait() == 0
    assert code == 1
    assert output == (
        f"A game is already open on the database {tmp_path / 'game.db'}: play there, or start"
        " another one with `make play PORT=8081 SALUD_DATABASE=var/another.db`."
    )
