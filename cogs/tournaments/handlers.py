"""Answers `/tournament` and the buttons of tournaments.

Players and moderators share one group of commands, so Discord shows the moderators' commands to
everyone. Each of those methods begins with `moderator_of`.
"""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.log.records import MatchId
from bot.match.tournaments.actions import EXTENSION, REASON, may_come_back
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentId, TournamentRequest
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import NAME, Format, Terms
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.markup import harmless
from cogs.forums.choice import forum_for_match
from cogs.games.choosing import chosen_game
from cogs.interactions.answers import OutOfDate
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.game_options import game_command
from cogs.interactions.menus import Interaction, chosen_value
from cogs.interactions.moderators import moderator_of
from cogs.interactions.presses import on_press
from cogs.interactions.which import option_value
from cogs.invitations.handlers import WHICH_GAME
from cogs.invitations.sight import sees
from cogs.posting.channel_kinds import tournament_home
from cogs.posting.permissions import EVENTS
from cogs.posting.places import check_channel, check_here, check_permissions
from cogs.screens.base import BadChoice
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.tournaments import pages as past_pages
from cogs.tournaments.actions import PlayerActions, title_of
from cogs.tournaments.choosing import (
    EVERY,
    OPEN,
    PAST,
    PRESENT,
    RUNNING,
    candidate_rows,
    chosen_tournament,
    named_tournament,
    pressed_tournament,
    suggest_tournaments,
    tournament_of_server,
)
from cogs.tournaments.deciding import NOBODY, narrow, read_table, suggest_tables, suggest_winners
from cogs.tournaments.errors import BadTable, BotsDoNotTakePart, NotInServer
from cogs.tournaments.event_text import event_lines
from cogs.tournaments.jobs import TournamentJobs
from cogs.tournaments.mine import MOST
from cogs.tournaments.note_kind import Notes
from cogs.tournaments.options import EVENT, chosen_terms, term_options
from cogs.tournaments.pages import LAST
from cogs.tournaments.panel_kind import Panels
from cogs.tournaments.scheduled_events import LostEvents, ScheduledEvents, may_create_events
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.terms_lines import few_turns
from cogs.troubles.stuck import report_stuck_tournament
from cogs.ui.layouts import compose
from texts import Words, mark

PUBLIC = frozenset(("join", "leave", "here", "mine", "file"))
"""Verbs of buttons on public messages, which are answered with a new private message."""
WHICH = mark("Which tournament; the only one if you name none")
Name = app_commands.Range[str, 1, NAME]
Suggestions = list[app_commands.Choice[int]]


