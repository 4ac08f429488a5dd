"""Log lines for programs: one JSON object per event."""

import logging
from datetime import UTC, datetime
from typing import Any

from pythonjsonlogger.core import LogData
from pythonjsonlogger.json import JsonFormatter

from bot.observing.fields import FIELDS
from bot.observing.secrets import Redact

IDS = frozenset(("server", "interaction"))
"""Fields with Discord ids. They are logged as text, as in Discord's JSON, because many programs
can't read integers of that size.
"""


class JsonLines(JsonFormatter):
    def __init__(self, redact: Redact) -> None:
        super().__init__(
            ["levelname", "name", "message"],
            rename_fields={"levelname": "level", "name": "logger"},
            json_ensure_ascii=False,
        )
        self._redact = redact

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        log_data["time"] = (
            datetime.fromtimestamp(record.created, UTC)
            .isoformat(timespec="milliseconds")
            .replace("+00:00", "Z")
        )
        super().add_fields(log_data, record, message_dict)
        log_data.update(log_data.pop(FIELDS, {}))

    def process_log_record(self, log_data: LogData) -> LogData:
        return {name: self._value(name, value) for name, value in log_data.items()}

    def _value(self, name: str, value: object) -> object:
        if isinstance(value, int | float) and name not in IDS:
            return value
        return self._redact(str(value))
