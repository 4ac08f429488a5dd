"""Messages from before a restore belong to another generation, regardless of clocks."""

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import discord

from bot.match.people.pings import STANDS
from bot.storage.sqlite.copies import backup, restore
from cogs.posting.restores import NONE_YET, Restores, in_generation
from tests.cogs.town import Town
from tests.match.world import ANN, BEN, CAT, World

STAMP = "20260102-030405"


def pressed(number: int, message: int | None) -> discord.Interaction:
    pressed_message = None if message is None else SimpleNamespace(id=message)
    return cast("discord.Interaction", SimpleNamespace(id=number, message=pressed_message))


async def restored(world: World, tmp_path: Path, name: str = "salud.db") -> World:
    copy, path = tmp_path / "copy.db", tmp_path / "restored" / name
    backup(str(world.path), copy, force=True)
    restore(copy, str(path), STAMP, world.clock.now())
    again = await World.open(path)
    again._interaction = world._interaction + 100
    return again


async def test_every_message_counts_without_a_restore(world: World) -> None:
    loaded = await world.begun(ANN, BEN)
    lives = Restores(world.store)
    assert not await lives.is_of_another(loaded, pressed(500, 1))
    assert await lives.begins(loaded) == 0
    assert in_generation("b1:2:3", loaded) == "b1:2:3"


async def test_messages_before_the_first_interaction_do_not_count_after_a_restore(
    world: World, tmp_path: Path
) -> None:
    """Matches that were over in the copy, and those that begin later, are not affected."""
    running = (await world.begun(ANN, BEN)).record.id
    over = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(over, ANN)
    again = await restored(world, tmp_path)
    try:
        lives = Restores(again.store)
        loaded = await again.matches.load(running)
        assert await lives.begins(loaded) == NONE_YET
        assert in_generation("b1:2:3", loaded) != "b1:2:3"
        assert len(in_generation("b1:2:3", loaded)) <= 25
        await lives.saw(pressed(500, None))
        for message in (1, 499):
            assert await lives.is_of_another(loaded, pressed(600, message))
        for message in (501, 599):
            assert not await lives.is_of_another(loaded, pressed(600, message))
        assert not await lives.is_of_another(loaded, pressed(600, None)), (
            "a command belongs to the current generation"
        )
        for match in (over, (await again.begun(ANN, BEN)).record.id):
            other = await again.matches.load(match)
            assert not await lives.is_of_another(other, pressed(600, 1))
    finally:
        await again.close()


async def test_press_can_be_the_first_interaction(world: World, tmp_path: Path) -> None:
    """Nothing has been posted yet, or the process has just started."""
    running = (await world.begun(ANN, BEN)).record.id
    again = await restored(world, tmp_path)
    try:
        loaded = await again.matches.load(running)
        assert await Restores(again.store).is_of_another(loaded, pressed(500, 499))
        assert await Restores(again.store).is_of_another(loaded, pressed(520, 499))
        assert not await Restores(again.store).is_of_another(loaded, pressed(520, 510))
    finally:
        await again.close()


async def test_second_restore_starts_another_generation(world: World, tmp_path: Path) -> None:
    running = (await world.begun(ANN, BEN)).record.id
    first = await restored(world, tmp_path)
    lives = Restores(first.store)
    await lives.saw(pressed(500, None))
    assert not await lives.is_of_another(await first.matches.load(running), pressed(600, 550))
    await first.close()
    second = await restored(first, tmp_path, "again.db")
    try:
        loaded = await second.matches.load(running)
        assert await Restores(second.store).is_of_another(loaded, pressed(700, 550))
    finally:
        await second.close()


def shown(match: int, seq: int, custom_id: str = "", message: int = 450) -> discord.Interaction:
    """Return a press on a board that has a button for this state, or on another custom_id."""
    button = SimpleNamespace(custom_id=f"2:undo:{match}:{seq}")
    return cast(
        "discord.Interaction",
        SimpleNamespace(
            type=discord.InteractionType.component,
            data={"custom_id": custom_id or button.custom_id},
            extras={},
            message=SimpleNamespace(
                id=message, components=[SimpleNamespace(children=[button])], flags=None
            ),
        ),
    )


async def put_by_hand(world: World, copy: Path, tmp_path: Path) -> World:
    """Replace the database by a copy without `restore`."""
    path = tmp_path / "by hand" / "salud.db"
    path.parent.mkdir()
    shutil.copyfile(copy, path)
    again = await World.open(path)
    again._interaction = world._interaction + 100
    await again.store.setbacks.look()
    return again


async def test_message_with_a_lost_state_begins_one_generation(
    world: World, tmp_path: Path
) -> None:
    match, copy = (await world.begun(ANN, BEN)).record.id, tmp_path / "copy.db"
    backup(str(world.path), copy)
    again = await put_by_hand(world, copy, tmp_path)
    try:
        heard: list[int] = []
        again.store.setbacks.listeners.append(lambda: heard.append(1))
        lives, loaded = Restores(again.store), await again.matches.load(match)
        seq = loaded.seq
        for harmless in (
            shown(match, seq),
            shown(match, seq, f"2:undo:{match}:{seq + 5}"),  # forged
            shown(match + 1, seq + 5),
        ):
            assert not await lives.shows_lost_entries(loaded, harmless)
        assert await again.store.newest_generation() == 0
        for _ in range(2):
            assert await lives.shows_lost_entries(loaded, shown(match, seq + 5))
        assert heard == [1]
        assert (await again.matches.load(match)).record.generation > 0
        assert again.store.setbacks.remark is not None
    finally:
        await again.close()


async def test_message_of_an_unknown_match_begins_one_generation(
    world: World, tmp_path: Path
) -> None:
    known, copy = (await world.begun(ANN, BEN)).record.id, tmp_path / "copy.db"
    backup(str(world.path), copy)
    lost = (await world.begun(ANN, BEN)).record.id
    again = await put_by_hand(world, copy, tmp_path)
    try:
        lives = Restores(again.store)
        forged = shown(known, 0, f"2:undo:{lost + 9}:0")
        assert not await lives.shows_missing(lost + 9, forged)
        assert await lives.shows_missing(known, shown(known, 0)), "it was deleted"
        assert await again.store.newest_generation() == 0
        for _ in range(2):
            assert await lives.shows_missing(lost, shown(lost, 0))
        assert await again.store.newest_generation() > 0
        assert (await again.begun(ANN, BEN)).record.id > lost
    finally:
        await again.close()


async def test_declines_in_two_lives_are_two_messages(world: World, tmp_path: Path) -> None:
    """Discord drops a message whose nonce it knows."""
    town = Town(world)
    match = await town.challenge(ANN, BEN, CAT)
    again = await restored(world, tmp_path)
    try:
        for town_world, user in ((world, BEN), (again, CAT)):
            town.use(town_world)
            await town_world.toys.decline(match, user)
            town_world.clock.time += STANDS
            await town.host_messages.tell(match)
        declines = [message for message in town.posted if "can't make it" in message.text]
        assert len({message.nonce for message in declines}) == len(declines) == 2
    finally:
        await again.close()
