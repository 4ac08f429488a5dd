"""Lines of the log for people: a sentence, then its fields as key=value."""

import json
import logging
import re

from bot.observing.fields import FIELDS
from bot.observing.secrets import Secrets

FORMAT = "[{asctime}] [{levelname:<8}] {name}: {message}"
TIME = "%Y-%m-%d %H:%M:%S"
BARE = re.compile(r"[\w.:/@+-]+")
"""Values that need no quotes."""


class PlainFormatter(logging.Formatter):
    """One line for each event; only a traceback takes more."""

    def __init__(self, secrets: Secrets) -> None:
        super().__init__(FORMAT, TIME, style="{")
        self._secrets = secrets

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging calls it so
        """The sentence with its fields."""
        line = " ".join(super().formatMessage(record).splitlines())
        values = getattr(record, FIELDS, {})
        return " ".join((line, *(f"{name}={self._spelled(one)}" for name, one in values.items())))

    def format(self, record: logging.LogRecord) -> str:
        """All of it, without secrets."""
        return self._secrets.redacted(super().format(record))

    def _spelled(self, value: object) -> str:
        if isinstance(value, int):
            return str(value)
        text = self._secrets.redacted(str(value))  # before quotes change how it is written
        return text if BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)
