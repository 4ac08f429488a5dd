"""A running process that thinks."""

import asyncio
import sys
from pathlib import Path
from typing import Self

from bot.match.playing.thinker import ThinkingLost
from bot.thinking.messages import FOUND, SIZE, framed

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "bot.thinking")
LEAVE = 1.0
"""Seconds that it has to end."""


class ThinkingProcess:
    """Answers one message at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, games: bytes, memory: int) -> Self:
        """Start one for these games, as a message, with so many MiB; raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            str(memory),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        started = cls(process)
        started._send(games)
        return started

    @property
    def number(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it answers no more."""
        return self._process.returncode is not None

    async def ask(self, message: bytes) -> str:
        """The token that it finds; raises ThinkingLost."""
        assert self._process.stdout is not None, "it is a pipe"
        try:
            self._send(message)
            (size,) = SIZE.unpack(await self._process.stdout.readexactly(SIZE.size))
            answer = await self._process.stdout.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise ThinkingLost("the process that thinks has ended") from error
        if answer[:1] != FOUND:
            raise ThinkingLost(answer[1:].decode())
        return answer[1:].decode()

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None, "it is a pipe"
        self._process.stdin.write(framed(message))

    async def gone(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()

    async def kill(self) -> None:
        """End it at once."""
        if not self.ended:
            self._process.kill()
        await self.gone()

    async def end(self) -> None:
        """Let it end, or end it after a moment."""
        assert self._process.stdin is not None, "it is a pipe"
        self._process.stdin.close()
        try:
            async with asyncio.timeout(LEAVE):
                await self.gone()
        except TimeoutError:
            await self.kill()
