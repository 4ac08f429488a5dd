"""Announces that players are away or back, and updates deadlines on boards.

A change is announced if it lasts a while, by one message in each channel, without a ping. Only
boards that wait for that player are edited.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from bot.match.core.due_work import DueWork
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.timekeeping.absences import (
    AbsenceNews,
    AbsenceService,
    NewsStep,
    next_step,
    quiet_hours_text,
)
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.markup import bold
from cogs.board.publisher import BoardPublisher
from cogs.kit import Kit
from cogs.posting.messenger import send_in_place
from cogs.posting.nonces import nonce_of

_log = logging.getLogger(__name__)

LOOKED_AT, AT_ONCE = 1_000, 20
"""Maximum users to check, and to announce, in one round."""
COMPANY = 2


@dataclass(eq=False)
class Absences:
    kit: Kit
    rest: AbsenceService
    boards: BoardPublisher
    _due_work: DueWork[UserId] = field(init=False)

    def __post_init__(self) -> None:
        matches = self.kit.matches
        self._due_work = DueWork(
            "absences", matches.clock, matches.observer, spell=lambda _: "somebody's news"
        )

    async def look_after(self) -> None:
        news_of = {news.user: news for news in await self.kit.stores.absence_news.due(LOOKED_AT)}
        announced = 0

        async def tell(user: UserId) -> None:
            nonlocal announced
            if announced < AT_ONCE:  # the others wait for the next round
                announced += await self._tell(news_of[user])

        await self._due_work.each(news_of, tell)

    async def _tell(self, news: AbsenceNews) -> bool:
        now = self.kit.matches.clock.now()
        absence = await self.rest.absence(news.user)
        hours = quiet_hours_text(await self.kit.matches.store.user_settings(news.user))
        todo = next_step(news, absence.until, hours, now)
        match todo:
            case NewsStep.WAIT:
                return False
            case NewsStep.NOTICE:
                await self.kit.stores.absence_news.note_noticed(news, now)
                return False
            case NewsStep.DROP | NewsStep.RENEW | NewsStep.TELL:
                sent = now if todo is NewsStep.TELL else news.sent
                if not await self.kit.stores.absence_news.note_told(
                    news, absence.until, hours, sent
                ):
                    return False
        if todo is NewsStep.DROP:
            return False
        matches = await self._running(absence.matches)
        if todo is NewsStep.TELL:
            await self._messages(news, absence.until, matches)
        for loaded in matches:
            if news.user in loaded.people_to_act:
                await self._renew(loaded.record.id)
        return True

    async def _running(self, matches: Iterable[MatchId]) -> list[Loaded]:
        running = []
        for match in matches:
            try:
                running.append(await self.kit.matches.load(match))
            except Refusal as refusal:  # frozen or gone meanwhile
                _log.info("Match %d is skipped: %r", match, refusal)
        return running

    async def _messages(self, news: AbsenceNews, until: int | None, matches: list[Loaded]) -> None:
        places: defaultdict[tuple[int, int], list[Loaded]] = defaultdict(list)
        for loaded in matches:
            if len(loaded.roster.people) >= COMPANY:
                places[loaded.record.guild, loaded.record.home].append(loaded)
        for (guild, channel), affected in places.items():
            place = channel if len(affected) > 1 else affected[0].record.place or channel
            text = await self._text(news.user, until, guild)
            nonce = nonce_of("away", news.user, news.stamp, place)
            with suppress(*DISCORD_TROUBLE):  # already logged
                await send_in_place(self.kit.client, guild, place, text, nonce)

    async def _text(self, user: UserId, until: int | None, guild: int) -> str:
        words = await self.kit.preferences.words(guild)
        names = await self.kit.names.names(self.kit.client, guild, [user], words)
        if until is None:
            return words.say("👋 {user} is back.", user=bold(names[user]))
        return words.say(
            "🏖️ {user} is away until <t:{until}:f> (<t:{until}:R>). Their clock is stopped until "
            "then.",
            user=bold(names[user]),
            until=until,
        )

    async def _renew(self, match: MatchId) -> None:
        try:
            await self.boards.refresh(match)
        except (TimeoutError, StoreTrouble, *DISCORD_TROUBLE) as error:
            _log.info("The deadlines on the board of match %d are updated later: %r", match, error)
