"""Why what somebody has typed in /me or /away is refused."""

from bot.match.values.errors import Refusal
from texts import mark


class NoSuchZone(Refusal):
    """What was typed names no time zone, or several."""

    sentence = mark(
        "I don't know the time zone “{typed}”. Name a large city in it, such as Madrid, or "
        "choose one from the list that `/me zone` offers. Nothing changed."
    )


class NoSuchTime(Refusal):
    """What was typed is no time of day."""

    sentence = mark("“{typed}” isn't a time of day. Write it like 22:30. Nothing changed.")


class NoSuchDay(Refusal):
    """What was typed names no day."""

    sentence = mark(
        "I don't understand “{typed}” as a day. Write `3 days`, `tomorrow`, `Friday`, `Nov 27` or"
        " `2026-12-24`. Nothing was changed."
    )


class HalfQuiet(Refusal):
    """Only one end of the quiet hours was given."""

    sentence = mark("Quiet hours need a start and an end: give both, or none. Nothing changed.")


class ZoneFirst(Refusal):
    """Quiet hours were given without a time zone."""

    sentence = mark("Quiet hours need your time zone: give that too. Nothing changed.")
