"""Posts new matches: the invitation, and the board if the match has begun."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import discord

from bot.match.core.matches import Matches
from bot.match.lobby.lobby import MatchRequest
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.values.contribution import word_of
from cogs.interactions.answers import Boards
from cogs.interactions.context import Context
from cogs.invitations.kind import Cards
from cogs.posting.places import address


@dataclass(frozen=True)
class Venue:
    """The place of a new match."""

    channel: int
    """The channel of the command or button, used if no forum takes the match."""
    forum: discord.ForumChannel | None = None
    notes: Sequence[str] = ()


class PracticeSessions(Protocol):
    """Private messages in which a user plays a private match."""

    async def show(self, ctx: Context, match: MatchId, /, *, note: str = "") -> None: ...

    async def offer(self, ctx: Context, loaded: Loaded, /) -> None:
        """Offer to continue this unfinished match, or to start another."""


@dataclass(eq=False)
class MatchOpener:
    matches: Matches
    boards: Boards
    cards: Cards
    opening: set[MatchId] = field(default_factory=set, init=False)
    """Matches that are being posted now. Other tasks must leave them alone, because the thread can
    be created only after the invitation.
    """

    async def post(self, loaded: Loaded) -> str:
        """Post a new invitation, and the board if the match has begun; return the address of the
        match. Of a private match post nothing, and return the address of its channel.
        """
        if loaded.record.private:
            return address(loaded.record.guild, loaded.record.channel)
        self.opening.add(loaded.record.id)
        try:
            return await self._post(loaded)
        finally:
            self.opening.discard(loaded.record.id)

    async def _post(self, loaded: Loaded) -> str:
        record = loaded.record
        if record.invitation is None:
            row = await self.cards.show(record.id)
            url = address(record.guild, self.cards.place(row), row.message)
        else:  # the same command came twice
            url = address(record.guild, record.home, record.invitation)
        if loaded.status is not Status.RUNNING:
            return url
        await self.boards.show(record.id)
        after = await self.matches.load(record.id)
        return address(after.record.guild, after.record.place or after.record.channel)


def match_request(
    ctx: Context,
    game: str,
    word: str | None,
    *,
    venue: Venue | None = None,
) -> MatchRequest:
    """Return a request for a match at this venue, or a private one, with a word for the dice; raise
    BadWord or NoChannel.
    """
    if venue is None:
        home, channel = ctx.home, ctx.home_channel
    else:
        home, channel = ctx.guild, venue.channel
    return MatchRequest(
        home,
        channel,
        ctx.user,
        ctx.interaction.id,
        word_of(word or ""),
        game,
        private=venue is None,
        forum=None if venue is None or venue.forum is None else venue.forum.id,
    )
