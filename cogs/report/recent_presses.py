"""The latest presses of each user, for reports of problems; in memory only."""

from collections import OrderedDict, deque
from collections.abc import Mapping

import discord

from cogs.base.custom_id_families import match_of

USERS, PRESSES = 300, 15


class RecentPresses:
    def __init__(self) -> None:
        self._presses: OrderedDict[int, deque[str]] = OrderedDict()

    def remember(self, interaction: discord.Interaction) -> None:
        data: Mapping[str, object] = dict(interaction.data or {})
        custom_id = data.get("custom_id")
        if not isinstance(custom_id, str):
            return
        mine = self._presses.setdefault(interaction.user.id, deque(maxlen=PRESSES))
        mine.append(custom_id)
        self._presses.move_to_end(interaction.user.id)
        while len(self._presses) > USERS:
            self._presses.popitem(last=False)

    def of(self, user: int, match: int) -> tuple[str, ...]:
        return tuple(press for press in self._presses.get(user, ()) if match_of(press) == match)

    def forget(self, user: int) -> None:
        self._presses.pop(user, None)
