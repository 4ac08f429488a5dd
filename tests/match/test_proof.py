"""The proof of a match's dice, from what is stored."""

import pytest

from bot.game_register import GameRegister
from bot.match.log.records import Status
from bot.match.log.store_errors import BrokenMatch
from bot.match.playing.proof import Proof, match_file, prove
from engine.core.chance import commitment
from engine.core.matchfile import open_match, verify
from tests.match.world import ANN, BEN, GAMES, World


async def proof(world: World, match: int) -> Proof:
    """What can be said now."""
    stored = await world.store.load(match)
    assert stored is not None
    return prove(stored, GAMES, world.clock.now())


async def test_before_the_end_nothing_secret_is_told(world: World) -> None:
    """Of an invitation, a running match, one that never began."""
    opened = (await world.dice.challenge(world.asked(ANN), [BEN])).record.id
    told = await proof(world, opened)
    assert (told.status, told.file, told.seed, told.proven) == (Status.OPEN, None, None, False)
    loaded = await world.begun(ANN, BEN, lobby=world.dice)
    loaded = await world.play(loaded.record.id, most=20)
    told = await proof(world, loaded.record.id)
    seed = loaded.record.seed
    assert told.commitment == commitment(seed)
    assert (told.seed, told.proven, told.fault) == (None, False, None)
    assert told.file == match_file(loaded, world.clock.now())
    assert seed.hex() not in told.file
    await world.dice.cancel(opened, ANN)
    assert (await proof(world, opened)).status is Status.CALLED_OFF


@pytest.mark.parametrize("most", [12, 2_000])
async def test_when_it_is_over_everything_is_computed_anew(world: World, most: int) -> None:
    """Also where somebody resigned; the file of it proves the same."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, most=most)
    if loaded.status is not Status.OVER:
        loaded = await world.service.resign(match, ANN)
    told = await proof(world, match)
    assert told.proven
    assert told.outcomes == sum(entry.actor is None for entry in loaded.entries) > 0
    assert told.file is not None
    verify(open_match(told.file.encode(), GAMES.game))


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
async def test_what_was_changed_is_found(world: World, harm: str, fault: str) -> None:
    """Seed, contribution, luck, a move, the end. Another seed may by chance begin alike."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    await world.play(match)
    assert (await proof(world, match)).proven
    world.sql(harm)
    told = await proof(world, match)
    assert told.fault is not None
    assert fault in told.fault
    assert not told.proven


async def test_of_a_game_that_is_not_installed(world: World) -> None:
    """Nobody knows what it hides, so its log stays secret until the match is over."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, most=3)
    stored = await world.store.load(match)
    assert stored is not None
    told = prove(stored, GameRegister({}), world.clock.now())
    assert (told.status, told.file, told.installed) == (Status.RUNNING, None, False)
    await world.service.resign(match, ANN)
    stored = await world.store.load(match)
    assert stored is not None
    file = prove(stored, GameRegister({}), world.clock.now()).file
    assert file is not None
    assert file == (await proof(world, match)).file


async def test_without_a_history_there_is_nothing_to_prove(world: World) -> None:
    """It is said as of any match that can't be read."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    world.sql("UPDATE match_event SET seat = 3 WHERE kind = 'seated'")
    with pytest.raises(BrokenMatch):
        await proof(world, match)
