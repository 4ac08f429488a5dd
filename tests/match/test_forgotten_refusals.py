"""Forgetting a user lifts no refusal of their challenges, and gives back no pings."""

import pytest

from bot.match.lobby.errors import NotChallenged
from bot.match.people.pings import OF_PAIR, OF_SENDER
from bot.match.values.times import DAY
from tests.match.test_forgetting import VIC, columns_with
from tests.match.world import ANN, BEN, CAT, DAN, World

pytestmark = pytest.mark.both_databases


async def test_refusal_outlasts_forgetting(world: World) -> None:
    await world.refusals.refuse(ANN, [VIC, BEN], 5)
    await world.people.forget(VIC)
    assert columns_with(world) == []
    assert await world.refusals.refused_by(ANN) == (BEN,)
    for side in (world, await world.another()):
        await world.refused(NotChallenged, side.toys.challenge(world.asked(VIC), [ANN]))
    await world.toys.challenge(world.asked(VIC), [CAT])
    await world.refusals.refuse(ANN, [BEN, CAT], 6)
    await world.people.forget(VIC)
    await world.refused(NotChallenged, world.toys.challenge(world.asked(VIC), [ANN]))


async def test_refusal_of_forgotten_person_is_lifted_by_naming_them(world: World) -> None:
    await world.refusals.refuse(ANN, [VIC], 5)
    await world.people.forget(VIC)
    await world.refusals.refuse(ANN, [VIC, BEN], 6)
    await world.refusals.refuse(ANN, [BEN], 7)
    await world.toys.challenge(world.asked(VIC), [ANN])
    assert await world.refusals.refused_by(ANN) == (BEN,)


async def test_refusing_person_who_is_forgotten_leaves_nothing(world: World) -> None:
    await world.refusals.refuse(VIC, [BEN], 5)
    await world.people.forget(BEN)
    assert (await world.people.store.personal_data(VIC))["forgotten_refusal"] == [{"at": 5}]
    await world.people.forget(VIC)
    assert columns_with(world) == []
    assert await world.people.store.personal_data(VIC) == {}


async def test_forgotten_sender_has_used_the_pings_of_the_pair_and_of_all(world: World) -> None:
    for n in range(OF_PAIR[0][0]):
        assert await world.pings.claim(f"act {n}", VIC, [ANN]) == (ANN,)
    await world.people.forget(VIC)
    assert columns_with(world) == []
    assert await world.pings.claim("again", VIC, [ANN, BEN]) == (BEN,)
    others = range(100, 100 + OF_SENDER[0][0])
    used = OF_PAIR[0][0] + 1
    assert len(await world.pings.claim("all", VIC, others)) == OF_SENDER[0][0] - used
    assert await world.pings.claim("another sender", DAN, [ANN]) == (ANN,)
    world.clock.time += DAY
    assert await world.pings.claim("a day later", VIC, [ANN]) == (ANN,)
