"""A log that was meddled with is noticed, and harms no other match."""

import pytest

from bot.match.errors import Frozen
from bot.match.service import MatchService
from bot.match.types import Status
from tests.match.world import ANN, BEN, World

DAMAGE = {
    "another digest": "UPDATE log SET digest = '0123456789abcdef' WHERE match = 1 AND seq = 2",
    "another move": "UPDATE log SET token = 'add 3' WHERE match = 1 AND seq = 1",
    "another roll": "UPDATE log SET token = 'roll ' || (1 + substr(token, 6) % 6)"
    " WHERE match = 1 AND seq = 0",
    "an illegal move": "UPDATE log SET token = 'add 9' WHERE match = 1 AND seq = 2",
    "nonsense for luck": "UPDATE log SET token = 'rain' WHERE match = 1 AND seq = 0",
    "another seat": "UPDATE log SET actor = 1 WHERE match = 1 AND seq = 1",
    "a hole": "DELETE FROM log WHERE match = 1 AND seq = 1",
    "no end": "DELETE FROM log WHERE match = 1 AND seq = 3",
    "no last event": "DELETE FROM match_event WHERE match = 1 AND n = 5",
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_damage(world: World, damage: str) -> None:
    """Nothing can be done to it any more; the others go on."""
    broken = (await world.begun(ANN, BEN)).record.id
    whole = (await world.begun(ANN, BEN)).record.id
    await world.toy(broken, "11 add 1", "12 add 2", "11 bid 1")
    world.sql(DAMAGE[damage])
    other = await world.another()
    before = world.rows()
    service: MatchService = other.service
    for work in (
        service.look(broken),
        service.press(broken, BEN, 4, ("bid 1",), 9001),
        service.resign(broken, ANN),
        service.go_on(broken),
        other.toys.join(broken, ANN, 9002),
    ):
        with pytest.raises(Frozen):
            await work
    world.sql("UPDATE match SET frozen = 0 WHERE id = 1 AND frozen = 1")
    assert world.rows() == before, "it was frozen, and nothing else"
    world.sql("UPDATE match SET frozen = 1 WHERE id = 1")
    assert await other.store.of_user(900, ANN) == (whole,)
    loaded = await world.play(whole, "whole")
    assert loaded.status is Status.OVER
    assert (await other.service.look(whole)).status is Status.OVER
