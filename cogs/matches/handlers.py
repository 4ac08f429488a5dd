"""Shows lists of matches, and turns their pages."""

from cogs.interactions.context import Context, Handlers, Interactions, handler
from cogs.matches.lists import MatchLists


class MatchListHandlers(Handlers):
    """Answers /matches and the buttons below its lists."""

    def __init__(self, interactions: Interactions, lists: MatchLists) -> None:
        super().__init__(interactions)
        self._lists = lists

    @handler()
    async def show(self, ctx: Context, whose: str) -> None:
        """A private list, matches that wait for the reader first."""
        layout = await self._lists.listing(ctx.interaction, whose, 0, ctx.words)
        await ctx.respond(layout)

    @handler()
    async def turn(self, ctx: Context, whose: str, page: int) -> None:
        """Another page, in place; privately if everybody sees the message with the button."""
        layout = await self._lists.listing(ctx.interaction, whose, page, ctx.words)
        await ctx.respond(layout)
