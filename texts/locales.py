"""Babel's data of locales, without the parts that Salud never shows.

Babel keeps the data of each locale that a program uses: a megabyte, mostly names of languages,
currencies, units and time zones. It also keeps two megabytes about all languages and countries.
Both the bot and the process that draws would hold all this, and people's clients have some thirty
locales.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

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
    "variants",
)
UNUSED_BY_ALL = (
    "all_currencies",
    "currency_fractions",
    "meta_zones",
    "territory_currencies",
    "territory_languages",
    "territory_zones",
    "windows_zone_mapping",
    "zone_territories",
)
UNITS, DURATION = "unit_patterns", "duration-"
LANGUAGES = "languages"


@cache
def parse_locale(name: str) -> Locale:
    """Return the locale of a name such as ``es_ES``, which then takes little memory; raise
    UnknownLocaleError or ValueError.
    """
    _shrink_global_data()
    locale = Locale.parse(name)
    localedata.load(str(locale))  # and those that it inherits from
    for loaded in _lineage(str(locale)):
        data = localedata.load(loaded)
        for part in UNUSED:
            data[part] = {}
        own, names = locale.language, data.get(LANGUAGES, {})
        data[LANGUAGES] = {own: names[own]} if own in names else {}
        units = data.get(UNITS, {})
        data[UNITS] = {unit: units[unit] for unit in units if unit.startswith(DURATION)}
    return locale


@cache
def _shrink_global_data() -> None:
    for part in UNUSED_BY_ALL:
        _global_dict(part).clear()
    # From names such as zh_TW to full ones. All languages of Discord have two letters.
    likely = _global_dict("likely_subtags")
    kept = {name: likely[name] for name in likely if len(name.partition("_")[0]) == 2}
    likely.clear()
    likely.update(kept)


def _global_dict(part: Any) -> dict[str, Any]:
    data = get_global(part)
    assert isinstance(data, dict), "Babel has unpickled a dictionary"
    return data


def _lineage(name: str) -> Iterator[str]:
    elsewhere = get_global("parent_exceptions")
    while name:
        yield name
        name = elsewhere.get(name) or name.rpartition("_")[0]
    yield "root"
