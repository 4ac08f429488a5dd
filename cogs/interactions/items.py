"""The persistent buttons: one DynamicItem class a family. They parse; the desk does the rest.

Every button ever posted still works after any restart, as all that it means is in its custom_id.
discord.py tells nobody of an exception in a DynamicItem, so the desk answers for each itself.
"""

from typing import Any, cast

import discord

from cogs.guide.items import TopicMenu
from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import PersistentItem, chosen, values
from cogs.interactions.handlers import HasHandlers, handlers_of, thoughts_of
from cogs.replay.items import JumpMenu, ReplayButton
from cogs.report.items import ReportButton
from cogs.share.items import ShareItem
from cogs.statistics.items import HistoryButton, LeadersButton, LeadersMenu

PRACTISE = "practise"
"""What the lesson's last button asks: a match against the easiest computer."""
WORD = "word"
"""The verb of an answer to an invitation that is given with a word for the dice."""


class MoveButton(PersistentItem, template=custom_ids.MOVE):
    """Decides at once, by tokens."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A move."""
        await handlers_of(interaction).move(
            interaction, self.board_version, tuple(self.said["tokens"].split(","))
        )


class PanelButton(PersistentItem, template=custom_ids.PANEL):
    """Opens a form."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A wish to choose."""
        await handlers_of(interaction).panel(interaction, self.board_version, self.said["panel"])


class BoardMenu(PersistentItem, template=custom_ids.MENU):
    """Decides at once, by what is ticked."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand what is ticked to who answers menus."""
        menus = cast("HasHandlers", interaction.client).menu_handlers
        await menus.choose(interaction, self.board_version, self.said["panel"], values(interaction))


class LobbyButton(PersistentItem, template=custom_ids.LOBBY):
    """Answers an invitation."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """An answer, or the wish to give one with a word."""
        match, verb = int(self.said["match"]), self.said["verb"]
        if verb == WORD:
            await cast("HasHandlers", interaction.client).contributions.ask(interaction, match)
        else:
            await handlers_of(interaction).lobby(interaction, match, verb)


class PageButton(PersistentItem, template=custom_ids.PAGE):
    """Asks something of a match as a whole."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A wish about the match."""
        await handlers_of(interaction).page(interaction, int(self.said["match"]), self.said["verb"])


class LessonButton(PersistentItem, template=custom_ids.LESSON):
    """A choice in the lesson: a button, or a menu of dice."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """The next step, the rule, or a match after the last one."""
        what = self.said["what"]
        if what == PRACTISE:
            await cast("HasHandlers", interaction.client).match_opener.practise(interaction)
            return
        version, ticked = int(self.said["version"]), values(interaction)
        await handlers_of(interaction).lesson(interaction, version, self.said["path"], what, ticked)


class MineButton(PersistentItem, template=custom_ids.MINE):
    """Answers whether to forget the one who presses."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who forgets."""
        await cast("HasHandlers", interaction.client).mine.press(interaction, self.said["what"])


class WhySelect(PersistentItem, template=custom_ids.WHY):
    """A menu of what can't be done now."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to the desk."""
        await handlers_of(interaction).why(
            interaction, int(self.said["match"]), chosen(interaction)
        )


class UndoButton(PersistentItem, template=custom_ids.UNDO):
    """Takes the last move back."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A move that was not meant."""
        await thoughts_of(interaction).take_back(interaction, self.board_version)


class ConfirmButton(PersistentItem, template=custom_ids.CONFIRM):
    """Decides what its player was asked about."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Yes."""
        await thoughts_of(interaction).confirm(
            interaction, self.board_version, tuple(self.said["tokens"].split(","))
        )


class CancelButton(PersistentItem, template=custom_ids.CANCEL):
    """Leaves what its player was asked about."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """No."""
        await thoughts_of(interaction).cancel(interaction, int(self.said["match"]))


class MeButton(PersistentItem, template=custom_ids.ME):
    """Changes a setting of the one who presses."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps people's settings."""
        on = custom_ids.wanted(self.said["to"])
        await cast("HasHandlers", interaction.client).me.press(
            interaction, self.said["what"], on=on
        )


class NoticeButton(PersistentItem, template=custom_ids.NOTICE):
    """Answers a notice: a vote, an offer, a pause."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who answers what is about time."""
        handlers = cast("HasHandlers", interaction.client).pace_desk
        await handlers.press(
            interaction, int(self.said["match"]), int(self.said["n"]), self.said["verb"]
        )


class WishMenu(PersistentItem, template=custom_ids.WISH):
    """Chooses a setting of the one who opens it."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps people's settings."""
        client = cast("HasHandlers", interaction.client)
        await client.me.choose(interaction, self.said["what"], values(interaction))


class PlanButton(PersistentItem, template=custom_ids.PLAN):
    """Makes a plan, or forgets it."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """A wish about one's next turn."""
        await thoughts_of(interaction).plan(interaction, int(self.said["match"]), self.said["verb"])


class SettingItem(PersistentItem, template=custom_ids.SETTING):
    """A menu or a button of a server's settings."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who keeps the settings."""
        handlers = cast("HasHandlers", interaction.client).server_desk
        on = custom_ids.wanted(self.said["to"])
        await handlers.choose(interaction, self.said["what"], values(interaction), on=on)


class TableButton(PersistentItem, template=custom_ids.TABLE):
    """Turns a page of a list of matches."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who makes the lists."""
        await cast("HasHandlers", interaction.client).server_desk.turn(
            interaction, self.said["whose"], int(self.said["page"])
        )


class BarredButton(PersistentItem, template=custom_ids.BARRED):
    """Turns a page of the list of those whom a server bars."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """Hand it to who makes the list."""
        await cast("HasHandlers", interaction.client).bars.show(interaction, int(self.said["page"]))


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
