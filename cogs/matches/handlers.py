"""Shows lists of matches, and turns their pages."""

from dataclasses import dataclass

from discord import app_commands

from cogs.base import custom_id_families as families
from cogs.board.match_lists import MINE, SERVER, MatchLists
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import answers
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.widgets import choices
from texts import mark


@dataclass(eq=False)
class MatchListHandlers(Handlers):
    lists: MatchLists

    @app_commands.command(description=mark("Your matches in this server, and whose turn it is"))
    @app_commands.describe(whose=mark("Only yours, or all in this server"))
    @app_commands.choices(
        whose=choices([(mark("Only mine"), MINE), (mark("All in this server"), SERVER)])
    )
    @handler()
    async def matches(self, ctx: Context, whose: str = MINE) -> None:
        await ctx.respond(await self.lists.listing(ctx, whose, 0))

    @answers(families.MATCHES)
    @handler()
    async def turn(self, ctx: Context, whose: str, page: int) -> None:
        await ctx.respond(await self.lists.listing(ctx, whose, page))


def build(kit: TopicKit) -> BuiltTopic:
    return BuiltTopic((MatchListHandlers(kit.interactions, kit.match_lists),))
