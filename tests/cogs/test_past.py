"""Which match a command that looks back chooses."""

import pytest

from cogs.scenes.lookup import MatchLookup, WhichMatch
from cogs.scenes.past_lookup import NothingToSee, find_past, suggest_past
from tests.cogs.contexts import context
from tests.cogs.test_papers import book, kit, scenes
from tests.match.world import ANN, BEN, CAT, DAN, World

HERE, THERE = 701, 702


def lookup(world: World) -> MatchLookup:
    names = book()
    return MatchLookup(kit(world, names=names), scenes(world, names))


async def chosen(world: World, user: int, place: int = HERE, match: int | None = None) -> int:
    return (await find_past(lookup(world), context(world, user, place), match)).record.id


async def over(world: World, place: int, *users: int) -> int:
    match = await running(world, place, *users)
    await world.service.resign(match, users[0])
    return match


async def running(world: World, place: int, *users: int) -> int:
    match = (await world.begun(*users)).record.id
    await world.store.set_place(match, place)
    return match


async def test_match_of_this_place_comes_first(world: World) -> None:
    """A running match comes before finished ones."""
    first = await over(world, HERE, ANN, BEN)
    second = await over(world, THERE, ANN, BEN)
    third = await running(world, 703, ANN, CAT)
    assert await chosen(world, ANN) == first
    assert await chosen(world, ANN, THERE) == second
    assert await chosen(world, ANN, 704) == third
    assert await chosen(world, DAN, match=first) == first
    fourth = await running(world, HERE, CAT, DAN)
    assert await chosen(world, ANN) == fourth


async def test_without_a_match_here_the_user_s_last_one_is_chosen(world: World) -> None:
    await over(world, HERE, ANN, BEN)
    world.clock.time += 60
    last = await over(world, THERE, ANN, CAT)
    assert await chosen(world, ANN, 704) == last
    with pytest.raises(NothingToSee):
        await chosen(world, DAN)
    await running(world, 705, BEN, DAN)
    await running(world, 706, BEN, DAN)
    with pytest.raises(WhichMatch):
        await chosen(world, BEN, 704)


async def test_suggestions_list_running_matches_then_the_newest(world: World) -> None:
    first = await over(world, HERE, ANN, BEN)
    world.clock.time += 60
    second = await over(world, THERE, ANN, CAT)
    third = await running(world, THERE, ANN, CAT)
    ctx = context(world, ANN, HERE)
    offered = await suggest_past(lookup(world), ctx, "")
    assert [choice.value for choice in offered] == [third, second, first]
    assert all(len(choice.name) <= 100 for choice in offered)
    some = await suggest_past(lookup(world), ctx, f"#{first} ")
    assert [choice.value for choice in some] == [first]
