"""Fields of log lines: values that a line carries in addition to its sentence."""

import logging
import re
from collections.abc import Mapping

from bot.errors import named
from bot.observing.answer import current

FIELDS = "fields"
MATCH = re.compile(r"\b[Mm]atch #?(\d{1,15})\b")


def fields(**values: object) -> Mapping[str, Mapping[str, object]]:
    return {FIELDS: {name: value for name, value in values.items() if value is not None}}


def milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


class NameErrors(logging.Filter):
    """Replaces errors without a text, such as TimeoutError(), by their names, so that no line ends
    without its reason.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(map(_named, record.args))
        return True


def _named(value: object) -> object:
    return named(value) if isinstance(value, BaseException) else value


class AddFields(logging.Filter):
    """Adds missing fields to records.

    Lines written while an interaction is being answered get `match`, `server` and `interaction`;
    lines whose sentence names a match get `match`.
    """

    def filter(self, record: logging.LogRecord) -> bool:
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
