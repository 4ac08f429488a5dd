"""A network between the bot and its database that can be slow or break."""

import asyncio
import contextlib
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

BLOCK = 2**16


class Link:
    def __init__(self, server: Path) -> None:
        self.delay = 0.0
        """Seconds that it adds in each direction."""
        self.folder = Path(tempfile.mkdtemp(prefix="salud-link-"))
        self._server = server
        self._writers: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_unix_server(
            self._lead, self.folder / self._server.name
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._listening is not None, "open() comes first"
        self._listening.close()
        self.cut()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(self._server)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        try:
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        finally:
            self._writers -= {writer, back}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while block := await reader.read(BLOCK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(block)
                await writer.drain()
        writer.close()
