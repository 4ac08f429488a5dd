"""Shows on Discord that a moderator has ended a match that can't be read.

Such a match has no position to draw. So its board, its card and its open notices become one
sentence, without picture and buttons.
"""

import logging
from dataclasses import dataclass

from bot.match.core.unread_rows import UnreadEnd
from bot.match.log.records import MatchId, Status
from bot.match.values.errors import EndedUnread
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.kit import Kit
from cogs.posting.places import archive
from cogs.posting.posted_message import MessagePlace, Postponed
from cogs.ui.layouts import MessageLayout, compose
from texts import Words

_log = logging.getLogger(__name__)

TRIED_FOR = 86_400
"""Seconds after the end during which refused edits are retried."""


@dataclass(eq=False)
class UnreadEnds:
    """Callers hold the match's lease."""

    kit: Kit

    async def show(self, match: MatchId) -> None:
        """Edit all messages of the match; raise Postponed if Discord refuses."""
        end = await self.kit.matches.store.unread_end(match)
        words, now = await self.kit.preferences.words(end.guild), self.kit.clock.now()
        refused: BaseException | None = None
        for place, message in await self._messages(end):
            try:
                await MessagePlace(self.kit.client, end.guild, place).strip(
                    message, _layout(end, words)
                )
            except DISCORD_TROUBLE as error:
                _log.info("Message %d can't show the end of match %d: %s", message, match, error)
                refused = error
        if refused is not None and now < (end.at or 0) + TRIED_FOR:
            raise Postponed("the end of a match that can't be read") from refused
        await self.kit.matches.store.note_unread_end(end)
        await archive(self.kit.client, match, end.place, end.channel)

    async def _messages(self, end: UnreadEnd) -> list[tuple[int, int]]:
        """Return place and message of the notices, the boards and the card."""
        shown = await self.kit.matches.store.progress(end.match)
        messages = [
            *end.notices,
            (shown.stale_place, shown.stale),
            (shown.place, shown.message),
            (end.home, end.invitation),
        ]
        return [
            (place, message)
            for place, message in messages
            if place is not None and message is not None
        ]


def _layout(end: UnreadEnd, words: Words) -> MessageLayout:
    title = words.say("Match #{match}", match=end.match)
    if end.status == Status.CALLED_OFF.value:
        text = words.say("The invitation to match #{match} is called off.", match=end.match)
    else:
        text = words.say(EndedUnread.sentence)
    return compose(texts=[f"## {title}", text])
