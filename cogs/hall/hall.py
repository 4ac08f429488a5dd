"""The hall answers what is asked about matches that are over: commands, and buttons below them."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial

import discord

from bot.match.glory import GloryStore, Kind, Span
from bot.match.ports import Clock
from bot.match.types import UserId
from cogs.answers import acknowledge, answered, nowhere, private_words
from cogs.hall.leaders import Leaders
from cogs.hall.sheets import Names, Reader, Sheet
from cogs.names import NameBook
from cogs.preferences import Preferences
from texts import Catalogue

Make = Callable[[Reader], Awaitable[Sheet]]
"""Makes the answer for a reader."""


class Hall:
    """Who answers. An answer to a command is seen by all, and in the server's language; pages are
    turned in it by who asked, and everybody else gets a private one."""

    def __init__(
        self,
        client: discord.Client,
        *,
        glory: GloryStore,
        clock: Clock,
        names: NameBook,
        preferences: Preferences,
        catalogue: Catalogue,
    ) -> None:
        self._client = client
        self._clock = clock
        self._names = names
        self._preferences = preferences
        self._catalogue = catalogue
        self._leaders = Leaders(glory)

    async def leaders(
        self,
        interaction: discord.Interaction,
        kind: str,
        span: str,
        start: int = 0,
        asker: UserId | None = None,
    ) -> None:
        """A page of the server's leaderboard, by the values of a Kind and a Span."""
        chosen = Kind(kind) if kind in Kind else Kind.RATING
        wanted = Span(span) if span in Span else Span.ALL
        await self._answer(interaction, partial(self._leaderboard, chosen, wanted, start), asker)

    async def _leaderboard(self, kind: Kind, span: Span, start: int, reader: Reader) -> Sheet:
        now = self._clock.now()
        board = await self._leaders.board(reader, kind, span, start, now)
        users = [line.tally.user for line in board.lines]
        names = await self._called(reader, [*users, reader.user])
        return await self._leaders.sheet(reader, kind, span, board, names, now)

    async def _called(self, reader: Reader, users: Iterable[UserId]) -> Names:
        return await self._names.names(self._client, reader.guild, users, reader.words)

    async def _answer(
        self, interaction: discord.Interaction, make: Make, asker: UserId | None
    ) -> None:
        """Show what is made for the reader: to all, in place of what they turned, or privately."""
        words = private_words(self._catalogue, interaction)
        guild, user = interaction.guild_id, interaction.user.id
        assert guild is not None, "commands and messages are of servers"

        async def work() -> None:
            self._names.learn(guild, interaction.user)
            message = interaction.message
            turned = message is not None and asker == user
            private = message is not None and (not turned or message.flags.ephemeral)
            if turned:
                await acknowledge(interaction)
            else:
                await interaction.response.defer(thinking=True, ephemeral=private)
            told = words if private else await self._preferences.words(guild)
            sheet = await make(Reader(guild, user, told, await self._preferences.theme(guild)))
            await interaction.edit_original_response(view=sheet.paper(), attachments=sheet.files())

        await answered(interaction, words, work(), nowhere)
