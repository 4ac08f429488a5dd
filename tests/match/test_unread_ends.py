"""A moderator ends a match that can't be read; it is an ended match if it can be read again."""

from itertools import chain

import pytest

from bot.match.log.events import Void
from bot.match.log.records import Status
from bot.match.values.errors import (
    ClosedUnread,
    EndedUnread,
    InvitationClosed,
    MatchOver,
    Refusal,
)
from bot.match.values.times import Pace
from tests.match.test_broken import DAMAGE
from tests.match.world import ANN, BEN, DAN, GUILD, Side, World

MENDED = ("no such status", "another status")
"""Damage that the end repairs, because it writes the status anew."""
OWN_ROWS = ("holder", "deadline", "turn_alert", "plan")


async def freeze(world: World, damage: str) -> tuple[Side, int]:
    """Damage a running match; return a process that has read nothing yet, and the match."""
    match = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    await world.toy(match, "11 add 1", "12 add 2", "11 bid 1")
    world.sql(DAMAGE[damage])
    other = await world.another()
    assert not await other.matches.verify(match)
    return other, match


async def refusal_of(side: Side, match: int) -> type[Refusal]:
    with pytest.raises(Refusal) as refusal:
        await side.matches.load(match)
    return refusal.type


@pytest.mark.parametrize("damage", DAMAGE)
async def test_end_leaves_nothing_to_wait_for(world: World, damage: str) -> None:
    other, match = await freeze(world, damage)
    assert await other.service.end(match, DAN) is Status.OVER
    for side in (other, await world.another()):
        if damage in MENDED:
            assert (await side.matches.load(match)).roster.void is Void.MODERATED
        else:
            assert await refusal_of(side, match) is EndedUnread
        assert await side.store.frozen_matches(GUILD) == ()
        assert await side.store.running_of_user(GUILD, ANN) == ()
    rows = world.rows()
    assert [name for name in OWN_ROWS if rows[name]] == []
    assert {user for _, user, *_ in rows["took_part"]} <= {ANN, BEN}
    before = world.rows()
    with pytest.raises(MatchOver if damage in MENDED else EndedUnread):
        await other.service.end(match, DAN)
    await other.matches.verify_after(0, 10)
    assert world.rows() == before, "it ended once"


@pytest.mark.parametrize("damage", DAMAGE)
async def test_match_that_replays_again_has_ended_without_a_result(
    world: World, damage: str
) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.toy(match, "11 add 1", "12 add 2", "11 bid 1")
    whole = {table: world.rows()[table] for table in ("log", "match_event")}
    world.sql(DAMAGE[damage])
    other = await world.another()
    await other.matches.verify(match)
    await other.service.end(match, DAN)
    world.sql("DELETE FROM log")
    world.sql("DELETE FROM match_event WHERE n < 6")
    for table, rows in whole.items():
        places = ",".join(f"({','.join('?' * len(row))})" for row in rows)
        world.sql(f"INSERT INTO {table} VALUES {places}", *chain(*rows))  # noqa: S608 - constant text
    assert await other.matches.verify(match)
    loaded = await other.matches.load(match)
    assert (loaded.status, loaded.roster.void) == (Status.OVER, Void.MODERATED)
    assert world.rows()["took_part"]
    assert world.rows()["result"] == []


async def test_repaired_match_is_called_off_like_any_other(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.store.freeze(match, frozen=True)
    assert await world.service.end(match, DAN) is Status.OVER
    assert (await world.matches.load(match)).roster.void is Void.MODERATED


async def test_frozen_match_that_was_over_keeps_its_result(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, "to its end")
    world.sql("UPDATE log SET digest = 'ffff'")
    other = await world.another()
    assert not await other.matches.verify(match)
    before = world.rows()
    with pytest.raises(MatchOver):
        await other.service.end(match, DAN)
    assert world.rows() == before


async def test_frozen_invitation_is_called_off(world: World) -> None:
    match = (await world.toys.challenge(world.asked(ANN), (BEN,))).record.id
    world.sql("UPDATE match_event SET kind = 'party' WHERE n = 0")
    other = await world.another()
    assert not await other.matches.verify(match)
    assert await other.service.end(match, DAN) is Status.CALLED_OFF
    assert await refusal_of(other, match) is ClosedUnread
    world.sql("UPDATE match_event SET kind = 'joined' WHERE n = 0")
    assert await other.matches.verify(match)
    assert (await other.matches.load(match)).status is Status.CALLED_OFF
    with pytest.raises(InvitationClosed):
        await other.service.end(match, DAN)


async def test_person_in_an_ended_frozen_match_is_forgotten(world: World) -> None:
    other, match = await freeze(world, "another digest")
    await other.service.end(match, DAN)
    for user in (ANN, DAN):
        assert (await other.people.forget(user)).done
    assert not [row for rows in world.rows().values() for row in rows if ANN in row or DAN in row]
    assert await refusal_of(other, match) is EndedUnread


async def test_frozen_puzzle_of_the_day_counts_for_nothing(world: World) -> None:
    match = (await world.daily.open(world.daily_asked(ANN))).record.id
    world.sql("UPDATE log SET digest = 'ffff'")
    other = await world.another()
    assert not await other.matches.verify(match)
    assert await other.service.end(match, DAN) is Status.OVER
    assert [name for name in OWN_ROWS if world.rows()[name]] == []
    assert await refusal_of(other, match) is EndedUnread
    with pytest.raises(EndedUnread):
        await other.daily.open(world.daily_asked(ANN))
