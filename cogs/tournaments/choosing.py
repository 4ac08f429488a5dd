"""Which tournament a command means, and what is offered while somebody types."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from discord import app_commands

from bot.match.tournaments.errors import NoSuchTournament
from bot.match.tournaments.known import Known
from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.terms import NAME
from cogs.base.markup import escaped
from cogs.base.text_limits import OPTIONS
from cogs.interactions.context import Context
from cogs.tournaments.errors import NoneFits, SeveralFit
from cogs.ui.telling_apart import MARK, told_apart
from cogs.ui.widgets import suggestions

OPEN = (TournamentStatus.OPEN,)
RUNNING = (TournamentStatus.RUNNING,)
PRESENT = (TournamentStatus.OPEN, TournamentStatus.RUNNING)
PAST = (TournamentStatus.OVER, TournamentStatus.CALLED_OFF)
EVERY = (*PRESENT, *PAST)
MOST = 100
"""Tournaments among which a name is looked for."""
NAMED = 5
"""Tournaments that a refusal names."""


@dataclass(eq=False)
class TournamentChoice:
    """Finds tournaments of a server."""

    service: TournamentService
    store: TournamentStore

    async def of(self, guild: int, tournament: TournamentId) -> Known:
        """A tournament of this server; raises NoSuchTournament."""
        known = await self.service.look(tournament)
        if known.row.guild != guild:
            raise NoSuchTournament
        return known

    async def named(
        self,
        ctx: Context,
        tournament: TournamentId | None,
        statuses: Sequence[TournamentStatus],
        fits: Callable[[Known], bool] | None = None,
    ) -> Known:
        """The tournament that a command names; else the only one with one of these statuses that
        fits. Raises NoSuchTournament, NoneFits or SeveralFit."""
        if tournament is not None:
            return await self.of(ctx.guild, tournament)
        rows = await self.store.of_guild(ctx.guild, statuses, OPTIONS)
        found = [await self.service.look(row.id) for row in rows]
        if len(found) > 1 and fits is not None:
            found = [known for known in found if fits(known)] or found
        if not found:
            raise NoneFits
        if len(found) > 1:
            names = (f"**{escaped(title)}**" for title in titles(found[:NAMED]))
            raise SeveralFit(tournaments=ctx.words.listed(names))
        return found[0]

    async def suggest(
        self, ctx: Context, typed: str, statuses: Sequence[TournamentStatus]
    ) -> list[app_commands.Choice[int]]:
        """Tournaments to choose from, the newest first."""
        rows = await self.store.of_guild(ctx.guild, statuses, MOST)
        return suggestions(((label(row), row.id) for row in rows), typed)


def label(row: TournamentRow) -> str:
    """A tournament in a menu."""
    return f"{row.name} · T{row.id}"


def titles(every: Sequence[Known]) -> list[str]:
    """Return the names of tournaments that are listed together, with their numbers if equal."""
    return row_titles([known.row for known in every])


def row_titles(rows: Sequence[TournamentRow]) -> list[str]:
    """Return the names of tournaments that are listed together, with their numbers if equal."""
    marks = [f"· T{row.id}" for row in rows]
    return told_apart([row.name for row in rows], marks, NAME + MARK)
