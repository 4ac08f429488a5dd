"""Seats that decide at the same time, on boards of the same entries."""

import asyncio

import pytest

from bot.match.log.loaded import Loaded
from bot.match.playing.errors import AlreadyCounted, BoardMovedOn, IllegalMove, NotYourTurn
from engine.games.dice_miner.state import Keeping
from tests.match.world import ANN, BEN, CAT, World

ADDS = ("11 add 1", "12 add 1", "13 add 1")


async def bidding(world: World) -> int:
    """Start a match of three in which all can bid, on boards of 4 entries."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, *ADDS)
    return match


async def test_presses_on_the_same_board_count_in_their_order(world: World) -> None:
    match = await bidding(world)
    await world.do(match, CAT, "bid 2", seq=4)
    await world.do(match, ANN, "bid 1", seq=4)
    loaded = (await world.do(match, BEN, "bid 0", seq=4)).loaded
    bids = [(entry.actor, entry.token) for entry in loaded.entries[4:7]]
    assert bids == [(2, "bid 2"), (0, "bid 1"), (1, "bid 0")]


async def test_simultaneous_presses_all_count_once(world: World) -> None:
    match = await bidding(world)
    await asyncio.gather(*(world.do(match, user, "bid 1", seq=4) for user in (ANN, BEN, CAT)))
    loaded = await world.matches.load(match)
    assert [entry.token for entry in loaded.entries[4:7]] == ["bid 1"] * 3
    assert {entry.actor for entry in loaded.entries[4:7]} == {0, 1, 2}


async def test_seat_cannot_change_its_decision_while_others_think(world: World) -> None:
    match = await bidding(world)
    await world.do(match, BEN, "bid 2", seq=4)
    await world.refused(AlreadyCounted, world.do(match, BEN, "bid 2", seq=4))
    refusal = await world.refused(NotYourTurn, world.do(match, BEN, "bid 0", seq=4))
    assert refusal.values == {"users": (ANN, CAT)}


async def test_board_of_an_earlier_phase_is_refused(world: World) -> None:
    match = await bidding(world)
    await world.toy(match, "12 bid 2", "13 bid 1")
    await world.do(match, ANN, "bid 0", seq=4)
    await world.toy(match, "12 add 1", "13 add 1", "11 add 1")
    assert (await world.matches.load(match)).people_to_act == (ANN, BEN, CAT)
    await world.refused(BoardMovedOn, world.do(match, ANN, "bid 1", seq=4))
    await world.refused(BoardMovedOn, world.do(match, CAT, "bid 2", seq=3))
    await world.do(match, ANN, "bid 1", seq=11)


async def test_board_of_the_future_is_refused(world: World) -> None:
    match = await bidding(world)
    await world.refused(BoardMovedOn, world.do(match, ANN, "bid 1", seq=9))


async def keeping(world: World, taste: str) -> Loaded:
    """Start a match of Dice Miner in which several seats are about to keep dice."""
    match = (await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id
    loaded = await world.matches.load(match)
    for step in range(300):
        if isinstance(loaded.state.stage, Keeping) and len(loaded.people_to_act) > 1:
            return loaded
        loaded = await world.play(match, f"{taste} {step}", most=1)
    raise AssertionError("no seats keep dice together in this match: choose another taste")


@pytest.mark.parametrize("taste", ["a", "b"])
async def test_batches_of_kept_dice_count_in_any_order(world: World, taste: str) -> None:
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
    after = await world.matches.load(match)
    logged = [(e.actor, e.token) for e in after.entries[seq:] if e.actor is not None]
    expected = [
        (loaded.roster.holders.index(user), token)
        for user, batch in batches.items()
        for token in batch
    ]
    assert logged == expected
    assert not isinstance(after.state.stage, Keeping)
    last = next(iter(batches))
    await world.refused(AlreadyCounted, world.do(match, last, *batches[last], seq=seq))
    user = after.people_to_act[0]
    await world.refused(BoardMovedOn, world.do(match, user, "done", seq=seq))


async def test_restarted_process_waits_for_undecided_seats_only(world: World) -> None:
    match = await bidding(world)
    await world.do(match, CAT, "bid 2", seq=4)
    other = await world.another()
    assert (await other.matches.load(match)).people_to_act == (ANN, BEN)
    with pytest.raises(NotYourTurn):
        await other.service.press(match, CAT, 4, ("bid 1",), world.interaction())
    for user in (BEN, ANN):
        await other.service.press(match, user, 4, ("bid 0",), world.interaction())
    loaded = await other.matches.load(match)
    bids = [(entry.actor, entry.token) for entry in loaded.entries[4:7]]
    assert bids == [(2, "bid 2"), (1, "bid 0"), (0, "bid 0")]
