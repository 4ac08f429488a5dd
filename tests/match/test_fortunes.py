"""Luck belongs to the player who holds the seat when the dice are rolled."""

from bot.match.log.loaded import Loaded
from bot.match.statistics.results import results, seat_fortunes
from engine.core.fortune import Fortune
from tests.match.world import ANN, BEN, CAT, World


def of_people(loaded: Loaded) -> dict[int, Fortune]:
    """Return each person's luck from the results of a match."""
    return {result.user: result.stats.fortune for result in results(loaded)}


async def test_people_have_the_luck_of_their_seats_in_a_match_without_computers(
    world: World,
) -> None:
    loaded = await world.begun(ANN, BEN, lobby=world.dice)
    loaded = await world.play(loaded.record.id, "fortune")
    seats = seat_fortunes(loaded)
    assert [fortune.dice > 0 for fortune in seats] == [True, True]
    assert of_people(loaded) == dict(zip((ANN, BEN), seats, strict=True))


async def test_rolls_after_a_resignation_do_not_count_for_the_player(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT, lobby=world.dice)
    match = loaded.record.id
    before = seat_fortunes(await world.play(match, "fortune", most=45))[1]
    await world.service.resign(match, BEN)
    loaded = await world.play(match, "fortune")
    assert of_people(loaded)[BEN] == before
    assert seat_fortunes(loaded)[1].dice > before.dice


async def test_invitation_has_no_luck(world: World) -> None:
    loaded = await world.dice.challenge(world.asked(ANN), [BEN])
    assert seat_fortunes(loaded) == ()
