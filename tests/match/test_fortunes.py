"""Luck belongs to whoever holds the seat at that time."""

from bot.match.statistics.fortunes import seat_fortunes, user_fortunes
from engine.core.fortune import total
from tests.match.world import ANN, BEN, CAT, World


async def test_people_have_the_luck_of_their_seats(world: World) -> None:
    """In a whole match of people the two ways to count are the same."""
    loaded = await world.begun(ANN, BEN, lobby=world.dice)
    loaded = await world.play(loaded.record.id, "fortune")
    seats = seat_fortunes(loaded)
    assert [fortune.dice > 0 for fortune in seats] == [True, True]
    assert user_fortunes(loaded) == dict(zip((ANN, BEN), seats, strict=True))


async def test_who_resigned_has_no_luck_after_that(world: World) -> None:
    """What a computer rolls on in the seat is nobody's."""
    loaded = await world.begun(ANN, BEN, CAT, lobby=world.dice)
    match = loaded.record.id
    before = user_fortunes(await world.play(match, "fortune", most=45))
    await world.service.resign(match, BEN)
    loaded = await world.play(match, "fortune")
    after = user_fortunes(loaded)
    assert after[BEN] == before[BEN]
    assert seat_fortunes(loaded)[1].dice > after[BEN].dice
    assert total(after.values()).dice < total(seat_fortunes(loaded)).dice


async def test_before_the_start_there_is_none(world: World) -> None:
    """An invitation has no seats yet."""
    loaded = await world.dice.challenge(world.asked(ANN), [BEN])
    assert (seat_fortunes(loaded), user_fortunes(loaded)) == ((), {})
