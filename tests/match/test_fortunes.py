"""Luck belongs to whoever holds the seat at that time."""

from bot.match.log.loaded import Loaded
from bot.match.statistics.results import results, seat_fortunes
from engine.core.fortune import Fortune
from tests.match.world import ANN, BEN, CAT, World


def of_people(loaded: Loaded) -> dict[int, Fortune]:
    """What the results of a match say of each person's luck."""
    return {one.user: one.stats.fortune for one in results(loaded)}


async def test_people_have_the_luck_of_their_seats(world: World) -> None:
    """In a whole match of people the two ways to count are the same."""
    loaded = await world.begun(ANN, BEN, lobby=world.dice)
    loaded = await world.play(loaded.record.id, "fortune")
    seats = seat_fortunes(loaded)
    assert [fortune.dice > 0 for fortune in seats] == [True, True]
    assert of_people(loaded) == dict(zip((ANN, BEN), seats, strict=True))


async def test_who_resigned_has_no_luck_after_that(world: World) -> None:
    """What a computer rolls on in the seat is nobody's."""
    loaded = await world.begun(ANN, BEN, CAT, lobby=world.dice)
    match = loaded.record.id
    before = seat_fortunes(await world.play(match, "fortune", most=45))[1]
    await world.service.resign(match, BEN)
    loaded = await world.play(match, "fortune")
    assert of_people(loaded)[BEN] == before
    assert seat_fortunes(loaded)[1].dice > before.dice


async def test_before_the_start_there_is_none(world: World) -> None:
    """An invitation has no seats yet."""
    loaded = await world.dice.challenge(world.asked(ANN), [BEN])
    assert seat_fortunes(loaded) == ()
