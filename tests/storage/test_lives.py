"""Restores begin a new generation, in which numbers never return and older posts are recognized."""

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.core.change import Change
from bot.match.core.store import Store
from bot.match.forgetting.store import PeopleStore
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import Status
from bot.match.timing.alert_store import TurnAlertStore
from bot.storage.base import schema
from bot.storage.base.restores import LEAST
from bot.storage.opening import open_database
from bot.storage.sqlite.copies import backup, restore
from engine.core.chance import Stream
from tests.cards import card, cards_due, post_card
from tests.storage.samples import CALL, GUILD, create_open, create_running, end, on_disk
from tests.tiers import every

STAMP = "20260102-030405"
START = 1_767_323_045
DAY = 86_400


async def run_bot(path: Path, now: int, matches: int) -> list[int]:
    """Run a bot until `now`, with this many new matches. Return their numbers."""
    database = await open_database(str(path))
    store = Store(database)
    numbers = [await create_open(store, created=now) for _ in range(matches)]
    await database.writer.write(
        lambda connection: connection.execute(
            "INSERT INTO alive (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = ?",
            (now, now),
        )
    )
    await database.close()
    return numbers


@pytest.mark.parametrize("seed", every(range(6), 2))
async def test_numbers_are_never_reused(path: Path, tmp_path: Path, seed: int) -> None:
    """The database can be copied, lost, damaged or restored in any order."""
    luck, drawn = Stream(bytes(32), f"lives {seed}"), 0

    def draw(bound: int) -> int:
        nonlocal drawn
        drawn += 1
        return luck.number(drawn, bound)

    now, numbers = START, await run_bot(path, START, 3)
    copies: list[Path] = []
    for number in range(14):
        now += (60, 3_600, DAY, 9 * DAY)[draw(4)]
        numbers += await run_bot(path, now, (0, 1, 5, 40)[draw(4)])
        if draw(2) or not copies:
            copies.append(tmp_path / f"copy{number}.db")
            backup(str(path), copies[-1])
            continue
        match draw(4):
            case 0:
                path.unlink()
            case 1:
                path.write_bytes(b"\xa5" * 9_000)
            case 2:  # an operator copied an old database by hand
                shutil.copyfile(copies[draw(len(copies))], path)
            case _:
                pass
        _, number = restore(copies[draw(len(copies))], str(path), STAMP, now)
        new = await run_bot(path, now, 1)
        assert new == [number]
        numbers += new
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("now", [START, START - 10**6])
async def test_numbers_grow_even_with_a_wrong_clock_and_a_lost_database(
    path: Path, tmp_path: Path, now: int
) -> None:
    (first,) = await run_bot(path, START, 1)
    backup(str(path), tmp_path / "copy")
    path.unlink()
    assert restore(tmp_path / "copy", str(path), STAMP, now)[1] == first + LEAST + 1


async def test_number_of_a_forgotten_newest_match_is_not_reused(path: Path) -> None:
    database = await open_database(str(path))
    store, people = Store(database), PeopleStore(database)
    first = await create_open(store)
    last = await create_open(store, guild=GUILD + 1)
    await people.note_left(GUILD + 1, 5)
    assert await people.forget_matches(GUILD + 1, 9, 9) == (last,)
    assert await create_open(store) == last + 1 == first + 2
    await database.close()


