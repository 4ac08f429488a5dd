"""A damaged log is detected, and affects no other match."""

from itertools import chain

import pytest

from bot.match.log.records import Status
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.playing.service import MatchService
from bot.match.values.errors import Frozen
from tests.match.world import ANN, BEN, Meddling, World

DAMAGE = {
    "another digest": "UPDATE log SET digest = '0123456789abcdef' WHERE match = 1 AND seq = 2",
    "another move": "UPDATE log SET token = 'add 3' WHERE match = 1 AND seq = 1",
    "another roll": "UPDATE log"
    " SET token = 'roll ' || (1 + CAST(substr(token, 6, 1) AS INTEGER) % 6)"
    " WHERE match = 1 AND seq = 0",
    "an illegal move": "UPDATE log SET token = 'add 9' WHERE match = 1 AND seq = 2",
    "nonsense for luck": "UPDATE log SET token = 'rain' WHERE match = 1 AND seq = 0",
    "another seat": "UPDATE log SET actor = 1 WHERE match = 1 AND seq = 1",
    "a hole": "DELETE FROM log WHERE match = 1 AND seq = 1",
    "no end": "DELETE FROM log WHERE match = 1 AND seq = 3",
    "an event that is none": "UPDATE match_event SET kind = 'party' WHERE match = 1 AND n = 0",
    "another event": "UPDATE match_event SET kind = 'finished' WHERE match = 1 AND n = 5",
    "a vote that is none": "UPDATE match_event SET kind = 'voted', detail = 'often'"
    " WHERE match = 1 AND n = 2",
    "a seat that is none": "UPDATE match_event SET seat = 7 WHERE match = 1 AND n = 3",
    "no seat": "UPDATE match_event SET seat = NULL WHERE match = 1 AND n = 4",
    "one person twice": "UPDATE match_event SET holder = 11 WHERE match = 1 AND kind = 'seated'",
    "no such status": "UPDATE match SET status = 'lost' WHERE id = 1",
    "another status": "UPDATE match SET status = 'over' WHERE id = 1",
    "no first event": "DELETE FROM match_event WHERE match = 1 AND n = 0",
    "no last event": "DELETE FROM match_event WHERE match = 1 AND n = 5",
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_damaged_match_is_frozen_and_others_continue(world: World, damage: str) -> None:
    broken = (await world.begun(ANN, BEN)).record.id
    intact = (await world.begun(ANN, BEN)).record.id
    await world.toy(broken, "11 add 1", "12 add 2", "11 bid 1")
    world.sql(DAMAGE[damage])
    other = await world.another()
    before = world.rows()
    service: MatchService = other.service
    for work in (
        other.matches.load(broken),
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
    assert await other.store.of_user(900, ANN) == (intact,)
    loaded = await world.play(intact, "whole")
    assert loaded.status is Status.OVER
    assert (await other.matches.load(intact)).status is Status.OVER


@pytest.mark.parametrize("column", ["kind", "seat", "holder", "after_seq", "at", "detail"])
async def test_any_value_in_an_event_row_can_be_read_or_freezes_the_match(
    world: World, column: str
) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.toy(match, "11 add 1", "12 add 2", "11 bid 1")
    await world.service.resign(match, BEN)
    original = list(world.rows()["match_event"])
    places = ",".join(f"({','.join('?' * len(row))})" for row in original)
    words = column in ("kind", "detail")
    other = await world.another()
    for n in range(len(original)):
        for value in ("party", "started", "handed") if words else (-1, 0, 1, 99, 2**62):
            other.use(other.store)  # it has read nothing yet
            world.sql(f"UPDATE match_event SET {column} = ? WHERE n = ?", value, n)  # noqa: S608 - constant text
            try:
                await other.matches.load(match)
            except Frozen:
                world.sql("UPDATE match SET frozen = 0")
            world.sql("DELETE FROM match_event")
            world.sql(f"INSERT INTO match_event VALUES {places}", *chain(*original))  # noqa: S608
    assert (await (await world.another()).matches.load(match)).status is Status.OVER


@pytest.mark.parametrize("pressed", [True, False])
async def test_damage_after_a_commit_is_reported_as_unfinished(
    world: World, *, pressed: bool
) -> None:
    """The data on disk counts, so the bot must not answer that nothing has changed."""
    match = (await world.begun(ANN, BEN)).record.id

    async def lost() -> None:
        world.sql("UPDATE log SET digest = 'x' WHERE match = ? AND seq = 0", match)
        raise StoreTrouble("disk I/O error")

    world.use(Meddling(world.store, after=[lost]))
    work = world.do(match, ANN, "add 1", seq=1) if pressed else world.service.resign(match, ANN)
    before = world.rows()
    with pytest.raises(Unfinished):
        await work
    assert len(world.rows()["log"]) == len(before["log"]) + pressed
    assert (len(world.rows()["match_event"]) > len(before["match_event"])) != pressed
    with pytest.raises(Frozen):
        await world.matches.load(match)
