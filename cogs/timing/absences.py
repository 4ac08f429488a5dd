"""Announces that players are away or back, and updates deadlines on boards.

A change is announced if it lasts a while, by one message in each channel, without a ping. Only
boards that wait for that player are edited.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import discord

from bot.match.core.due_work import DueWork
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.messages import MessageKind, MessageRow
from bot.match.timekeeping.absences import (
    AbsenceNews,
    AbsenceService,
    NewsStep,
    next_step,
    quiet_hours_text,
)
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.markup import bold
from cogs.board.publisher import BoardPublisher
from cogs.kit import Kit
from cogs.posting.nonces import nonce_of
from cogs.posting.posted_message import Content, MessagePlace
from cogs.runtime.projector import Kind, Wanted
from cogs.ui.layouts import compose

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
                matches = () if todo is NewsStep.DROP else await self._running(absence.matches)
        is_told = todo is NewsStep.TELL
        places, sent = (_places(matches), now) if is_told else ({}, news.sent)
        noted = await self.kit.stores.absence_news.note_told(
            news, absence.until, hours, sent, places
        )
        if not noted or todo is NewsStep.DROP:
            return False
        for loaded in matches:
            if news.user in loaded.people_to_act:
                await self._renew(loaded.record.id)
        return True

    async def _running(self, matches: Iterable[MatchId]) -> Sequence[Loaded]:
        running = []
        for match in matches:
            try:
                running.append(await self.kit.matches.load(match))
            except Refusal as refusal:  # frozen or gone meanwhile
                _log.info("Match %d is skipped: %r", match, refusal)
        return running

    async def _renew(self, match: MatchId) -> None:
        try:
            await self.boards.refresh(match)
        except (TimeoutError, StoreTrouble, *DISCORD_TROUBLE) as error:
            _log.info("The deadlines on the board of match %d are updated later: %r", match, error)


def _places(matches: Iterable[Loaded]) -> dict[int, int]:
    """Return the places of announcements, with their servers: the match's own place if it is the
    only one of its channel.
    """
    channels: defaultdict[tuple[int, int], list[Loaded]] = defaultdict(list)
    for loaded in matches:
        if len(loaded.roster.people) >= COMPANY:
            channels[loaded.record.guild, loaded.record.home].append(loaded)
    return {
        channel if len(affected) > 1 else affected[0].record.place or channel: guild
        for (guild, channel), affected in channels.items()
    }


@dataclass(eq=False)
class AbsenceMessages(Kind):
    kit: Kit
    rest: AbsenceService
    name: ClassVar[MessageKind] = MessageKind.ABSENCE
    longest: ClassVar[int] = DAY
    is_repeated: ClassVar[bool] = False

    def place(self, row: MessageRow) -> int:
        return row.key.subject

    async def wanted(self, row: MessageRow) -> Wanted | None:
        user, stamp = row.key.receiver, row.key.part
        news = await self.kit.stores.absence_news.of_user(user)
        until = (await self.rest.absence(user)).until
        if news is None or news.sent is None or news.until != until:
            return None  # it has changed since, and is announced again
        if self.kit.clock.now() - news.sent > DAY:
            return None
        content = Content(compose(texts=[await self._text(user, until, row.guild)]))
        nonce = nonce_of("away", user, stamp, row.key.subject)
        return Wanted(content, nonce=nonce, post=_post, is_last=True)

    async def _text(self, user: UserId, until: int | None, guild: int) -> str:
        words = await self.kit.preferences.words(guild)
        names = await self.kit.names.names(self.client, guild, [user], words)
        if until is None:
            return words.say("👋 {user} is back.", user=bold(names[user]))
        return words.say(
            "🏖️ {user} is away until <t:{until}:f> (<t:{until}:R>). Their clock is stopped until "
            "then.",
            user=bold(names[user]),
            until=until,
        )


async def _post(place: MessagePlace, content: Content, nonce: str) -> discord.Message:
    return await place.post(content, nonce)
