"""Answers what moderators do with tournaments; who may is checked here as well as by Discord."""

import asyncio
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import discord
from discord import app_commands

from bot.match.tournaments.known import Known
from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.service import TournamentRequest, TournamentService, decidable
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.terms import NAME, Format, Terms, unused, without_unused
from bot.match.values.times import HOUR, Pace
from cogs.base.custom_ids import number_in
from cogs.base.markup import escaped, harmless
from cogs.base.text_limits import OPTIONS
from cogs.games.choosing import chosen_game
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.moderators import may_moderate, moderator_of
from cogs.invitations.sight import sees
from cogs.posting.channel_kinds import tournament_home
from cogs.posting.places import check_channel, check_here, check_permissions
from cogs.screens.base import BadChoice
from cogs.tournaments.choosing import OPEN, PRESENT, RUNNING, TournamentChoice, row_titles
from cogs.tournaments.errors import BadTable, BotsDoNotTakePart, NotInServer
from cogs.tournaments.publisher import TournamentPublisher
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.terms_lines import few_turns, format_name
from cogs.ui.names import NameBook
from cogs.ui.widgets import suggestions
from texts import Words

NOBODY = "-"
"""In place of a winner: nobody gets anything."""


@dataclass(eq=False)
class TournamentModeration(Handlers):
    """Makes, changes, starts and ends tournaments, and decides what people can't agree on."""

    service: TournamentService
    choice: TournamentChoice
    teller: TournamentTeller
    publisher: TournamentPublisher

    @handler()
    async def create(
        self, ctx: Context, name: str, game: str | None, options: Mapping[str, Any]
    ) -> None:
        """Make one, and post it here. `options` are Terms by name, `starts_in` in hours, or None
        for what is usual."""
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
        terms = self._chosen(ctx, usual, options)
        request = TournamentRequest(guild, place, ctx.user, ctx.interaction.id)
        known = await self.service.create(request, terms)
        ctx.counted()
        url = await self.publisher.show(known.row.id)
        if url is None:
            text = ctx.words.say(
                "**{tournament}** is made. I can't post it just now, and do so later.",
                tournament=_title(known),
            )
        else:
            text = ctx.words.say(
                "**{tournament}** is posted: {url}", tournament=_title(known), url=url
            )
        warning = few_turns(known.now.terms, ctx.words)
        await ctx.tell("\n".join([text, *([warning] if warning else ()), *notes]))

    @handler()
    async def edit(
        self,
        ctx: Context,
        tournament: TournamentId | None,
        name: str | None,
        options: Mapping[str, Any],
    ) -> None:
        """Change what was chosen; what is None stays."""
        moderator_of(ctx.interaction)
        if name is None and all(value is None for value in options.values()):
            raise BadChoice(ctx.words.say("Say what to change: name an option. Nothing changed."))
        known = await self.choice.named(ctx, tournament, PRESENT)
        before = known.now.terms
        terms = self._chosen(ctx, before, options)
        if name is not None:
            terms = replace(terms, name=harmless(name, NAME))
        known = await self._change(ctx, self.service.edit(known.row.id, ctx.user, terms))
        text = ctx.words.say("**{tournament}** is changed.", tournament=_title(known))
        warning = few_turns(known.now.terms, ctx.words)
        is_new = warning != few_turns(before, ctx.words)
        await ctx.tell(f"{text}\n{warning}" if warning and is_new else text)

    @handler()
    async def start(self, ctx: Context, tournament: TournamentId | None) -> None:
        """Start one that is open."""
        moderator_of(ctx.interaction)
        known = await self.choice.named(ctx, tournament, OPEN)
        known = await self._change(ctx, self.service.start(known.row.id, ctx.user))
        await ctx.tell(
            ctx.words.say(
                "**{tournament}** has started: its first matches begin now.",
                tournament=_title(known),
            )
        )

    @handler()
    async def end(self, ctx: Context, tournament: TournamentId | None) -> None:
        """End one before its time."""
        moderator_of(ctx.interaction)
        known = await self.choice.named(ctx, tournament, PRESENT)
        known = await self._change(ctx, self.service.cancel(known.row.id, ctx.user))
        await ctx.tell(
            ctx.words.say(
                "**{tournament}** has ended, and everybody is told that you ended it. Matches that "
                "are being played go on.",
                tournament=_title(known),
            )
        )

    @handler()
    async def adjudicate(
        self, ctx: Context, table: str, winner: str, reason: str, tournament: TournamentId | None
    ) -> None:
        """Decide a table; `table` and `winner` are values of `tables` and `seats`."""
        moderator_of(ctx.interaction)
        try:
            named, where = _read(table)
            who = None if winner == NOBODY else _number(winner)
        except ValueError:
            raise BadTable from None
        known = await self.choice.named(ctx, tournament or named, RUNNING)
        if named not in (None, known.row.id):
            raise BadTable
        change = self.service.adjudicate(known.row.id, ctx.user, where, who, reason)
        known = await self._change(ctx, change)
        await ctx.tell(
            ctx.words.say(
                "Decided. Everybody is told that you did, and why: **{tournament}**.",
                tournament=_title(known),
            )
        )

    @handler()
    async def substitute(
        self,
        ctx: Context,
        out: discord.Member | discord.User,
        into: discord.Member | discord.User,
        tournament: TournamentId | None,
    ) -> None:
        """Give somebody's place to somebody else."""
        guild = moderator_of(ctx.interaction)
        if into.bot:
            raise BotsDoNotTakePart
        known = await self.choice.named(
            ctx, tournament, RUNNING, lambda one: one.now.entrant_of(out.id) is not None
        )
        if isinstance(into, discord.User):  # Discord names a member as a Member
            raise NotInServer(user=into.id)
        self.kit.names.learn(guild, into)
        change = self.service.substitute(known.row.id, ctx.user, out.id, into.id)
        known = await self._change(ctx, change)
        if out.id == into.id:
            text = ctx.words.say(
                "{player} is back in **{tournament}**.",
                player=into.mention,
                tournament=_title(known),
            )
        else:
            text = ctx.words.say(
                "{player} now plays for {out} in **{tournament}**.",
                player=into.mention,
                out=out.mention,
                tournament=_title(known),
            )
        if not sees(ctx.interaction.guild, known.row.channel, into):
            blind = ctx.words.say(
                "⚠️ {player} can't see <#{channel}>, where the matches are played. Give them "
                "access.",
                player=into.mention,
                channel=known.row.channel,
            )
            text = f"{text}\n{blind}"
        await ctx.tell(text)

    @handler()
    async def extend(self, ctx: Context, hours: int, tournament: TournamentId | None) -> None:
        """Move the end of registration, or of the rounds that are played."""
        moderator_of(ctx.interaction)
        known = await self.choice.named(ctx, tournament, PRESENT)
        known = await self._change(
            ctx, self.service.extend(known.row.id, ctx.user, hours, ctx.interaction.id)
        )
        text = ctx.words.count(
            "**{tournament}** has {count} hour more, and everybody is told.",
            "**{tournament}** has {count} hours more, and everybody is told.",
            hours,
            tournament=_title(known),
        )
        await ctx.tell(text)

    async def tables(
        self, ctx: Context, typed: str, tournament: TournamentId | None
    ) -> list[app_commands.Choice[str]]:
        """Tables that may be decided: those that are played, then the latest others."""
        every = [one for one in await self._running(ctx) if tournament in (None, one[0].id)]
        # A server can have thousands of tables to search.
        return await asyncio.to_thread(_tables, self.kit.names, every, typed, ctx.words)

    async def seats(
        self, ctx: Context, typed: str, table: str | None, tournament: TournamentId | None
    ) -> list[app_commands.Choice[str]]:
        """Those who sit at a table, as possible winners, and nobody."""
        try:
            named, where = _read(table or "")
        except ValueError:
            return []
        wanted = tournament or named
        every = [one for one in await self._running(ctx) if wanted in (None, one[0].id)]
        found = every[0][1].table(where) if len(every) == 1 else None
        if found is None:
            return []
        ((row, now),) = every
        users = [now.entrants[one].user for one in found.seats]
        names = self.kit.names.known(row.guild, users, ctx.words)
        nobody = ctx.words.say("Nobody: it counts for nobody")
        people = [(names[user], str(user)) for user in users]
        return suggestions([*people, (nobody, NOBODY)], typed)

    async def _running(self, ctx: Context) -> list[tuple[TournamentRow, Tournament]]:
        """The tournaments of the server that are played, for a moderator who types.

        They come from memory, because each key typed asks for them.
        """
        if not may_moderate(ctx.interaction):
            return []
        rows = await self.service.store.of_guild(ctx.guild, RUNNING, OPTIONS)
        return [(row, await self.service.tournaments.recall(row)) for row in rows]

    async def _change(self, ctx: Context, change: Awaitable[Known]) -> Known:
        """What a moderator does, and then everybody sees it."""
        known = await change
        ctx.counted()
        await self.publisher.show(known.row.id)
        return known

    def _chosen(self, ctx: Context, terms: Terms, options: Mapping[str, Any]) -> Terms:
        """Return the terms with what was chosen; 0 hours, days or rounds: none.

        Raise BadChoice for options that the format does not use. A new format drops the values
        that it does not use.
        """
        values = {name: value for name, value in options.items() if value is not None}
        chosen = values.get("format", terms.format)
        if names := unused(chosen, values):
            raise BadChoice(
                ctx.words.count(
                    "**{format}** has no option {options}. Nothing changed.",
                    "**{format}** has no options {options}. Nothing changed.",
                    len(names),
                    format=format_name(chosen, ctx.words),
                    options=ctx.words.listed(f"`{name}`" for name in names),
                )
            )
        if "format" in values:
            terms = without_unused(replace(terms, format=chosen))
        hours = values.pop("starts_in", None)
        if hours is not None:
            now = self.service.matches.clock.now()
            values["closes"] = now + hours * HOUR if hours else None
            if not hours:
                values.setdefault("check_in", 0)
        values |= {name: None for name in ("days", "rounds") if values.get(name) == 0}
        if "pace" in values:
            values["pace"] = Pace(values["pace"])
        return replace(terms, **values)


