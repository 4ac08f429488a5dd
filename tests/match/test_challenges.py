"""Challenges are for those who take them."""

import pytest

from bot.match.lobby.challenges import CHALLENGES, ChallengePreference, challenge_preference
from bot.match.lobby.errors import NotChallenged
from bot.match.log.records import Status
from tests.match.world import ANN, BEN, CAT, DAN, World


async def take(world: World, user: int, which: ChallengePreference) -> None:
    """Let somebody be challenged so."""
    await world.store.set_user_settings(user, {CHALLENGES: which.value})


async def test_refused_of_all_or_of_somebody(world: World) -> None:
    """The host reads the same of both, named are those who refuse, and nothing is made."""
    await take(world, BEN, ChallengePreference.NONE)
    await world.refusals.refuse(CAT, [ANN], 5)
    said = []
    for user in (BEN, CAT):
        refusal = await world.refused(
            NotChallenged, world.toys.challenge(world.asked(ANN), [user, DAN])
        )
        assert refusal.values == {"users": (user,)}
        said.append(refusal.sentence)
    assert said[0] == said[1], "nobody learns whether it is meant for them"
    both = await world.refused(NotChallenged, world.toys.challenge(world.asked(ANN), [BEN, CAT]))
    assert both.values == {"users": (BEN, CAT)}
    await world.toys.challenge(world.asked(DAN), [CAT])
    await world.refusals.refuse(CAT, [DAN], 6)
    await world.toys.challenge(world.asked(ANN), [CAT])
    await world.refused(NotChallenged, world.toys.challenge(world.asked(DAN), [CAT]))


async def test_a_rematch_is_a_challenge(world: World) -> None:
    """Of whoever refuses; they may ask for one themselves."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    await take(world, BEN, ChallengePreference.NONE)
    await world.refused(NotChallenged, world.toys.rematch(match, world.asked(ANN)))
    new = await world.toys.rematch(match, world.asked(BEN))
    assert new.roster.invited == (ANN,)


async def test_open_tables_and_what_stands(world: World) -> None:
    """Who refuses challenges may sit at any table, and accept what was asked before."""
    before = await world.toys.challenge(world.asked(ANN), [BEN])
    await take(world, BEN, ChallengePreference.NONE)
    await world.refusals.refuse(BEN, [ANN], 5)
    table = await world.toys.open_table(world.asked(ANN), 2)
    for match in (before.record.id, table.record.id):
        loaded = await world.toys.join(match, BEN, world.interaction())
        assert loaded.status is Status.RUNNING


async def test_whom_a_challenge_pings(world: World) -> None:
    """Those who have not said otherwise."""
    await take(world, BEN, ChallengePreference.QUIET)
    assert await world.challenges.pinged([ANN, BEN, CAT]) == (ANN, CAT)
    await world.toys.challenge(world.asked(ANN), [BEN])


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (None, ChallengePreference.PINGED),
        ("quiet", ChallengePreference.QUIET),
        ("none", ChallengePreference.NONE),
        ("x", ChallengePreference.PINGED),
    ],
)
def test_what_is_not_known_is_as_usual(value: str | None, read: ChallengePreference) -> None:
    """A setting of another version is none."""
    assert challenge_preference({} if value is None else {CHALLENGES: value}) is read
