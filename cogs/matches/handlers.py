"""Shows lists of matches, and turns their pages."""

from dataclasses import dataclass

from cogs.base import custom_id_families as families
from cogs.board.match_lists import MatchLists
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import answers


@dataclass(eq=False)
class MatchListHandlers(Handlers):
    """Answers /matches and the buttons below its lists."""

    lists: MatchLists

    @answers(families.MATCHES)
    @handler()
    async def show(self, ctx: Context, whose: str, page: int = 0) -> None:
        """A page, counted from 0; in place of the private message that was pressed, if any."""
        await ctx.respond(await self.lists.listing(ctx, whose, page))
