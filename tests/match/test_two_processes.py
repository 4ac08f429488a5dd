"""Two processes on one database: outdated caches are harmless, and nothing counts twice."""

import asyncio
from typing import Any

import pytest

from bot.match.core import matches
from bot.match.core.matches import ENTRY, POSITION
from bot.match.lobby.errors import AlreadyStarted
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.playing import automatic
from bot.match.playing.errors import BoardMovedOn, NotYourTurn
from bot.match.values.errors import MatchOver
from tests.cards import post_card
from tests.match.world import ANN, BEN, CAT, Meddling, Side, World, nothing
from tests.patience import PATIENCE
from tests.toy_game import ToyGame

pytestmark = pytest.mark.both_databases


async def test_next_look_sees_changes_of_another_process(world: World) -> None:
    other = await world.another()
    match = (await world.begun(ANN, BEN)).record.id
    assert (await other.matches.load(match)).people_to_act == (ANN,)
    await world.do(match, ANN, "add 1")
    assert (await other.matches.load(match)).people_to_act == (BEN,)
    await other.service.press(match, BEN, 2, ("add 1",), 9001)
    assert (await world.matches.load(match)).people_to_act == (ANN, BEN)
    await other.service.resign(match, ANN)
    assert (await world.matches.load(match)).status is Status.OVER


async def test_place_and_invitation_are_never_outdated(world: World) -> None:
    other = await world.another()
    opened = await world.toys.challenge(world.asked(ANN), [BEN])
    match = opened.record.id
    assert (await other.matches.load(match)).record.invitation is None
    await post_card(world.store, match, 777)
    assert (await other.matches.load(match)).record.invitation == 777
    await other.store.set_place(match, 888)
    assert (await world.matches.load(match)).record.place == 888


