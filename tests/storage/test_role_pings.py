"""The limit on pings of a server's role."""

from bot.match.people.role_pings import RolePing, RolePingStore
from bot.storage.base.database import Database

HERE, ELSEWHERE, HOUR = 1, 2, 3600


async def test_one_message_pings_within_the_limit_and_its_retries_do(database: Database) -> None:
    store = RolePingStore(database)
    assert await store.claim(HERE, RolePing("match 1", 9, 1000), HOUR)
    assert await store.claim(HERE, RolePing("match 1", 9, 1000 + 2 * HOUR), HOUR), "a retry"
    assert await store.claim(ELSEWHERE, RolePing("match 2", 9, 1000), HOUR), "another server"
    for at in (1001, 1000 + HOUR - 1):
        assert not await store.claim(HERE, RolePing("match 3", 9, at), HOUR)
    assert not await store.claim(HERE, RolePing("match 3", 9, 900), HOUR), "a clock behind"
    assert await store.claim(HERE, RolePing("match 3", 9, 1000 + HOUR), HOUR)
    assert await store.latest(HERE) == RolePing("match 3", 9, 1000 + HOUR)
    await store.release(HERE, "match 1")
    assert await store.latest(HERE) is not None, "another message has pinged since"
    await store.release(HERE, "match 3")
    assert await store.latest(HERE) is None
