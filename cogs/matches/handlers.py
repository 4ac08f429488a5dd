"""Shows lists of matches and turns their pages, and continues commands that could mean several."""

from dataclasses import dataclass

from discord import app_commands

from cogs.base import custom_id_families as families
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.board.match_lists import MINE, SERVER, MatchLists
from cogs.interactions.answers import OutOfDate
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.menus import Interaction, chosen_value
from cogs.interactions.presses import on_press
from cogs.interactions.which import continuation
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

    @on_press(families.MATCHES)
    @handler()
    async def turn(self, ctx: Context, whose: str, page: int) -> None:
        await ctx.respond(await self.lists.listing(ctx, whose, page))


class WhichHandlers(Handlers):
    @on_press(families.WHICH)
    async def chosen(self, interaction: Interaction, command: str, options: str) -> None:
        """Run the command as if its user had named the chosen match or tournament."""
        try:
            run = await continuation(interaction, command, options, chosen_value(interaction))
        except DISCORD_TROUBLE as error:
            await self.refuse(interaction, error)
        else:
            await (self.refuse(interaction, OutOfDate()) if run is None else run(interaction))

    @handler()
    async def refuse(self, ctx: Context, error: Exception) -> None:
        del ctx
        raise error


def build(kit: TopicKit) -> BuiltTopic:
    lists = MatchListHandlers(kit.interactions, kit.match_lists)
    return BuiltTopic((lists, WhichHandlers(kit.interactions)))
