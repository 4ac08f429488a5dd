"""Chooses the game of an answer whose user named none: the one that was played most lately."""

from collections.abc import Iterable

from bot.match.statistics.played import Counts
from bot.match.values.players import UserId
from cogs.kit import Kit

LATELY = 30 * 24 * 3600
"""Seconds. A change of taste shows within a month, and one evening does not decide."""


def most_played(counts: Counts, usual: str) -> str:
    """Return the game with the highest number; the `usual` one wins ties."""
    most = max(counts.values(), default=0)
    if counts.get(usual, 0) == most:
        return usual
    return next(game for game, number in counts.items() if number == most)


async def favourite_of_player(
    kit: Kit, guild: int, user: UserId, usual: str, games: Iterable[str] | None = None
) -> str:
    """Return the player's favourite among `games`, or all; `usual` without a finished match."""
    among = kit.games.names if games is None else tuple(games)
    played, since = kit.stores.played, kit.clock.now() - LATELY
    counts = (
        await played.finished_matches(guild, among, user=user, since=since)
        or await played.finished_matches(guild, among, user=user)
        or await played.took_part(guild, among, user)
    )
    return most_played(counts, usual)


async def favourite_of_both(
    kit: Kit,
    guild: int,
    user: UserId,
    other: UserId,
    usual: str,
    games: Iterable[str] | None = None,
) -> str:
    """Return the game in which two players met most often, or the first one's favourite."""
    among = kit.games.names if games is None else tuple(games)
    met = await kit.stores.played.matches_together(guild, among, user, other)
    if met:
        return most_played(met, usual)
    return await favourite_of_player(kit, guild, user, usual, among)


async def favourite_of_server(
    kit: Kit, guild: int, usual: str, games: Iterable[str] | None = None
) -> str:
    among = kit.games.names if games is None else tuple(games)
    played, since = kit.stores.played, kit.clock.now() - LATELY
    counts = await played.finished_matches(
        guild, among, since=since
    ) or await played.finished_matches(guild, among)
    return most_played(counts, usual)
