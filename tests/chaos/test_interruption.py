"""A campaign that is interrupted reports its findings so far, and leaves no process behind."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from chaos.fork_server import ROOT
from chaos.postgresql_server import binaries
from tests.tiers import exhaustive

SEED = 3
MARK = "CHAOS_INTERRUPTION"
LONG = 400.0
"""Real seconds for the whole test; an idle machine needs a tenth."""


def _marked(mark: str) -> list[str]:
    """Return the commands of all processes that have inherited this mark."""
    commands = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                commands.append((folder / "cmdline").read_text())
        except OSError:
            continue  # it has ended
    return commands


@exhaustive
@pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_interrupted_fleet_reports_and_leaves_nothing_running(
    tmp_path: Path, number: signal.Signals
) -> None:
    mark = f"{MARK}={tmp_path}"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "chaos", "--fleet", "2", "--postgresql", "--matches", "4", "--seed", str(SEED)),
        *("--folder", str(tmp_path)),
        cwd=ROOT,
        env={**os.environ, MARK: str(tmp_path)},
        stdout=asyncio.subprocess.PIPE,
    )
    log = tmp_path / str(SEED) / "bot.log"
    async with asyncio.timeout(LONG):
        while not log.exists() or " has begun" not in log.read_text():  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        assert any("postgres" in command for command in _marked(mark))
        process.send_signal(number)
        printed, _ = await process.communicate()
    report = printed.decode().splitlines()
    assert process.returncode == 1
    assert report[-2].startswith(f"seed {SEED}: "), report
    assert report[-2].endswith("interrupted: all holds"), report
    assert report[-1].endswith("checks hold until the interruption"), report
    assert _marked(mark) == []
