"""Posts new matches: the invitation, and the board if the match has begun."""

from dataclasses import dataclass, field

from bot.match.core.matches import Matches
from bot.match.lobby.lobby import MatchRequest
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.values.contribution import word_of
from cogs.interactions.answers import Boards
from cogs.interactions.context import Context
from cogs.invitations.publisher import InvitationPublisher
from cogs.posting.places import address


@dataclass(eq=False)
class MatchOpener:
    matches: Matches
    boards: Boards
    invitations: InvitationPublisher
    opening: set[MatchId] = field(default_factory=set, init=False)
    """Matches that are being posted now. Other tasks must leave them alone, because the thread can
    be created only after the invitation.
    """

    async def post(self, loaded: Loaded) -> str:
        """Post a new invitation, and the board if the match has begun; return the address of the
        match.
        """
        self.opening.add(loaded.record.id)
        try:
            return await self._post(loaded)
        finally:
            self.opening.discard(loaded.record.id)

    async def _post(self, loaded: Loaded) -> str:
        record = loaded.record
        if record.invitation is None:
            url = await self.invitations.post(loaded)
        else:  # the same command came twice
            url = address(record.guild, record.channel, record.invitation)
        if loaded.status is not Status.RUNNING:
            return url
        await self.boards.show(record.id)
        after = await self.matches.look(record.id)
        return address(after.record.guild, after.record.place or after.record.channel)


def asked(ctx: Context, game: str, word: str | None) -> MatchRequest:
    """Return a request for a match in this channel, with a word for the dice; raise BadWord or
    NoChannel.
    """
    return MatchRequest(
        ctx.guild, ctx.channel, ctx.user, ctx.interaction.id, word_of(word or ""), game
    )
