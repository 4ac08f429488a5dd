"""Suggestions for moderators who decide a table: running tables, and their possible winners."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from discord import app_commands

from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.service import TournamentService, decidable
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import TableId
from cogs.base.custom_ids import number_in
from cogs.base.text_limits import OPTIONS
from cogs.interactions.context import Context
from cogs.interactions.moderators import may_moderate
from cogs.tournaments.choosing import RUNNING, row_titles
from cogs.ui.names import NameBook
from cogs.ui.widgets import suggestions
from texts import Words

NOBODY = "-"
"""The winner's value if no player gets points for the table."""


@dataclass(eq=False)
class DecidableTables:
    service: TournamentService
    names: NameBook

    async def tables(
        self, ctx: Context, typed: str, tournament: TournamentId | None
    ) -> list[app_commands.Choice[str]]:
        tournaments = [
            running for running in await self._running(ctx) if tournament in (None, running[0].id)
        ]
        # A server can have thousands of tables to search.
        return await asyncio.to_thread(_tables, self.names, tournaments, typed, ctx.words)

    async def seats(
        self, ctx: Context, typed: str, table: str | None, tournament: TournamentId | None
    ) -> list[app_commands.Choice[str]]:
        try:
            named, where = read_table(table or "")
        except ValueError:
            return []
        tournament_id = tournament or named
        tournaments = [
            running
            for running in await self._running(ctx)
            if tournament_id in (None, running[0].id)
        ]
        place = tournaments[0][1].table(where) if len(tournaments) == 1 else None
        if place is None:
            return []
        ((row, now),) = tournaments
        users = [now.entrants[seat].user for seat in place.seats]
        names = self.names.known(row.guild, users, ctx.words)
        nobody = ctx.words.say("Nobody: it counts for nobody")
        people = [(names[user], str(user)) for user in users]
        return suggestions([*people, (nobody, NOBODY)], typed)

    async def _running(self, ctx: Context) -> list[tuple[TournamentRow, Tournament]]:
        """Return the server's running tournaments for a moderator, from the cache where possible,
        because autocompletion calls this on every keystroke.
        """
        if not may_moderate(ctx.interaction):
            return []
        rows = await self.service.store.of_guild(ctx.guild, RUNNING, OPTIONS)
        return [(row, await self.service.tournaments.recall(row)) for row in rows]


def _tables(
    book: NameBook,
    tournaments: Sequence[tuple[TournamentRow, Tournament]],
    typed: str,
    words: Words,
) -> list[app_commands.Choice[str]]:
    names = [
        book.known(row.guild, (entrant.user for entrant in now.entrants), words)
        for row, now in tournaments
    ]
    titled = list(zip(tournaments, row_titles([row for row, _ in tournaments]), names, strict=True))

    def options(*, is_open: bool) -> Iterator[tuple[str, str]]:
        for (row, now), title, called in titled:
            for table in reversed(decidable(now)):
                if (table.result is None) != is_open:
                    continue
                people = " – ".join(called[now.entrants[seat].user] for seat in table.seats)
                text = f"{table.id}: {people}"
                label = text if len(tournaments) == 1 else f"{text} · {title}"
                yield label, f"{row.id}/{table.id}"

    return suggestions(chain(options(is_open=True), options(is_open=False)), typed)


def read_table(text: str) -> tuple[TournamentId | None, TableId]:
    """Return the table, and the tournament if it is named; raise ValueError."""
    tournament, slash, table = text.rpartition("/")
    return read_number(tournament) if slash else None, TableId.parse(table)


def read_number(text: str) -> int:
    number = number_in(text)
    if number is None:
        raise ValueError(text)
    return number
