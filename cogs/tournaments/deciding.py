"""Suggestions for moderators who decide a table: running tables, and their possible winners."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from discord import app_commands

from bot.match.tournaments.actions import decidable
from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.service import TournamentService
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


async def suggest_tables(
    service: TournamentService,
    book: NameBook,
    ctx: Context,
    typed: str,
    candidates: Collection[TournamentId] | None,
) -> list[app_commands.Choice[str]]:
    tournaments = await _running(service, ctx, candidates)
    # A server can have thousands of tables to search.
    return await asyncio.to_thread(_tables, book, tournaments, typed, ctx.words)


async def suggest_winners(
    service: TournamentService,
    book: NameBook,
    ctx: Context,
    typed: str,
    table: str | None,
    candidates: Collection[TournamentId] | None,
) -> list[app_commands.Choice[str]]:
    named, where = read_table(table or "")
    if where is None:
        return []
    tournaments = await _running(service, ctx, narrow(candidates, named))
    place = tournaments[0][1].table(where) if len(tournaments) == 1 else None
    if place is None:
        return []
    ((row, state),) = tournaments
    users = [state.entrants[seat].user for seat in place.seats]
    names = book.known(row.guild, users, ctx.words)
    nobody = ctx.words.say("Nobody: it counts for nobody")
    people = [(names[user], str(user)) for user in users]
    return suggestions([*people, (nobody, NOBODY)], typed)


async def _running(
    service: TournamentService, ctx: Context, candidates: Collection[TournamentId] | None
) -> list[tuple[TournamentRow, Tournament]]:
    """Return the running tournaments among the candidates (None: all of the server) for a
    moderator, from the cache where possible, because autocompletion calls this on every
    keystroke.
    """
    if not may_moderate(ctx.interaction):
        return []
    rows = await service.store.of_guild(ctx.guild, RUNNING, OPTIONS)
    return [
        (row, await service.tournaments.recall(row))
        for row in rows
        if candidates is None or row.id in candidates
    ]


def narrow(
    candidates: Collection[TournamentId] | None, named: TournamentId | None
) -> Collection[TournamentId] | None:
    """Return the candidates (None: all of the server), or only the one that a table names."""
    if named is None or (candidates is not None and named not in candidates):
        return candidates
    return (named,)


def _tables(
    book: NameBook,
    tournaments: Sequence[tuple[TournamentRow, Tournament]],
    typed: str,
    words: Words,
) -> list[app_commands.Choice[str]]:
    names = [
        book.known(row.guild, (entrant.user for entrant in state.entrants), words)
        for row, state in tournaments
    ]
    titled = list(zip(tournaments, row_titles([row for row, _ in tournaments]), names, strict=True))

    def options(*, is_open: bool) -> Iterator[tuple[str, str]]:
        for (row, state), title, called in titled:
            for table in reversed(decidable(state)):
                if (table.result is None) != is_open:
                    continue
                people = " – ".join(called[state.entrants[seat].user] for seat in table.seats)
                text = f"{table.id}: {people}"
                label = text if len(tournaments) == 1 else f"{text} · {title}"
                yield label, f"{row.id}/{table.id}"

    return suggestions(chain(options(is_open=True), options(is_open=False)), typed)


def read_table(text: str) -> tuple[TournamentId | None, TableId | None]:
    """Return the tournament, if the text names one, and the table; None for an unreadable table."""
    tournament, slash, table = text.rpartition("/")
    named = number_in(tournament)
    if slash and named is None:
        return None, None
    try:
        return named, TableId.parse(table)
    except ValueError:
        return None, None
