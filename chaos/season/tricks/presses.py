"""Presses of old buttons, commands that name an absent user, and simultaneous presses."""

import asyncio

from chaos.acting import command, press
from chaos.custom_ids import MATCH
from chaos.season.context import SeasonContext, Trick
from chaos.season.group import Group
from chaos.transcript import Kind
from playground.luck import Luck

NAMING = (("challenge", "opponent"), ("profile", "member"), ("versus", "member"))


class Presses:
    def __init__(self, context: SeasonContext, luck: Luck) -> None:
        self._context = context
        self._luck = luck

    def tricks(self) -> dict[str, Trick]:
        return {
            "old buttons": self.press_old_buttons,
            "name who left": self.name_gone,
            "ask for a rematch twice": self.ask_for_rematch_twice,
        }

    async def press_old_buttons(self, group: Group) -> None:
        for match in sorted(group.matches, reverse=True)[:2]:
            messages = group.messages(match)
            live = [
                (live_message.message, i)
                for live_message in messages.live.values()
                for i in live_message.buttons[:2]
            ]
            for message, custom_id in live:
                await group.press(self._luck.pick(group.people), message, custom_id)
            for message, custom_id in messages.past[-4:]:
                await press(self._luck.pick(group.people), message, custom_id, unseen=True)

    async def name_gone(self, group: Group) -> None:
        absent_user = str(self._context.extras_of(group).gone.id)
        for name, option in NAMING:
            await command(self._luck.pick(group.people), name, {option: absent_user})

    async def ask_for_rematch_twice(self, group: Group) -> None:
        ends = [
            (end.message, custom_id)
            for match in sorted(group.matches, reverse=True)
            for end in group.messages(match).of_kind(Kind.END)
            for custom_id in end.of_family(MATCH, "rematch")
        ]
        people = (group.people[0], group.people[-1], group.people[0])
        for end in ends[:1]:
            await asyncio.gather(*(press(person, *end) for person in people))
