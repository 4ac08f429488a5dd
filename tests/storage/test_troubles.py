"""A server's stored troubles: each is posted once, until it is resolved."""

import pytest

from bot.match.core.store import Store
from bot.match.forgetting.store import PeopleStore
from bot.match.people.troubles import Trouble, TroubleChannel, TroubleKind, TroubleStore
from bot.storage.base.database import Database
from tests.storage.samples import GUILD, OTHER, create_running

pytestmark = pytest.mark.both_databases

BOARDS = Trouble(GUILD, TroubleKind.MATCHES, 55, "send_messages", "Missing Permissions")
TABLE = Trouble(GUILD, TroubleKind.MORNING, 56, "refused", "500")
PAUSE, GATHER = 1200, 30
T = 100_000


@pytest.fixture
async def troubles(database: Database) -> TroubleStore:
    """The store, after the server has chosen channel 90."""
    store = TroubleStore(database)
    await store.put_channel(GUILD, 90)
    return store


async def claim(troubles: TroubleStore, now: int) -> bool:
    """Return whether this call may post a message."""
    return await troubles.claim(GUILD, now, pause=PAUSE, gather=GATHER)


async def test_troubles_are_stored_only_for_a_chosen_channel(troubles: TroubleStore) -> None:
    assert not await troubles.report(Trouble(OTHER, TroubleKind.MATCHES, 55, "gone"), T + 1000)
    assert await troubles.report(BOARDS, T + 1000)
    assert await troubles.servers() == (GUILD,)
    await troubles.drop_channel(GUILD)
    assert await troubles.channel(GUILD) is None
    assert await troubles.servers() == ()
    assert not await troubles.report(BOARDS, T + 1000)


async def test_each_trouble_is_posted_once_and_grouped_with_others(troubles: TroubleStore) -> None:
    assert await troubles.report(BOARDS, T + 1000)
    assert not await troubles.report(BOARDS, T + 1001)
    assert not await claim(troubles, T + 1029), "more troubles can follow"
    await troubles.report(TABLE, T + 1029)
    assert await claim(troubles, T + 1030)
    assert not await claim(troubles, T + 1030), "another process was faster"
    await troubles.note_message(GUILD, T + 1030, 700)
    stored = await troubles.of_server(GUILD)
    assert [trouble.trouble for trouble in stored] == [BOARDS, TABLE]
    assert {(trouble.told, trouble.message, trouble.mended) for trouble in stored} == {
        (T + 1030, 700, False)
    }
    later = Trouble(GUILD, TroubleKind.MATCHES, 57, "gone")
    assert await troubles.report(later, T + 1100)
    assert not await claim(troubles, T + 1030 + PAUSE - 1)
    assert await claim(troubles, T + 1030 + PAUSE)
    assert [trouble.told for trouble in await troubles.of_server(GUILD)] == [
        T + 1030,
        T + 1030,
        T + 1030 + PAUSE,
    ]


async def test_clock_that_was_ahead_delays_no_message(troubles: TroubleStore) -> None:
    await troubles.report(BOARDS, T + 90_000)
    assert await claim(troubles, T + 1000)
    await troubles.report(TABLE, T + 1001)
    assert await claim(troubles, T + 900)


async def test_resolved_trouble_that_returns_is_new(troubles: TroubleStore) -> None:
    await troubles.report(BOARDS, T + 1000)
    await troubles.mend(BOARDS)
    assert await troubles.servers() == (), "the trouble was never posted"
    await troubles.report(BOARDS, T + 1000)
    assert await claim(troubles, T + 1100)
    await troubles.note_message(GUILD, T + 1100, 700)
    await troubles.mend(BOARDS)
    (stored,) = await troubles.of_server(GUILD)
    assert stored.mended
    assert await troubles.report(BOARDS, T + 2000)
    (stored,) = await troubles.of_server(GUILD)
    assert (stored.told, stored.message, stored.mended) == (None, None, False)
    await troubles.forget(GUILD, 700)
    assert await troubles.servers() == (GUILD,)


async def test_message_is_forgotten_when_all_its_troubles_are_resolved(
    troubles: TroubleStore,
) -> None:
    await troubles.report(BOARDS, T + 1000)
    assert await claim(troubles, T + 1100)
    await troubles.note_message(GUILD, T + 1100, 700)
    await troubles.forget(GUILD, 700)
    assert await troubles.servers() == (GUILD,)
    await troubles.mend(BOARDS)
    await troubles.forget(GUILD, 700)
    assert await troubles.servers() == ()


async def test_new_channel_gets_all_unresolved_troubles(troubles: TroubleStore) -> None:
    await troubles.report(BOARDS, T + 1000)
    await troubles.note_refusal(GUILD, 90, T + 1000)
    assert await troubles.channel(GUILD) == TroubleChannel(GUILD, 90, T + 1000)
    await troubles.put_channel(GUILD, 90)
    assert await troubles.servers() == (GUILD,)
    assert await troubles.put_channel(GUILD, 91) == await troubles.channel(GUILD)
    assert await troubles.servers() == ()
    await troubles.note_refusal(GUILD, 90, T + 1000)
    assert await troubles.channel(GUILD) == TroubleChannel(GUILD, 91), (
        "the refusal concerned the former channel"
    )


async def test_frozen_match_is_found_once_until_thawed(
    troubles: TroubleStore, store: Store
) -> None:
    match = await create_running(store)
    await create_running(store)
    assert await troubles.untold_frozen() == ()
    await store.freeze(match, frozen=True)
    assert await troubles.untold_frozen() == ((GUILD, match),)
    frozen = Trouble(GUILD, TroubleKind.FROZEN, match, "frozen")
    await troubles.report(frozen, T + 1000)
    assert await troubles.untold_frozen() == ()
    assert await claim(troubles, T + 1100)
    await troubles.note_message(GUILD, T + 1100, 700)
    await troubles.mend(frozen)
    assert await troubles.untold_frozen() == ((GUILD, match),)
    await troubles.drop_channel(GUILD)
    assert await troubles.untold_frozen() == ()


async def test_forgotten_server_has_no_troubles(troubles: TroubleStore, database: Database) -> None:
    await troubles.report(BOARDS, T + 1000)
    people = PeopleStore(database)
    await people.note_left(GUILD, T + 2000)
    await people.forget_server(GUILD, T + 2000)
    assert await troubles.channel(GUILD) is None
    assert await troubles.servers() == ()
    assert await database.rows("SELECT guild FROM server") == []
