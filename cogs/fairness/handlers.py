"""Proves the dice of a match, in private."""

import discord

from bot.match.matches import Matches
from cogs.fairness.proof import FairDice
from cogs.interactions.context import Context, Handlers, Interactions, handler


class FairnessHandlers(Handlers):
    """Answers /verify and 🔒 Fair dice."""

    def __init__(
        self, interactions: Interactions, client: discord.Client, matches: Matches
    ) -> None:
        super().__init__(interactions)
        self._dice = FairDice(client, matches)

    @handler()
    async def prove(self, ctx: Context, number: int) -> None:
        """The proof as a new message, even for a match that can't be loaded."""
        ctx.about = number
        layout, files = await self._dice.proof(number, ctx.guild, ctx.words)
        await ctx.tell("", layout, files)

    async def show(self, ctx: Context, number: int) -> None:
        """The proof as the answer to a command."""
        layout, files = await self._dice.proof(number, ctx.guild, ctx.words)
        await ctx.respond(layout, files)
