"""The table `message`: when a message is due, who may work on it, and which records count."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.people.messages import (
    LATEST,
    MessageKey,
    MessageKind,
    MessageRow,
    MessageStore,
    touch,
    want,
)
from bot.storage.base.database import Database
from tests.storage.samples import GUILD, LOG, OTHER, create_open, create_running, end

pytestmark = pytest.mark.both_databases

KEY = MessageKey(MessageKind.OVERVIEW, 55)
OF_OTHER = MessageKey(MessageKind.OVERVIEW, 56)


@pytest.fixture
def messages(database: Database) -> MessageStore:
    return MessageStore(database)


async def is_due(messages: MessageStore, now: int, key: MessageKey = KEY) -> bool:
    return key in [row.key for row in await messages.due(now)]


async def show(
    messages: MessageStore, now: int, key: MessageKey = KEY, pause: int = 0
) -> MessageRow:
    row = await messages.claim(key, "one", now, now + 5)
    assert row is not None
    shown = replace(row, message=80, place=70, shown=row.wanted, due=now + pause)
    assert await messages.note(shown, "one")
    return shown


async def test_new_message_is_due_and_a_dropped_one_is_gone(messages: MessageStore) -> None:
    row = MessageRow(KEY, GUILD)
    assert await messages.begin(row) == row
    assert await messages.begin(replace(row, wanted=5)) == row, "it exists already"
    assert await is_due(messages, 0)
    assert await messages.drop(KEY) == row
    assert await messages.drop(KEY) is None
    assert not await is_due(messages, 0)


async def test_record_of_a_dropped_message_does_not_count(messages: MessageStore) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    row = await messages.claim(KEY, "one", 10, 15)
    assert row is not None
    await messages.drop(KEY)
    assert not await messages.note(replace(row, message=80, shown=1), "one")
    assert await messages.row(KEY) is None


async def test_removed_message_is_due_until_it_is_gone_or_wanted_again(
    messages: MessageStore, database: Database
) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    assert await messages.remove(KEY) is not None
    assert not await is_due(messages, 100), "it was never posted"
    await messages.begin(MessageRow(KEY, GUILD))
    await show(messages, 100)
    assert await messages.remove(KEY) is not None
    assert await messages.remove(KEY) is None
    assert await messages.row(KEY) is None
    assert await messages.of_guild(GUILD) == ()
    await messages.want_again(KEY.kind, GUILD)
    row = await messages.claim(KEY, "one", 100, 105)
    assert row is not None
    assert row.is_removed
    assert not await messages.note(replace(row, shown=1), "one")
    await database.writer.write(lambda connection: want(connection, KEY, GUILD))
    assert not await messages.end(row, "one")
    wanted = await messages.row(KEY)
    assert wanted is not None
    assert (wanted.wanted, wanted.shown, wanted.message) == (1, 0, 80)
    await messages.remove(KEY)
    await messages.begin(MessageRow(KEY, GUILD, wanted=8, shown=7))
    begun = await messages.row(KEY)
    assert begun is not None
    assert (begun.wanted, begun.shown) == (8, 7)


async def test_row_ends_only_if_nothing_newer_is_wanted(
    messages: MessageStore, database: Database
) -> None:
    await messages.begin(MessageRow(KEY, GUILD, place=70))

    async def claimed() -> MessageRow:
        row = await messages.claim(KEY, "one", 10, 15)
        assert row is not None
        return row

    row = await claimed()
    await database.writer.write(lambda connection: want(connection, KEY, GUILD))
    assert not await messages.end(row, "one")
    row = await claimed()
    await messages.begin(replace(row, place=71))
    assert not await messages.end(row, "one"), "its place is another"
    row = await claimed()
    assert not await messages.end(row, "two")
    assert await messages.end(row, "one")
    assert await messages.row(KEY) is None


async def test_overview_is_due_after_any_change_in_its_server(
    messages: MessageStore, store: Store
) -> None:
    for guild, channel in ((GUILD, 55), (OTHER, 56)):
        key = MessageKey(MessageKind.OVERVIEW, channel)
        await messages.begin(MessageRow(key, guild))
        await show(messages, 100, key)
    assert await messages.due(1000) == ()
    match = await create_running(store)
    assert await store.lease(match, "one", 10, 20)
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: create_open(store),
        lambda: store.commit(Change(match, 1, 3, LOG[1:])),
        lambda: store.note_shown(match, BoardProgress(2, 0, 0, 3, 81, 70), "one"),
        lambda: store.commit(replace(end(match), seq=2)),
    ]
    for number, change in enumerate(changes):
        now = 1000 * (number + 1)
        await show(messages, now, pause=30)
        assert not await is_due(messages, now + 30)
        await change()
        assert await is_due(messages, now + 30)
        assert not await is_due(messages, now + 30, OF_OTHER)
        assert not await is_due(messages, now + 29), "it was edited too recently"


async def test_message_has_one_owner_at_a_time(messages: MessageStore) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    assert await messages.claim(KEY, "one", 100, 105) is not None
    assert not await is_due(messages, 104)
    assert await messages.claim(KEY, "two", 104, 109, forced=True) is None
    assert await messages.renew(KEY, "one", 110)
    assert await messages.claim(KEY, "two", 109, 114) is None
    assert await is_due(messages, 110)
    taken = await messages.claim(KEY, "two", 110, 115)
    assert taken is not None
    assert taken.owner == "one", "the first owner can have left a message"
    assert not await messages.renew(KEY, "one", 120)
    assert not await messages.note(replace(taken, message=80, shown=1), "one")
    assert await messages.note(replace(taken, message=81, shown=1), "two")
    stored = await messages.row(KEY)
    assert stored is not None
    assert (stored.message, stored.owner) == (81, None)


async def test_change_during_the_work_leaves_a_message_due(
    messages: MessageStore, store: Store
) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    row = await messages.claim(KEY, "one", 100, 105)
    assert row is not None
    await create_open(store)
    await messages.note(replace(row, message=80, shown=row.wanted), "one")
    assert await is_due(messages, 100)


async def test_refused_message_waits_until_it_is_forgiven(messages: MessageStore) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    row = await messages.claim(KEY, "one", 100, 105)
    assert row is not None
    await messages.give_back(row, "one", 3700, failed=True, is_unsure=False)
    assert not await is_due(messages, 3699)
    await messages.forgive(OTHER)
    assert not await is_due(messages, 3699)
    await messages.forgive(GUILD)
    again = await messages.claim(KEY, "two", 200, 205)
    assert again is not None
    assert (again.failures, again.owner) == (1, None)


async def test_outcome_that_is_unknown_leaves_a_mark_for_the_next_attempt(
    messages: MessageStore,
) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    row = await messages.claim(KEY, "one", 100, 105)
    assert row is not None
    await messages.give_back(row, "one", 102, failed=True, is_unsure=True)
    again = await messages.claim(KEY, "two", 102, 107)
    assert again is not None
    assert again.owner == "one"


async def test_deleted_message_is_due_again(messages: MessageStore) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    shown = await show(messages, 100, pause=30)
    assert await messages.lose([7, 80]) == (KEY,)
    row = await messages.row(KEY)
    assert row is not None
    assert (row.message, row.shown) == (None, shown.shown)
    assert await is_due(messages, 100)


async def test_recurring_message_is_due_again_at_its_next_time(messages: MessageStore) -> None:
    key = MessageKey(MessageKind.MORNING, GUILD)
    await messages.begin(MessageRow(key, GUILD, wanted=8, shown=7, place=55))
    row = await messages.claim(key, "one", 100, 105)
    assert row is not None
    assert await messages.note(replace(row, shown=9), "one", next_at=500)
    assert not await is_due(messages, 499, key)
    assert await is_due(messages, 500, key)


async def test_change_of_a_recurring_message_during_the_work_is_due_at_once(
    database: Database, messages: MessageStore
) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    row = await messages.claim(KEY, "one", 100, 105)
    assert row is not None
    await database.writer.write(lambda connection: touch(connection, KEY))
    assert await messages.note(replace(row, message=80, shown=1), "one", next_at=500)
    assert await is_due(messages, 100)
    await show(messages, 100)
    await database.writer.write(lambda connection: touch(connection, KEY, version=7))
    stored = await messages.row(KEY)
    assert stored is not None
    assert stored.wanted == 7


async def test_message_said_once_rests_until_it_is_wanted_again(messages: MessageStore) -> None:
    key = MessageKey(MessageKind.MORNING, GUILD)
    await messages.begin(MessageRow(key, GUILD))
    for number, meanwhile in ((3, False), (5, True)):
        row = await messages.claim(key, "one", 100, 105)
        assert row is not None
        if meanwhile:
            await messages.want_again(key.kind, GUILD)
        assert await messages.note(replace(row, shown=number), "one", is_repeated=False)
        assert await is_due(messages, 100, key) == meanwhile
        await messages.want_again(key.kind, GUILD)


async def test_version_wanted_during_a_check_does_not_wait(messages: MessageStore) -> None:
    await messages.begin(MessageRow(KEY, GUILD))
    for is_wanted, failed in ((True, False), (True, True), (False, False)):
        row = await messages.claim(KEY, "one", 100, 105, forced=True)
        assert row is not None
        if is_wanted:
            await messages.want_again(KEY.kind, GUILD)
        await messages.give_back(row, "one", 900, failed=failed, is_unsure=False)
        assert await is_due(messages, 100) == (is_wanted and not failed)


async def test_choice_of_a_place_during_the_work_stays(messages: MessageStore) -> None:
    await messages.begin(MessageRow(KEY, GUILD, place=70))
    row = await messages.claim(KEY, "one", 100, 105)
    assert row is not None
    await messages.begin(MessageRow(KEY, GUILD, place=71))
    assert await messages.note(replace(row, message=80, shown=1), "one", before=row)
    noted = await messages.row(KEY)
    assert noted is not None
    assert (noted.place, noted.message, noted.shown) == (71, 80, 1)


async def test_times_from_a_clock_that_ran_ahead_delay_nothing(messages: MessageStore) -> None:
    await messages.begin(MessageRow(KEY, GUILD, due=100 + LATEST + 1))
    assert await is_due(messages, 100)
    assert await messages.claim(KEY, "one", 10**9, 10**9 + 5) is not None
    assert await messages.claim(KEY, "two", 100, 105) is not None


async def test_urgent_change_during_the_work_waits_for_no_pause(
    messages: MessageStore, database: Database
) -> None:
    await messages.begin(MessageRow(KEY, GUILD, due=50))
    for is_urgent in (False, True):
        row = await messages.claim(KEY, "one", 100, 105, forced=True)
        assert row is not None
        await database.writer.write(partial(touch, key=KEY, soon=is_urgent))
        shown = replace(row, message=80, place=70, shown=row.wanted, due=160)
        assert await messages.note(shown, "one")
        assert await is_due(messages, 100) is is_urgent
        assert await is_due(messages, 160)
