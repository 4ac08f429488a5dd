"""Finds the tournament that a command is about, and suggests tournaments for its option."""

from collections.abc import Callable, Iterable, Sequence

from discord import app_commands

from bot.match.tournaments.errors import NoSuchTournament, TournamentGone
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.terms import NAME
from cogs.base.markup import escaped
from cogs.base.text_limits import OPTIONS
from cogs.interactions.context import Context
from cogs.interactions.which import option_value, which_menu
from cogs.posting.channel_kinds import here
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


async def tournament_of_server(
    service: TournamentService, ctx: Context, tournament: TournamentId
) -> LoadedTournament:
    loaded = await service.load(tournament)
    if loaded.row.guild != ctx.guild:
        raise NoSuchTournament
    _concern(ctx, loaded.row)
    return loaded


async def pressed_tournament(
    service: TournamentService, ctx: Context, tournament: TournamentId
) -> LoadedTournament:
    """Return the tournament of a pressed button. Raise NoSuchTournament; TournamentGone if it
    is lost.
    """
    try:
        return await tournament_of_server(service, ctx, tournament)
    except NoSuchTournament:
        if await service.store.load(tournament) is not None:
            raise
    raise await ctx.gone(tournament, TournamentGone())


async def chosen_tournament(
    service: TournamentService, ctx: Context, value: int
) -> LoadedTournament:
    """Return the tournament of the option's value. Raise NoSuchTournament or SeveralFit."""
    rows = await candidate_rows(service.store, ctx, value)
    if not rows:
        raise NoSuchTournament
    if len(rows) > 1:
        names = _listed(ctx, [label(row) for row in rows])
        raise SeveralFit(_menu(ctx, rows, value), tournaments=names)
    _concern(ctx, rows[0])
    return await service.load(rows[0].id)


async def candidate_rows(
    store: TournamentStore, ctx: Context, value: int
) -> Sequence[TournamentRow]:
    """Return the tournaments that a value of the option can mean; see `option_value`.

    A typed number counts the server's tournaments. Release 0.2.0 showed the id instead, so the
    number can also mean a tournament from that release. Between two tournaments the place
    decides: the thread or post of a match, or else the channel of the announcement. If both or
    neither fit the place, return both, because a wrong guess could end the wrong tournament.
    """
    if value <= 0:
        row = await store.row(-value)
        return [] if row is None or row.guild != ctx.guild else [row]
    rows = await store.typed(ctx.guild, value)
    if len(rows) < 2:
        return rows
    played_here = await store.of_place(ctx.channel)
    channels = (ctx.channel, getattr(here(ctx.interaction), "parent_id", None))
    for near in (
        [row for row in rows if row.id in played_here],
        [row for row in rows if row.channel in channels],
    ):
        if len(near) == 1:
            return near
    return rows


async def named_tournament(
    service: TournamentService,
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
        return await chosen_tournament(service, ctx, tournament)
    rows = await service.store.of_guild(ctx.guild, statuses, OPTIONS)
    candidates = [await service.load(row.id) for row in rows]
    if len(candidates) > 1 and fits is not None:
        candidates = [loaded for loaded in candidates if fits(loaded)] or candidates
    if not candidates:
        raise NoneFits
    if len(candidates) > 1:
        names = _listed(ctx, titles(candidates[:NAMED]))
        menu = _menu(ctx, [loaded.row for loaded in candidates])
        raise SeveralFit(menu, tournaments=names)
    _concern(ctx, candidates[0].row)
    return candidates[0]


async def suggest_tournaments(
    store: TournamentStore, ctx: Context, typed: str, statuses: Sequence[TournamentStatus]
) -> list[app_commands.Choice[int]]:
    rows = await store.of_guild(ctx.guild, statuses, MOST)
    return suggestions(((label(row), option_value(row.id)) for row in rows), typed)


def _concern(ctx: Context, row: TournamentRow) -> None:
    ctx.concern(escaped(label(row)))


def _listed(ctx: Context, names: Iterable[str]) -> str:
    return ctx.words.listed(f"**{escaped(name)}**" for name in names)


def _menu(
    ctx: Context, rows: Sequence[TournamentRow], typed: int | None = None
) -> MessageLayout | None:
    def question(command: str) -> str:
        if typed is not None:
            return ctx.words.say(
                "{number} can mean two tournaments, because older messages count them "
                "differently. Choose one, and `{command}` continues with it.",
                number=f"T{typed}",
                command=command,
            )
        return ctx.words.say(
            "Which tournament do you mean? Choose one, and `{command}` continues with it.",
            command=command,
        )

    def description(row: TournamentRow) -> str | None:
        if row.id != typed:
            return None
        return ctx.words.say("{number} in older messages", number=f"T{typed}")

    options = [
        widgets.option(label(row), str(row.id), description=description(row), emoji="🏆")
        for row in rows
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
