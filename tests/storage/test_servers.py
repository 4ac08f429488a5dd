"""A server's stored data: outdated overviews, and the process that renews them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.people.servers import Overview, ServerStore
from bot.storage.base.database import Database
from tests.storage.samples import GUILD, LOG, OTHER, create_open, create_running, end

pytestmark = pytest.mark.both_databases


@pytest.fixture
def servers(database: Database) -> ServerStore:
    return ServerStore(database)


async def renew_overview(servers: ServerStore, channel: int, now: int) -> Overview:
    claimed = await servers.claim_overview(channel, now, now)
    assert claimed is not None
    assert await servers.note_overview(replace(claimed, message=80))
    return claimed


async def test_new_overview_is_due_and_a_dropped_one_is_gone(servers: ServerStore) -> None:
    assert await servers.set_overview(GUILD, 55)
    assert not await servers.set_overview(GUILD, 55)
    assert await servers.overviews_due(0) == (55,)
    assert await servers.drop_overview(55) == Overview(55, GUILD, None, 1)
    assert await servers.drop_overview(55) is None
    assert await servers.overviews_due(0) == ()
    assert not await servers.note_overview(Overview(55, GUILD, 80, 1)), "the overview was dropped"


async def test_overview_is_due_after_any_change_in_its_server(
    servers: ServerStore, store: Store
) -> None:
    for guild, channel in ((GUILD, 55), (OTHER, 56)):
        await servers.set_overview(guild, channel)
        await renew_overview(servers, channel, 100)
    assert await servers.overviews_due(1000) == ()
    match = await create_running(store)
    assert await store.lease(match, "one", 10, 20)
    changes: list[Callable[[], Awaitable[object]]] = [
        lambda: create_open(store),
        lambda: store.commit(Change(match, 1, 3, LOG[1:])),
        lambda: store.note_shown(match, BoardProgress(2, 0, 0, 3, 81, 70), "one"),
        lambda: store.commit(replace(end(match), seq=2)),
    ]
    for change in changes:
        await renew_overview(servers, 55, 1000)
        assert await servers.overviews_due(1000) == ()
        await change()
        assert await servers.overviews_due(1000) == (55,)
        assert await servers.overviews_due(999) == (), "the overview was renewed too recently"


async def test_overview_is_claimed_once_and_due_again_after_changes(
    servers: ServerStore, store: Store
) -> None:
    await servers.set_overview(GUILD, 55)
    claimed = await servers.claim_overview(55, 100, 130)
    assert claimed is not None
    assert await servers.claim_overview(55, 100, 131) is None
    await create_open(store)
    await servers.note_overview(replace(claimed, message=80))
    assert await servers.overviews_due(129) == ()
    assert await servers.overviews_due(130) == (55,)


async def test_overview_claimed_by_a_killed_process_is_due_again(servers: ServerStore) -> None:
    await servers.set_overview(GUILD, 55)
    await servers.claim_overview(55, 100, 130)
    assert await servers.overviews_due(130) == (55,)
