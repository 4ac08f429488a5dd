"""Configuration of all loggers, including those of libraries."""

import json
import logging
import re
from typing import TextIO

from bot.observing.fields import FIELDS, add_fields, name_errors
from bot.observing.secrets import Redact

FORMAT = "[{asctime}] [{levelname:<8}] {name}: {message}"
TIME = "%Y-%m-%d %H:%M:%S"
BARE = re.compile(r"[\w.:/@+-]+")


class PlainFormatter(logging.Formatter):
    """One line per event, except for tracebacks."""

    def __init__(self, redact: Redact) -> None:
        super().__init__(FORMAT, TIME, style="{")
        self._redact = redact

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - it overrides a method of logging
        line = " ".join(super().formatMessage(record).splitlines())
        values = getattr(record, FIELDS, {})
        return " ".join(
            (line, *(f"{name}={self._spelled(value)}" for name, value in values.items()))
        )

    def format(self, record: logging.LogRecord) -> str:
        return self._redact(super().format(record))

    def _spelled(self, value: object) -> str:
        if isinstance(value, int):
            return str(value)
        text = self._redact(str(value))  # before quoting changes its spelling
        return text if BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


QUIET = {"discord": logging.WARNING, "aiosqlite": logging.INFO, "asyncio": logging.INFO}
"""Libraries that log too much, and the lowest level to log."""


def log_to(stream: TextIO, level: int, *, as_json: bool, redact: Redact) -> logging.Handler:
    """Write log records of at least this level to a stream, without secrets.

    Return the handler, which replaces all handlers of the root logger.
    """
    handler = logging.StreamHandler(stream)
    handler.addFilter(name_errors)
    handler.addFilter(add_fields)
    if as_json:
        from bot.observing.json_log import JsonLines

        handler.setFormatter(JsonLines(redact))
    else:
        handler.setFormatter(PlainFormatter(redact))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(level, least))
    return handler
