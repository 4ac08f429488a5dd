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
        layout = await self._lists.listing(ctx, whose, 0)
        await ctx.interaction.edit_original_response(view=layout)

    @handler()
    async def turn(self, ctx: Context, whose: str, page: int) -> None:
        """Another page, in place of a private message, else in a new private message."""
        layout = await self._lists.listing(ctx, whose, page)
        if ctx.is_private:
            await ctx.interaction.edit_original_response(view=layout)
        else:
            await ctx.tell(layout=layout)
