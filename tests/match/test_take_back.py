"""Taking back a move: only by its player, once, and until the next player moves."""

import pytest

from bot.match.log.loaded import Loaded
from bot.match.playing.errors import (
    AlreadyCounted,
    BoardMovedOn,
    NothingToTakeBack,
    NotYourMove,
    TakenBackAlready,
    TooLateToTakeBack,
)
from bot.match.values.errors import MatchOver, NotInMatch, Refusal
from engine.core.driver import without_undone
from tests.match.world import ANN, BEN, CAT, DAN, World, at


async def after_a_move(world: World) -> Loaded:
    """Start a match in which ANN has just added and BEN moves next."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    return await world.toy(match, "11 add 2")


async def take_back(world: World, loaded: Loaded, user: int, seq: int = 2) -> Loaded:
    """Take back the move after which the match had `seq` entries. Return the match."""
    pressed = await world.service.take_back(loaded.record.id, user, seq, world.interaction())
    return pressed.loaded


async def refusal_of(
    world: World, loaded: Loaded, user: int, kind: type[Refusal], seq: int = 2
) -> Refusal:
    """Return the refusal for a user, which must change nothing."""
    before = world.rows()
    with pytest.raises(kind) as caught:
        await take_back(world, loaded, user, seq)
    assert world.rows() == before
    return caught.value


async def test_taking_back_restores_the_state_and_keeps_both_entries(world: World) -> None:
    loaded = await after_a_move(world)
    pressed = await world.service.take_back(loaded.record.id, ANN, 2, 77)
    after = pressed.loaded
    assert after.people_to_act == (ANN,)
    assert after.state == at(loaded, 1).state
    assert [entry.token for entry in after.entries[1:]] == ["add 2", "undo"]
    assert (pressed.press.first, pressed.press.count) == (2, 1)
    world.matches.drop_cached(loaded.record.id)
    assert (await world.matches.load(loaded.record.id)).state == after.state, (
        "a replay leads to the same state"
    )
    assert without_undone(after.advances()) == after.advances()[:1]


async def test_next_move_can_also_be_taken_back(world: World) -> None:
    loaded = await after_a_move(world)
    match = loaded.record.id
    await take_back(world, loaded, ANN)
    again = await world.toy(match, "11 add 3")
    assert again.state.points == (3, 0, 0)
    again = await take_back(world, again, ANN, seq=4)
    assert again.state.points == (0, 0, 0)
    final = await world.toy(match, "11 add 1", "12 add 1")
    assert final.state.points == (1, 1, 0)


async def test_taking_back_twice_is_refused(world: World) -> None:
    loaded = await after_a_move(world)
    match = loaded.record.id
    once = await world.service.take_back(match, ANN, 2, 77)
    before = world.rows()
    again = await world.service.take_back(match, ANN, 2, 77)
    assert (again.again, again.press) == (True, once.press)
    await refusal_of(world, loaded, ANN, TakenBackAlready)
    await world.toy(match, "11 add 1")
    await refusal_of(world, loaded, ANN, TakenBackAlready)
    assert len(world.rows()["log"]) == len(before["log"]) + 1


async def test_button_of_a_retracted_move_is_refused_as_outdated(world: World) -> None:
    loaded = await after_a_move(world)
    await take_back(world, loaded, ANN)
    before = world.rows()
    with pytest.raises(BoardMovedOn):
        await world.do(loaded.record.id, ANN, "add 2", seq=1)
    assert world.rows() == before
    await world.toy(loaded.record.id, "11 add 2")
    with pytest.raises(AlreadyCounted):
        await world.do(loaded.record.id, ANN, "add 2", seq=1)


async def test_others_cannot_take_back_a_move(world: World) -> None:
    loaded = await after_a_move(world)
    refusal = await refusal_of(world, loaded, BEN, NotYourMove)
    assert refusal.values == {"user": ANN}
    await refusal_of(world, loaded, DAN, NotInMatch)


async def test_move_cannot_be_taken_back_after_the_next_one(world: World) -> None:
    loaded = await after_a_move(world)
    match = loaded.record.id
    moved = await world.toy(match, "12 add 1")
    await refusal_of(world, loaded, ANN, TooLateToTakeBack)
    await take_back(world, moved, BEN, seq=3)
    await refusal_of(world, loaded, ANN, TooLateToTakeBack)


@pytest.mark.parametrize("seq", [0, 1, 3, 99])
async def test_luck_and_future_entries_cannot_be_taken_back(world: World, seq: int) -> None:
    loaded = await after_a_move(world)
    await refusal_of(world, loaded, ANN, NothingToTakeBack, seq=seq)


async def test_moves_that_the_rules_exclude_cannot_be_taken_back(world: World) -> None:
    loaded = await after_a_move(world)
    match = loaded.record.id
    last = await world.toy(match, "12 add 1", "13 add 1")
    await refusal_of(world, last, CAT, NothingToTakeBack, seq=last.seq)
    bid = await world.toy(match, "12 bid 1")
    await refusal_of(world, bid, BEN, NothingToTakeBack, seq=bid.seq)


async def test_moves_of_a_finished_match_cannot_be_taken_back(world: World) -> None:
    loaded = await after_a_move(world)
    await world.service.resign(loaded.record.id, BEN)
    await world.service.resign(loaded.record.id, CAT)
    await world.service.resign(loaded.record.id, ANN)
    await refusal_of(world, loaded, ANN, MatchOver)
