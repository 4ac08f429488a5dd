"""The card of a match: the message of its invitation, which tells all that happens to the match.

Every transaction that changes what a card shows counts as a change (bot/match/people/servers.py). A
card that shows fewer changes is due. So a process that is killed between a commit and the edit, or
an edit that Discord refuses, leaves the card due, and the scheduler finds it.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.people.servers import ServerStore
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.posting.posted_message import Content, MessagePlace, Postponed

_log = logging.getLogger(__name__)

TRIED_FOR = 86_400
"""Seconds after the latest event of a match for which an edit of its card is tried again."""


@dataclass(eq=False)
class MatchCards:
    """Edits cards, and notes how many changes they show."""

    client: discord.Client
    matches: Matches
    servers: ServerStore

    async def update(
        self,
        match: int,
        content: Callable[[Loaded], Awaitable[Content | None]],
        *,
        always: bool = False,
    ) -> None:
        """Let the card of a match show this, if it is due or `always`; None: it stays as it is.

        Raises Postponed if Discord refuses the edit, up to a day after the latest event. A card
        that was deleted is not posted again.
        """
        # Read before the match: the content then shows at least this many changes.
        changes = (card := await self.servers.card(match)).changes
        loaded = await self.matches.look(match)
        record = loaded.record
        if record.invitation is None or not (always or card.told < changes):
            return
        shown = await content(loaded)
        if shown is None:
            return
        here = MessagePlace(self.client, record.guild, record.channel)
        try:
            await here.edit(record.invitation, shown, reopen=True)
        except DISCORD_TROUBLE as error:
            if self.matches.clock.now() < loaded.events[-1].at + TRIED_FOR:
                raise Postponed("the card of a match") from error
            _log.info("The card of match %d stays as it is: %s", match, error)
        await self.servers.note_card(match, changes)
