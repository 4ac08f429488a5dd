"""The persistent buttons: one DynamicItem class a family. They parse; the desk does the rest.

Every button ever posted still works after any restart, as all that it means is in its custom_id.
discord.py tells nobody of an exception in a DynamicItem, so the desk answers for each itself.
"""

from typing import Any, cast

import discord

from cogs.guide.items import TopicMenu
from cogs.hall.buttons import HistoryButton, LeadersButton, LeadersMenu
from cogs.play import ids
from cogs.play.desks import HasDesk, desk_of, thoughts_of
from cogs.play.persistent import Persistent, chosen, values
from cogs.replay.items import JumpMenu, ReplayButton
from cogs.report.items import ReportButton
from cogs.share.items import ShareItem

PRACTISE = "practise"
"""What the lesson's last button asks: a match against the easiest computer."""
WORD = "word"
"""The verb of an answer to an invitation that is given with a word for the dice."""


class MoveButton(Persistent, template=ids.MOVE):
    """Decides at once, by tokens."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A move."""
        await desk_of(interaction).move(
            interaction, self.spot, tuple(self.said["tokens"].split(","))
        )


class PanelButton(Persistent, template=ids.PANEL):
    """Opens a form."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A wish to choose."""
        await desk_of(interaction).panel(interaction, self.spot, self.said["panel"])


class BoardMenu(Persistent, template=ids.MENU):
    """Decides at once, by what is ticked."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand what is ticked to who answers menus."""
        menus = cast("HasDesk", interaction.client).board_menus
        await menus.choose(interaction, self.spot, self.said["panel"], values(interaction))


class LobbyButton(Persistent, template=ids.LOBBY):
    """Answers an invitation."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """An answer, or the wish to give one with a word."""
        match, verb = int(self.said["match"]), self.said["verb"]
        if verb == WORD:
            await cast("HasDesk", interaction.client).contributions.ask(interaction, match)
        else:
            await desk_of(interaction).lobby(interaction, match, verb)


class PageButton(Persistent, template=ids.PAGE):
    """Asks something of a match as a whole."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A wish about the match."""
        await desk_of(interaction).page(interaction, int(self.said["match"]), self.said["verb"])


class LessonButton(Persistent, template=ids.LESSON):
    """A choice in the lesson: a button, or a menu of dice."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """The next step, the rule, or a match after the last one."""
        what = self.said["what"]
        if what == PRACTISE:
            await cast("HasDesk", interaction.client).openings.practise(interaction)
            return
        version, ticked = int(self.said["version"]), values(interaction)
        await desk_of(interaction).lesson(interaction, version, self.said["path"], what, ticked)


class MineButton(Persistent, template=ids.MINE):
    """Answers whether to forget the one who presses."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who forgets."""
        await cast("HasDesk", interaction.client).mine.press(interaction, self.said["what"])


class WhySelect(Persistent, template=ids.WHY):
    """A menu of what can't be done now."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to the desk."""
        await desk_of(interaction).why(interaction, int(self.said["match"]), chosen(interaction))


class UndoButton(Persistent, template=ids.UNDO):
    """Takes the last move back."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A move that was not meant."""
        await thoughts_of(interaction).take_back(interaction, self.spot)


class ConfirmButton(Persistent, template=ids.CONFIRM):
    """Decides what its player was asked about."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Yes."""
        await thoughts_of(interaction).confirm(
            interaction, self.spot, tuple(self.said["tokens"].split(","))
        )


class CancelButton(Persistent, template=ids.CANCEL):
    """Leaves what its player was asked about."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """No."""
        await thoughts_of(interaction).cancel(interaction, int(self.said["match"]))


class MeButton(Persistent, template=ids.ME):
    """Changes a setting of the one who presses."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps people's settings."""
        on = ids.wanted(self.said["to"])
        await cast("HasDesk", interaction.client).me.press(interaction, self.said["what"], on=on)


class NoticeButton(Persistent, template=ids.NOTICE):
    """Answers a notice: a vote, an offer, a pause."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who answers what is about time."""
        desk = cast("HasDesk", interaction.client).pace_desk
        await desk.press(
            interaction, int(self.said["match"]), int(self.said["n"]), self.said["verb"]
        )


class WishMenu(Persistent, template=ids.WISH):
    """Chooses a setting of the one who opens it."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps people's settings."""
        client = cast("HasDesk", interaction.client)
        await client.me.choose(interaction, self.said["what"], values(interaction))


class PlanButton(Persistent, template=ids.PLAN):
    """Makes a plan, or forgets it."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A wish about one's next turn."""
        await thoughts_of(interaction).plan(interaction, int(self.said["match"]), self.said["verb"])


class SettingItem(Persistent, template=ids.SETTING):
    """A menu or a button of a server's settings."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps the settings."""
        desk = cast("HasDesk", interaction.client).server_desk
        on = ids.wanted(self.said["to"])
        await desk.choose(interaction, self.said["what"], values(interaction), on=on)


class TableButton(Persistent, template=ids.TABLE):
    """Turns a page of a list of matches."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who makes the lists."""
        await cast("HasDesk", interaction.client).server_desk.turn(
            interaction, self.said["whose"], int(self.said["page"])
        )


class BarredButton(Persistent, template=ids.BARRED):
    """Turns a page of the list of those whom a server bars."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who makes the list."""
        await cast("HasDesk", interaction.client).bars.show(interaction, int(self.said["page"]))


BUTTONS = (
    MoveButton,
    PanelButton,
    BoardMenu,
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
    BarredButton,
    TopicMenu,
    ShareItem,
)
