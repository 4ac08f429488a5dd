"""Direct messages to members who watch a match; bot/match/people/watching.py has the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import discord

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.messages import MessageKind, MessageRow
from bot.match.people.watching import PAUSE, finished_rounds
from bot.match.services import DomainServices
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.turn_alerts import Access
from bot.match.values.players import UserId
from bot.match.values.times import DAY
from cogs.base.discord_errors import is_passing
from cogs.board.publisher import BoardPublisher
from cogs.kit import Kit
from cogs.posting.match_access import readers_of
from cogs.posting.nonces import nonce_of
from cogs.posting.places import address
from cogs.posting.posted_message import Line, Link
from cogs.posting.restores import in_generation
from cogs.runtime.projector import Later, Wanted
from cogs.runtime.said_once import SaidOnce
from cogs.scenes.scenes import Scenes
from cogs.watching.layouts import news_text, stop_button
from texts import Words

CLOSED = (10013, 50007, 50278)
"""Discord's error codes if the user deleted their account, closed their direct messages, or shares
no server with the bot.
"""
MOST_FAILURES = 14
"""Other refusals in a row after which a watch ends, about ten days after the first."""


@dataclass(eq=False)
class WatchMessages(SaidOnce):
    kit: Kit
    domain: DomainServices
    scenes: Scenes
    boards: BoardPublisher
    name: ClassVar[MessageKind] = MessageKind.WATCH
    longest: ClassVar[int] = DAY

    async def wanted(self, row: MessageRow) -> Wanted | Later | None:
        loaded = await self.kit.matches.load(row.key.subject)
        user, rounds = row.key.receiver, finished_rounds(loaded)
        is_over, fresh = loaded.status is not Status.RUNNING, range(row.shown + 1, rounds + 1)
        if not is_over and not fresh:
            return Wanted(None, version=row.shown)
        quiet = Quiet.from_settings(await self.kit.matches.store.user_settings(user))
        now = self.kit.clock.now()
        if quiet is not None and (awake_at := quiet.until(now)) is not None:
            return Later(awake_at)
        may_hear = await self._may_hear(loaded, user)
        if may_hear is None:
            return Later(None)
        if not may_hear:
            await self._end(row)
            return None
        match, last = loaded.record.id, "over" if is_over else fresh[-1]
        nonce = in_generation(nonce_of("watch", match, user, last), loaded)
        line = await self._news(loaded, user, fresh)
        return Wanted(line, version=rounds, nonce=nonce, pause=PAUSE, is_last=is_over)

    async def is_given_up(self, row: MessageRow, error: BaseException) -> bool:
        """End a watch whose user can't get direct messages any more."""
        is_closed = isinstance(error, discord.HTTPException) and error.code in CLOSED
        if is_passing(error) or not (is_closed or row.failures >= MOST_FAILURES):
            return False
        await self._end(row)
        return True

    async def line(self, loaded: Loaded, text: str, words: Words) -> Line:
        record = loaded.record
        place = record.place or record.channel
        url = await self.boards.current(record.id) or address(record.guild, place)
        is_over = loaded.status is not Status.RUNNING
        beside = () if is_over else (stop_button(record.id, words),)
        return Line(text, Link(words.say("Open the match"), url), None, beside=beside)

    async def _news(self, loaded: Loaded, user: UserId, rounds: Sequence[int]) -> Line:
        words = await self.kit.preferences.words_for(user, loaded.record.guild)
        scene = await self.scenes.scene(loaded, words)
        title = self.kit.games.title(loaded.record.game)
        return await self.line(loaded, news_text(loaded, scene, title, rounds), words)

    async def _may_hear(self, loaded: Loaded, user: UserId) -> bool | None:
        """Return whether the user can see the match and has no seat in it, or None if Discord
        doesn't tell.
        """
        record = loaded.record
        if loaded.roster.seat_of(user) is not None or record.private:
            return False
        if await self.kit.servers.barred(record.guild, (user,)):
            return False
        check_access = self.domain.alerts.check_access
        check = await check_access(record.guild, readers_of(record), user)
        if check.access in (Access.UNKNOWN, Access.CLOSED):
            return None
        return check.access is Access.YES or check.is_timed_out

    async def _end(self, row: MessageRow) -> None:
        await self.kit.stores.watches.drop(row.key.subject, row.key.receiver)