def _title(known: Known) -> str:
    return escaped(known.now.terms.name)


def _tables(
    book: NameBook, every: Sequence[tuple[TournamentRow, Tournament]], typed: str, words: Words
) -> list[app_commands.Choice[str]]:
    """Tables of these tournaments whose text contains the typed text, open ones first."""
    names = [book.known(row.guild, (one.user for one in now.entrants), words) for row, now in every]
    titled = list(zip(every, row_titles([row for row, _ in every]), names, strict=True))

    def options(*, is_open: bool) -> Iterator[tuple[str, str]]:
        for (row, now), title, called in titled:
            for table in reversed(decidable(now)):
                if (table.result is None) != is_open:
                    continue
                people = " – ".join(called[now.entrants[one].user] for one in table.seats)
                text = f"{table.id}: {people}"
                shown = text if len(every) == 1 else f"{text} · {title}"
                yield shown, f"{row.id}/{table.id}"

    return suggestions(chain(options(is_open=True), options(is_open=False)), typed)


def _read(text: str) -> tuple[TournamentId | None, TableId]:
    """The tournament, if it is named, and the table; raises ValueError."""
    tournament, slash, table = text.rpartition("/")
    return _number(tournament) if slash else None, TableId.parse(table)


def _number(text: str) -> int:
    """A number that fits the database; raises ValueError."""
    number = number_in(text)
    if number is None:
        raise ValueError(text)
    return number
