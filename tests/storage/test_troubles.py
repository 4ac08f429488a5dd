"""A server's stored troubles: each is posted once, until it is resolved."""

from dataclasses import replace
from functools import partial

import pytest

from bot.match.core.store import Store
from bot.match.forgetting.store import PeopleStore
from bot.match.people.messages import MessageKey, MessageKind, MessageRow, MessageStore
from bot.match.people.troubles import (
    GATHER,
    PAUSE,
    Trouble,
    TroubleChannel,
    TroubleKind,
    TroubleStore,
    note_posted,
)
from bot.storage.base.database import Database
from tests.storage.samples import GUILD, OTHER, create_running

pytestmark = pytest.mark.both_databases

BOARDS = Trouble(GUILD, TroubleKind.MATCHES, 55, "send_messages", "Missing Permissions")
TABLE = Trouble(GUILD, TroubleKind.MORNING, 56, "refused", "500")
T = 100_000


@pytest.fixture
async def troubles(database: Database) -> TroubleStore:
    """The store, after the server has chosen channel 90."""
    store = TroubleStore(database)
    await store.put_channel(GUILD, 90)
    return store


@pytest.fixture
def messages(database: Database) -> MessageStore:
    return MessageStore(database)


async def of_server(messages: MessageStore) -> tuple[MessageRow, ...]:
    return await messages.of_subject(MessageKind.TROUBLE, GUILD)


async def post(messages: MessageStore, now: int) -> MessageKey:
    """Record that the server's due message is posted."""
    (row,) = await messages.due(now)
    assert await messages.claim(row.key, "one", now, now + 5)
    shown = replace(row, message=700, shown=row.wanted)
    assert await messages.note(shown, "one", also=partial(note_posted, now=now))
    return row.key


async def test_troubles_are_stored_only_for_a_chosen_channel(
    troubles: TroubleStore, messages: MessageStore
) -> None:
    assert not await troubles.report(Trouble(OTHER, TroubleKind.MATCHES, 55, "gone"), T)
    assert await troubles.report(BOARDS, T)
    await troubles.drop_channel(GUILD)
    assert await troubles.channel(GUILD) is None
    assert (await troubles.of_server(GUILD), await of_server(messages)) == ((), ())
    assert not await troubles.report(BOARDS, T)


async def test_each_trouble_is_posted_once_and_grouped_with_others(
    troubles: TroubleStore, messages: MessageStore
) -> None:
    assert await troubles.report(BOARDS, T)
    assert not await troubles.report(BOARDS, T + 1)
    assert await messages.due(T + GATHER - 1) == (), "more troubles can follow"
    await troubles.report(TABLE, T + GATHER - 1)
    key = await post(messages, T + GATHER)
    stored = await troubles.of_server(GUILD)
    assert [(problem.trouble, problem.part) for problem in stored] == [
        (BOARDS, key.part),
        (TABLE, key.part),
    ]
    later = Trouble(GUILD, TroubleKind.MATCHES, 57, "gone")
    assert await troubles.report(later, T + 100)
    assert await messages.due(T + GATHER + PAUSE - 1) == ()
    other = await post(messages, T + GATHER + PAUSE)
    assert {problem.trouble: problem.part for problem in await troubles.of_server(GUILD)} == {
        BOARDS: key.part,
        TABLE: key.part,
        later: other.part,
    }


async def test_clock_that_was_ahead_delays_no_message(
    troubles: TroubleStore, messages: MessageStore
) -> None:
    await troubles.report(BOARDS, T + 90_000)
    await post(messages, T + 90_000 + GATHER)
    await troubles.report(TABLE, T)
    await post(messages, T + GATHER)


async def test_resolved_trouble_that_returns_is_new(
    troubles: TroubleStore, messages: MessageStore
) -> None:
    await troubles.report(BOARDS, T)
    (row,) = await of_server(messages)
    await troubles.mend(row.key, [BOARDS], is_posted=False)
    assert await troubles.of_server(GUILD) == (), "the trouble was never posted"
    await troubles.report(BOARDS, T)
    key = await post(messages, T + GATHER)
    await troubles.mend(key, [BOARDS], is_posted=True)
    (stored,) = await troubles.of_server(GUILD)
    assert stored.mended
    (row,) = await of_server(messages)
    assert row.is_due, "the message has to say so"
    assert await troubles.report(BOARDS, T + 2000)
    (stored,) = await troubles.of_server(GUILD)
    assert not stored.mended
    assert stored.part != key.part


async def test_resolved_troubles_go_after_their_message(
    troubles: TroubleStore, messages: MessageStore
) -> None:
    await troubles.report(BOARDS, T)
    key = await post(messages, T + GATHER)
    await troubles.mend(key, [BOARDS], is_posted=True)
    await messages.drop(key)
    await troubles.report(TABLE, T + 2000)
    assert [problem.trouble for problem in await troubles.of_server(GUILD)] == [TABLE]


async def test_new_channel_gets_all_unresolved_troubles(
    troubles: TroubleStore, messages: MessageStore
) -> None:
    await troubles.report(BOARDS, T)
    (row,) = await of_server(messages)
    await messages.claim(row.key, "one", T, T + 5, forced=True)
    await messages.give_back(row, "one", T, failed=True, is_unsure=False)
    assert await troubles.channel(GUILD) == TroubleChannel(GUILD, 90, is_refused=True)
    await troubles.put_channel(GUILD, 90)
    assert len(await troubles.of_server(GUILD)) == 1
    await troubles.put_channel(GUILD, 91)
    assert await troubles.channel(GUILD) == TroubleChannel(GUILD, 91)
    assert (await troubles.of_server(GUILD), await of_server(messages)) == ((), ())


async def test_frozen_match_is_found_once_until_thawed(
    troubles: TroubleStore, messages: MessageStore, store: Store
) -> None:
    match = await create_running(store)
    await create_running(store)
    frozen = Trouble(GUILD, TroubleKind.FROZEN, match, "frozen")
    assert await troubles.untold(T) == ()
    await store.freeze(match, frozen=True)
    assert await troubles.untold(T) == (frozen,)
    await troubles.report(frozen, T)
    assert await troubles.untold(T) == ()
    (row,) = await of_server(messages)
    await troubles.mend(row.key, [frozen], is_posted=True)
    assert await troubles.untold(T) == (frozen,)
    await troubles.drop_channel(GUILD)
    assert await troubles.untold(T) == ()


async def test_forgotten_server_has_no_troubles(troubles: TroubleStore, database: Database) -> None:
    await troubles.report(BOARDS, T)
    people = PeopleStore(database)
    await people.note_left(GUILD, T)
    await people.forget_server(GUILD, T)
    assert await troubles.channel(GUILD) is None
    assert await troubles.of_server(GUILD) == ()
    assert await database.rows("SELECT guild FROM server") == []
