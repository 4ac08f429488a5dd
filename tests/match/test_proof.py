"""The proof of a match's dice, from the stored data."""

import pytest

from bot.game_register import GameRegister
from bot.match.log.records import Status
from bot.match.log.store_errors import BrokenMatch
from bot.match.playing.proof import Proof, match_file, prove
from engine.core.chance import commitment
from engine.core.matchfile import open_match, verify
from tests.match.world import ANN, BEN, GAMES, World


async def proof(world: World, match: int) -> Proof:
    stored = await world.store.load(match)
    assert stored is not None
    return prove(stored, GAMES, world.clock.now())


async def test_proof_reveals_no_seed_before_the_end(world: World) -> None:
    opened = (await world.dice.challenge(world.asked(ANN), [BEN])).record.id
    result = await proof(world, opened)
    assert (result.status, result.file, result.seed, result.proven) == (
        Status.OPEN,
        None,
        None,
        False,
    )
    loaded = await world.begun(ANN, BEN, lobby=world.dice)
    loaded = await world.play(loaded.record.id, most=20)
    result = await proof(world, loaded.record.id)
    seed = loaded.record.seed
    assert result.commitment == commitment(seed)
    assert (result.seed, result.proven, result.fault) == (None, False, None)
    assert result.file == match_file(loaded, world.clock.now())
    assert seed.hex() not in result.file
    await world.dice.cancel(opened, ANN)
    assert (await proof(world, opened)).status is Status.CALLED_OFF


@pytest.mark.parametrize("most", [12, 2_000])
async def test_proof_of_a_finished_match_recomputes_every_roll(world: World, most: int) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, most=most)
    if loaded.status is not Status.OVER:
        loaded = await world.service.resign(match, ANN)
    result = await proof(world, match)
    assert result.proven
    assert result.outcomes == sum(entry.actor is None for entry in loaded.entries) > 0
    assert result.file is not None
    verify(open_match(result.file.encode(), GAMES.game))


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("harm", "fault"),
    [
        ("UPDATE match SET seed = randomblob(32)", ": the seed gives '"),
        ("UPDATE match_event SET detail = '1+2' WHERE kind = 'started'", ": the seed gives '"),
        ("UPDATE log SET token = 'first 6,1' WHERE seq = 0", "line 9: the seed gives"),
        ("UPDATE log SET token = 'hero miner' WHERE seq = 1", "line 10: 'hero miner' is not legal"),
        ("DELETE FROM log WHERE seq > 30", "the end of the log is missing"),
    ],
)
async def test_proof_detects_every_kind_of_change(world: World, harm: str, fault: str) -> None:
    """A different seed can produce the same first rolls by chance, so these faults name no line."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    await world.play(match)
    assert (await proof(world, match)).proven
    world.sql(harm)
    result = await proof(world, match)
    assert result.fault is not None
    assert fault in result.fault
    assert not result.proven


async def test_file_of_a_game_that_is_not_installed_is_the_same(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, most=3)
    stored = await world.store.load(match)
    assert stored is not None
    result = prove(stored, GameRegister({}), world.clock.now())
    assert result.file is not None
    assert "\nseed: " not in result.file
    await world.service.resign(match, ANN)
    stored = await world.store.load(match)
    assert stored is not None
    file = prove(stored, GameRegister({}), world.clock.now()).file
    assert file is not None
    assert file == (await proof(world, match)).file


async def test_proof_of_an_unreadable_match_raises_broken_match(world: World) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    world.sql("UPDATE match_event SET seat = 3 WHERE kind = 'seated'")
    with pytest.raises(BrokenMatch):
        await proof(world, match)
