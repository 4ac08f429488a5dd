"""Serves the metrics of a running bot over HTTP."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.aiohttp import make_aiohttp_handler

from bot.errors import CannotRun
from bot.match.log.store_errors import StoreTrouble
from bot.metrics.definitions import Definitions
from bot.metrics.live import Live
from bot.metrics.observer import MetricsObserver
from bot.storage.base.database import Database
from bot.storage.tables.figures import SqlFigures
from cogs.app.client import SaludClient

_log = logging.getLogger(__name__)

PATH = "/metrics"
LOOK = 60.0
"""Seconds between two looks at the database."""


class Metrics(MetricsObserver):
    """Observes a bot, and serves what it has counted."""

    def __init__(self, database: str) -> None:
        """`database` is its kind: sqlite or postgresql."""
        self._definitions = Definitions(database)
        self._live: Live | None = None
        super().__init__(self._definitions)

    @property
    def registry(self) -> CollectorRegistry:
        """Where all metrics are."""
        return self._definitions.registry

    def round_done(self, seconds: float) -> None:
        super().round_done(seconds)
        if self._live is not None:
            self._live.scheduled = time.time()

    @asynccontextmanager
    async def serving(
        self, host: str, port: int, client: SaludClient, database: Database
    ) -> AsyncIterator[None]:
        """Serve them for as long as this lasts; raises CannotRun if nothing can listen there."""
        self._live = Live(client, database)
        self.registry.register(self._live)
        keep = client.services.supervisor.keep
        looking = keep("reading of figures", partial(self._look, self._live, database))
        app = web.Application()
        app.router.add_get(PATH, make_aiohttp_handler(self.registry))
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, host, port).start()
            except OSError as error:
                raise CannotRun(
                    f"The metrics can't be served at SALUD_METRICS={host}:{port}:"
                    f" {error.strerror or error}. Give another address, or none."
                ) from error
            _log.info("Metrics are at http://%s:%d%s", host, port, PATH)
            yield
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
            await runner.cleanup()
            self.registry.unregister(self._live)

    async def _look(self, live: Live, database: Database) -> None:
        """Read the figures again and again, in the one process that looks after what is shared."""
        figures, owns = SqlFigures(database), live.client.services.ownership.owns
        while True:
            try:
                live.figures = await figures.look() if owns(0) else None
            except StoreTrouble as trouble:
                live.figures = None
                _log.warning("The matches can't be counted now: %s", trouble)
            await asyncio.sleep(LOOK)
