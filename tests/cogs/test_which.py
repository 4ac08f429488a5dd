"""Which match a command chooses."""

from typing import Any

import pytest

from bot.match.values.errors import NoSuchMatch
from cogs.scenes.lookup import MatchLookup, NoMatchHere, SeveralHere, WhichMatch
from tests.cogs.contexts import context
from tests.cogs.test_papers import book, kit, scenes
from tests.match.world import ANN, BEN, CAT, GUILD, World

PLACE, ELSEWHERE = 701, 702


def lookup(world: World) -> MatchLookup:
    return MatchLookup(kit(world), scenes(world, book()))


async def number(world: World, user: int, match: int | None = None, **more: Any) -> int:
    watching = more.pop("watching", False)
    ctx = context(world, user, more.pop("place", PLACE), more.pop("guild", GUILD))
    return (await lookup(world).find(ctx, match, watching=watching)).record.id


async def placed(world: World, place: int, *users: int) -> int:
    match = (await world.begun(*users)).record.id
    await world.store.set_place(match, place)
    return match


async def test_named_match_is_found_anywhere_in_its_server(world: World) -> None:
    match = await placed(world, ELSEWHERE, ANN, BEN)
    assert await number(world, CAT, match) == match
    with pytest.raises(NoSuchMatch):
        await number(world, ANN, match, guild=GUILD + 1)
    with pytest.raises(NoSuchMatch):
        await number(world, ANN, 99)


async def test_match_of_this_place_comes_first(world: World) -> None:
    here = await placed(world, PLACE, ANN, BEN)
    there = await placed(world, ELSEWHERE, ANN, BEN)
    assert await number(world, ANN) == here
    assert await number(world, ANN, place=ELSEWHERE) == there
    with pytest.raises(WhichMatch):
        await number(world, ANN, place=703)


async def test_only_match_is_chosen_without_one_here(world: World) -> None:
    """Invitations are not matches yet."""
    with pytest.raises(NoMatchHere):
        await number(world, ANN)
    await world.toys.challenge(world.asked(ANN), [CAT])
    with pytest.raises(NoMatchHere):
        await number(world, ANN)
    match = await placed(world, ELSEWHERE, ANN, BEN)
    assert await number(world, ANN) == match
    with pytest.raises(NoMatchHere):
        await number(world, CAT)


async def test_several_matches_here_need_a_choice(world: World) -> None:
    await placed(world, PLACE, ANN, BEN)
    second = await placed(world, PLACE, ANN, CAT)
    with pytest.raises(WhichMatch):
        await number(world, ANN)
    assert await number(world, CAT) == second


async def test_watching_finds_the_match_of_the_place(world: World) -> None:
    match = await placed(world, PLACE, ANN, BEN)
    assert await number(world, CAT, watching=True) == match
    with pytest.raises(NoMatchHere):
        await number(world, CAT)
    await placed(world, PLACE, ANN, BEN)
    with pytest.raises(SeveralHere) as caught:
        await number(world, CAT, watching=True)
    assert "Several matches are played here" in caught.value.sentence


async def test_here_to_act_finds_the_match_in_which_the_user_is_in_turn(world: World) -> None:
    """It returns None if there is no such match, which is not a refusal."""
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