async def test_press_does_not_overwrite_a_newer_place(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id

    async def moved() -> None:
        await world.store.set_place(match, 888)

    world.use(Meddling(world.store, before=[moved]))
    await world.do(match, ANN, "add 1")
    assert (await world.matches.load(match)).record.place == 888


async def test_look_during_a_commit_waits_instead_of_replaying(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change is on disk before it is in memory."""
    match, looks = (await world.begun(ANN, BEN)).record.id, list[asyncio.Task[Loaded]]()

    async def look() -> None:
        looks.append(asyncio.create_task(world.matches.load(match)))
        await asyncio.sleep(0)
        while not world.matches._committing[match]._waiters:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0)

    world.use(Meddling(world.store, after=[look]))
    await world.matches.load(match)
    monkeypatch.setattr(matches, "replay_match", None)
    await world.do(match, ANN, "add 1")
    assert await looks[0] is await world.matches.load(match)
    assert looks[0].result().people_to_act == (BEN,)
    assert not world.matches._committing


async def test_unchanged_match_is_read_from_the_cache(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    first = await world.matches.load(match)
    assert await world.matches.load(match) is first
    world.matches.drop_cached(match)
    again = await world.matches.load(match)
    assert again is not first
    assert again == first


async def test_full_cache_drops_the_oldest_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.core.matches.CACHED", 2)
    matches = [(await world.begun(ANN, BEN)).record.id for _ in range(3)]
    newest = await world.matches.load(matches[2])
    oldest = await world.matches.load(matches[0])
    assert await world.matches.load(matches[2]) is newest
    assert await world.matches.load(matches[0]) is oldest
    second = await world.matches.load(matches[1])
    assert await world.matches.load(matches[2]) is not newest
    assert second.people_to_act == (ANN,)


async def test_matches_in_memory_fit_into_their_room(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.core.matches.ROOM", 2 * POSITION + 10 * ENTRY)
    matches = [(await world.begun(ANN, BEN)).record.id for _ in range(3)]
    newest = await world.matches.load(matches[2])
    second = await world.matches.load(matches[1])
    assert await world.matches.load(matches[2]) is newest
    await world.matches.load(matches[0])
    assert await world.matches.load(matches[1]) is not second
    assert world.matches._kept.size <= 2 * POSITION + 10 * ENTRY


async def test_cleared_cache_has_its_whole_room_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.core.matches.ROOM", 2 * POSITION + 10 * ENTRY)
    matches = [(await world.begun(ANN, BEN)).record.id for _ in range(2)]
    for _ in range(3):
        for match in matches:
            await world.matches.load(match)
        world.matches.drop_all_cached()
    first = await world.matches.load(matches[0])
    await world.matches.load(matches[1])
    assert await world.matches.load(matches[0]) is first


async def test_finished_matches_leave_the_cache_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.core.matches.CACHED_OVER", 1)
    running = await world.matches.load((await world.begun(ANN, BEN)).record.id)
    matches = [(await world.begun(ANN, BEN)).record.id for _ in range(2)]
    for match in matches:
        await world.service.resign(match, ANN)
    over = [await world.matches.load(match) for match in reversed(matches)]
    assert [match.status for match in over] == [Status.OVER] * 2
    assert await world.matches.load(matches[1]) is not over[0]
    assert await world.matches.load(running.record.id) is running


async def press_in_between(world: World, other: Side, *presses: tuple[int, int, str, int]) -> None:
    """Let these presses happen in the other process just before `world` commits."""

    async def faster() -> None:
        for match, user, token, interaction in presses:
            seq = (await other.matches.load(match)).seq
            await other.service.press(match, user, seq, (token,), interaction)

    world.use(Meddling(world.store, before=[faster]))


async def test_conflicting_press_is_decided_again_and_counts(world: World) -> None:
    other = await world.another()
    match = (await world.begun(ANN, BEN)).record.id
    await world.toy(match, "11 add 1", "12 add 1")
    await press_in_between(world, other, (match, ANN, "bid 1", 9001))
    pressed = await world.service.press(match, BEN, 3, ("bid 2",), 9002)
    assert not pressed.again
    tokens = [(e.actor, e.token) for e in pressed.loaded.entries[3:5]]
    assert tokens == [(0, "bid 1"), (1, "bid 2")]
    assert (pressed.press.first, pressed.press.count) == (4, 2)
    assert await other.matches.load(match) == pressed.loaded


async def test_conflicting_press_that_became_illegal_is_refused(world: World) -> None:
    other = await world.another()
    match = (await world.begun(ANN, BEN)).record.id
    await press_in_between(world, other, (match, ANN, "add 3", 9001))
    with pytest.raises(NotYourTurn):
        await world.service.press(match, ANN, 1, ("add 1",), 9002)
    loaded = await world.matches.load(match)
    assert [entry.token for entry in loaded.entries[1:]] == ["add 3"]
    assert {row[0] for row in world.rows()["press"]} == {9001}


async def test_interaction_in_two_processes_counts_once(world: World) -> None:
    other = await world.another()
    match = (await world.begun(ANN, BEN)).record.id
    await press_in_between(world, other, (match, ANN, "add 3", 9001))
    pressed = await world.service.press(match, ANN, 1, ("add 3",), 9001)
    assert pressed.again
    assert pressed.loaded.seq == 2
    assert len(world.rows()["press"]) == 1


async def test_simultaneous_presses_in_two_processes_count_once(world: World) -> None:
    other = await world.another()
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    presses = [
        side.service.press(match, user, 4, ("bid 1",), 9000 + user)
        for user in (ANN, BEN, CAT)
        for side in (world, other)
    ]
    answers = await asyncio.gather(*presses)
    assert sorted(pressed.again for pressed in answers) == [False] * 3 + [True] * 3
    loaded = await world.matches.load(match)
    assert [entry.token for entry in loaded.entries[4:7]] == ["bid 1"] * 3
    assert loaded == await other.matches.load(match)


async def test_last_seat_goes_to_the_faster_process(world: World) -> None:
    other = await world.another()
    match = (await world.toys.open_table(world.asked(ANN), 2)).record.id

    async def faster() -> None:
        await other.toys.join(match, BEN, 9001)

    world.use(Meddling(world.store, before=[faster]))
    with pytest.raises(AlreadyStarted):
        await world.toys.join(match, CAT, 9002)
    loaded = await world.matches.load(match)
    assert loaded.roster.holders == (ANN, BEN)
    assert loaded.seq == 1


async def test_resignation_after_the_end_is_refused(world: World) -> None:
    other = await world.another()
    match = (await world.begun(ANN, BEN)).record.id

    async def faster() -> None:
        await other.service.resign(match, BEN)

    world.use(Meddling(world.store, before=[faster]))
    with pytest.raises(MatchOver):
        await world.service.resign(match, ANN)
    assert (await world.matches.load(match)).roster.resigned == (1,)


async def test_change_with_endless_conflicts_is_given_up(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id

    async def always() -> None:
        raise Conflict

    world.use(Meddling(world.store, before=[always] * 50))
    opened = (await world.toys.challenge(world.asked(ANN), [BEN])).record.id
    before = world.rows()
    for work in (
        world.service.press(match, ANN, 1, ("add 1",), 9001),
        world.service.resign(match, ANN),
        world.toys.join(opened, BEN, 9002),
    ):
        with pytest.raises(Conflict):
            await work
    assert world.rows() == before


async def test_press_and_the_computers_answer_are_one_commit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic, "ANSWER_WITHIN", PATIENCE)
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id

    async def second() -> None:
        raise AssertionError("one commit is enough")

    world.use(Meddling(world.store, before=[nothing, second]))
    pressed = await world.service.press(match, ANN, 1, ("add 1",), 9001)
    assert [entry.token for entry in pressed.loaded.entries[1:]] == ["add 1", "add 3", "bid 1"]
    assert (pressed.press.first, pressed.press.count) == (1, 1), "the answer is not the player's"
    assert await (await world.another()).matches.load(match) == pressed.loaded


async def test_press_counts_if_another_process_moves_the_computers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic, "ANSWER_WITHIN", 0)
    other = await world.another()
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id

    async def faster() -> None:
        await other.service.go_on(match)

    world.use(Meddling(world.store, before=[nothing, faster]))
    pressed = await world.service.press(match, ANN, 1, ("add 1",), 9001)
    assert not pressed.again
    assert [e.token for e in pressed.loaded.entries[1:3]] == ["add 1", "add 3"]
    assert len({entry.seq for entry in pressed.loaded.entries}) == pressed.loaded.seq
    assert pressed.loaded == await other.matches.load(match)


async def test_resignation_counts_if_another_process_moves_the_computer(world: World) -> None:
    other = await world.another()
    match = (await world.begun(ANN, BEN, CAT)).record.id

    async def faster() -> None:
        await other.service.go_on(match)

    world.use(Meddling(world.store, before=[nothing, faster]))
    loaded = await world.service.resign(match, ANN)
    assert loaded.people_to_act == (BEN,)
    assert loaded.roster.resigned == (0,)


async def test_press_counts_if_the_computers_move_cannot_be_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The computer needs long, so its move is not part of the press's commit."""
    monkeypatch.setattr(automatic, "ANSWER_WITHIN", 0)
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id

    async def full() -> None:
        raise StoreTrouble("database or disk is full")

    world.use(Meddling(world.store, before=[nothing, full, full]))
    pressed = await world.service.press(match, ANN, 1, ("add 1",), 9001)
    assert not pressed.again
    assert pressed.loaded.computers_to_act == (1,)
    assert await world.store.computers_due() == (match,)
    loaded = await world.service.go_on(match)
    assert not loaded.computers_to_act
    assert await world.store.computers_due() == ()


async def test_press_counts_if_the_computers_answer_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await world.toys.practice(world.asked(ANN), 1)).record.id
    suggest, failures = ToyGame.suggest, iter([RuntimeError("no idea")])

    def fails_once(*given: Any) -> Any:
        for error in failures:
            raise error
        return suggest(*given)

    monkeypatch.setattr(ToyGame, "suggest", fails_once)
    pressed = await world.service.press(match, ANN, 1, ("add 1",), 9001)
    assert [entry.token for entry in pressed.loaded.entries[1:]] == ["add 1", "add 3", "bid 1"]
    assert next(failures, None) is None


async def test_press_that_cannot_be_stored_can_be_repeated(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id

    async def full() -> None:
        raise StoreTrouble("database or disk is full")

    world.use(Meddling(world.store, before=[full, full]))
    before = world.rows()
    with pytest.raises(StoreTrouble):
        await world.service.press(match, ANN, 1, ("add 1",), 9001)
    assert world.rows() == before
    assert not (await world.service.press(match, ANN, 1, ("add 1",), 9001)).again


@pytest.mark.parametrize("on_disk", [False, True])
async def test_cancelled_press_counts_wholly_or_not_at_all(world: World, *, on_disk: bool) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    reached = asyncio.Event()

    async def hang() -> None:
        reached.set()
        await asyncio.Event().wait()

    before, after = ([], [hang]) if on_disk else ([hang], [])
    world.use(Meddling(world.store, before=before, after=after))
    task = asyncio.create_task(world.service.press(match, ANN, 1, ("add 2",), 9001))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    again = await world.service.press(match, ANN, 1, ("add 2",), 9001)
    assert again.again is on_disk
    assert [entry.token for entry in again.loaded.entries[1:]] == ["add 2"]


async def test_new_process_accepts_presses_on_old_boards(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "11 bid 2")
    other = await world.another()
    pressed = await other.service.press(match, BEN, 3, ("bid 0",), 9001)
    assert pressed.loaded.people_to_act == (BEN,)
    with pytest.raises(BoardMovedOn):
        await other.service.press(match, BEN, 3, ("bid 1",), 9002)
