"""Notices and reminders: counted, and checked again when they can change."""

from dataclasses import replace

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.people.messages import MessageKey, MessageKind, MessageStore
from bot.match.timing.notices import Notice, NoticeStore
from bot.match.timing.reminding import ReminderSchedule
from bot.storage.base.database import Database
from tests.storage.samples import LOG, create_running

pytestmark = pytest.mark.both_databases


@pytest.fixture
def notices(database: Database) -> NoticeStore:
    return NoticeStore(database)


@pytest.fixture
def messages(database: Database) -> MessageStore:
    return MessageStore(database)


async def due(messages: MessageStore, now: int) -> list[tuple[int, int, int]]:
    """Return user, begin of the turn and sent reminders of each due reminder."""
    rows = [row for row in await messages.due(now) if row.key.kind is MessageKind.REMINDER]
    return sorted((row.key.receiver, row.key.part, row.shown) for row in rows)


async def remind(
    messages: MessageStore, match: int, user: int, number: int, at: int | None
) -> None:
    key = MessageKey(MessageKind.REMINDER, match, 1000, user)
    row = await messages.claim(key, "one", 1500, 1505, forced=True)
    assert row is not None
    assert await messages.note(replace(row, shown=number), "one", is_repeated=False, next_at=at)


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


async def test_frozen_match_has_no_due_notices(store: Store, notices: NoticeStore) -> None:
    match = await late(store)
    await store.freeze(match, frozen=True)
    assert await notices.due() == ()


async def test_reminders_of_a_turn_are_counted_until_it_ends(
    store: Store, messages: MessageStore
) -> None:
    match = await late(
        store, reminders=(ReminderSchedule(11, 1000, 1500), ReminderSchedule(12, 1000, 1500))
    )
    assert await due(messages, 1499) == []
    assert await due(messages, 1500) == [(11, 1000, 0), (12, 1000, 0)]
    await remind(messages, match, 11, 1, 1800)
    assert await due(messages, 1799) == [(12, 1000, 0)]
    await remind(messages, match, 11, 2, None)
    assert await due(messages, 9000) == [(12, 1000, 0)]
    await store.commit(Change(match, 1, 3, reminders=(ReminderSchedule(11, 1000, 1600),)))
    assert await due(messages, 1599) == []
    assert await due(messages, 1600) == [(11, 1000, 2)]
    await store.commit(Change(match, 1, 3, reminders=(ReminderSchedule(11, 3000, 3500),)))
    assert await due(messages, 9000) == [(11, 3000, 0)]
    await store.commit(Change(match, 1, 3, reminders=()))
    assert await due(messages, 9000) == []


async def test_changed_settings_make_all_reminders_of_a_user_due(
    store: Store, messages: MessageStore
) -> None:
    match = await late(
        store, reminders=(ReminderSchedule(11, 1000, 1500), ReminderSchedule(12, 1000, 9000))
    )
    await remind(messages, match, 11, 1, None)
    assert await due(messages, 2000) == []
    await store.set_user_settings(11, {"remind_times": "3"})
    assert await due(messages, 2000) == [(11, 1000, 1)]