@dataclass(eq=False)
class TournamentHandlers(
    Handlers, commands.GroupCog, name="tournament", description=mark("Tournaments and leagues")
):
    service: TournamentService
    teller: TournamentTeller
    panels: Panels
    actions: PlayerActions = field(init=False)

    def __post_init__(self) -> None:
        self.actions = PlayerActions(self.service, self.teller, self.panels, self.kit.names)

    async def _suggest(
        self, interaction: discord.Interaction, typed: str, statuses: Sequence[TournamentStatus]
    ) -> Suggestions:
        ctx = Context(self.interactions, interaction)
        return await suggest_tournaments(self.service.store, ctx, typed, statuses)

    async def _present(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        return await self._suggest(interaction, typed, PRESENT)

    async def _open(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        return await self._suggest(interaction, typed, OPEN)

    async def _running(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        return await self._suggest(interaction, typed, RUNNING)

    async def _every(self, interaction: discord.Interaction, typed: str) -> Suggestions:
        return await self._suggest(interaction, typed, EVERY)

    @game_command(mark("For moderators: announce a tournament or league here"))
    @app_commands.describe(name=mark("What it's called"), game=WHICH_GAME)
    @term_options(edits=False)
    @handler()
    async def create(
        self, ctx: Context, /, name: Name, game: str | None = None, **terms: Any
    ) -> None:
        guild = moderator_of(ctx.interaction)
        settings = await ctx.settings()
        check_here(ctx.interaction, settings, ctx.words)
        home = tournament_home(ctx.interaction, ctx.words)
        if home is None:
            place, notes = ctx.channel, check_permissions(ctx.interaction, settings, ctx.words)
        else:
            place, notes = home.id, check_channel(home, settings, ctx.words)
        usual = Terms(
            harmless(name, NAME), chosen_game(self.kit.games, settings, game), Format.KNOCKOUT
        )
        now = self.kit.clock.now()
        chosen = chosen_terms(usual, terms, now, ctx.words)
        forum, why = await forum_for_match(self.kit, guild, ctx.words)
        if forum is not None:
            notes = [ctx.words.say("Its matches get posts in <#{forum}>.", forum=forum.id)]
        elif why:
            notes = [why, ctx.words.say("So its matches get no posts there."), *notes]
        if chosen.event and not may_create_events(ctx.interaction):
            chosen = replace(chosen, event=False)
            notes = [*notes, _no_event(ctx.words)]
        request = TournamentRequest(
            guild, place, ctx.user, ctx.interaction.id, None if forum is None else forum.id
        )
        loaded = await self.service.create(request, chosen)
        ctx.note_counted()
        url = await self.panels.show(loaded.row.id)
        if url is None:
            text = ctx.words.say(
                "**{tournament}** is made. I can't post it just now, and do so later.",
                tournament=title_of(loaded),
            )
        else:
            text = ctx.words.say(
                "**{tournament}** is posted: {url}", tournament=title_of(loaded), url=url
            )
        if url is not None:
            notes = [*notes, *await self.panels.role_notes(loaded, ctx.words)]
        notes = [
            *notes,
            *await event_lines(self.kit, await self.service.load(loaded.row.id), ctx.words),
        ]
        warning = few_turns(loaded.state.terms, ctx.words)
        await ctx.tell("\n".join([text, *([warning] if warning else ()), *notes]))

    @app_commands.command(
        description=mark("For moderators: change a tournament; 0 takes a number away")
    )
    @app_commands.describe(tournament=WHICH, name=mark("What it's called"))
    @app_commands.autocomplete(tournament=_present)
    @term_options(edits=True)
    @handler()
    async def edit(
        self,
        ctx: Context,
        /,
        tournament: int | None = None,
        name: Name | None = None,
        **terms: Any,
    ) -> None:
        moderator_of(ctx.interaction)
        loaded = await named_tournament(self.service, ctx, tournament, PRESENT)
        if name is None and all(value is None for value in terms.values()):
            raise BadChoice(ctx.words.say("Say what to change: name an option. Nothing changed."))
        before = loaded.state.terms
        if terms.get(EVENT) and not may_create_events(ctx.interaction):
            raise BadChoice("\n".join((_no_event(ctx.words), ctx.words.say("Nothing changed."))))
        chosen = chosen_terms(before, terms, self.kit.clock.now(), ctx.words)
        if name is not None:
            chosen = replace(chosen, name=harmless(name, NAME))
        loaded = await self._moderate(ctx, self.service.edit(loaded.row.id, ctx.user, chosen))
        text = ctx.words.say("**{tournament}** is changed.", tournament=title_of(loaded))
        warning = few_turns(loaded.state.terms, ctx.words)
        is_new = warning != few_turns(before, ctx.words)
        lines = [text, *([warning] if warning and is_new else ())]
        if terms.get(EVENT):
            lines += await event_lines(self.kit, loaded, ctx.words)
        await ctx.tell("\n".join(lines))

    @app_commands.command(description=mark("Take part in a tournament"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_present)
    @handler()
    async def join(self, ctx: Context, tournament: int | None = None) -> None:
        loaded = await named_tournament(
            self.service, ctx, tournament, PRESENT, lambda candidate: _may_join(candidate, ctx.user)
        )
        await self.actions.join(ctx, loaded)

    @app_commands.command(description=mark("Leave a tournament"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_present)
    @handler()
    async def leave(self, ctx: Context, tournament: int | None = None) -> None:
        loaded = await named_tournament(
            self.service,
            ctx,
            tournament,
            PRESENT,
            lambda candidate: _takes_part(candidate, ctx.user),
        )
        await self.actions.leave(ctx, loaded, sure=False)

    @app_commands.command(description=mark("For moderators: start a tournament now"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_open)
    @handler()
    async def start(self, ctx: Context, tournament: int | None = None) -> None:
        moderator_of(ctx.interaction)
        loaded = await named_tournament(self.service, ctx, tournament, OPEN)
        loaded = await self._moderate(ctx, self.service.start(loaded.row.id, ctx.user))
        await ctx.tell(
            ctx.words.say(
                "**{tournament}** has started: its first matches begin now.",
                tournament=title_of(loaded),
            )
        )

    @app_commands.command(description=mark("Who is ahead: standings or bracket"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_every)
    @handler()
    async def standings(self, ctx: Context, tournament: int | None = None) -> None:
        loaded = await named_tournament(
            self.service,
            ctx,
            tournament,
            EVERY,
            lambda candidate: candidate.state.status is TournamentStatus.RUNNING,
        )
        await self.actions.sheet(ctx, loaded, LAST)

    @app_commands.command(description=mark("Your matches, your place, what you have to do"))
    @app_commands.describe(tournament=mark("Which tournament; all of yours if you name none"))
    @app_commands.autocomplete(tournament=_present)
    @handler()
    async def mine(self, ctx: Context, tournament: int | None = None) -> None:
        if tournament is not None:
            await self.actions.mine(ctx, [await chosen_tournament(self.service, ctx, tournament)])
            return
        rows = await self.service.store.of_user(ctx.guild, ctx.user)
        if not rows:
            text = ctx.words.say("You're in no tournament here right now.")
            await ctx.respond(compose(texts=[text]))
            return
        await self.actions.mine(ctx, [await self.service.load(row.id) for row in rows[:MOST]])

    @app_commands.command(description=mark("For moderators: end a tournament before its time"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_present)
    @handler()
    async def end(self, ctx: Context, tournament: int | None = None) -> None:
        moderator_of(ctx.interaction)
        loaded = await named_tournament(self.service, ctx, tournament, PRESENT)
        loaded = await self._moderate(ctx, self.service.cancel(loaded.row.id, ctx.user))
        await ctx.tell(
            ctx.words.say(
                "**{tournament}** has ended, and everybody is told that you ended it. Matches that "
                "are being played go on.",
                tournament=title_of(loaded),
            )
        )

    @app_commands.command(description=mark("Tournaments that are over, and who won them"))
    @handler()
    async def past(self, ctx: Context) -> None:
        await self._past(ctx, 0)

    @app_commands.command(description=mark("For moderators: decide a table that can't be played"))
    @app_commands.describe(
        table=mark("Which table"),
        winner=mark("Who gets the win, or nobody"),
        reason=mark("Why; everybody reads it"),
        tournament=WHICH,
    )
    @app_commands.autocomplete(tournament=_running)
    @handler()
    async def adjudicate(
        self,
        ctx: Context,
        table: str,
        winner: str,
        reason: app_commands.Range[str, 1, REASON],
        tournament: int | None = None,
    ) -> None:
        moderator_of(ctx.interaction)
        named, where = read_table(table)
        candidates = narrow(await self._candidates(ctx, tournament), named)
        if candidates is not None and len(candidates) == 1:
            (only,) = candidates
            tournament = option_value(only)
        loaded = await named_tournament(self.service, ctx, tournament, RUNNING)
        who = number_in(winner)
        if (
            where is None
            or named not in (None, loaded.row.id)
            or (who is None) != (winner == NOBODY)
        ):
            raise BadTable
        change = self.service.adjudicate(loaded.row.id, ctx.user, where, who, reason)
        loaded = await self._moderate(ctx, change)
        await ctx.tell(
            ctx.words.say(
                "Decided. Everybody is told that you did, and why: **{tournament}**.",
                tournament=title_of(loaded),
            )
        )

    @app_commands.command(description=mark("For moderators: let someone play for someone else"))
    @app_commands.describe(
        out=mark("Who stops playing"),
        into=mark("Who plays on with their points; the same person again brings them back"),
        tournament=WHICH,
    )
    @app_commands.autocomplete(tournament=_running)
    @handler()
    async def substitute(
        self,
        ctx: Context,
        out: discord.Member | discord.User,
        into: discord.Member | discord.User,
        tournament: int | None = None,
    ) -> None:
        guild = moderator_of(ctx.interaction)
        loaded = await named_tournament(
            self.service,
            ctx,
            tournament,
            RUNNING,
            lambda candidate: candidate.state.entrant_of(out.id) is not None,
        )
        if into.bot:
            raise BotsDoNotTakePart
        if isinstance(into, discord.User):  # a user in the server would be a Member
            raise NotInServer(user=into.id)
        self.kit.names.learn(guild, into)
        change = self.service.substitute(loaded.row.id, ctx.user, out.id, into.id)
        loaded = await self._moderate(ctx, change)
        if out.id == into.id:
            text = ctx.words.say(
                "{player} is back in **{tournament}**.",
                player=into.mention,
                tournament=title_of(loaded),
            )
        else:
            text = ctx.words.say(
                "{player} now plays for {out} in **{tournament}**.",
                player=into.mention,
                out=out.mention,
                tournament=title_of(loaded),
            )
        if not sees(ctx.interaction.guild, loaded.row.channel, into):
            blind = ctx.words.say(
                "⚠️ {player} can't see <#{channel}>, where the matches are played. Give them "
                "access.",
                player=into.mention,
                channel=loaded.row.channel,
            )
            text = f"{text}\n{blind}"
        await ctx.tell(text)

    @app_commands.command(description=mark("For moderators: give a round more time"))
    @app_commands.describe(hours=mark("How many hours more"), tournament=WHICH)
    @app_commands.autocomplete(tournament=_present)
    @handler()
    async def extend(
        self,
        ctx: Context,
        hours: app_commands.Range[int, 1, EXTENSION],
        tournament: int | None = None,
    ) -> None:
        moderator_of(ctx.interaction)
        loaded = await named_tournament(self.service, ctx, tournament, PRESENT)
        loaded = await self._moderate(
            ctx, self.service.extend(loaded.row.id, ctx.user, hours, ctx.interaction.id)
        )
        text = ctx.words.count(
            "**{tournament}** has {count} hour more, and everybody is told.",
            "**{tournament}** has {count} hours more, and everybody is told.",
            hours,
            tournament=title_of(loaded),
        )
        await ctx.tell(text)

    @app_commands.command(description=mark("All of a tournament as a file"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_every)
    @handler()
    async def export(self, ctx: Context, tournament: int | None = None) -> None:
        await self.actions.file(ctx, await named_tournament(self.service, ctx, tournament, EVERY))

    @adjudicate.autocomplete("table")
    async def _table(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        candidates = await self._candidates(ctx, interaction.namespace.tournament)
        return await suggest_tables(self.service, self.kit.names, ctx, current, candidates)

    @adjudicate.autocomplete("winner")
    async def _winner(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx, typed = Context(self.interactions, interaction), interaction.namespace
        candidates = await self._candidates(ctx, typed.tournament)
        return await suggest_winners(
            self.service, self.kit.names, ctx, current, typed.table, candidates
        )

    async def _candidates(self, ctx: Context, value: int | None) -> list[TournamentId] | None:
        if value is None:
            return None
        return [row.id for row in await candidate_rows(self.service.store, ctx, value)]

    @on_press(families.TOURNAMENT)
    @handler(acknowledge=False)
    async def press(self, ctx: Context, tournament: TournamentId, verb: str) -> None:
        await ctx.acknowledge(new_message=verb in PUBLIC)
        loaded = await pressed_tournament(self.service, ctx, tournament)
        match verb:
            case "join":
                await self.actions.join(ctx, loaded)
            case "leave":
                await self.actions.leave(ctx, loaded, sure=False)
            case "out":
                await self.actions.leave(ctx, loaded, sure=True)
            case "stay":
                text = ctx.words.say("You stay in **{tournament}**.", tournament=title_of(loaded))
                await ctx.respond(compose(texts=[text]))
            case "here":
                await self.actions.check_in(ctx, loaded)
            case "mine":
                await self.actions.mine(ctx, [loaded])
            case _:
                await self.actions.file(ctx, loaded)

    @on_press(families.MATCH, "part")
    @handler()
    async def part(self, ctx: Context, match: MatchId) -> None:
        """Show the presser's part in the tournament of a match.

        A result has this button instead of the panel's own: the bot recognises panels by theirs.
        """
        table = (await ctx.match(match)).record.table
        if table is None:  # the button is forged
            raise OutOfDate
        await self.actions.mine(
            ctx, [await tournament_of_server(self.service, ctx, table.tournament)]
        )

    @on_press(families.TOURNAMENT_PAGE)
    @handler(acknowledge=False)
    async def page(self, ctx: Context, tournament: TournamentId, page: str) -> None:
        await ctx.acknowledge(new_message=not ctx.is_private)
        await self.actions.sheet(ctx, await pressed_tournament(self.service, ctx, tournament), page)

    @on_press(families.TOURNAMENTS)
    async def turn(self, interaction: Interaction, verb: str, page: int) -> None:
        tournament = number_in(chosen_value(interaction))
        if verb == "look" and tournament is not None:
            await self.page(interaction, tournament, LAST)
        else:
            await self.turn_past(interaction, page)

    @handler()
    async def turn_past(self, ctx: Context, page: int) -> None:
        await self._past(ctx, page)

    async def _past(self, ctx: Context, page: int) -> None:
        """Show a page of past tournaments, counted from 0, or the last page if there are fewer."""
        rows = await self.service.store.of_guild(ctx.guild, PAST, past_pages.MOST)
        page = min(page, max(-(-len(rows) // past_pages.PAGE) - 1, 0))
        page_rows = rows[page * past_pages.PAGE :][: past_pages.PAGE]
        view = [
            await self.teller.view(await self.service.load(row.id), ctx.words) for row in page_rows
        ]
        await ctx.respond(past_pages.past_page(view, page, len(rows), ctx.words))

    async def _moderate(
        self, ctx: Context, change: Awaitable[LoadedTournament]
    ) -> LoadedTournament:
        loaded = await change
        ctx.note_counted()
        await self.panels.show(loaded.row.id)
        return loaded


def _no_event(words: Words) -> str:
    return words.say(
        "⚠️ It isn't among this server's events: for that I need the permission **{permission}**.",
        permission=words.say(EVENTS.name),
    )


def _takes_part(loaded: LoadedTournament, user: UserId) -> bool:
    return loaded.state.entrant_of(user) is not None or user in loaded.state.reserves


def _may_join(loaded: LoadedTournament, user: UserId) -> bool:
    mine = loaded.state.entrant_of(user)
    if mine is None:
        return user not in loaded.state.reserves
    return may_come_back(loaded.state, mine)


def build(
    kit: TopicKit,
) -> tuple[BuiltTopic, Panels, TournamentJobs]:
    service = kit.domain.tournaments
    teller = TournamentTeller(kit.kit, kit.drawing.tournaments)
    panels = Panels(kit.kit, service, teller)
    jobs = TournamentJobs(kit.kit, service, panels, lambda guild: kit.gateway.reaches_server(guild))
    jobs.due_work.tell = partial(report_stuck_tournament, kit.kit)
    service.conductor.due_work.tell = lambda item, is_frozen: report_stuck_tournament(
        kit.kit, item[0], is_frozen
    )
    handlers = TournamentHandlers(kit.interactions, service, teller, panels)
    notes = Notes(kit.kit, service, teller)
    kinds = (panels, notes, ScheduledEvents(kit.kit, service), LostEvents(kit.kit))
    return BuiltTopic((handlers,), (jobs.begin_due,), kinds=kinds), panels, jobs
