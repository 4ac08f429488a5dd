"""Seats that decide at the same time, all on boards that told the same entries."""

import asyncio

import pytest

from bot.match.log.loaded import Loaded
from bot.match.playing.errors import AlreadyCounted, BoardMovedOn, IllegalMove, NotYourTurn
from engine.games.dice_miner.state import Keeping
from tests.match.world import ANN, BEN, CAT, World

ADDS = ("11 add 1", "12 add 1", "13 add 1")


async def bidding(world: World) -> int:
    """A match of three in which all may bid; its boards tell 4 entries."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, *ADDS)
    return match


async def test_same_board(world: World) -> None:
    """Each press counts, in the order in which they come."""
    match = await bidding(world)
    await world.do(match, CAT, "bid 2", seq=4)
    await world.do(match, ANN, "bid 1", seq=4)
    loaded = (await world.do(match, BEN, "bid 0", seq=4)).loaded
    told = [(entry.actor, entry.token) for entry in loaded.entries[4:7]]
    assert told == [(2, "bid 2"), (0, "bid 1"), (1, "bid 0")]


async def test_at_once(world: World) -> None:
    """Presses that arrive together all count, once."""
    match = await bidding(world)
    await asyncio.gather(*(world.do(match, user, "bid 1", seq=4) for user in (ANN, BEN, CAT)))
    loaded = await world.matches.look(match)
    assert [entry.token for entry in loaded.entries[4:7]] == ["bid 1"] * 3
    assert {entry.actor for entry in loaded.entries[4:7]} == {0, 1, 2}


async def test_decided_is_decided(world: World) -> None:
    """A second choice of the same seat is refused while the others still think."""
    match = await bidding(world)
    await world.do(match, BEN, "bid 2", seq=4)
    await world.refused(AlreadyCounted, world.do(match, BEN, "bid 2", seq=4))
    refusal = await world.refused(NotYourTurn, world.do(match, BEN, "bid 0", seq=4))
    assert refusal.values == {"users": (ANN, CAT)}


async def test_late_press(world: World) -> None:
    """A board of the first bidding means nothing in the second, or before the first."""
    match = await bidding(world)
    await world.toy(match, "12 bid 2", "13 bid 1")
    await world.do(match, ANN, "bid 0", seq=4)
    await world.toy(match, "12 add 1", "13 add 1", "11 add 1")
    assert (await world.matches.look(match)).people_to_act == (ANN, BEN, CAT)
    await world.refused(BoardMovedOn, world.do(match, ANN, "bid 1", seq=4))
    await world.refused(BoardMovedOn, world.do(match, CAT, "bid 2", seq=3))
    await world.do(match, ANN, "bid 1", seq=11)


async def test_future_board(world: World) -> None:
    """Boards that can't exist yet are not taken."""
    match = await bidding(world)
    await world.refused(BoardMovedOn, world.do(match, ANN, "bid 1", seq=9))


async def keeping(world: World, taste: str) -> Loaded:
    """A match of Dice Miner with two seats or more about to keep dice."""
    match = (await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id
    loaded = await world.matches.look(match)
    for step in range(300):
        if isinstance(loaded.state.stage, Keeping) and len(loaded.people_to_act) > 1:
            return loaded
        loaded = await world.play(match, f"{taste} {step}", most=1)
    raise AssertionError("nobody keeps dice in this match: another taste is needed")


@pytest.mark.parametrize("taste", ["a", "b"])
async def test_keeping_dice(world: World, taste: str) -> None:
    """Dice Miner's recovery: whole batches on the same board, in any order."""
    loaded = await keeping(world, taste)
    match, seq = loaded.record.id, loaded.seq
    batches = {}
    for user in reversed(loaded.people_to_act):
        seat = loaded.roster.holders.index(user)
        legal = [loaded.game.notation(a) for a in loaded.game.legal_actions(loaded.state, seat)]
        batches[user] = (legal[0], "done")
        await world.refused(IllegalMove, world.do(match, user, legal[0], legal[0], "done", seq=seq))
    for user, batch in batches.items():
        pressed = await world.do(match, user, *batch, seq=seq)
        assert pressed.press.count >= 2
        refusal = AlreadyCounted
        await world.refused(refusal, world.do(match, user, *batch, seq=seq))
    after = await world.matches.look(match)
    told = [(e.actor, e.token) for e in after.entries[seq:] if e.actor is not None]
    expected = [
        (loaded.roster.holders.index(user), token)
        for user, batch in batches.items()
        for token in batch
    ]
    assert told == expected
    assert not isinstance(after.state.stage, Keeping)
    last = next(iter(batches))
    await world.refused(AlreadyCounted, world.do(match, last, *batches[last], seq=seq))
    user = after.people_to_act[0]
    await world.refused(BoardMovedOn, world.do(match, user, "done", seq=seq))


async def test_a_process_that_starts_in_between(world: World) -> None:
    """Some have decided when the bot is killed: the next one waits for the others alone."""
    match = await bidding(world)
    await world.do(match, CAT, "bid 2", seq=4)
    other = await world.another()
    assert (await other.matches.look(match)).people_to_act == (ANN, BEN)
    with pytest.raises(NotYourTurn):
        await other.service.press(match, CAT, 4, ("bid 1",), world.interaction())
    for user in (BEN, ANN):
        await other.service.press(match, user, 4, ("bid 0",), world.interaction())
    loaded = await other.matches.look(match)
    told = [(entry.actor, entry.token) for entry in loaded.entries[4:7]]
    assert told == [(2, "bid 2"), (1, "bid 0"), (0, "bid 0")]
