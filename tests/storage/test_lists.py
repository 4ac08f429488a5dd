"""Lists of matches."""

from pathlib import Path

from bot.match.core.boards import BoardProgress
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import LogEntry, Status
from engine.core.types import Entry
from tests.storage.samples import (
    GUILD,
    LOG,
    OTHER,
    RESULTS,
    create_open,
    create_running,
    end,
    on_disk,
)


async def show_all(match: int, store: Store) -> None:
    """Record that everything of a match made by `create_running` is shown."""
    assert await store.lease(match, "one", 100, 130)
    assert await store.note_shown(match, BoardProgress(1, 0, 0, 3, 80, 81), "one")


async def test_unshown_lists_started_matches_ahead_of_discord(store: Store) -> None:
    first, second = await create_running(store), await create_running(store)
    await create_open(store)
    called_off = await create_open(store)
    off = MatchEvent(2, 0, MatchEventKind.CANCELLED, 1003)
    await store.commit(Change(called_off, 0, 2, (), (off,), status=Status.CALLED_OFF))
    assert await store.boards_due() == (first, second)
    await show_all(first, store)
    assert await store.boards_due() == (second,)
    await show_all(second, store)
    assert await store.boards_due() == ()
    await store.commit(Change(first, 1, 3, LOG[1:]))
    await store.commit(end(second))
    assert await store.boards_due() == (first, second)


async def test_computers_due_follows_the_last_change(store: Store) -> None:
    first, second = await create_running(store), await create_running(store)
    assert await store.computers_due() == ()
    for match in (second, first):
        await store.commit(Change(match, 1, 3, LOG[1:], computer_due=True))
    assert await store.computers_due() == (first, second)
    later = LogEntry(Entry(2, 1, "add 2"), "cccc", 1003)
    await store.commit(Change(first, 2, 3, (later,)))
    assert await store.computers_due() == (second,)


async def test_expired_invitations_are_sorted_by_time(store: Store) -> None:
    late = await create_open(store, expires=1500)
    later = await create_open(store, expires=1400)
    await create_open(store, expires=None)
    await create_running(store, expires=10)
    assert await store.expired_invitations(1399) == ()
    assert await store.expired_invitations(1400) == (later,)
    assert await store.expired_invitations(1500) == (later, late)


async def test_of_user_lists_unfinished_matches_newest_first(store: Store) -> None:
    first, second = await create_open(store), await create_running(store)
    elsewhere = await create_running(store, guild=OTHER)
    assert await store.of_user(GUILD, 11) == (second, first)
    assert await store.of_user(GUILD, 12) == (second, first)
    assert await store.of_user(OTHER, 12) == (elsewhere,)
    assert await store.of_user(GUILD, 13) == ()
    await store.commit(end(second))
    assert await store.of_user(GUILD, 11) == (first,)


async def test_of_user_excludes_seats_given_up(store: Store) -> None:
    match = await create_running(store)
    resigned = MatchEvent(3, 1, MatchEventKind.RESIGNED, 1002, 1, 12)
    await store.commit(Change(match, 1, 3, (), (resigned,), holders=(11,)))
    assert await store.of_user(GUILD, 12) == ()
    assert await store.of_user(GUILD, 11) == (match,)
    await store.commit(Change(match, 1, 4, LOG[1:], holders=(11,)))
    assert await store.of_user(GUILD, 11) == (match,)


async def test_of_place_and_of_guild_list_running_matches_newest_first(store: Store) -> None:
    first, second = await create_running(store), await create_running(store)
    over, waiting = await create_running(store), await create_open(store)
    for match in (first, second, over, waiting):
        await store.set_place(match, 70)
    await store.commit(end(over))
    assert await store.of_place(70) == (second, first)
    assert await store.of_place(71) == ()
    assert await store.of_guild(GUILD) == (second, first)
    assert await store.of_guild(OTHER) == ()


async def test_results_of_a_match_are_stored_once(store: Store, path: Path) -> None:
    match = await create_running(store)
    await store.commit(end(match))
    again = MatchEvent(4, 1, MatchEventKind.REMATCH, 1003, holder=11, detail=2)
    await store.commit(
        Change(match, 1, 4, (), (again,), status=Status.OVER, results=RESULTS, holders=(11, 12))
    )
    assert on_disk(path, "SELECT seat, user, place, points FROM result ORDER BY seat") == [
        (0, 11, 1, 30),
        (1, 12, 2, -4),
    ]
    sums = "SELECT user, matches, wins, points FROM tally WHERE period = 'all' ORDER BY user"
    assert on_disk(path, sums) == [(11, 1, 1, 30), (12, 1, 0, -4)]
    assert await store.of_user(GUILD, 11) == ()
