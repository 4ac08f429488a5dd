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
        """The first page, as the answer to a command."""
        await ctx.respond(await self._lists.listing(ctx, whose, 0))

    @handler()
    async def turn(self, ctx: Context, whose: str, page: int) -> None:
        """Another page, in place of a private message, else in a new private message."""
        await ctx.respond(await self._lists.listing(ctx, whose, page))
