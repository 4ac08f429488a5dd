"""Reminders of a turn, by direct message or in the place of the match."""

from dataclasses import dataclass
from typing import ClassVar

from bot.match.people.messages import MessageKind, MessageRow
from bot.match.timekeeping.reminders import Reminder, Reminders
from bot.match.timing.reminding import ReminderPlace
from bot.match.values.times import DAY
from cogs.board.publisher import BoardPublisher
from cogs.kit import Kit
from cogs.posting.lock_screen import span
from cogs.posting.nonces import nonce_of
from cogs.posting.places import address
from cogs.posting.posted_message import Line, Link
from cogs.posting.restores import in_generation
from cogs.runtime.projector import Later, Wanted
from cogs.runtime.said_once import SaidOnce
from texts import Words


@dataclass(eq=False)
class ReminderMessages(SaidOnce):
    kit: Kit
    reminders: Reminders
    boards: BoardPublisher
    name: ClassVar[MessageKind] = MessageKind.REMINDER
    longest: ClassVar[int] = DAY

    async def wanted(self, row: MessageRow) -> Wanted | Later:
        reminder = await self.reminders.due(row)
        if reminder is None:
            return Wanted(None, version=row.shown)
        if isinstance(reminder, int):
            return Later(reminder)
        record, user = reminder.loaded.record, reminder.user
        moment = user, reminder.since, reminder.number
        nonce = in_generation(nonce_of("reminder", record.id, *moment), reminder.loaded)
        line = await self._line(reminder)
        return Wanted(line, version=reminder.number, nonce=nonce, next_at=reminder.next_at)

    async def is_given_up(self, row: MessageRow, error: BaseException) -> bool:
        """Keep the row while it is the player's turn: a match finds another place if its thread
        was deleted.
        """
        del row, error
        return False

    async def _line(self, reminder: Reminder) -> Line:
        record, user = reminder.loaded.record, reminder.user
        place = record.place or record.channel
        url = await self.boards.current(record.id) or address(record.guild, place)
        words = await self.kit.preferences.words(record.guild)
        line = Line(_text(reminder, words), _board(url, words), place, pings=[user])
        if reminder.reminder_settings.where is not ReminderPlace.DIRECT:
            return line
        words = await self.kit.preferences.words_for(user, record.guild)
        return Line(_direct_text(reminder, words), _board(url, words), None, otherwise=line)


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
