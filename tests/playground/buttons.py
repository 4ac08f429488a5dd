"""Buttons that work without a view in memory, and a form."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import ui

from tests.playground.conftest import Bot

Press = Callable[[discord.Interaction, str], Awaitable[None]]


def pressing(press: Press) -> Callable[[Bot], None]:
    """Return a setup in which every button "b:…" calls `press`, without a view in memory."""

    class Button(ui.DynamicItem[ui.Button[Any]], template=r"b:(?P<name>.+)"):
        def __init__(self, name: str) -> None:
            super().__init__(ui.Button(label=name, custom_id=f"b:{name}"))
            self.name = name

        @classmethod
        async def from_custom_id(
            cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
        ) -> "Button":
            assert interaction.type is discord.InteractionType.component
            assert item.is_dispatchable()
            return cls(match["name"])

        async def callback(self, interaction: discord.Interaction) -> None:
            await press(interaction, self.name)

    def setup(bot: Bot) -> None:
        bot.add_dynamic_items(Button)

    return setup


def buttons(*names: str, disabled: str = "") -> ui.View:
    """Return buttons without a listener in memory."""
    view = ui.View(timeout=None)
    for name in names:
        view.add_item(ui.Button(label=name, custom_id=f"b:{name}", disabled=name == disabled))
    return view


async def board(bot: Bot, *names: str, disabled: str = "") -> discord.Message:
    view = buttons(*names, disabled=disabled)
    message = await bot.tavern.send("Board", view=view)
    view.stop()
    return message


class Form(ui.Modal, title="Keep dice"):
    """A form with an input of each kind."""

    name: ui.Label[Any] = ui.Label(
        text="Name", component=ui.TextInput(custom_id="name", max_length=10)
    )
    dice: ui.Label[Any] = ui.Label(
        text="Dice",
        description="At most two",
        component=ui.Select(
            custom_id="dice",
            min_values=0,
            max_values=2,
            required=False,
            options=[discord.SelectOption(label=f"Die {n}", value=f"d{n}") for n in range(3)],
        ),
    )
    friend: ui.Label[Any] = ui.Label(text="Friend", component=ui.UserSelect(custom_id="friend"))
    pace: ui.Label[Any] = ui.Label(
        text="Pace",
        component=ui.RadioGroup(
            custom_id="pace",
            options=[
                discord.RadioGroupOption(label="Slow", value="slow", default=True),
                discord.RadioGroupOption(label="Quick", value="quick"),
            ],
        ),
    )
    sure: ui.Label[Any] = ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, dice, friend, pace, sure = (
            self.name.component,
            self.dice.component,
            self.friend.component,
            self.pace.component,
            self.sure.component,
        )
        assert isinstance(name, ui.TextInput)
        assert isinstance(dice, ui.Select)
        assert isinstance(friend, ui.UserSelect)
        assert isinstance(pace, ui.RadioGroup)
        assert isinstance(sure, ui.Checkbox)
        values = [name.value, dice.values, [u.id for u in friend.values], pace.value, sure.value]
        await interaction.response.send_message(repr(values), ephemeral=True)
