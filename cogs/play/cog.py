"""/board, /resign and /plan: commands about running matches."""

from discord import app_commands

from bot.match.errors import NotStarted
from bot.match.loaded import Loaded
from bot.match.playing.checks import check_player
from bot.match.records import Status
from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.matches.autocomplete import running_matches
from cogs.play.items import ITEMS
from cogs.posting.places import check_here, check_posting
from cogs.screens.base import BadChoice, Style
from cogs.ui.layouts import compose, files, match_button
from cogs.ui.mentions import mention
from texts import mark


class PlayCommands(TopicCog):
    """Commands about running matches."""

    @app_commands.command(description=mark("Post the current board of a match here again"))
    @app_commands.describe(
        match=mark("Which match, if you're in several"),
        thread=mark("Move it to a thread of its own, in the channel where it was started"),
    )
    @app_commands.autocomplete(match=running_matches)
    @app_commands.guild_only()
    @handler()
    async def board(self, ctx: Context, match: int | None = None, thread: bool = False) -> None:
        """Move the board to this channel or to a thread, or show a private copy."""
        loaded = await self.services.lookup.find(ctx, match, watching=True)
        why = await self._stays(ctx, loaded, loaded.record.channel if thread else ctx.channel)
        if why is not None:
            await self._copy(ctx, loaded, why)
            return
        if not thread:
            check_posting(ctx.interaction, ctx.words)
        elif loaded.status is not Status.RUNNING:
            raise BadChoice(ctx.words.say("This match is over, so it needs no thread."))
        others = [user for user in loaded.people_to_act if user != ctx.user]
        calls = await self.services.pings.claim(f"move {ctx.interaction.id}", ctx.user, others)
        number, boards = loaded.record.id, self.services.boards
        if thread:
            url = await boards.post_in_thread(number, ctx.interaction.id, calls)
        else:
            url = await boards.post_in(number, ctx.channel, ctx.interaction.id, calls)
        await ctx.tell(ctx.words.say("Here is the board: {url}", url=url))

    async def _stays(self, ctx: Context, loaded: Loaded, here: int) -> str | None:
        """Return the reason why the board can't move `here`; None if it can.

        No player must lose because of a board that they can't see. So the board moves only to a
        place that all players of the match can see, and only at the request of one of them or,
        after the end, of a player who resigned. Raise NotStarted or BadChoice.
        """
        if loaded.position is None:
            raise NotStarted
        record = loaded.record
        if record.day is not None:
            return ctx.words.say("Only you see this: `/daily` goes on with it.")
        roster, user = loaded.roster, ctx.user
        watches = roster.seat_of(user) is None
        if watches and not (loaded.status is Status.OVER and user in roster.original):
            return ctx.words.say("Only people in the match can post its board again.")
        if here == record.place:
            return None
        if here != record.channel:
            check_here(ctx.interaction, await ctx.settings(), ctx.words)
        blind = await self.services.alerts.blind_to(loaded, here)
        if not blind:
            return None
        return ctx.words.say(
            "The board stays where it is, because not everyone in the match can see it here: "
            "{users}.",
            users=ctx.words.listed(mention(user, ctx.words) for user in blind),
        )

    async def _copy(self, ctx: Context, loaded: Loaded, why: str) -> None:
        """A private copy of the board, with a link to the real one."""
        match = loaded.record.id
        lines = [why]
        if (url := await self.services.boards.current(match)) is not None:
            lines.append(ctx.words.say("The board is here: {url}", url=url))
        layout, pictures = await self.services.boards.private_copy(match, "\n".join(lines))
        await ctx.tell(layout=layout, files=files(pictures))

    @app_commands.command(description=mark("Give up a match; you'll be last"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    @app_commands.guild_only()
    @handler()
    async def resign(self, ctx: Context, match: int | None = None) -> None:
        """Asks for confirmation."""
        loaded = await self.services.lookup.find(ctx, match)
        check_player(loaded, ctx.user)
        number = loaded.record.id
        if len(loaded.roster.people) == 1:
            text = ctx.words.say("Do you really resign match #{match}? It ends.", match=number)
        elif loaded.seats == min(loaded.game.info.seats):
            text = ctx.words.say(
                "Really resign match #{match}? It ends, and you lose it.",
                match=number,
            )
        else:
            text = ctx.words.say(
                "Really resign match #{match}? You'll be last in it, and a computer takes "
                "your seat.",
                match=number,
            )
        button = match_button(number, "resign", ctx.words.say("Resign"), Style.GRAVE, "🏳️")
        await ctx.respond(compose(texts=[text], rows=[[button]]))

    @app_commands.command(description=mark("Plan your next turn ahead, or see your plan"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    @app_commands.guild_only()
    @handler()
    async def plan(self, ctx: Context, match: int | None = None) -> None:
        """Shows the plan in private."""
        loaded = await self.services.lookup.find(ctx, match)
        await self.services.planner.show(ctx, loaded)


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(*ITEMS)
    await client.add_cog(PlayCommands(client))
