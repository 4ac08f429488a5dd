"""What is kept of a server's troubles: each once, until it is mended."""

import pytest

from bot.match.people.troubles import Trouble, TroubleChannel, TroubleKind
from bot.storage.base.database import Database
from bot.storage.tables.people import SqlPeople
from bot.storage.tables.store import SqlStore
from bot.storage.tables.troubles import SqlTroubles
from tests.storage.samples import GUILD, OTHER, begun

pytestmark = pytest.mark.both_databases

BOARDS = Trouble(GUILD, TroubleKind.MATCHES, 55, "send_messages", "Missing Permissions")
TABLE = Trouble(GUILD, TroubleKind.MORNING, 56, "refused", "500")
PAUSE, GATHER = 1200, 30
T = 100_000


@pytest.fixture
async def troubles(database: Database) -> SqlTroubles:
    """The store; a server has chosen channel 90."""
    store = SqlTroubles(database)
    await store.put_channel(GUILD, 90)
    return store


async def claimed(troubles: SqlTroubles, now: int) -> bool:
    """Whether a message is begun."""
    return await troubles.claim(GUILD, now, pause=PAUSE, gather=GATHER)


async def test_only_where_a_channel_was_chosen(troubles: SqlTroubles) -> None:
    """Elsewhere nothing is kept, and nothing once the channel is dropped."""
    assert not await troubles.report(Trouble(OTHER, TroubleKind.MATCHES, 55, "gone"), T + 1000)
    assert await troubles.report(BOARDS, T + 1000)
    assert await troubles.servers() == (GUILD,)
    await troubles.drop_channel(GUILD)
    assert await troubles.channel(GUILD) is None
    assert await troubles.servers() == ()
    assert not await troubles.report(BOARDS, T + 1000)


async def test_each_is_told_once(troubles: SqlTroubles) -> None:
    """With what came in the same moments; what comes later waits for the next message."""
    assert await troubles.report(BOARDS, T + 1000)
    assert not await troubles.report(BOARDS, T + 1001)
    assert not await claimed(troubles, T + 1029), "more may come"
    await troubles.report(TABLE, T + 1029)
    assert await claimed(troubles, T + 1030)
    assert not await claimed(troubles, T + 1030), "another process was faster"
    await troubles.note_message(GUILD, T + 1030, 700)
    kept = await troubles.of_server(GUILD)
    assert [one.trouble for one in kept] == [BOARDS, TABLE]
    assert {(one.told, one.message, one.mended) for one in kept} == {(T + 1030, 700, False)}
    later = Trouble(GUILD, TroubleKind.MATCHES, 57, "gone")
    assert await troubles.report(later, T + 1100)
    assert not await claimed(troubles, T + 1030 + PAUSE - 1)
    assert await claimed(troubles, T + 1030 + PAUSE)
    assert [one.told for one in await troubles.of_server(GUILD)] == [
        T + 1030,
        T + 1030,
        T + 1030 + PAUSE,
    ]


async def test_a_clock_that_was_ahead_holds_nothing_up(troubles: SqlTroubles) -> None:
    """Neither the first message nor the next."""
    await troubles.report(BOARDS, T + 90_000)
    assert await claimed(troubles, T + 1000)
    await troubles.report(TABLE, T + 1001)
    assert await claimed(troubles, T + 900)


async def test_mended_and_broken_again(troubles: SqlTroubles) -> None:
    """What was told stays until its message says so, and is new when it comes back."""
    await troubles.report(BOARDS, T + 1000)
    await troubles.mend(BOARDS)
    assert await troubles.servers() == (), "nobody had heard of it"
    await troubles.report(BOARDS, T + 1000)
    assert await claimed(troubles, T + 1100)
    await troubles.note_message(GUILD, T + 1100, 700)
    await troubles.mend(BOARDS)
    (kept,) = await troubles.of_server(GUILD)
    assert kept.mended
    assert await troubles.report(BOARDS, T + 2000)
    (kept,) = await troubles.of_server(GUILD)
    assert (kept.told, kept.message, kept.mended) == (None, None, False)
    await troubles.forget(GUILD, 700)
    assert await troubles.servers() == (GUILD,)


async def test_forgotten_when_all_of_a_message_is_mended(troubles: SqlTroubles) -> None:
    """And no sooner noted than it is so."""
    await troubles.report(BOARDS, T + 1000)
    assert await claimed(troubles, T + 1100)
    await troubles.note_message(GUILD, T + 1100, 700)
    await troubles.forget(GUILD, 700)
    assert await troubles.servers() == (GUILD,)
    await troubles.mend(BOARDS)
    await troubles.forget(GUILD, 700)
    assert await troubles.servers() == ()


async def test_another_channel_hears_of_all_that_lasts(troubles: SqlTroubles) -> None:
    """What was told elsewhere is new there; choosing the same one changes nothing."""
    await troubles.report(BOARDS, T + 1000)
    await troubles.note_refusal(GUILD, 90, T + 1000)
    assert await troubles.channel(GUILD) == TroubleChannel(GUILD, 90, T + 1000)
    await troubles.put_channel(GUILD, 90)
    assert await troubles.servers() == (GUILD,)
    assert await troubles.put_channel(GUILD, 91) == await troubles.channel(GUILD)
    assert await troubles.servers() == ()
    await troubles.note_refusal(GUILD, 90, T + 1000)
    assert await troubles.channel(GUILD) == TroubleChannel(GUILD, 91), "that was of the other"


async def test_frozen_matches(troubles: SqlTroubles, store: SqlStore) -> None:
    """Found once, again after they went on and froze again; only where it is wanted."""
    match = await begun(store)
    await begun(store)
    assert await troubles.untold_frozen() == ()
    await store.freeze(match, frozen=True)
    assert await troubles.untold_frozen() == ((GUILD, match),)
    frozen = Trouble(GUILD, TroubleKind.FROZEN, match, "frozen")
    await troubles.report(frozen, T + 1000)
    assert await troubles.untold_frozen() == ()
    assert await claimed(troubles, T + 1100)
    await troubles.note_message(GUILD, T + 1100, 700)
    await troubles.mend(frozen)
    assert await troubles.untold_frozen() == ((GUILD, match),)
    await troubles.drop_channel(GUILD)
    assert await troubles.untold_frozen() == ()


async def test_a_forgotten_server_leaves_nothing(troubles: SqlTroubles, database: Database) -> None:
    """It is known by its channel alone."""
    await troubles.report(BOARDS, T + 1000)
    people = SqlPeople(database)
    await people.left(GUILD, T + 2000)
    await people.forget_server(GUILD, T + 2000)
    assert await troubles.channel(GUILD) is None
    assert await troubles.servers() == ()
    assert await database.rows("SELECT guild FROM server") == []
