"""Who answers the persistent buttons: what they ask of the client."""

from collections.abc import Sequence
from typing import Protocol, cast

import discord

from cogs.interactions import custom_ids


class PlayHandlers(Protocol):
    """Who answers buttons."""

    async def move(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        tokens: tuple[str, ...],
    ) -> None:
        """Decide at once."""

    async def panel(
        self, interaction: discord.Interaction, board_version: custom_ids.BoardVersion, panel: str
    ) -> None:
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


class MenuHandlers(Protocol):
    """Who answers the menus of boards."""

    async def choose(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        panel: str,
        ticked: Sequence[str],
    ) -> None:
        """Decide by what is ticked."""


class Confirmations(Protocol):
    """Who answers what comes before a move and after it."""

    async def take_back(
        self, interaction: discord.Interaction, board_version: custom_ids.BoardVersion
    ) -> None:
        """Take the last move back."""

    async def confirm(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        tokens: tuple[str, ...],
    ) -> None:
        """Decide what was asked about."""

    async def cancel(self, interaction: discord.Interaction, match: int) -> None:
        """Leave what was asked about."""

    async def plan(self, interaction: discord.Interaction, match: int, verb: str) -> None:
        """Make a plan, or forget it."""


class MeHandlers(Protocol):
    """Who answers what somebody sets for themselves."""

    async def press(
        self, interaction: discord.Interaction, what: str, *, on: bool | None = None
    ) -> None:
        """A button of the panel; `on` is what a toggle shall be, None: the other."""

    async def choose(
        self, interaction: discord.Interaction, what: str, chosen: Sequence[str]
    ) -> None:
        """What is chosen in a menu of the panel."""


class ServerHandlers(Protocol):
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


class PrivacyAnswers(Protocol):
    """Who answers what somebody wants done with their data."""

    async def press(self, interaction: discord.Interaction, what: str) -> None:
        """Whether to forget them."""


class TimingHandlers(Protocol):
    """Who answers notices."""

    async def press(self, interaction: discord.Interaction, match: int, n: int, verb: str) -> None:
        """A button of the notice of match event `n`."""


class MatchOpener(Protocol):
    """Who begins matches."""

    async def practise(self, interaction: discord.Interaction) -> None:
        """Begin a match against the easiest computer."""


class Contributions(Protocol):
    """Who asks for words for the dice."""

    async def ask(self, interaction: discord.Interaction, match: int) -> None:
        """Open the form for one."""


class HasHandlers(Protocol):
    """The client, as far as buttons need it."""

    handlers: PlayHandlers
    menu_handlers: MenuHandlers
    contributions: Contributions
    match_opener: MatchOpener
    confirmations: Confirmations
    me: MeHandlers
    mine: PrivacyAnswers
    pace_desk: TimingHandlers
    server_desk: ServerHandlers
    bars: BarList


def handlers_of(interaction: discord.Interaction) -> PlayHandlers:
    """The desk of the client that got this interaction."""
    return cast("HasHandlers", interaction.client).handlers


def thoughts_of(interaction: discord.Interaction) -> Confirmations:
    """Who answers second thoughts for the client that got this interaction."""
    return cast("HasHandlers", interaction.client).confirmations
