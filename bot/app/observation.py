"""The observers that the settings ask for."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial

from bot.app.settings import Settings
from bot.database_address import is_server
from bot.observing.log_observer import LogObserver
from bot.observing.observer import Observer, all_of
from bot.storage.base.database import Database
from cogs.app.client import SaludClient

Serving = Callable[[SaludClient, Database], AbstractAsyncContextManager[None]]


def observers(settings: Settings) -> tuple[Observer, Serving]:
    """Return the log as an observer, and metrics too if SALUD_METRICS is set, with the context in
    which they are served. Without that setting the metrics library is not loaded.
    """
    if settings.metrics_address is None:
        return all_of(LogObserver()), lambda _client, _database: nullcontext()
    from bot.app.metrics.serving import Metrics

    metrics = Metrics("postgresql" if is_server(settings.salud_database) else "sqlite")
    return all_of(LogObserver(), metrics), partial(metrics.serving, *settings.metrics_address)
