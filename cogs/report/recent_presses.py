"""What people pressed last: kept in memory for a report of a problem, and nowhere else."""

from collections import OrderedDict, deque
from collections.abc import Mapping

import discord

from cogs.interactions.custom_ids import match_of

PEOPLE = 300
"""Of so many people, those who pressed last."""
KEPT = 15
"""Presses of each."""


class RecentPresses:
    """Remembers the custom_ids of buttons, menus and forms; a restart forgets them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, deque[str]] = OrderedDict()

    def remember(self, interaction: discord.Interaction) -> None:
        """Keep what was pressed, if anything was."""
        data: Mapping[str, object] = dict(interaction.data or {})
        custom_id = data.get("custom_id")
        if not isinstance(custom_id, str):
            return
        mine = self._kept.setdefault(interaction.user.id, deque(maxlen=KEPT))
        mine.append(custom_id)
        self._kept.move_to_end(interaction.user.id)
        while len(self._kept) > PEOPLE:
            self._kept.popitem(last=False)

    def of(self, user: int, match: int) -> tuple[str, ...]:
        """What somebody pressed in a match, the latest last."""
        return tuple(press for press in self._kept.get(user, ()) if match_of(press) == match)

    def forget(self, user: int) -> None:
        """Know nothing of somebody any more."""
        self._kept.pop(user, None)
