"""The buttons and the menu of replays; all that they mean is in their custom_ids."""

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from cogs.play import ids


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


class ReplayButton(ui.DynamicItem[ui.Button[Any]], template=ids.REPLAY):
    """Goes to a moment, shares it, or asks for something of the whole match."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        del interaction, match
        return cls(cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it on."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        await _replays(interaction).press(
            interaction, int(found["match"]), int(found["step"]), found["verb"]
        )


class JumpMenu(ui.DynamicItem[ui.Select[Any]], template=ids.JUMP):
    """Jumps to the step that is chosen."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        del interaction, match
        return cls(cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it on; what is no step leaves everything where it is."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        data: dict[str, Any] = dict(interaction.data or {})
        chosen = str(next(iter(data.get("values") or ()), ""))
        step = int(chosen) if re.fullmatch("[0-9]{1,6}", chosen) else int(found["step"])
        await _replays(interaction).press(interaction, int(found["match"]), step, "next")


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
    custom_id = ids.replay(match, step, verb)
    return ReplayButton(
        ui.Button(label=label, emoji=emoji, style=style, custom_id=custom_id, disabled=disabled)
    )


def jump_menu(match: int, step: int, hint: str, options: list[tuple[int, str]]) -> ui.Item[Any]:
    """A menu of 1 to 25 steps with their headlines; the one that `step` belongs to is marked."""
    here = max((there for there, _ in options if there <= step), default=0)
    return JumpMenu(
        ui.Select(
            custom_id=ids.jump(match, step),
            placeholder=hint,
            options=[
                discord.SelectOption(label=label[:100], value=str(there), default=there == here)
                for there, label in options
            ],
        )
    )
