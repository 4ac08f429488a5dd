"""The connection to Sentry: the only module that loads its SDK."""

import logging
import time
from collections.abc import Callable
from typing import Any

import sentry_sdk
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.transport import Transport
from sentry_sdk.types import Event, Hint
from sentry_sdk.utils import BadDsn

from bot.app.error_tracking.events import OURS, Selection, strip_event
from bot.app.settings import Settings, bad_setting
from bot.observing.secrets import redactor
from bot.version import VERSION

PATIENCE = 2


def track_errors(
    settings: Settings,
    transport: type[Transport] | None = None,
    steady: Callable[[], float] = time.monotonic,
) -> None:
    """Send errors that are logged with a traceback, and the error that ends the process.

    Tests provide `transport` and a clock. Raise BadSettings for an invalid DSN.
    """
    dsn = settings.salud_sentry_dsn.get_secret_value()
    selection, redact = Selection(steady), redactor((*settings.secrets, dsn))

    def before_send(event: Event, hint: Hint) -> Event | None:
        error: BaseException | None = (hint.get("exc_info") or (None, None, None))[1]
        if error is None or not selection.wants(error):
            return None
        stripped_event: Any = strip_event(event, error, hint.get("log_record"), redact)
        return stripped_event  # type: ignore[no-any-return]

    try:
        sentry_sdk.init(
            dsn,
            transport=transport,
            release=f"salud@{VERSION}",
            environment="production",
            server_name="",  # by default the SDK sends the machine's name
            before_send=before_send,
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[
                LoggingIntegration(level=None, event_level=logging.ERROR),
                ExcepthookIntegration(),
                AtexitIntegration(callback=lambda _pending, _timeout: None),
            ],
            # `send_default_pii` is off by default, and passing it explicitly is deprecated.
            include_local_variables=False,
            in_app_include=list(OURS),
            max_request_body_size="never",
            max_breadcrumbs=0,
            before_breadcrumb=lambda _crumb, _hint: None,
            auto_session_tracking=False,
            send_client_reports=False,
            propagate_traces=False,
            spotlight=False,
            shutdown_timeout=PATIENCE,
        )
    except BadDsn as error:
        expected = "it must be the DSN of a project in Sentry, such as https://key@example.org/1"
        raise bad_setting("salud_sentry_dsn", expected) from error
