"""Fields of log lines: values that a line carries in addition to its sentence."""

import logging
import re
from collections.abc import Mapping

from bot.errors import error_text
from bot.observing.answer import current

FIELDS = "fields"
MATCH = re.compile(r"\b[Mm]atch #?(\d{1,15})\b")


def fields(**values: object) -> Mapping[str, Mapping[str, object]]:
    return {FIELDS: {name: value for name, value in values.items() if value is not None}}


def milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def name_errors(record: logging.LogRecord) -> bool:
    """Replace errors without a text, such as TimeoutError(), by their names, so that no line ends
    without its reason. A filter for a handler of logging.
    """
    if isinstance(record.args, tuple):
        record.args = tuple(
            error_text(value) if isinstance(value, BaseException) else value
            for value in record.args
        )
    return True


def add_fields(record: logging.LogRecord) -> bool:
    """Add missing fields to a record. A filter for a handler of logging.

    Lines written while an interaction is being answered get `match`, `server` and `interaction`;
    lines whose sentence names a match get `match`.
    """
    own: Mapping[str, object] = getattr(record, FIELDS, {})
    inherited: dict[str, object] = {}
    answer = current()
    if answer is not None:
        inherited = {
            "match": answer.match,
            "server": answer.server,
            "interaction": answer.interaction,
        }
    if inherited.get("match") is None and (named := MATCH.search(record.getMessage())):
        inherited["match"] = int(named[1])
    inherited = {name: value for name, value in inherited.items() if value is not None}
    setattr(record, FIELDS, {**inherited, **own})
    return True
