"""What users pressed last, for reports of problems. It is kept only in memory."""

from collections import OrderedDict, deque
from collections.abc import Mapping

import discord

from cogs.base.custom_id_families import match_of

USERS, PRESSES = 300, 15
"""How many users are remembered, and how many presses of each."""


class RecentPresses:
    """Remembers the custom_ids of buttons, menus and forms; a restart forgets them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, deque[str]] = OrderedDict()

    def remember(self, interaction: discord.Interaction) -> None:
        """Remember a press; other interactions are ignored."""
        data: Mapping[str, object] = dict(interaction.data or {})
        custom_id = data.get("custom_id")
        if not isinstance(custom_id, str):
            return
        mine = self._kept.setdefault(interaction.user.id, deque(maxlen=PRESSES))
        mine.append(custom_id)
        self._kept.move_to_end(interaction.user.id)
        while len(self._kept) > USERS:
            self._kept.popitem(last=False)

    def of(self, user: int, match: int) -> tuple[str, ...]:
        """The custom_ids that a user pressed in a match, the latest last."""
        return tuple(press for press in self._kept.get(user, ()) if match_of(press) == match)

    def forget(self, user: int) -> None:
        """Forget all presses of a user."""
        self._kept.pop(user, None)
