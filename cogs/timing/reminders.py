"""Sends reminders, by direct message or in the place of the match."""

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from bot.match.log.records import MatchId
from bot.match.timekeeping.reminders import FURTHER, DueReminder, Reminder, Reminders
from bot.match.timing.reminding import ReminderPlace
from cogs.base.discord_errors import DISCORD_TROUBLE, reason
from cogs.board.publisher import BoardPublisher
from cogs.kit import Kit
from cogs.posting.lock_screen import span
from cogs.posting.messenger import send_direct, send_in_place
from cogs.posting.nonces import nonce_of
from cogs.posting.places import address
from cogs.posting.posted_message import Link
from cogs.posting.restores import in_generation
from cogs.preferences.store import LOCALE
from cogs.runtime.guild_queues import GuildQueues, bound
from texts import Words

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _ReminderKey:
    """A reminder's key, whose text in logs contains no user."""

    match: MatchId
    user: int

    def __str__(self) -> str:
        return f"A reminder of match {self.match}"


@dataclass(eq=False)
class ReminderSender:
    kit: Kit
    reminders: Reminders
    boards: BoardPublisher
    guilds: Callable[[Collection[MatchId]], Awaitable[Mapping[MatchId, int]]]
    owns: Callable[[int], bool] = lambda _: True
    _guild_queues: GuildQueues = field(init=False)

    def __post_init__(self) -> None:
        clock, observer = self.reminders.clock, self.reminders.observer
        self._guild_queues = GuildQueues(1, 1, self.owns, clock, observer)

    def __len__(self) -> int:
        return len(self._guild_queues)

    async def look_after(self) -> None:
        """Start sending due reminders; a slow one does not delay the next. Raise StoreTrouble."""
        besides = len(self._guild_queues) + self._guild_queues.paused
        due = await self.reminders.due(besides)
        guilds = await self.guilds([reminder.match for reminder in due])
        if due and not any(map(self.owns, guilds.values())):
            due = await self.reminders.due(FURTHER)
            guilds = await self.guilds([reminder.match for reminder in due])
        for reminder in due:
            key = _ReminderKey(reminder.match, reminder.user)
            guild = guilds.get(reminder.match, 0)
            self._guild_queues.begin(key, guild, partial(self._remind, reminder))

    async def idle(self) -> None:
        await self._guild_queues.idle()

    async def close(self) -> None:
        await self._guild_queues.close()

    async def _remind(self, waiting: DueReminder) -> None:
        async with bound():
            reminder = await self.reminders.claim(waiting)
            if reminder is not None:
                await self._send(reminder)

    async def _send(self, reminder: Reminder) -> None:
        loaded, user = reminder.loaded, reminder.user
        record = loaded.record
        place = record.place or record.channel
        url = await self.boards.current(record.id) or address(record.guild, place)
        moment = (user, reminder.since, reminder.number)
        nonce = in_generation(nonce_of("reminder", record.id, *moment), loaded)
        if reminder.reminder_settings.where is ReminderPlace.DIRECT:
            words = await self._words_of(user, record.guild)
            text, link = _direct_text(reminder, words), _board(url, words)
            with suppress(*DISCORD_TROUBLE):
                await send_direct(self.kit.client, user, text, nonce, link)
                return
        words = await self.kit.preferences.words(record.guild)
        text, link = _text(reminder, words), _board(url, words)
        try:
            await send_in_place(
                self.kit.client, record.guild, place, text, nonce, link, pings=[user]
            )
        except DISCORD_TROUBLE as error:
            _log.warning("A reminder of match %d was not sent: %s", record.id, reason(error))

    async def _words_of(self, user: int, guild: int) -> Words:
        locale = await self.kit.preferences.of_user(user, LOCALE)
        if locale is None:
            return await self.kit.preferences.words(guild)
        return self.kit.catalogue.words(locale)


def _text(reminder: Reminder, words: Words) -> str:
    """Return a text for lock screens, which don't know `<t:…>`, so times are durations."""
    match, user = reminder.loaded.record.id, f"<@{reminder.user}>"
    if reminder.due is None:
        return words.say(
            "🔔 {user}, it's your turn in match #{match}, which has been waiting for {time}.",
            user=user,
            match=match,
            time=span(reminder.at - reminder.since, words),
        )
    if reminder.round_ends:
        return words.say(
            "🔔 {user}, it's your turn in match #{match}. Its round ends in {time}.",
            user=user,
            match=match,
            time=span(reminder.due - reminder.at, words),
        )
    return words.say(
        "🔔 {user}, it's your turn in match #{match}. Time left: {time}.",
        user=user,
        match=match,
        time=span(reminder.due - reminder.at, words),
    )


def _direct_text(reminder: Reminder, words: Words) -> str:
    match = reminder.loaded.record.id
    if reminder.due is None:
        return words.say(
            "🔔 It's your turn in match #{match}, which has been waiting for {time}.",
            match=match,
            time=span(reminder.at - reminder.since, words),
        )
    if reminder.round_ends:
        return words.say(
            "🔔 It's your turn in match #{match}. Its round ends in {time}.",
            match=match,
            time=span(reminder.due - reminder.at, words),
        )
    return words.say(
        "🔔 It's your turn in match #{match}. Time left: {time}.",
        match=match,
        time=span(reminder.due - reminder.at, words),
    )


def _board(url: str, words: Words) -> Link:
    # Translators: A button of a reminder: it leads to the match.
    return Link(words.say("Open the match"), url)
