"""Faults planted in the bot's own code, to show that the checks find them.

Nothing of the bot knows of this: `python -m chaos.bot` changes its modules before it starts them.
"""

from collections.abc import Callable

PLANTS: dict[str, Callable[[], None]] = {}
"""By name: what breaks the bot in this process."""
