"""Tricks of hostile people. Each single action is something that Discord allows."""

from collections.abc import Callable

from chaos.season.context import SeasonContext, Trick
from chaos.season.tricks.floods import Floods
from chaos.season.tricks.places import Places
from chaos.season.tricks.presses import Presses
from chaos.season.tricks.timing import Timing
from chaos.season.tricks.toggles import Toggles
from playground.luck import Luck


class Tricks:
    def __init__(self, context: SeasonContext, luck: Luck, note: Callable[[str], None]) -> None:
        self._context = context
        self._luck = luck
        self._note = note
        self._places = Places(context, luck)
        self.presses = Presses(context, luck)
        self._tricks: dict[str, Trick] = {
            **self._places.tricks(),
            **self.presses.tricks(),
            **Timing(context, luck).tricks(),
            **Floods(context, luck).tricks(),
            **Toggles(context, luck.child("toggles")).tricks(),
        }

    async def play(self) -> None:
        await self._places.effects.end_overdue()
        name = self._luck.pick(sorted(self._tricks))
        groups = [group for group in self._context.groups if group.open] or self._context.groups
        group = self._luck.pick(groups)
        self._note(f"trick: {name}, by {group.people[0].id} and others")
        await self._tricks[name](group)

    async def repair(self) -> None:
        await self._places.effects.end_all()
