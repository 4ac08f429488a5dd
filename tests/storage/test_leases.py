"""Leases, frozen matches and settings on disk."""

import asyncio
from pathlib import Path

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.store_errors import Conflict
from bot.storage.opening import open_database
from tests.storage.samples import GUILD, LOG, OTHER, create_open, create_running, on_disk


async def test_lease_has_one_owner_until_released_or_expired(store: Store) -> None:
    match, other = await create_running(store), await create_running(store)
    assert await store.lease(match, "one", 100, 130)
    assert not await store.lease(match, "two", 129, 160)
    assert await store.lease(other, "two", 100, 130)
    assert await store.lease(match, "one", 129, 150), "the owner can renew the lease"
    assert not await store.lease(match, "two", 149, 180)
    assert await store.lease(match, "two", 150, 180), "the lease has expired"
    assert not await store.lease(match, "one", 151, 180)


async def test_lease_from_a_clock_that_was_ahead_does_not_block(store: Store) -> None:
    """Blocked processes would wait until real time has caught up."""
    match = await create_running(store)
    assert await store.lease(match, "one", 10_000, 10_005)
    assert not await store.lease(match, "two", 9_990, 9_995), "two clocks can differ a little"
    assert await store.lease(match, "two", 5_000, 5_005)


async def test_only_the_owner_can_release_a_lease(store: Store) -> None:
    match = await create_running(store)
    assert await store.lease(match, "one", 100, 130)
    await store.release(match, "two")
    assert not await store.lease(match, "two", 101, 131)
    await store.release(match, "one")
    assert await store.lease(match, "two", 101, 131)


async def test_unknown_match_cannot_be_leased(store: Store) -> None:
    assert not await store.lease(404, "one", 1, 2)


async def test_one_of_many_simultaneous_requests_gets_the_lease(store: Store, path: Path) -> None:
    match = await create_running(store)
    second = await open_database(str(path))
    try:
        sides = (store, Store(second))
        asked = [sides[n % 2].lease(match, f"owner {n}", 100, 130) for n in range(10)]
        assert sorted(await asyncio.gather(*asked)) == [False] * 9 + [True]
    finally:
        await second.close()


async def test_frozen_match_is_in_no_list_and_rejects_changes(store: Store) -> None:
    match, waiting = await create_running(store), await create_open(store, expires=50)
    await store.set_place(match, 70)
    await store.commit(Change(match, 1, 3, LOG[1:], computer_due=True))
    for frozen in (True, False):
        await store.freeze(match, frozen=frozen)
        await store.freeze(waiting, frozen=frozen)
        head = await store.head(match)
        assert head is not None
        assert head.frozen is frozen
        listed = () if frozen else (match,)
        assert await store.boards_due() == listed
        assert await store.computers_due() == listed
        assert await store.expired_invitations(60) == (() if frozen else (waiting,))
        assert await store.of_user(GUILD, 11) == (() if frozen else (waiting, match))
        assert await store.of_place(70) == listed
        assert await store.of_guild(GUILD) == listed
        if frozen:
            with pytest.raises(Conflict):
                await store.commit(Change(match, 2, 3))


async def test_after_lists_all_matches_in_order(store: Store) -> None:
    matches = [await create_running(store), await create_open(store), await create_running(store)]
    await store.freeze(matches[2], frozen=True)
    assert await store.matches_after(0, 2) == tuple(matches[:2])
    assert await store.matches_after(matches[1], 2) == (matches[2],)
    assert await store.matches_after(matches[2], 2) == ()


async def test_servers_and_users_have_separate_settings(store: Store, path: Path) -> None:
    assert await store.guild_settings(GUILD) == {}
    await store.set_guild_settings(GUILD, {"language": "es"})
    await store.set_guild_settings(GUILD, {"language": "de"})
    await store.set_guild_settings(GUILD, {"channel": "5"})
    await store.set_guild_settings(OTHER, {"language": "fr"})
    await store.set_user_settings(GUILD, {"language": "pt"})
    assert await store.guild_settings(GUILD) == {"channel": "5", "language": "de"}
    assert await store.guild_settings(OTHER) == {"language": "fr"}
    assert await store.user_settings(GUILD) == {"language": "pt"}
    await store.set_guild_settings(GUILD, {"language": None})
    await store.set_user_settings(GUILD, {"language": None})
    await store.set_user_settings(GUILD, {"never set": None})
    assert await store.guild_settings(GUILD) == {"channel": "5"}
    assert await store.user_settings(GUILD) == {}
    assert on_disk(path, "SELECT * FROM guild_setting") == [
        (GUILD, "channel", "5"),
        (OTHER, "language", "fr"),
    ]
