"""Days: fixed once, one match per user, and their standings."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.daily.days import DayRank, DayResult
from bot.match.daily.store import DayStore
from bot.match.log.records import Status
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from tests.cards import cards_due
from tests.storage.samples import (
    A_DAY,
    ASKED,
    ENDED,
    GUILD,
    OF_A_DAY,
    OTHER,
    PLAYED,
    SEED,
    STARTED,
)

pytestmark = pytest.mark.both_databases

DAY = A_DAY.day


async def create_day_match(store: Store, user: int, points: int | None, guild: int = GUILD) -> int:
    """Create a user's match of the day, finished with these points or still running."""
    joined = replace(ASKED[0], holder=user)
    match = (await store.create(replace(OF_A_DAY, guild=guild), (joined,))).id
    await store.commit(Change(match, 0, 1, (), (replace(STARTED, n=1),), holders=(user,)))
    if points is not None:
        over = Change(match, 0, 2, (), (replace(ENDED, n=2, after_seq=0),), status=Status.OVER)
        await store.commit(replace(over, ended=5, day_points=points))
    return match


async def test_day_is_fixed_once_for_all_processes(database: Database, path: Path) -> None:
    other = await open_database(str(path))
    try:
        assert await DayStore(database).make(A_DAY) == A_DAY
        later = replace(A_DAY, rules=9, seed=SEED[::-1], opening=())
        assert await DayStore(other).make(later) == A_DAY
        assert await DayStore(other).day("toy", "2026-11-22") is None
        await DayStore(other).keep_computer("toy", DAY, PLAYED)
        assert await DayStore(database).computer("toy", DAY) == PLAYED
    finally:
        await other.close()
    assert SEED.hex() not in repr(A_DAY)
    assert "roll" not in repr(A_DAY), "no log line can show the opening"


async def test_each_user_has_one_match_a_day(store: Store, database: Database) -> None:
    first = await store.create(OF_A_DAY, ASKED[:1])
    assert await store.create(replace(OF_A_DAY, guild=OTHER), ASKED[:1]) == first
    assert (await store.create(replace(OF_A_DAY, day="2026-11-22"), ASKED[:1])).id != first.id
    days = DayStore(database)
    assert await days.match_of("toy", DAY, 11) == first.id
    assert await days.match_of("toy", DAY, 12) is None


async def test_standings_cover_the_world_and_each_server_and_share_places(
    store: Store, database: Database
) -> None:
    days = DayStore(database)
    for user, points, guild in ((11, 9, GUILD), (12, 7, OTHER), (13, 7, GUILD), (14, 2, GUILD)):
        await create_day_match(store, user, points, guild)
    running = await create_day_match(store, 15, None)
    assert await days.running("toy", DAY) == (running,)
    await days.opened_in("toy", DAY, 12, GUILD)
    here = await days.results("toy", DAY, GUILD, most=9)
    assert [(result.user, result.points) for result in here] == [(11, 9), (12, 7), (13, 7), (14, 2)]
    elsewhere = await days.results("toy", DAY, OTHER, most=9)
    assert [result.user for result in elsewhere] == [12]
    (best,) = await days.results("toy", DAY, None, most=1)
    assert best == DayResult(11, best.match, 9)
    (fewest,) = await days.results("toy", DAY, None, most=1, fewest=True)
    assert fewest.user == 14
    assert await days.result("toy", DAY, OTHER, 12) == DayResult(12, elsewhere[0].match, 7)
    for user in (13, 15):  # not in that server, and not finished
        assert await days.result("toy", DAY, OTHER, user) is None
    assert await days.standing("toy", DAY, None, 7) == DayRank(2, 4, 1)
    assert await days.standing("toy", DAY, OTHER, 7) == DayRank(1, 1, 0)
    assert await days.standing("toy", DAY, None, 7, fewest=True) == DayRank(2, 4, 1)
    assert await days.results("toy", "2026-11-22", None, most=9) == ()


async def test_day_matches_are_in_no_list(store: Store) -> None:
    await create_day_match(store, 11, None)
    await create_day_match(store, 12, 5)
    assert await store.boards_due() == ()
    assert await store.of_user(GUILD, 11) == ()
    assert await store.of_guild(GUILD) == ()
    assert list(await store.channels(GUILD)) == []
    await store.create(replace(OF_A_DAY, day="2026-11-22"), ASKED[:1])
    assert await cards_due(store) == ()
