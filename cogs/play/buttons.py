"""The persistent buttons: one DynamicItem class a family. They parse; the desk does the rest.

Every button ever posted still works after any restart, as all that it means is in its custom_id.
discord.py tells nobody of an exception in a DynamicItem, so the desk answers for each itself.
"""

import re
from typing import Any, Self, cast

import discord
from discord import ui

from cogs.hall.buttons import HistoryButton, LeadersButton, LeadersMenu
from cogs.play import ids
from cogs.play.desks import Desk, HasDesk, desk_of, thoughts_of
from cogs.replay.items import JumpMenu, ReplayButton
from cogs.report.items import ReportButton


class _Button(ui.DynamicItem[ui.Button[Any]], template=r"(?!)"):
    """What all families share: the class matches nothing itself."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        del interaction, match
        return cls(cast("ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to the desk."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        await self.hand(desk_of(interaction), interaction, found)

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """Say to the desk what the custom_id says."""
        raise NotImplementedError


def _spot(found: re.Match[str]) -> ids.Spot:
    return ids.Spot(int(found["match"]), int(found["seq"]))


class MoveButton(_Button, template=ids.MOVE):
    """Decides at once, by tokens."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """A move."""
        await desk.move(interaction, _spot(found), tuple(found["tokens"].split(",")))


class PanelButton(_Button, template=ids.PANEL):
    """Opens a form."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """A wish to choose."""
        await desk.panel(interaction, _spot(found), found["panel"])


class LobbyButton(_Button, template=ids.LOBBY):
    """Answers an invitation."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """An answer."""
        await desk.lobby(interaction, int(found["match"]), found["verb"])


class PageButton(_Button, template=ids.PAGE):
    """Asks something of a match as a whole."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """A wish about the match."""
        await desk.page(interaction, int(found["match"]), found["verb"])


class LessonButton(_Button, template=ids.LESSON):
    """A choice in the lesson."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """The next step, or the rule."""
        await desk.lesson(interaction, int(found["version"]), found["path"], found["what"])


class MineButton(_Button, template=ids.MINE):
    """Answers whether to forget the one who presses."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who forgets."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        await cast("HasDesk", interaction.client).mine.press(interaction, found["what"])


class WhySelect(ui.DynamicItem[ui.Select[Any]], template=ids.WHY):
    """A menu of what can't be done now."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu in which something was chosen."""
        del interaction, match
        return cls(cast("ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to the desk."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        await desk_of(interaction).why(interaction, int(found["match"]), chosen(interaction))


def chosen(interaction: discord.Interaction) -> str:
    """The one value that was chosen in a menu; empty where there is none."""
    data: dict[str, Any] = dict(interaction.data or {})
    values = data.get("values") or [""]
    return str(values[0])


class UndoButton(_Button, template=ids.UNDO):
    """Takes the last move back."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """A move that was not meant."""
        del desk
        await thoughts_of(interaction).take_back(interaction, _spot(found))


class ConfirmButton(_Button, template=ids.CONFIRM):
    """Decides what its player was asked about."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """Yes."""
        del desk
        await thoughts_of(interaction).confirm(
            interaction, _spot(found), tuple(found["tokens"].split(","))
        )


class CancelButton(_Button, template=ids.CANCEL):
    """Leaves what its player was asked about."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """No."""
        del desk
        await thoughts_of(interaction).cancel(interaction, int(found["match"]))


class MeButton(_Button, template=ids.ME):
    """Changes a setting of the one who presses."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps people's settings."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        await cast("HasDesk", interaction.client).me.press(interaction, found["what"])


class _Item(ui.DynamicItem[ui.Item[Any]], template=r"(?!)"):
    """A menu or a button that needs nothing but its custom_id: the class matches nothing itself."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The one that was used."""
        del interaction, match
        return cls(item)


class NoticeButton(_Button, template=ids.NOTICE):
    """Answers a notice: a vote, an offer, a pause."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who answers what is about time."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        desk = cast("HasDesk", interaction.client).pace_desk
        await desk.press(interaction, int(found["match"]), int(found["n"]), found["verb"])


class WishMenu(_Item, template=ids.WISH):
    """Chooses a setting of the one who opens it."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps people's settings."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        client = cast("HasDesk", interaction.client)
        await client.me.choose(interaction, found["what"], chosen(interaction))


class PlanButton(_Button, template=ids.PLAN):
    """Makes a plan, or forgets it."""

    async def hand(
        self, desk: Desk, interaction: discord.Interaction, found: re.Match[str]
    ) -> None:
        """A wish about one's next turn."""
        del desk
        await thoughts_of(interaction).plan(interaction, int(found["match"]), found["verb"])


class SettingItem(_Item, template=ids.SETTING):
    """A menu or a button of a server's settings."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps the settings."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        data: dict[str, Any] = dict(interaction.data or {})
        values = [str(value) for value in data.get("values", ())]
        desk = cast("HasDesk", interaction.client).server_desk
        await desk.choose(interaction, found["what"], values)


class TableButton(_Button, template=ids.TABLE):
    """Turns a page of a list of matches."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who makes the lists."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        await cast("HasDesk", interaction.client).server_desk.turn(
            interaction, found["whose"], int(found["page"])
        )


BUTTONS = (
    MoveButton,
    PanelButton,
    LobbyButton,
    PageButton,
    WhySelect,
    LessonButton,
    MineButton,
    UndoButton,
    ConfirmButton,
    CancelButton,
    LeadersButton,
    LeadersMenu,
    HistoryButton,
    MeButton,
    WishMenu,
    NoticeButton,
    ReplayButton,
    JumpMenu,
    ReportButton,
    PlanButton,
    SettingItem,
    TableButton,
)
