"""A process forked from the bot."""

import os
import subprocess
import sys
import textwrap
import threading

import pytest

from bot.worker.forked import fork
from tests.bot.shell import ROOT
from tests.patience import PATIENCE

PROGRAM = """
import asyncio, os, pickle, signal
from pathlib import Path
from bot.worker import forked, process
from bot.worker.messages import Messages

def answer(messages: Messages) -> None:
    while True:
        message = messages.read()
        messages.answer(lambda: pickle.loads(message)())

def settings() -> tuple[list[str], bool, str]:
    names = [name for name in os.environ if process.is_setting(name)]
    block = Path("/proc/self/environ").read_bytes()
    return names, b"very.secret" in block, Path("/proc/self/comm").read_text()

async def main() -> None:
    worker = await child.adopted()
    ask = lambda call: worker.ask(pickle.dumps(call))
    {body}

child = forked.fork("salud-test", answer)
asyncio.run(main())
"""


def run(body: str, **environment: str) -> str:
    """Run the body with `worker`, a forked process, and `ask`; return what it prints."""
    lines = textwrap.indent(textwrap.dedent(body), "    ").strip()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("{body}", lines)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_forked_process_answers_without_the_settings() -> None:
    """Not even the system's copy of the environment contains the token."""
    printed = run(
        """
        print(await ask(os.getpid) == worker.number, await ask(settings))
        await worker.end()
        print(worker.ended)
        """,
        DISCORD_TOKEN="very.secret",
        SALUD_DATABASE="postgresql://salud:very.secret@host/salud",
    )
    assert printed == "True ([], False, 'salud-test\\n')\nTrue\n"


def test_killed_process_is_reaped_and_its_questions_are_lost() -> None:
    printed = run(
        """
        waiting = asyncio.create_task(ask(signal.pause))
        await asyncio.sleep(0)
        await worker.kill()
        try:
            await waiting
        except process.WorkerLost:
            print("lost", worker.ended, Path("/proc", str(worker.number)).exists())
        """
    )
    assert printed == "lost True False\n"


def test_process_that_the_bot_never_adopts_ends_with_it() -> None:
    printed = run(
        """
        await worker.end()
        other = forked.fork("salud-other", answer)
        other.leave()
        print(Path("/proc", str(other.number)).exists())
        """
    )
    assert printed == "False\n"


def test_nothing_is_forked_beside_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", pytest.fail)
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert fork("salud-test", lambda _: None) is None
