"""The card of a match: its invitation's message, which shows how the match goes on.

Every transaction that changes a card's content increases its revision
(bot/match/people/servers.py). A card that shows an older revision is due, so the scheduler finds it
after a crash or a refusal.
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
"""Seconds after a match's latest event during which edits of its card are retried."""


@dataclass(eq=False)
class MatchCards:
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
        """Show this content on the card if the card is due, or `always`; None leaves it unchanged.

        If Discord refuses, raise Postponed until TRIED_FOR has passed, then give up. A deleted card
        is not posted again.
        """
        # Read this before the match, so that the content shows at least this many changes.
        changes = (card := await self.servers.card(match)).changes
        loaded = await self.matches.look(match)
        record = loaded.record
        if record.invitation is None or not (always or card.told < changes):
            return
        card_content = await content(loaded)
        if card_content is None:
            return
        place = MessagePlace(self.client, record.guild, record.channel)
        try:
            await place.edit(record.invitation, card_content, reopen=True)
        except DISCORD_TROUBLE as error:
            if self.matches.clock.now() < loaded.events[-1].at + TRIED_FOR:
                raise Postponed("the card of a match") from error
            _log.info("Could not edit the card of match %d: %s", match, error)
        await self.servers.note_card(match, changes)
