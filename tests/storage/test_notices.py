"""Notices and reminders: counted, and checked again when they can change."""

from dataclasses import replace
from functools import partial

import pytest

from bot.match.core.change import Change
from bot.match.core.change_rows import HEAD_START
from bot.match.core.store import Store
from bot.match.people.messages import MessageKey, MessageKind, MessageStore
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.notices import note_posted
from bot.match.timing.reminding import ReminderSchedule
from bot.storage.base.database import Database
from tests.storage.samples import LOG, create_running, end

pytestmark = pytest.mark.both_databases


@pytest.fixture
def alerts(database: Database) -> TurnAlertStore:
    return TurnAlertStore(database)


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


async def show(messages: MessageStore, match: int, now: int, *, is_open: bool = True) -> None:
    """Record that the notice of a match is posted or edited."""
    row = await messages.claim(key(match), "one", now, now + 5)
    assert row is not None
    shown = replace(row, message=66 if is_open else None, shown=row.wanted, due=0)
    assert await messages.note(shown, "one", also=partial(note_posted, now=now))


def key(match: int) -> MessageKey:
    return MessageKey(MessageKind.NOTICE, match, 2)


async def notices_due(messages: MessageStore, now: int) -> list[MessageKey]:
    return [row.key for row in await messages.due(now) if row.key.kind is MessageKind.NOTICE]


async def test_open_notice_is_due_again_after_each_change(
    store: Store, messages: MessageStore
) -> None:
    match = await late(store)
    assert await notices_due(messages, HEAD_START - 1) == [], "the board comes first"
    assert await notices_due(messages, HEAD_START) == [key(match)]
    await show(messages, match, 10)
    assert await notices_due(messages, 10) == []
    await store.commit(Change(match, 1, 3, LOG[1:]))
    at = LOG[1].at + HEAD_START
    assert await notices_due(messages, at - 1) == []
    assert await notices_due(messages, at) == [key(match)]
    await show(messages, match, at, is_open=False)
    await store.commit(Change(match, 2, 3))
    assert await notices_due(messages, at + HEAD_START) == []


async def test_time_of_a_closed_notice_is_known_while_its_match_runs(
    store: Store, messages: MessageStore, alerts: TurnAlertStore
) -> None:
    match = await late(store)
    await show(messages, match, 10, is_open=False)
    await store.commit(Change(match, 1, 3, LOG[1:]))
    assert await alerts.notices_posted(match) == {2: 10}
    await store.commit(replace(end(match), seq=2))
    assert await messages.row(key(match)) is None


async def test_notice_of_a_frozen_match_is_due_when_the_match_replays_again(
    store: Store, messages: MessageStore
) -> None:
    match = await late(store)
    await store.freeze(match, frozen=True)
    row = await messages.claim(key(match), "one", 10, 15, forced=True)
    assert row is not None
    await messages.give_back(row, "one", 3610, failed=False, is_unsure=False)
    assert await notices_due(messages, 3609) == []
    await store.freeze(match, frozen=False)
    assert await notices_due(messages, 20) == [key(match)]


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
