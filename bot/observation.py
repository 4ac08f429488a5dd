"""The observers that the settings ask for."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial

from bot.database_address import is_server
from bot.observing.log_observer import LogObserver
from bot.observing.observer import Observer, Observers
from bot.settings import Settings
from bot.storage.base.database import Database
from cogs.app.client import SaludClient

Serving = Callable[[SaludClient, Database], AbstractAsyncContextManager[None]]


class Observation:
    """The log, and metrics if SALUD_METRICS is set. Without it, the metrics library is not
    loaded.
    """

    def __init__(self, settings: Settings) -> None:
        self.observer: Observer = Observers(LogObserver())
        self.of: Serving = lambda _client, _database: nullcontext()
        if settings.metrics_address is not None:
            metrics, self.of = _metrics(settings, *settings.metrics_address)
            self.observer = Observers(self.observer, metrics)


def _metrics(settings: Settings, host: str, port: int) -> tuple[Observer, Serving]:
    from bot.metrics.serving import Metrics

    metrics = Metrics("postgresql" if is_server(settings.salud_database) else "sqlite")
    return metrics, partial(metrics.serving, host, port)
