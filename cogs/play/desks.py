"""Who answers the persistent buttons: what they ask of the client."""

from collections.abc import Sequence
from typing import Protocol, cast

import discord

from cogs.play import ids


class Desk(Protocol):
    """Who answers buttons."""

    async def move(
        self, interaction: discord.Interaction, spot: ids.Spot, tokens: tuple[str, ...]
    ) -> None:
        """Decide at once."""

    async def panel(self, interaction: discord.Interaction, spot: ids.Spot, panel: str) -> None:
        """Open a form."""

    async def lobby(self, interaction: discord.Interaction, match: int, verb: str) -> None:
        """Answer an invitation."""

    async def page(self, interaction: discord.Interaction, number: int, verb: str) -> None:
        """Do what is asked of a match as a whole."""

    async def why(self, interaction: discord.Interaction, match: int, question: str) -> None:
        """Say why something can't be done."""

    async def lesson(
        self,
        interaction: discord.Interaction,
        version: int,
        path: str,
        what: str,
        ticked: Sequence[str],
    ) -> None:
        """Go on with the lesson."""


class BoardMenus(Protocol):
    """Who answers the menus of boards."""

    async def choose(
        self, interaction: discord.Interaction, spot: ids.Spot, panel: str, ticked: Sequence[str]
    ) -> None:
        """Decide by what is ticked."""


class SecondThoughts(Protocol):
    """Who answers what comes before a move and after it."""

    async def take_back(self, interaction: discord.Interaction, spot: ids.Spot) -> None:
        """Take the last move back."""

    async def confirm(
        self, interaction: discord.Interaction, spot: ids.Spot, tokens: tuple[str, ...]
    ) -> None:
        """Decide what was asked about."""

    async def cancel(self, interaction: discord.Interaction, match: int) -> None:
        """Leave what was asked about."""

    async def plan(self, interaction: discord.Interaction, match: int, verb: str) -> None:
        """Make a plan, or forget it."""


class MeDesk(Protocol):
    """Who answers what somebody sets for themselves."""

    async def press(
        self, interaction: discord.Interaction, what: str, *, on: bool | None = None
    ) -> None:
        """A button of the panel; `on` is what a toggle shall be, None: the other."""

    async def choose(
        self, interaction: discord.Interaction, what: str, chosen: Sequence[str]
    ) -> None:
        """What is chosen in a menu of the panel."""


class ServerDesk(Protocol):
    """Who answers what is about a server as a whole."""

    async def choose(
        self,
        interaction: discord.Interaction,
        what: str,
        values: Sequence[str],
        *,
        on: bool | None = None,
    ) -> None:
        """A menu or a button of the settings; `on` is what a toggle shall be, None: the other."""

    async def turn(self, interaction: discord.Interaction, whose: str, page: int) -> None:
        """Show a page of a list of matches."""


class BarList(Protocol):
    """Who shows moderators whom a server bars."""

    async def show(self, interaction: discord.Interaction, page: int = 0) -> None:
        """Show a page of the list."""


class MineDesk(Protocol):
    """Who answers what somebody wants done with their data."""

    async def press(self, interaction: discord.Interaction, what: str) -> None:
        """Whether to forget them."""


class PaceDesk(Protocol):
    """Who answers notices."""

    async def press(self, interaction: discord.Interaction, match: int, n: int, verb: str) -> None:
        """A button of the notice of match event `n`."""


class Openings(Protocol):
    """Who begins matches."""

    async def practise(self, interaction: discord.Interaction) -> None:
        """Begin a match against the easiest computer."""


class Contributions(Protocol):
    """Who asks for words for the dice."""

    async def ask(self, interaction: discord.Interaction, match: int) -> None:
        """Open the form for one."""


class HasDesk(Protocol):
    """The client, as far as buttons need it."""

    desk: Desk
    board_menus: BoardMenus
    contributions: Contributions
    openings: Openings
    second_thoughts: SecondThoughts
    me: MeDesk
    mine: MineDesk
    pace_desk: PaceDesk
    server_desk: ServerDesk
    bars: BarList


def desk_of(interaction: discord.Interaction) -> Desk:
    """The desk of the client that got this interaction."""
    return cast("HasDesk", interaction.client).desk


def thoughts_of(interaction: discord.Interaction) -> SecondThoughts:
    """Who answers second thoughts for the client that got this interaction."""
    return cast("HasDesk", interaction.client).second_thoughts
