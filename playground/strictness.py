"""Rules of Discord that tests can switch off, and the one place that says which are off.

Salud still breaks the rules that are off here. Each of them goes on with the change that fixes
the bot; when all are on, this module can go.
"""

from dataclasses import dataclass


@dataclass(slots=True)
class Strictness:
    """The switchable rules, with the values of every world that doesn't choose its own."""

    nonces: bool = False
    """Compare an enforced nonce with all messages of its author, in any channel, deleted ones too.
    Off: only with the messages that the same channel still holds.
    The next change of the bot turns it on."""

    thread_add_pings: bool = False
    """Notify a user whom the bot adds to a thread (PUT thread-members).
    Off: Discord's note is posted, and no ping is recorded.
    The next change of the bot turns it on."""


ALL_RULES = Strictness(nonces=True, thread_add_pings=True)
"""Discord as it is."""
