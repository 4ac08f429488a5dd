"""Rules of Discord that tests can switch off, and the one place that says which are off.

Salud still breaks the rules that are off here. Each of them goes on with the change that fixes
the bot; when all are on, this module can go.
"""

from dataclasses import dataclass


@dataclass(slots=True)
class Strictness:
    """The switchable rules, with the values of every world that doesn't choose its own."""

    thread_add_pings: bool = False
    """Notify a user whom the bot adds to a thread (PUT thread-members).
    Off: Discord's note is posted, and no ping is recorded.
    The next change of the bot turns it on."""


ALL_RULES = Strictness(thread_add_pings=True)
"""Discord as it is."""
