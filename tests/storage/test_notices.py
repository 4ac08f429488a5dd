"""Notices and reminders: each posted or claimed once, and checked again when they can change."""

from dataclasses import replace

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.timekeeping.reminders import DueReminder, ReminderStore
from bot.match.timing.notices import Notice, NoticeStore
from bot.match.timing.reminding import ReminderSchedule
from bot.storage.base.database import Database
from tests.storage.samples import LOG, create_running

pytestmark = pytest.mark.both_databases


@pytest.fixture
def notices(database: Database) -> NoticeStore:
    return NoticeStore(database)


@pytest.fixture
def reminders(database: Database) -> ReminderStore:
    return ReminderStore(database)


async def late(store: Store, **more: object) -> int:
    """Create a match with a notice for one of its events."""
    match = await create_running(store)
    await store.commit(replace(Change(match, 1, 3), notices=(2,), **more))  # type: ignore[arg-type]
    return match


async def test_open_notice_is_due_again_after_each_change(
    store: Store, notices: NoticeStore
) -> None:
    match = await late(store)
    assert await notices.due() == (match,)
    (notice,) = await notices.of_match(match)
    assert notice == Notice(match, 2, 1)
    await notices.note_try(notice)
    (notice,) = await notices.of_match(match)
    assert notice.tried
    await notices.note_shown(notice, 55, 66, open_=True, now=7)
    assert await notices.due() == ()
    await store.commit(Change(match, 1, 3, LOG[1:]))
    (due_again,) = await notices.of_match(match)
    assert (due_again.place, due_again.message) == (55, 66)
    await notices.note_shown(due_again, 55, 66, open_=False, now=9)
    await store.commit(Change(match, 2, 3))
    assert await notices.due() == ()


async def test_change_while_a_notice_is_posted_makes_it_due_again(
    store: Store, notices: NoticeStore
) -> None:
    match = await late(store)
    (notice,) = await notices.of_match(match)
    await store.commit(Change(match, 1, 3, LOG[1:]))
    await notices.note_shown(notice, 55, 66, open_=True, now=7)
    assert await notices.due() == (match,)


async def test_frozen_match_has_no_due_notices_or_reminders(
    store: Store, notices: NoticeStore, reminders: ReminderStore
) -> None:
    match = await late(store, reminders=(ReminderSchedule(11, 1000, 1500),))
    assert await reminders.due(1500, 9) == (DueReminder(match, 11, 1000),)
    await store.freeze(match, frozen=True)
    assert await notices.due() == ()
    assert await reminders.due(1500, 9) == ()


async def test_reminder_is_claimed_once_by_two_processes(
    store: Store, reminders: ReminderStore
) -> None:
    match = await late(
        store, reminders=(ReminderSchedule(11, 1000, 1500), ReminderSchedule(12, 1000, 1500))
    )
    assert await reminders.due(1499, 9) == ()
    mine, other = await reminders.due(1500, 9)
    assert await reminders.claim(mine, 1, 1800)
    assert not await reminders.claim(mine, 1, 1800)
    assert await reminders.due(1799, 9) == (other,)
    assert DueReminder(match, 11, 1000, sent=1) in await reminders.due(1800, 9)


async def test_count_of_reminders_is_per_turn(store: Store, reminders: ReminderStore) -> None:
    match = await late(
        store, reminders=(ReminderSchedule(11, 1000, 1500), ReminderSchedule(12, 1000, 1500))
    )
    mine, _ = await reminders.due(1500, 9)
    await reminders.claim(mine, 2, None)
    await store.commit(Change(match, 1, 3, reminders=(ReminderSchedule(11, 1000, 1500),)))
    assert await reminders.due(9000, 9) == (DueReminder(match, 11, 1000, sent=2),)
    await store.commit(Change(match, 1, 3, reminders=(ReminderSchedule(11, 3000, 3500),)))
    assert not await reminders.claim(mine, 3, None), "the turn is over"
    assert await reminders.due(9000, 9) == (DueReminder(match, 11, 3000),)
    await store.commit(Change(match, 1, 3, reminders=()))
    assert await reminders.due(9000, 9) == ()


async def test_changed_settings_make_all_reminders_of_a_user_due(
    store: Store, reminders: ReminderStore
) -> None:
    await late(
        store, reminders=(ReminderSchedule(11, 1000, 9000), ReminderSchedule(12, 1000, 9000))
    )
    await store.set_user_settings(11, {"remind_times": "3"})
    assert [reminder.user for reminder in await reminders.due(2000, 9)] == [11]
