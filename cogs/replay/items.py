"""The buttons and the menu of replays; all that they mean is in their custom_ids."""

import re
from typing import Any, Protocol, cast

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import PersistentItem, chosen
from cogs.ui import widgets


class Replays(Protocol):
    """Who answers them."""

    async def press(
        self, interaction: discord.Interaction, match: int, step: int, verb: str
    ) -> None:
        """Do what the button says."""


class HasReplays(Protocol):
    """The client, as far as they need it."""

    replays: Replays


def _replays(interaction: discord.Interaction) -> Replays:
    return cast("HasReplays", interaction.client).replays


class ReplayButton(PersistentItem, template=custom_ids.REPLAY):
    """Goes to a moment, shares it, or asks for something of the whole match."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it on."""
        await _replays(interaction).press(
            interaction, int(self.said["match"]), int(self.said["step"]), self.said["verb"]
        )


class JumpMenu(PersistentItem, template=custom_ids.JUMP):
    """Jumps to the step that is chosen."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it on; what is no step leaves everything where it is."""
        wanted = chosen(interaction)
        step = int(wanted) if re.fullmatch("[0-9]{1,6}", wanted) else int(self.said["step"])
        await _replays(interaction).press(interaction, int(self.said["match"]), step, "next")


def replay_button(
    match: int,
    step: int,
    verb: str,
    label: str | None = None,
    emoji: str | None = None,
    *,
    disabled: bool = False,
    main: bool = False,
) -> ui.Item[Any]:
    """A button of a replay; `step` 0 with `open` begins at the start."""
    style = discord.ButtonStyle.primary if main else discord.ButtonStyle.secondary
    custom_id = custom_ids.replay(match, step, verb)
    return ReplayButton(
        widgets.button(custom_id, label, emoji=emoji, style=style, disabled=disabled)
    )


def jump_menu(match: int, step: int, hint: str, options: list[tuple[int, str]]) -> ui.Item[Any]:
    """A menu of 1 to 25 steps with their headlines; the one that `step` belongs to is marked."""
    here = max((there for there, _ in options if there <= step), default=0)
    found = [widgets.option(label, str(there), default=there == here) for there, label in options]
    return JumpMenu(widgets.menu(custom_ids.jump(match, step), found, hint=hint))
