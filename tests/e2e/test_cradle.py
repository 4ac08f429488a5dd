"""Each test gets the process that it asked for, or learns that there will be none."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.cradle import Cradle
from tests.patience import PATIENCE

ENDED_AT_ONCE = """
import json, subprocess, sys
for line in sys.stdin:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    print(json.dumps({"pid": gone.pid}), flush=True)
    print(json.dumps({"pid": gone.pid, "code": len(json.loads(line)["arguments"])}), flush=True)
"""
"""Forks processes, and reports each only after its end."""

DIES_LATER = """
import json, subprocess, sys
sys.stdin.readline()
child = subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL)
print(json.dumps({"pid": child.pid}), flush=True)
"""
"""Forks one process and ends before it."""


@contextmanager
def forking(program: str) -> Iterator[Cradle]:
    cradle = Cradle((sys.executable, "-c", program))
    try:
        yield cradle
    finally:
        cradle.close()


async def test_processes_that_end_immediately_answer_their_own_requests(tmp_path: Path) -> None:
    with forking(ENDED_AT_ONCE) as cradle:
        for arguments in (["verify"], ["export", "1"]):
            child = await cradle.start({}, tmp_path / "log", arguments)
            assert await child.wait() == len(arguments)
            child.kill()


async def test_request_fails_immediately_once_the_fork_server_has_ended(tmp_path: Path) -> None:
    with forking("") as cradle:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="has ended"):
                await cradle.start({}, tmp_path / "log")


async def test_children_of_a_fork_server_that_dies_end_with_it(tmp_path: Path) -> None:
    with forking(DIES_LATER) as cradle:
        child = await cradle.start({}, tmp_path / "log")
        async with asyncio.timeout(PATIENCE):
            assert await child.wait() == -signal.SIGKILL
