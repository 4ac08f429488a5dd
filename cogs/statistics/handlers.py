"""The hall answers what is asked about matches that are over: commands, and buttons below them."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial

import discord

from bot.match.holders import UserId
from bot.match.matches import Matches
from bot.match.statistics.projections import Era, GloryStore, Kind
from cogs.interactions.answers import (
    private_words,
    tell,
)
from cogs.interactions.context import Context, Handlers, Interactions, handler
from cogs.server.preferences import Preferences
from cogs.statistics.head_to_head import HeadToHeads
from cogs.statistics.histories import Histories
from cogs.statistics.leaderboards import Leaderboards
from cogs.statistics.pages import Names, Reader, Sheet
from cogs.statistics.profiles import Profiles, friends
from cogs.ui.names import NameBook

Make = Callable[[Reader], Awaitable[Sheet]]
"""Makes the answer for a reader."""


class StatisticsHandlers(Handlers):
    """Who answers. What all see is in the server's language; its pages are turned by who asked,
    and everybody else who presses gets a private one."""

    def __init__(
        self,
        interactions: Interactions,
        client: discord.Client,
        *,
        glory: GloryStore,
        matches: Matches,
        names: NameBook,
        preferences: Preferences,
    ) -> None:
        super().__init__(interactions)
        self._client = client
        self._clock = matches.clock
        self._names = names
        self._preferences = preferences
        self._leaders = Leaderboards(glory)
        self._histories = Histories(glory, matches)
        self._profiles = Profiles(glory)
        self._duels = HeadToHeads(glory)

    async def leaders(
        self,
        interaction: discord.Interaction,
        kind: str | None,
        era: str,
        start: int = 0,
        asker: UserId | None = None,
    ) -> None:
        """A page of the server's leaderboard, by the values of a Kind and an Era.

        Where no Kind is named it is the rating, or wins as long as nobody has played enough.
        """
        chosen = next((one for one in Kind if one.value == kind), None)
        wanted = next((one for one in Era if one.value == era), Era.ALL)
        await self._answer(interaction, partial(self._leaderboard, chosen, wanted, start), asker)

    async def history(
        self,
        interaction: discord.Interaction,
        user: UserId,
        start: int = 0,
        asker: UserId | None = None,
    ) -> None:
        """A page of somebody's matches that are over."""
        await self._answer(interaction, partial(self._history, user, start), asker, shared=False)

    async def profile(self, interaction: discord.Interaction, user: UserId) -> None:
        """Somebody's profile."""
        await self._answer(interaction, partial(self._profile, user), None)

    async def _profile(self, user: UserId, reader: Reader) -> Sheet:
        found, earned, board = await self._profiles.known(reader, user)
        names = await self._called(reader, [user, *friends((found.most_to, found.most_from))])
        return await self._profiles.sheet(reader, user, found, earned, board, names)

    async def versus(self, interaction: discord.Interaction, one: UserId, other: UserId) -> None:
        """Two people against each other."""
        if one == other:
            words = private_words(self.interactions.catalogue, interaction)
            await tell(interaction, words.say("That's you. Name someone else to compare with."))
            return
        await self._answer(interaction, partial(self._versus, one, other), None)

    async def _versus(self, one: UserId, other: UserId, reader: Reader) -> Sheet:
        found = await self._duels.known(reader.guild, one, other)
        names = await self._called(reader, [one, other])
        return await self._duels.sheet(reader, found, names)

    async def _history(self, user: UserId, start: int, reader: Reader) -> Sheet:
        pasts = await self._histories.page(reader, user, start)
        users = {one for past in pasts.matches for one in past.people}
        names = await self._called(reader, [*sorted(users), user])
        return await self._histories.sheet(reader, user, pasts, names)

    async def _leaderboard(
        self, wanted: Kind | None, era: Era, start: int, reader: Reader
    ) -> Sheet:
        now, kind = self._clock.now(), wanted or Kind.RATING
        board = await self._leaders.board(reader, kind, era, start, now)
        if wanted is None and not board.total:
            kind = Kind.WINS
            board = await self._leaders.board(reader, kind, era, start, now)
        users = [line.tally.user for line in board.lines]
        names = await self._called(reader, [*users, reader.user])
        return await self._leaders.sheet(reader, kind, era, board, names, now)

    async def _called(self, reader: Reader, users: Iterable[UserId]) -> Names:
        return await self._names.names(self._client, reader.guild, users, reader.words)

    @handler(acknowledge=False)
    async def _answer(
        self,
        ctx: Context,
        make: Make,
        asker: UserId | None,
        *,
        shared: bool = True,
    ) -> None:
        """Show what is made for the reader: in place of what they turned, else anew.

        `shared` tells whether everybody sees the answer to a command.
        """
        guild, user = ctx.interaction.guild_id, ctx.user
        assert guild is not None, "commands and messages are of servers"
        self._names.learn(guild, ctx.interaction.user)
        turned = ctx.interaction.message is not None and asker == user
        on_message = ctx.interaction.message is not None
        private = ctx.is_private if turned else on_message or not shared
        await ctx.acknowledge(new_message=not turned, shared=not private)
        told = ctx.words if private else await self._preferences.words(guild)
        sheet = await make(Reader(guild, user, told, await self._preferences.theme(guild)))
        await ctx.interaction.edit_original_response(
            view=sheet.compose(), attachments=sheet.files()
        )
