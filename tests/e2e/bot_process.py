"""The real bot as a separate process, connected to a playground over sockets."""

import os
import signal
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.worker.process import is_setting
from chaos.bot_main import FORM_PATIENCE, QUICK_RETRIES
from cogs.posting.leases import LEASE
from playground import Playground
from tests.e2e.cradle import Child, cradle
from tests.fresh import fresh
from tests.patience import ANSWER_WITHIN


class BotProcess:
    """`python -m bot run` against a playground; tests can kill and restart it."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.playground = playground
        self.database = folder / "salud.db"
        self.log = folder / "bot.log"
        self._folder = folder
        self.settings: dict[str, str] = {}
        """Settings that differ from the defaults for tests."""
        self._process: Child | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.terminate()

    def environment(self) -> dict[str, str]:
        return {
            **{name: value for name, value in os.environ.items() if not is_setting(name)},
            "DISCORD_TOKEN": self.playground.token,
            "SALUD_PLAYGROUND": self.playground.url,
            "SALUD_DATABASE": str(self.database),
            QUICK_RETRIES: "1",
            FORM_PATIENCE: str(ANSWER_WITHIN),
            "SALUD_ACTS_PER_SECOND": "1000",
            "SALUD_TAKE_BACK": "0",
            "SALUD_COMPUTER_PAUSE": "0",
            "SALUD_TICK": "2",
            "SALUD_DRAWING": "thread",
            "SALUD_REPORTS": str(self._folder / "reports"),
            "SALUD_HEARTBEAT": str(self._folder / "alive"),
            **self.settings,
        }

    async def start(self) -> None:
        """Start the process, and wait until it is connected and has registered its commands.

        If another process is already connected, this one can still be connecting afterwards.
        """
        fresh(self.database)
        followers, gateway = self.playground.followers, self.playground.gateway
        before = followers.joined
        self._process = await cradle().start(self.environment(), self.log)
        await self.playground.wait_for(lambda: followers.joined > before and gateway.online)

    async def kill(self) -> None:
        """Kill the process as a power cut would, and let its leases run out.

        tests/e2e/test_kills.py waits for the leases in real time.
        """
        await self.strike()
        await self.playground.wait_for(lambda: not self.playground.gateway.online)
        await self.playground.forward(minutes=LEASE / 60)

    async def strike(self) -> None:
        assert self._process is not None, "the process was started"
        self._process.send(signal.SIGKILL)
        await self._process.wait()

    async def terminate(self) -> int:
        assert self._process is not None, "the process was started"
        self._process.send(signal.SIGTERM)
        return await self._process.wait()
