"""/board, /resign and /plan: commands about running matches."""

import logging

from discord import app_commands

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.decisions import check_player
from bot.match.tournaments.records import TournamentId
from bot.match.values.errors import NotStarted
from cogs.base.mentions import mention
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.moderators import may_moderate
from cogs.play.planner import PlanForms
from cogs.posting.match_threads import NoThread, ThreadsLater
from cogs.posting.places import check_here, check_posting
from cogs.screens.base import BadChoice, Style
from cogs.topics.autocomplete import running_matches
from cogs.topics.kit import TopicKit
from cogs.ui.layouts import compose, files, match_button
from texts import mark

_log = logging.getLogger(__name__)


class PlayCommands(Handlers):
    def __init__(self, kit: TopicKit, planner: PlanForms) -> None:
        super().__init__(kit.interactions)
        self.lookup, self.boards = kit.lookup, kit.boards
        self._domain, self._planner, self._sessions = kit.domain, planner, kit.sessions

    @app_commands.command(description=mark("Post the current board of a match here again"))
    @app_commands.describe(
        match=mark("Which match, if you're in several"),
        thread=mark("Move it to a thread of its own, in the channel where it was started"),
    )
    @app_commands.autocomplete(match=running_matches)
    @handler()
    async def board(self, ctx: Context, match: int | None = None, thread: bool = False) -> None:
        loaded = await self.lookup.find(ctx, match, watching=True)
        if loaded.record.private:
            await self._sessions.show(ctx, loaded.record.id)
            return
        ctx.check_server()
        table = loaded.record.table
        if thread and table is not None and may_moderate(ctx.interaction):
            await self._move_tournament(ctx, table.tournament)
            return
        why = await self._stays(ctx, loaded, loaded.record.home if thread else ctx.channel)
        if why is not None:
            await self._copy(ctx, loaded, why)
            return
        if not thread:
            check_posting(ctx.interaction, ctx.words)
        elif loaded.status is not Status.RUNNING:
            raise BadChoice(ctx.words.say("This match is over, so it needs no thread."))
        others = [user for user in loaded.people_to_act if user != ctx.user]
        number, boards, press = loaded.record.id, self.boards, ctx.interaction.id
        with self._domain.public.posting(ctx.guild, ctx.user):
            calls = await self._domain.pings.claim(f"move {press}", ctx.user, others)
            if thread:
                url = await boards.post_in_thread(number, press, calls)
            else:
                url = await boards.post_in(number, ctx.channel, press, calls)
        await ctx.tell(ctx.words.say("Here is the board: {url}", url=url))

    async def _move_tournament(self, ctx: Context, tournament: TournamentId) -> None:
        """Move all running matches of a tournament from its channel into threads.

        Skip matches that wait for their thread and matches that a player has moved. If Discord
        refuses more threads, stop and say why.
        """
        words = ctx.words
        moved, refused = 0, ""
        for table in await self.kit.stores.tournaments.matches(tournament):
            if table.frozen or table.status is not Status.RUNNING:
                continue
            loaded = await self.kit.matches.load(table.match)
            record = loaded.record
            if loaded.status is not Status.RUNNING or record.place != record.channel:
                continue
            others = [user for user in loaded.people_to_act if user != ctx.user]
            cause = f"move {ctx.interaction.id} {record.id}"
            calls = await self._domain.pings.claim(cause, ctx.user, others)
            try:
                await self.boards.post_in_thread(record.id, ctx.interaction.id, calls)
            except (NoThread, ThreadsLater) as refusal:
                if not moved:
                    raise
                refused = words.say("The others stay in the channel for now: use this again later.")
                _log.info(
                    "The matches of tournament %d stay in the channel: %s", tournament, refusal
                )
                break
            ctx.note_counted()
            moved += 1
        if not moved:
            raise BadChoice(words.say("No running match of the tournament is in its channel."))
        text = words.count(
            "{count} match of the tournament has moved into a thread.",
            "{count} matches of the tournament have moved into threads.",
            moved,
        )
        await ctx.tell("\n".join(line for line in (text, refused) if line))

    async def _stays(self, ctx: Context, loaded: Loaded, target: int) -> str | None:
        """Return the reason why the board can't move to `target`, or None if it can.

        A player must not lose because of a board that they can't see. So the board moves only to a
        place that all players can see, and only at the request of a player or, after the end, of an
        original player. Raise NotStarted or BadChoice.
        """
        if loaded.position is None:
            raise NotStarted
        record = loaded.record
        roster, user = loaded.roster, ctx.user
        watches = roster.seat_of(user) is None
        if watches and not (loaded.status is Status.OVER and user in roster.original):
            return ctx.words.say("Only people in the match can post its board again.")
        if target == record.place:
            return None
        if target not in (record.channel, record.home):
            check_here(ctx.interaction, await ctx.settings(), ctx.words)
        blind = await self._domain.alerts.blind_to(loaded, target)
        if not blind:
            return None
        return ctx.words.say(
            "The board stays where it is, because not everyone in the match can see it here: "
            "{users}.",
            users=ctx.words.listed(mention(user, ctx.words) for user in blind),
        )

    async def _copy(self, ctx: Context, loaded: Loaded, why: str) -> None:
        match = loaded.record.id
        lines = [why]
        if (url := await self.boards.current(match)) is not None:
            lines.append(ctx.words.say("The board is here: {url}", url=url))
        layout, pictures = await self.boards.private_copy(match, "\n".join(lines))
        await ctx.tell(layout=layout, files=files(pictures))

    @app_commands.command(description=mark("Give up a match; you'll be last"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    @handler()
    async def resign(self, ctx: Context, match: int | None = None) -> None:
        loaded = await self.lookup.find(ctx, match)
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
    @handler()
    async def plan(self, ctx: Context, match: int | None = None) -> None:
        loaded = await self.lookup.find(ctx, match)
        await self._planner.show(ctx, loaded)
