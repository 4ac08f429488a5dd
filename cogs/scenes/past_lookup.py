"""Finds the match, running or finished, that a retrospective command is about."""

from discord import app_commands

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.statistics.projections import HistoryEntry
from bot.match.values.errors import refusal
from cogs.base.text_limits import OPTIONS
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.scenes.lookup import MatchLookup, NoMatchHere
from cogs.ui.widgets import suggestions

# The user has played no match here, and no match was named.
NothingToSee = refusal(
    "NothingToSee", "You haven't played a match here yet. Say which one with the option `match`."
)


async def find_past(lookup: MatchLookup, ctx: Context, match: MatchId | None = None) -> Loaded:
    """Return the match with this number, or the first that exists of: the match running here,
    the user's latest finished match here, the user's running match, the user's latest finished
    match. Outside servers, matches of all servers count.

    Raise the refusals of MatchLookup.find, or NothingToSee.
    """
    if match is not None or await lookup.kit.matches.store.of_place(ctx.channel):
        return await lookup.find(ctx, match, watching=True)
    past = await _past(lookup.kit, ctx)
    local = [entry.match for entry in past if entry.place == ctx.channel]
    if local:
        return await lookup.kit.matches.load(local[0])
    try:
        return await lookup.find(ctx)
    except NoMatchHere:
        if not past:
            raise NothingToSee from None
        return await lookup.kit.matches.load(past[0].match)


async def suggest_past(
    lookup: MatchLookup, ctx: Context, typed: str
) -> list[app_commands.Choice[int]]:
    choices = await lookup.suggest(ctx, typed)
    matches = await _past(lookup.kit, ctx)
    past = ((_name_of(lookup.kit, ctx, entry), entry.match) for entry in matches)
    return [*choices, *suggestions(past, typed)][:OPTIONS]


def _name_of(kit: Kit, ctx: Context, past: HistoryEntry) -> str:
    names = kit.names.known(ctx.home, past.people, ctx.words)
    players = ctx.words.listed(names[user] for user in past.people)
    return ctx.words.say("#{match} · {players} · over", match=past.match, players=players)


async def _past(kit: Kit, ctx: Context) -> tuple[HistoryEntry, ...]:
    history = kit.stores.statistics.history(ctx.server, None, ctx.user, start=0, most=OPTIONS)
    return (await history).matches
