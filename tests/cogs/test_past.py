"""Which match is meant by who looks back."""

import pytest

from cogs.scenes.lookup import MatchLookup, WhichMatch
from cogs.scenes.past_lookup import NothingToSee, PastLookup
from tests.cogs.contexts import context
from tests.cogs.test_papers import book, kit, scenes
from tests.match.world import ANN, BEN, CAT, DAN, World

HERE, THERE = 701, 702


def lookup(world: World) -> PastLookup:
    """What searches."""
    names = book()
    collaborators = kit(world, names=names)
    return PastLookup(collaborators, MatchLookup(collaborators, scenes(world, names)))


async def found(world: World, user: int, place: int = HERE, match: int | None = None) -> int:
    """The number of the match meant."""
    return (await lookup(world).find(context(world, user, place), match)).record.id


async def over(world: World, place: int, *users: int) -> int:
    """A match that was played there."""
    match = await running(world, place, *users)
    await world.service.resign(match, users[0])
    return match


async def running(world: World, place: int, *users: int) -> int:
    """A match that is played there."""
    match = (await world.begun(*users)).record.id
    await world.store.set_place(match, place)
    return match


async def test_matches_that_are_over_are_found_where_they_were_played(world: World) -> None:
    """Before others of the same person; one that goes on here comes first."""
    first = await over(world, HERE, ANN, BEN)
    second = await over(world, THERE, ANN, BEN)
    third = await running(world, 703, ANN, CAT)
    assert await found(world, ANN) == first
    assert await found(world, ANN, THERE) == second
    assert await found(world, ANN, 704) == third
    assert await found(world, DAN, match=first) == first
    fourth = await running(world, HERE, CAT, DAN)
    assert await found(world, ANN) == fourth


async def test_else_the_last_one(world: World) -> None:
    """Of who asks; who has played none is told to say which."""
    await over(world, HERE, ANN, BEN)
    world.clock.time += 60
    last = await over(world, THERE, ANN, CAT)
    assert await found(world, ANN, 704) == last
    with pytest.raises(NothingToSee):
        await found(world, DAN)
    await running(world, 705, BEN, DAN)
    await running(world, 706, BEN, DAN)
    with pytest.raises(WhichMatch):
        await found(world, BEN, 704)


async def test_what_is_offered(world: World) -> None:
    """Running matches first, then those that are over, the last of them first."""
    one = await over(world, HERE, ANN, BEN)
    world.clock.time += 60
    two = await over(world, THERE, ANN, CAT)
    three = await running(world, THERE, ANN, CAT)
    ctx = context(world, ANN, HERE)
    offered = await lookup(world).suggest(ctx, "")
    assert [choice.value for choice in offered] == [three, two, one]
    assert all(len(choice.name) <= 100 for choice in offered)
    some = await lookup(world).suggest(ctx, f"#{one} ")
    assert [choice.value for choice in some] == [one]
