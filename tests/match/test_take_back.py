"""Taking a plain pick back: until anybody else acts, once, by the one who made it."""

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


async def taken(world: World) -> Loaded:
    """A match in which ANN has just added; BEN is to act."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    return await world.toy(match, "11 add 2")


async def back(world: World, loaded: Loaded, user: int, seq: int = 2) -> Loaded:
    """The match after the user took back what made it `seq` entries long."""
    made = await world.service.take_back(loaded.record.id, user, seq, world.interaction())
    return made.loaded


async def refused(
    world: World, loaded: Loaded, user: int, kind: type[Refusal], seq: int = 2
) -> Refusal:
    """The refusal that a user gets; nothing has changed by it."""
    before = world.rows()
    with pytest.raises(kind) as told:
        await back(world, loaded, user, seq)
    assert world.rows() == before
    return told.value


async def test_the_moment_before(world: World) -> None:
    """The state is that of before, both lines stay, and the press owns the one."""
    loaded = await taken(world)
    pressed = await world.service.take_back(loaded.record.id, ANN, 2, 77)
    after = pressed.loaded
    assert after.people_to_act == (ANN,)
    assert after.state == at(loaded, 1).state
    assert [entry.token for entry in after.entries[1:]] == ["add 2", "undo"]
    assert (pressed.press.first, pressed.press.count) == (2, 1)
    world.matches.drop_cached(loaded.record.id)
    assert (await world.matches.look(loaded.record.id)).state == after.state, "it replays"
    assert without_undone(after.advances()) == after.advances()[:1]


async def test_another_pick_follows(world: World) -> None:
    """After it anything legal counts, and can be taken back as well."""
    loaded = await taken(world)
    match = loaded.record.id
    await back(world, loaded, ANN)
    again = await world.toy(match, "11 add 3")
    assert again.state.points == (3, 0, 0)
    again = await back(world, again, ANN, seq=4)
    assert again.state.points == (0, 0, 0)
    final = await world.toy(match, "11 add 1", "12 add 1")
    assert final.state.points == (1, 1, 0)


async def test_twice(world: World) -> None:
    """The second tap is told that it is done; the same interaction counts once."""
    loaded = await taken(world)
    match = loaded.record.id
    once = await world.service.take_back(match, ANN, 2, 77)
    before = world.rows()
    again = await world.service.take_back(match, ANN, 2, 77)
    assert (again.again, again.press) == (True, once.press)
    await refused(world, loaded, ANN, TakenBackAlready)
    await world.toy(match, "11 add 1")
    await refused(world, loaded, ANN, TakenBackAlready)
    assert len(world.rows()["log"]) == len(before["log"]) + 1


async def test_the_button_of_the_move_that_was_taken_back(world: World) -> None:
    """On a board that still shows it, it neither counts nor is said to have counted."""
    loaded = await taken(world)
    await back(world, loaded, ANN)
    before = world.rows()
    with pytest.raises(BoardMovedOn):
        await world.do(loaded.record.id, ANN, "add 2", seq=1)
    assert world.rows() == before
    await world.toy(loaded.record.id, "11 add 2")
    with pytest.raises(AlreadyCounted):
        await world.do(loaded.record.id, ANN, "add 2", seq=1)


async def test_by_others(world: World) -> None:
    """Who did not make the move is told whose it is, or that they don't play."""
    loaded = await taken(world)
    told = await refused(world, loaded, BEN, NotYourMove)
    assert told.values == {"user": ANN}
    await refused(world, loaded, DAN, NotInMatch)


async def test_too_late(world: World) -> None:
    """Once the next one has acted it stays, also where that one took back."""
    loaded = await taken(world)
    match = loaded.record.id
    moved = await world.toy(match, "12 add 1")
    await refused(world, loaded, ANN, TooLateToTakeBack)
    await back(world, moved, BEN, seq=3)
    await refused(world, loaded, ANN, TooLateToTakeBack)


@pytest.mark.parametrize("seq", [0, 1, 3, 99])
async def test_what_was_no_pick(world: World, seq: int) -> None:
    """Luck, the beginning and what has not happened can't be taken back."""
    loaded = await taken(world)
    await refused(world, loaded, ANN, NothingToTakeBack, seq=seq)


async def test_what_the_rules_keep(world: World) -> None:
    """The last number before the bids, and a bid, stay."""
    loaded = await taken(world)
    match = loaded.record.id
    last = await world.toy(match, "12 add 1", "13 add 1")
    await refused(world, last, CAT, NothingToTakeBack, seq=last.seq)
    bid = await world.toy(match, "12 bid 1")
    await refused(world, bid, BEN, NothingToTakeBack, seq=bid.seq)


async def test_when_it_is_over(world: World) -> None:
    """A match that has ended stays as it is."""
    loaded = await taken(world)
    await world.service.resign(loaded.record.id, BEN)
    await world.service.resign(loaded.record.id, CAT)
    await world.service.resign(loaded.record.id, ANN)
    await refused(world, loaded, ANN, MatchOver)
