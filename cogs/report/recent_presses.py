"""The latest presses of each user, for reports of problems; in memory only."""

from collections import OrderedDict, deque

import discord

from cogs.base.custom_ids import custom_id_of

USERS, PRESSES = 300, 15


class RecentPresses:
    def __init__(self) -> None:
        self._presses: OrderedDict[int, deque[tuple[int | None, str]]] = OrderedDict()

    def remember(self, interaction: discord.Interaction) -> None:
        press = custom_id_of(interaction)
        if not press.text:
            return
        mine = self._presses.setdefault(interaction.user.id, deque(maxlen=PRESSES))
        mine.append((press.number("match"), press.text))
        self._presses.move_to_end(interaction.user.id)
        while len(self._presses) > USERS:
            self._presses.popitem(last=False)

    def of(self, user: int, match: int) -> tuple[str, ...]:
        presses = self._presses.get(user, ())
        return tuple(custom_id for its_match, custom_id in presses if its_match == match)

    def forget(self, user: int) -> None:
        self._presses.pop(user, None)