async def test_older_copy_is_migrated_and_its_numbers_continue(path: Path, tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy.db", tmp_path / "before"
    folder.mkdir()
    for number in range(1, 9):
        script = schema.scripts()[number]
        (folder / script.name).write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
    connection = sqlite3.connect(copy, isolation_level=None)
    schema.migrate(connection, folder)
    connection.execute(
        "INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, status)"
        " VALUES (7, 'toy', 3, 2, x'00', 900, 55, ?, 'running')",
        (START,),
    )
    connection.close()
    before = copy.read_bytes()
    assert restore(copy, str(path), STAMP, START + DAY)[1] == 7 + DAY + 1
    assert copy.read_bytes() == before
    assert on_disk(path, "SELECT generation FROM match") == [(START + DAY,)]
    assert on_disk(path, "PRAGMA user_version") == [(schema.newest(),)]


async def test_restore_posts_boards_of_unfinished_matches_again(path: Path, tmp_path: Path) -> None:
    database = await open_database(str(path))
    store = Store(database)
    running, over, invited = (
        await create_running(store),
        await create_running(store),
        await create_open(store),
    )
    for match in (running, over):
        await store.lease(match, "one", 1, 9)
        await store.note_shown(match, BoardProgress(1, 0, 0, 3, 80 + match, 70, called=1), "one")
    await store.commit(end(over))
    await store.note_shown(over, BoardProgress(1, 0, 0, 4, 90, 70), "one")
    await post_card(store, invited, 60)
    late = MatchEvent(3, 1, MatchEventKind.LATE, 5, 0, 11)
    await store.commit(
        Change(running, 1, 3, (), (late,), status=Status.RUNNING, holders=(11, 12), notices=(3,))
    )
    await database.writer.write(
        lambda connection: connection.execute(
            "UPDATE message SET shown = wanted, message = 99 WHERE kind = 'notice'"
        )
    )
    assert await store.boards_due() == (running,)
    await database.close()
    backup(str(path), tmp_path / "copy")
    restore(tmp_path / "copy", str(path), STAMP, START)
    database = await open_database(str(path))
    store = Store(database)
    assert await store.boards_due() == (running,)
    assert await store.progress(running) == BoardProgress(-1, 0, 0, 3, None, None, 80 + running, 70)
    assert (await store.progress(over)).message == 90
    assert (await card(store, invited)).message is None
    assert invited in await cards_due(store, 1_900)
    notices = on_disk(path, "SELECT shown, message FROM message WHERE kind = 'notice'")
    assert notices == [(0, None)]
    matches = [await store.load(match) for match in (running, over, invited)]
    assert [match.record.generation for match in matches if match is not None] == [START, 0, START]
    await database.close()


async def test_restore_deletes_alerts(path: Path, tmp_path: Path) -> None:
    """Clocks stop until boards of the new generation are posted."""
    database = await open_database(str(path))
    store = Store(database)
    match = await create_running(store)
    shown = BoardProgress(1, 0, 0, 3, 80, 81)
    assert await store.lease(match, "one", 100, 130)
    assert await store.note_shown(match, shown, "one", (CALL,))
    assert await TurnAlertStore(database).of_match(match) == {CALL.user: CALL}
    await database.close()
    backup(str(path), tmp_path / "copy")
    restore(tmp_path / "copy", str(path), STAMP, START)
    database = await open_database(str(path))
    try:
        assert await TurnAlertStore(database).of_match(match) == {}
    finally:
        await database.close()


async def test_board_that_shows_more_than_the_log_is_not_recorded(path: Path) -> None:
    """A request can outlast a failover that loses the moves it shows."""
    database = await open_database(str(path))
    store = Store(database)
    match = await create_running(store)
    assert await store.lease(match, "one", 1, 9)
    before = await store.progress(match)
    assert not await store.note_shown(match, BoardProgress(9, 0, 0, 3, 80, 70), "one")
    assert await store.progress(match) == before
    await database.close()


async def test_first_id_is_the_smallest_id_given_since_the_restore(
    path: Path, tmp_path: Path
) -> None:
    database = await open_database(str(path))
    store = Store(database)
    match, other = await create_running(store), await create_open(store)
    assert await store.newest_generation() == 0
    await post_card(store, other, 40)
    await database.close()
    backup(str(path), tmp_path / "copy")
    restore(tmp_path / "copy", str(path), STAMP, START)
    database = await open_database(str(path))
    store = Store(database)
    generation = await store.newest_generation()
    assert generation == START
    assert await store.first_id(generation) is None
    assert await store.first_id(generation, 500) == 500
    assert await store.first_id(generation, 600) == 500
    await store.lease(match, "one", 1, 9)
    await store.note_shown(
        match, replace(await store.progress(match), message=450, place=70), "one"
    )
    assert await store.first_id(generation) == 450
    assert not await store.note_shown(
        match, replace(await store.progress(match), message=1), "other"
    )
    await post_card(store, other, 430)
    await post_card(store, await create_open(store), 3)
    assert await store.first_id(generation) == 430, "messages of new matches do not count"
    assert await store.first_id(generation + 1, 5) is None
    await database.close()
    backup(str(path), tmp_path / "again")
    restore(tmp_path / "again", str(path), STAMP, START)
    assert on_disk(path, "SELECT n, first FROM generation ORDER BY n") == [
        (START, 430),
        (START + 1, None),
    ]
