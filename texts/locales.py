"""Babel's data of locales, without the parts that Salud never shows.

Babel keeps the data of each locale that a program uses: a megabyte, mostly names of currencies,
units and time zones. Both the bot and the process that draws would hold it, and people's clients
have some thirty locales.
"""

from collections.abc import Iterator
from functools import cache

from babel import Locale, localedata
from babel.core import get_global

UNUSED = (
    "compact_currency_formats",
    "compound_unit_patterns",
    "currency_names",
    "currency_names_plural",
    "currency_symbols",
    "meta_zones",
    "time_zones",
    "unit_display_names",
)
UNITS, DURATION = "unit_patterns", "duration-"


@cache
def parsed(name: str) -> Locale:
    """Return the locale of a name such as ``es_ES``, which then takes little memory; raise
    UnknownLocaleError or ValueError.
    """
    locale = Locale.parse(name)
    localedata.load(str(locale))  # and those that it inherits from
    for loaded in _lineage(str(locale)):
        data = localedata.load(loaded)
        for part in UNUSED:
            data[part] = {}
        units = data.get(UNITS, {})
        data[UNITS] = {unit: units[unit] for unit in units if unit.startswith(DURATION)}
    return locale


def _lineage(name: str) -> Iterator[str]:
    elsewhere = get_global("parent_exceptions")
    while name:
        yield name
        name = elsewhere.get(name) or name.rpartition("_")[0]
    yield "root"
