"""Where all loggers of the process write, ours and those of libraries."""

import logging
from typing import TextIO

from bot.observing.fields import AddFields
from bot.observing.plain_log import PlainFormatter
from bot.observing.secrets import Secrets

QUIET = {"discord": logging.WARNING, "aiosqlite": logging.INFO, "asyncio": logging.INFO}
"""Libraries that tell more than anybody wants to know, and from which level on they are heard."""


def log_to(stream: TextIO, level: int, *, as_json: bool, secrets: Secrets) -> logging.Handler:
    """Let everything from this level on be written there, a line for each event, without secrets.

    Gives the handler, the only one of the root logger from now on.
    """
    handler = logging.StreamHandler(stream)
    handler.addFilter(AddFields())
    if as_json:
        from bot.observing.json_log import JsonLines

        handler.setFormatter(JsonLines(secrets))
    else:
        handler.setFormatter(PlainFormatter(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(level, least))
    return handler
