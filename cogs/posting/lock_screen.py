"""Texts for lock screens, which show about 150 characters of plain text and no `<t:…>`."""

from collections.abc import Iterable

from bot.match.values.times import DAY, HOUR, MINUTE
from cogs.base.markup import escaped
from cogs.base.text_limits import cut
from texts import Words

NAMED = 16


def push_names(names: Iterable[str], words: Words) -> str:
    return words.listed(escaped(cut(name, NAMED)) for name in names)


def span(seconds: int, words: Words) -> str:
    """Return a duration, rounded down to days, hours or minutes; at least one minute."""
    if seconds >= 2 * DAY:
        return words.say("{days} d", days=seconds // DAY)
    if seconds >= 2 * HOUR:
        return words.say("{hours} h", hours=seconds // HOUR)
    return words.say("{minutes} min", minutes=max(1, seconds // MINUTE))
