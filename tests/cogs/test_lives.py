"""What was posted before a restore is of another life, whatever any clock says."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import discord

from bot.match.people.pings import STANDS
from bot.storage.sqlite.copies import backup, restore
from cogs.posting.restores import NONE_YET, Restores, in_life
from tests.cogs.town import Town
from tests.match.world import ANN, BEN, CAT, World

STAMP = "20260102-030405"


def pressed(number: int, message: int | None) -> discord.Interaction:
    """An interaction with this id, on this message or by a command."""
    found = None if message is None else SimpleNamespace(id=message)
    return cast("discord.Interaction", SimpleNamespace(id=number, message=found))


async def restored(world: World, tmp_path: Path, name: str = "salud.db") -> World:
    """The world from a copy that was just made, in another life."""
    copy, path = tmp_path / "copy.db", tmp_path / "restored" / name
    backup(str(world.path), copy, force=True)
    restore(copy, str(path), STAMP, world.clock.now())
    again = await World.open(path)
    again._interaction = world._interaction + 100
    return again


async def test_never_restored(world: World) -> None:
    """Every message counts."""
    loaded = await world.begun(ANN, BEN)
    lives = Restores(world.store)
    assert not await lives.is_of_another(loaded, pressed(500, 1))
    assert await lives.begins(loaded) == 0
    assert in_life("b1:2:3", loaded) == "b1:2:3"


async def test_after_a_restore(world: World, tmp_path: Path) -> None:
    """What is older than the first interaction does not count; its answer does, and what follows.

    A match that was over in the copy, and one that begins afterwards, are as they were.
    """
    running = (await world.begun(ANN, BEN)).record.id
    over = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(over, ANN)
    again = await restored(world, tmp_path)
    try:
        lives = Restores(again.store)
        loaded = await again.matches.look(running)
        assert await lives.begins(loaded) == NONE_YET
        assert in_life("b1:2:3", loaded) != "b1:2:3"
        assert len(in_life("b1:2:3", loaded)) <= 25
        await lives.saw(pressed(500, None))
        for message in (1, 499):
            assert await lives.is_of_another(loaded, pressed(600, message))
        for message in (501, 599):
            assert not await lives.is_of_another(loaded, pressed(600, message))
        assert not await lives.is_of_another(loaded, pressed(600, None)), "a command asks again"
        for match in (over, (await again.begun(ANN, BEN)).record.id):
            other = await again.matches.look(match)
            assert not await lives.is_of_another(other, pressed(600, 1))
    finally:
        await again.close()


async def test_a_press_is_the_first_that_comes(world: World, tmp_path: Path) -> None:
    """Also where nothing was posted yet, and in a process that has just started."""
    running = (await world.begun(ANN, BEN)).record.id
    again = await restored(world, tmp_path)
    try:
        loaded = await again.matches.look(running)
        assert await Restores(again.store).is_of_another(loaded, pressed(500, 499))
        assert await Restores(again.store).is_of_another(loaded, pressed(520, 499))
        assert not await Restores(again.store).is_of_another(loaded, pressed(520, 510))
    finally:
        await again.close()


async def test_restored_again(world: World, tmp_path: Path) -> None:
    """What counted in the life before counts no more."""
    running = (await world.begun(ANN, BEN)).record.id
    one = await restored(world, tmp_path)
    lives = Restores(one.store)
    await lives.saw(pressed(500, None))
    assert not await lives.is_of_another(await one.matches.look(running), pressed(600, 550))
    await one.close()
    two = await restored(one, tmp_path, "again.db")
    try:
        loaded = await two.matches.look(running)
        assert await Restores(two.store).is_of_another(loaded, pressed(700, 550))
    finally:
        await two.close()


async def test_a_host_hears_of_a_decline_in_each_life(world: World, tmp_path: Path) -> None:
    """Another decline of the same number is another message: Discord drops a nonce it knows."""
    town = Town(world)
    match = await town.challenge(ANN, BEN, CAT)
    again = await restored(world, tmp_path)
    try:
        for one, user in ((world, BEN), (again, CAT)):
            town.use(one)
            await one.toys.decline(match, user)
            one.clock.time += STANDS
            await town.host_messages.tell(match)
        told = [message for message in town.posted if "can't make it" in message.text]
        assert len({message.nonce for message in told}) == len(told) == 2
    finally:
        await again.close()
