"""The fields of a line of the log, beside its sentence."""

import logging
import re
from collections.abc import Mapping

from bot.observing.answer import current

FIELDS = "fields"
"""The attribute of a record that holds them."""
MATCH = re.compile(r"\b[Mm]atch #?(\d{1,15})\b")
"""How sentences name a match."""


def fields(**values: object) -> Mapping[str, Mapping[str, object]]:
    """These fields for the argument `extra` of a logger; those that are None are left out."""
    return {FIELDS: {name: value for name, value in values.items() if value is not None}}


def milliseconds(seconds: float | None) -> int | None:
    """Whole milliseconds, to be logged."""
    return None if seconds is None else round(seconds * 1000)


class AddFields(logging.Filter):
    """Gives each record the fields that it lacks.

    A line that is written while an interaction is answered gets `match`, `server` and
    `interaction`, one whose sentence names a match gets `match`.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Add them; every record passes."""
        own: Mapping[str, object] = getattr(record, FIELDS, {})
        found: dict[str, object] = {}
        answer = current()
        if answer is not None:
            found = {
                "match": answer.match,
                "server": answer.server,
                "interaction": answer.interaction,
            }
        if found.get("match") is None and (named := MATCH.search(record.getMessage())):
            found["match"] = int(named[1])
        found = {name: value for name, value in found.items() if value is not None}
        setattr(record, FIELDS, {**found, **own})
        return True
