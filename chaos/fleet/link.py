"""A network between the bot and its database, or Discord, that can be slow or break."""

import asyncio
import contextlib
import shutil
import tempfile
from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Self

BLOCK = 2**16
HERE = "127.0.0.1"
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Link(ABC):
    def __init__(self) -> None:
        self.delay = 0.0
        """Seconds that it adds in each direction."""
        self.is_cut = False
        """Whether it refuses new connections."""
        self._flows = asyncio.Event()
        self._flows.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._listening: asyncio.Server | None = None

    @abstractmethod
    async def _listen(self) -> asyncio.Server: ...

    @abstractmethod
    async def _reach(self) -> Ends:
        """Connect to the other side. Raise OSError."""

    async def __aenter__(self) -> Self:
        self._listening = await self._listen()
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

    def stall(self) -> None:
        """Carry nothing until `flow`, as if the other side answered nothing."""
        self._flows.clear()

    def flow(self) -> None:
        self._flows.set()

    def cut(self) -> None:
        """Break all connections. New ones are possible unless `is_cut`."""
        for writer in self._writers:
            writer.transport.abort()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.is_cut:
                raise ConnectionRefusedError
            await self._flows.wait()
            there, back = await self._reach()
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
                await self._flows.wait()
                writer.write(block)
                await writer.drain()
        writer.close()


class DatabaseLink(Link):
    def __init__(self, server: Path) -> None:
        """`server` is the server's socket."""
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="salud-link-"))
        self._server = server

    async def __aexit__(self, *error: object) -> None:
        await super().__aexit__(None, None, None)
        shutil.rmtree(self.folder, ignore_errors=True)

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_unix_server(self._lead, self.folder / self._server.name)

    async def _reach(self) -> Ends:
        return await asyncio.open_unix_connection(self._server)


class DiscordLink(Link):
    """One process's way to Discord, for requests and for the gateway."""

    def __init__(self, port: int) -> None:
        """`port` is the playground's."""
        super().__init__()
        self._to = port
        self.url = ""

    async def _listen(self) -> asyncio.Server:
        server = await asyncio.start_server(self._lead, HERE, 0)
        self.url = f"http://{HERE}:{server.sockets[0].getsockname()[1]}"
        return server

    async def _reach(self) -> Ends:
        return await asyncio.open_connection(HERE, self._to)
