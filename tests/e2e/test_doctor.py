"""The doctor examines a running bot: it finds no problem and does not disturb it."""

import asyncio
import os
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.app.settings import NAMES
from bot.worker.process import is_setting
from playground import Person, Playground
from render.typography.runs import shapes
from tests.e2e.bot_process import BotProcess
from tests.e2e.test_matches import challenge
from tests.machine import missing_scripts


async def test_doctor_finds_a_running_bot_healthy_and_does_not_disturb_it(
    playground: Playground,
    bot: BotProcess,
    people: list[Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The bot's uploads match this version, and a match continues meanwhile."""
    table = await challenge(playground, people[:2])
    await playground.settled()
    for name in filter(is_setting, [*os.environ]):  # variables for tests
        monkeypatch.delenv(name)
    for name, value in bot.environment().items():
        if name.lower() in NAMES:
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("SALUD_BACKUPS", str(tmp_path / "backups"))
    await playground.wait_for((tmp_path / "alive").exists)
    identifies = playground.gateway.identifies
    code, _ = await asyncio.gather(asyncio.to_thread(command_line.main, ["doctor"]), table.turn())
    out = capsys.readouterr().out
    assert code == 0, out
    notes = [line for line in out.splitlines() if line[0] not in "✔ "]
    lacks_fonts = bool(missing_scripts()) or not shapes()
    assert {note.split()[1] for note in notes} == {"Backups", *(["Fonts"] if lacks_fonts else [])}
    assert "✔ Running      A bot runs here: its last heartbeat was " in out
    assert "✔ Matches      1 running." in out
    assert playground.gateway.identifies == identifies
    assert playground.token not in out
