"""Sends direct messages to members who watch a match; bot/match/people/watching.py has the rules.

Checks run in the queue of the match's server, so only the process that serves the server sends
messages. A check records the news before it sends them, and takes the record back if Discord
refuses the message for a moment.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.people.watching import PAUSE, Every, Watch, finished_rounds
from bot.match.services import DomainServices
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.turn_alerts import Access
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.board.publisher import BoardPublisher
from cogs.kit import Kit
from cogs.posting.match_access import readers_of
from cogs.posting.messenger import send_direct
from cogs.posting.nonces import nonce_of
from cogs.posting.places import address
from cogs.posting.posted_message import Link
from cogs.posting.restores import in_generation
from cogs.preferences.store import LOCALE
from cogs.runtime.guild_queues import bound
from cogs.scenes.scenes import Scenes
from cogs.topics.match_jobs import MatchJobs
from cogs.watching.layouts import news_text, stop_button
from texts import Words

_log = logging.getLogger(__name__)

MOST_FAILURES = 3
"""Refused messages in a row after which a watch ends."""
AGAIN = 300
"""Seconds until the next attempt after a refusal."""


@dataclass(eq=False)
class WatchSender:
    kit: Kit
    domain: DomainServices
    scenes: Scenes
    boards: BoardPublisher
    jobs: MatchJobs

    async def look_after(self) -> None:
        """Start checks of watched matches with news. Raise StoreTrouble."""
        due = await self.kit.stores.watches.due(self.kit.clock.now())
        guilds = await self.jobs.jobs.guilds(due)
        for match in due:
            if match in guilds:
                key = f"watchers of match {match}"
                self.kit.queues.begin(key, guilds[match], partial(self._look, match))

    async def _look(self, match: MatchId) -> None:
        async with bound():
            try:
                loaded = await self.kit.matches.load(match)
            except Refusal:  # frozen meanwhile
                return
            now = self.kit.clock.now()
            for watch in await self.kit.stores.watches.of_match(match):
                if watch.look <= now:
                    await self._tell(loaded, watch, now)

    async def _tell(self, loaded: Loaded, watch: Watch, now: int) -> None:
        watches, record, over = self.kit.stores.watches, loaded.record, _is_over(loaded)
        rounds = finished_rounds(loaded)
        seen = replace(watch, seq=loaded.seq, rounds=max(watch.rounds, rounds), look=now + PAUSE)
        fresh: Sequence[int] = ()
        if watch.every is Every.ROUND:
            fresh = range(watch.rounds + 1, rounds + 1)
        if not over and not fresh:
            await watches.change(watch, seen)
            return
        if watch.failures >= MOST_FAILURES:
            await watches.drop(record.id, watch.user)
            return
        quiet = Quiet.from_settings(await self.kit.matches.store.user_settings(watch.user))
        if quiet is not None and (awake_at := quiet.until(now)) is not None:
            await watches.change(watch, replace(watch, look=awake_at))
            return
        may_hear = await self._may_hear(loaded, watch)
        if may_hear is None:
            await self._try_later(watch, watch, now)
            return
        if not may_hear:
            await watches.drop(record.id, watch.user)
            return
        if over:  # if this process dies now, the row is deleted a day later, without a message
            seen = replace(seen, look=now + DAY, failures=MOST_FAILURES)
        if await watches.change(watch, seen):
            try:
                await self._send(loaded, watch, fresh)
            except (discord.Forbidden, discord.NotFound):
                await watches.drop(record.id, watch.user)
            except DISCORD_TROUBLE:
                await self._try_later(seen, watch, now)
            else:
                if over:
                    await watches.drop(record.id, watch.user)
                elif watch.failures:
                    await watches.change(seen, replace(seen, failures=0))

    async def _may_hear(self, loaded: Loaded, watch: Watch) -> bool | None:
        """Return whether the user can see the match and has no seat in it, or None if Discord
        doesn't tell.
        """
        record, user = loaded.record, watch.user
        if loaded.roster.seat_of(user) is not None or record.private:
            return False
        if await self.kit.servers.barred(record.guild, (user,)):
            return False
        check_access = self.domain.alerts.check_access
        access = (await check_access(record.guild, readers_of(record), user)).access
        if access in (Access.UNKNOWN, Access.CLOSED):
            return None
        return access is Access.YES

    async def _send(self, loaded: Loaded, watch: Watch, rounds: Sequence[int]) -> None:
        record = loaded.record
        words = await self.words_of(watch.user, record.guild)
        scene = await self.scenes.scene(loaded, words)
        text = news_text(loaded, scene, self.kit.games.title(record.game), rounds)
        last = "over" if _is_over(loaded) else rounds[-1]
        nonce = in_generation(nonce_of("watch", record.id, watch.user, last), loaded)
        await self.direct(loaded, watch.user, text, nonce, words)

    async def direct(
        self, loaded: Loaded, user: UserId, text: str, nonce: str, words: Words
    ) -> None:
        record = loaded.record
        place = record.place or record.channel
        url = await self.boards.current(record.id) or address(record.guild, place)
        link = Link(words.say("Open the match"), url)
        beside = () if _is_over(loaded) else (stop_button(record.id, words),)
        await send_direct(self.kit.client, user, text, nonce, link, *beside)

    async def words_of(self, user: UserId, guild: int) -> Words:
        locale = await self.kit.preferences.of_user(user, LOCALE)
        if locale is None:
            return await self.kit.preferences.words(guild)
        return self.kit.catalogue.words(locale)

    async def _try_later(self, stored: Watch, watch: Watch, now: int) -> None:
        failures = watch.failures + 1
        if failures < MOST_FAILURES:
            later = replace(watch, look=now + AGAIN, failures=failures)
            await self.kit.stores.watches.change(stored, later)
        else:
            _log.info("A watcher of match %d hears nothing more", watch.match)
            await self.kit.stores.watches.drop(watch.match, watch.user)


def _is_over(loaded: Loaded) -> bool:
    return loaded.status is not Status.RUNNING
