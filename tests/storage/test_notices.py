"""Notices and reminders: each posted and claimed once, and looked at again when they may change."""

from dataclasses import replace

import pytest

from bot.match.core.store import Change
from bot.match.timekeeping.reminders import DueReminder
from bot.match.timing.notices import Notice
from bot.match.timing.reminding import ReminderSchedule
from bot.storage.base.database import Database
from bot.storage.tables.notices import SqlNotices
from bot.storage.tables.reminders import SqlReminders
from bot.storage.tables.store import SqlStore
from tests.storage.samples import LOG, begun

pytestmark = pytest.mark.both_databases


@pytest.fixture
def notices(database: Database) -> SqlNotices:
    """Those of the database."""
    return SqlNotices(database)


@pytest.fixture
def reminders(database: Database) -> SqlReminders:
    """Those of the database."""
    return SqlReminders(database)


async def late(store: SqlStore, **more: object) -> int:
    """A match one of whose events has a notice."""
    match = await begun(store)
    await store.commit(replace(Change(match, 1, 3), notices=(2,), **more))  # type: ignore[arg-type]
    return match


async def test_a_notice_is_due_until_it_is_shown(store: SqlStore, notices: SqlNotices) -> None:
    """And due again with each change while it is open."""
    match = await late(store)
    assert await notices.due() == (match,)
    (found,) = await notices.of_match(match)
    assert found == Notice(match, 2, 1)
    await notices.trying(found)
    (found,) = await notices.of_match(match)
    assert found.tried
    await notices.shown(found, 55, 66, open_=True, now=7)
    assert await notices.due() == ()
    await store.commit(Change(match, 1, 3, LOG[1:]))
    (again,) = await notices.of_match(match)
    assert (again.place, again.message) == (55, 66)
    await notices.shown(again, 55, 66, open_=False, now=9)
    await store.commit(Change(match, 2, 3))
    assert await notices.due() == ()


async def test_what_happens_meanwhile_is_told_later(store: SqlStore, notices: SqlNotices) -> None:
    """A change while a notice is being posted makes it due again."""
    match = await late(store)
    (found,) = await notices.of_match(match)
    await store.commit(Change(match, 1, 3, LOG[1:]))
    await notices.shown(found, 55, 66, open_=True, now=7)
    assert await notices.due() == (match,)


async def test_frozen_matches_are_left_alone(
    store: SqlStore, notices: SqlNotices, reminders: SqlReminders
) -> None:
    """Neither notices nor reminders."""
    match = await late(store, reminders=(ReminderSchedule(11, 1000, 1500),))
    assert await reminders.due(1500, 9) == (DueReminder(match, 11, 1000),)
    await store.freeze(match, frozen=True)
    assert await notices.due() == ()
    assert await reminders.due(1500, 9) == ()


async def test_a_reminder_is_claimed_once(store: SqlStore, reminders: SqlReminders) -> None:
    """Of two processes one gets it; the next is looked for at its time."""
    match = await late(
        store, reminders=(ReminderSchedule(11, 1000, 1500), ReminderSchedule(12, 1000, 1500))
    )
    assert await reminders.due(1499, 9) == ()
    mine, other = await reminders.due(1500, 9)
    assert await reminders.claim(mine, 1, 1800)
    assert not await reminders.claim(mine, 1, 1800)
    assert await reminders.due(1799, 9) == (other,)
    assert DueReminder(match, 11, 1000, sent=1) in await reminders.due(1800, 9)


async def test_another_turn_begins_anew(store: SqlStore, reminders: SqlReminders) -> None:
    """The same turn keeps its count; who has not to act is not waited for."""
    match = await late(
        store, reminders=(ReminderSchedule(11, 1000, 1500), ReminderSchedule(12, 1000, 1500))
    )
    mine, _ = await reminders.due(1500, 9)
    await reminders.claim(mine, 2, None)
    await store.commit(Change(match, 1, 3, reminders=(ReminderSchedule(11, 1000, 1500),)))
    assert await reminders.due(9000, 9) == (DueReminder(match, 11, 1000, sent=2),)
    await store.commit(Change(match, 1, 3, reminders=(ReminderSchedule(11, 3000, 3500),)))
    assert not await reminders.claim(mine, 3, None), "that turn is over"
    assert await reminders.due(9000, 9) == (DueReminder(match, 11, 3000),)
    await store.commit(Change(match, 1, 3, reminders=()))
    assert await reminders.due(9000, 9) == ()


async def test_wishes_are_heard_at_once(store: SqlStore, reminders: SqlReminders) -> None:
    """A setting of the user makes all their reminders looked at again."""
    await late(
        store, reminders=(ReminderSchedule(11, 1000, 9000), ReminderSchedule(12, 1000, 9000))
    )
    await store.set_user_settings(11, {"remind_times": "3"})
    assert [one.user for one in await reminders.due(2000, 9)] == [11]
