"""Finds the tournament that a command is about, and suggests tournaments for its option."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from discord import app_commands

from bot.match.tournaments.errors import NoSuchTournament, TournamentGone
from bot.match.tournaments.known import LoadedTournament
from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.terms import NAME
from cogs.base.markup import escaped
from cogs.base.text_limits import OPTIONS
from cogs.interactions.context import Context
from cogs.interactions.which import option_value, which_menu
from cogs.tournaments.errors import NoneFits, SeveralFit
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout
from cogs.ui.telling_apart import MARK, told_apart
from cogs.ui.widgets import suggestions

OPEN = (TournamentStatus.OPEN,)
RUNNING = (TournamentStatus.RUNNING,)
PRESENT = (TournamentStatus.OPEN, TournamentStatus.RUNNING)
PAST = (TournamentStatus.OVER, TournamentStatus.CALLED_OFF)
EVERY = (*PRESENT, *PAST)
MOST = 100
NAMED = 5


@dataclass(eq=False)
class TournamentChoice:
    service: TournamentService
    store: TournamentStore

    async def of(self, guild: int, tournament: TournamentId) -> LoadedTournament:
        loaded = await self.service.look(tournament)
        if loaded.row.guild != guild:
            raise NoSuchTournament
        return loaded

    async def pressed(self, ctx: Context, tournament: TournamentId) -> LoadedTournament:
        """Return the tournament of a pressed button. Raise NoSuchTournament; TournamentGone if it
        is lost.
        """
        try:
            return await self.of(ctx.guild, tournament)
        except NoSuchTournament:
            if await self.store.load(tournament) is not None:
                raise
        raise await ctx.gone(tournament, TournamentGone())

    async def chosen(self, guild: int, value: int) -> LoadedTournament:
        return await self.of(guild, await self.meant(guild, value))

    async def meant(self, guild: int, value: int) -> TournamentId:
        """Return the tournament that a value of the option means; see `option_value`.

        A typed number that the server doesn't have yet can come from an older message, which counts
        the tournaments of all servers.
        """
        if value <= 0:
            return -value
        typed = await self.store.numbered(guild, value)
        return value if typed is None else typed

    async def named(
        self,
        ctx: Context,
        tournament: int | None,
        statuses: Sequence[TournamentStatus],
        fits: Callable[[LoadedTournament], bool] | None = None,
    ) -> LoadedTournament:
        """Return the tournament of the option's value, or the only one that has one of these
        statuses and fits.

        Raise NoSuchTournament, NoneFits or SeveralFit.
        """
        if tournament is not None:
            return await self.chosen(ctx.guild, tournament)
        rows = await self.store.of_guild(ctx.guild, statuses, OPTIONS)
        candidates = [await self.service.look(row.id) for row in rows]
        if len(candidates) > 1 and fits is not None:
            candidates = [loaded for loaded in candidates if fits(loaded)] or candidates
        if not candidates:
            raise NoneFits
        if len(candidates) > 1:
            names = (f"**{escaped(title)}**" for title in titles(candidates[:NAMED]))
            menu = _menu(ctx, candidates)
            raise SeveralFit(menu, tournaments=ctx.words.listed(names))
        return candidates[0]

    async def suggest(
        self, ctx: Context, typed: str, statuses: Sequence[TournamentStatus]
    ) -> list[app_commands.Choice[int]]:
        rows = await self.store.of_guild(ctx.guild, statuses, MOST)
        return suggestions(((label(row), option_value(row.id)) for row in rows), typed)


def _menu(ctx: Context, candidates: Sequence[LoadedTournament]) -> MessageLayout | None:
    def question(command: str) -> str:
        return ctx.words.say(
            "Which tournament do you mean? Choose one, and `{command}` continues with it.",
            command=command,
        )

    options = [
        widgets.option(label(loaded.row), str(loaded.row.id), emoji="🏆") for loaded in candidates
    ]
    hint = ctx.words.say("Choose a tournament")
    return which_menu(ctx.interaction, question, hint, options, ctx.words)


def label(row: TournamentRow) -> str:
    return f"{row.name} · T{row.number}"


def titles(tournaments: Sequence[LoadedTournament]) -> list[str]:
    return row_titles([loaded.row for loaded in tournaments])


def row_titles(rows: Sequence[TournamentRow]) -> list[str]:
    marks = [f"· T{row.number}" for row in rows]
    return told_apart([row.name for row in rows], marks, NAME + MARK)
