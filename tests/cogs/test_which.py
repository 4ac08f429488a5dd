"""Which match a command means."""

from typing import Any

import pytest

from bot.match.values.errors import NoSuchMatch
from cogs.scenes.lookup import MatchLookup, NoMatchHere, SeveralHere, WhichMatch
from tests.cogs.contexts import context
from tests.cogs.test_papers import book, kit, scenes
from tests.match.world import ANN, BEN, CAT, GUILD, World

PLACE, ELSEWHERE = 701, 702


def lookup(world: World) -> MatchLookup:
    """What searches."""
    return MatchLookup(kit(world), scenes(world, book()))


async def found(world: World, user: int, match: int | None = None, **more: Any) -> int:
    """The number of the match meant."""
    watching = more.pop("watching", False)
    ctx = context(world, user, more.pop("place", PLACE), more.pop("guild", GUILD))
    return (await lookup(world).find(ctx, match, watching=watching)).record.id


async def placed(world: World, place: int, *users: int) -> int:
    """A match that is played there."""
    match = (await world.begun(*users)).record.id
    await world.store.set_place(match, place)
    return match


async def test_the_one_named(world: World) -> None:
    """Wherever it is played, but only in its own server."""
    match = await placed(world, ELSEWHERE, ANN, BEN)
    assert await found(world, CAT, match) == match
    with pytest.raises(NoSuchMatch):
        await found(world, ANN, match, guild=GUILD + 1)
    with pytest.raises(NoSuchMatch):
        await found(world, ANN, 99)


async def test_the_one_played_here(world: World) -> None:
    """Before the user's others."""
    here = await placed(world, PLACE, ANN, BEN)
    there = await placed(world, ELSEWHERE, ANN, BEN)
    assert await found(world, ANN) == here
    assert await found(world, ANN, place=ELSEWHERE) == there
    with pytest.raises(WhichMatch):
        await found(world, ANN, place=703)


async def test_the_only_one(world: World) -> None:
    """Where none is played here; invitations are no matches yet."""
    with pytest.raises(NoMatchHere):
        await found(world, ANN)
    await world.toys.challenge(world.asked(ANN), [CAT])
    with pytest.raises(NoMatchHere):
        await found(world, ANN)
    match = await placed(world, ELSEWHERE, ANN, BEN)
    assert await found(world, ANN) == match
    with pytest.raises(NoMatchHere):
        await found(world, CAT)


async def test_several_here(world: World) -> None:
    """Then it must be said which."""
    await placed(world, PLACE, ANN, BEN)
    second = await placed(world, PLACE, ANN, CAT)
    with pytest.raises(WhichMatch):
        await found(world, ANN)
    assert await found(world, CAT) == second


async def test_watching(world: World) -> None:
    """Who only looks gets the match of the place."""
    match = await placed(world, PLACE, ANN, BEN)
    assert await found(world, CAT, watching=True) == match
    with pytest.raises(NoMatchHere):
        await found(world, CAT)
    await placed(world, PLACE, ANN, BEN)
    with pytest.raises(SeveralHere) as caught:
        await found(world, CAT, watching=True)
    assert "Several matches are played here" in caught.value.sentence


async def test_here_to_act(world: World) -> None:
    """The match in which the user must act now; none is no refusal."""
    match = await placed(world, PLACE, ANN, BEN)

    async def mine(user: int, named: int | None = None) -> int | None:
        loaded = await lookup(world).here_to_act(context(world, user, PLACE), named)
        return None if loaded is None else loaded.record.id

    assert await mine(ANN) == match
    assert await mine(BEN) is None
    assert await mine(BEN, match) == match
    await placed(world, PLACE, ANN, CAT)
    with pytest.raises(WhichMatch):
        await mine(ANN)
