"""The buttons and menus of boards."""

from dataclasses import replace

from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.interactions.dynamic_items import Interaction, PersistentItem, chosen, values
from cogs.play.handlers import PlayHandlers


class MoveButton(PersistentItem, family=families.MOVE):
    """Makes a move at once."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[PlayHandlers].move(interaction, self.board, self.tokens)


class PanelButton(PersistentItem, family=families.PANEL):
    """Opens a form."""

    async def used(self, interaction: Interaction) -> None:
        panel = self.fields["panel"]
        await interaction.client.services[PlayHandlers].panel(interaction, self.board, panel)


class BoardMenu(PersistentItem, family=families.MENU):
    """Makes a move of what is ticked."""

    async def used(self, interaction: Interaction) -> None:
        panel, ticked = self.fields["panel"], values(interaction)
        await interaction.client.services[PlayHandlers].menu(interaction, self.board, panel, ticked)


class ConfirmButton(PersistentItem, family=families.CONFIRM):
    """Confirms a move."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[PlayHandlers].confirm(
            interaction, self.board, self.tokens
        )


class CancelButton(PersistentItem, family=families.CANCEL):
    """Cancels a move."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[PlayHandlers].cancel(interaction, self.match)


class UndoButton(PersistentItem, family=families.UNDO):
    """Takes the last move back."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[PlayHandlers].take_back(interaction, self.board)


class PlanButton(PersistentItem, family=families.PLAN):
    """Opens the form of a plan, or drops the plan."""

    async def used(self, interaction: Interaction) -> None:
        play = interaction.client.services[PlayHandlers]
        handle = play.plan if self.fields["verb"] == "ahead" else play.drop_plan
        await handle(interaction, self.match)


class WhyMenu(PersistentItem, family=families.WHY):
    """A menu of what can't be done now."""

    async def used(self, interaction: Interaction) -> None:
        await interaction.client.services[PlayHandlers].answer_why(
            interaction, self.match, chosen(interaction)
        )


class SessionItem(PersistentItem, family=families.SESSION):
    """What a board offers, in a private session."""

    @property
    def board(self) -> BoardVersion:
        """The session that its custom_id names."""
        return replace(super().board, session=True)

    async def used(self, interaction: Interaction) -> None:
        play, board = interaction.client.services[PlayHandlers], self.board
        verb, what = self.fields["verb"].partition(":")[0], self.fields["what"] or ""
        match verb:
            case "move":
                await play.move(interaction, board, tuple(what.split(",")))
            case "confirm":
                await play.confirm(interaction, board, tuple(what.split(",")))
            case "panel":
                await play.panel(interaction, board, what)
            case "menu":
                await play.menu(interaction, board, what, values(interaction))
            case "undo":
                await play.take_back(interaction, board)
            case _:
                await play.session(interaction, board)


ITEMS = (
    MoveButton,
    PanelButton,
    BoardMenu,
    ConfirmButton,
    CancelButton,
    UndoButton,
    PlanButton,
    WhyMenu,
    SessionItem,
)
