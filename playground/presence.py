"""Presences: the status text that a bot sends to the gateway.

A bot can send one when it identifies itself, and change it later at most 5 times in 20 seconds. A
resumed session keeps its own.
"""

from typing import Any

UPDATES, IN_SECONDS = 5, 20.0
STATUSES = ("online", "dnd", "idle", "invisible", "offline")
LONGEST = 128
"""Characters of an activity's name or state."""
CUSTOM = 4
"""The type of an activity that shows only its `state`."""


def read_presence(data: Any, *, at_identify: bool = False) -> str:
    """Return the text that members read below the bot's name; raise ValueError, TypeError or
    AttributeError for a malformed presence.

    discord.py identifies with a single activity in `game` and without a status, which Discord
    accepts there.
    """
    if not isinstance(data, dict):
        raise TypeError(data)
    activities = data.get("activities")
    if at_identify and activities is None:
        activities = [] if data.get("game") is None else [data["game"]]
    status = data.get("status")
    if status not in STATUSES and not (at_identify and status is None):
        raise ValueError(status)
    if not at_identify and not ({"since", "afk"} <= set(data) and isinstance(data["afk"], bool)):
        raise ValueError(data)
    if not isinstance(activities, list):
        raise TypeError(activities)
    texts = [_text(activity) for activity in activities]
    return texts[0] if texts else ""


def _text(activity: Any) -> str:
    name, state = activity.get("name"), activity.get("state")
    if not isinstance(name, str) or not name or len(name) > LONGEST:
        raise ValueError(name)
    if state is not None and not (isinstance(state, str) and len(state) <= LONGEST):
        raise ValueError(state)
    return state or "" if activity.get("type") == CUSTOM else name
