"""The card of a match: its invitation's message, which shows how the match goes on.

Every transaction that changes a card's content increases its revision
(bot/match/people/servers.py). A card that shows an older revision is due, so the scheduler finds it
after a crash or a refusal.

While a match runs, its card also shows the progress: round, score, whose turn it is. Moves are much
more frequent than other changes and don't count as such. The row of the match notes how many
entries the card shows, and when it was edited. A card that shows fewer entries than the board is
due, at most once in PROGRESS_EVERY seconds, and its picture is not uploaded again.
"""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import discord

from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.people.servers import DELETED, ServerStore
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.posting.posted_message import Content, MessagePlace, Postponed

_log = logging.getLogger(__name__)

TRIED_FOR = 86_400
"""Seconds after a match's latest event or entry during which edits of its card are retried."""
PROGRESS_EVERY = 60
"""Seconds between two edits of a card that show nothing but progress."""
REMEMBERED = 4096
_Shown = tuple[tuple[str, ...], int]
"""The names of the files on a card, and a digest of its layout."""


@dataclass(eq=False)
class MatchCards:
    client: discord.Client
    matches: Matches
    servers: ServerStore
    update_post: Callable[[Loaded], Awaitable[None]]
    """Brings tags and title of a match's post in a forum up to date."""
    _shown: OrderedDict[MatchId, _Shown] = field(default_factory=OrderedDict, init=False)
    """The latest edits by this process."""

    async def update(
        self,
        match: MatchId,
        content: Callable[[Loaded], Awaitable[Content | None]],
        *,
        always: bool = False,
        progress: bool = False,
    ) -> None:
        """Show this content on the card if the card is due, or `always`; None leaves it unchanged.

        With `progress`, the card is also due if the match has gone on. If Discord refuses, raise
        Postponed until TRIED_FOR has passed, then give up. A deleted card is not posted again.
        """
        # Read this before the match, so that the content shows at least this many changes.
        card = await self.servers.card(match)
        loaded = await self.matches.load(match)
        record, changed = loaded.record, always or card.told < card.changes
        moved = progress and loaded.status is Status.RUNNING and card.seq < loaded.seq
        if record.invitation is None or not (changed or moved):
            return
        card_content = await content(loaded)
        if card_content is None:
            return
        now, seq = self.matches.clock.now(), loaded.seq
        before, shown = self._shown.pop(match, None), _shown(card_content)
        if not changed and before == shown:
            await self.servers.note_card(match, card.changes, seq, now)
            self._remember(match, shown)
            return
        keep = not changed and before is not None and before[0] == shown[0]
        place = MessagePlace(self.client, record.guild, record.home)
        try:
            if await place.edit(record.invitation, card_content, reopen=True, keep_files=keep):
                self._remember(match, shown)
                if changed:
                    await self.update_post(loaded)
            else:
                seq = DELETED
        except DISCORD_TROUBLE as error:
            if now < max(loaded.events[-1].at, loaded.turns.last_entry_at) + TRIED_FOR:
                raise Postponed("the card of a match") from error
            _log.info("Could not edit the card of match %d: %s", match, error)
        await self.servers.note_card(match, card.changes, seq, now)

    def _remember(self, match: MatchId, shown: _Shown) -> None:
        self._shown[match] = shown
        while len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)


def _shown(content: Content) -> _Shown:
    names = tuple(name for name, _ in content.pictures)
    return names, hash(str(content.layout.to_components()))
