"""Players' preferences about challenges."""

import pytest

from bot.match.lobby.challenges import CHALLENGES, ChallengePreference, challenge_preference
from bot.match.lobby.errors import NotChallenged
from bot.match.log.records import Status
from tests.match.world import ANN, BEN, CAT, DAN, World


async def set_preference(world: World, user: int, preference: ChallengePreference) -> None:
    """Store a user's preference about challenges."""
    await world.store.set_user_settings(user, {CHALLENGES: preference.value})


async def test_host_cannot_tell_a_general_refusal_from_a_personal_one(world: World) -> None:
    """The refusal names the users who refuse, and creates nothing."""
    await set_preference(world, BEN, ChallengePreference.NONE)
    await world.refusals.refuse(CAT, [ANN], 5)
    sentences = []
    for user in (BEN, CAT):
        refusal = await world.refused(
            NotChallenged, world.toys.challenge(world.asked(ANN), [user, DAN])
        )
        assert refusal.values == {"users": (user,)}
        sentences.append(refusal.sentence)
    assert sentences[0] == sentences[1], "the host does not learn which refusal it is"
    both = await world.refused(NotChallenged, world.toys.challenge(world.asked(ANN), [BEN, CAT]))
    assert both.values == {"users": (BEN, CAT)}
    await world.toys.challenge(world.asked(DAN), [CAT])
    await world.refusals.refuse(CAT, [DAN], 6)
    await world.toys.challenge(world.asked(ANN), [CAT])
    await world.refused(NotChallenged, world.toys.challenge(world.asked(DAN), [CAT]))


async def test_preference_applies_to_a_rematch_but_not_to_own_requests(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    await set_preference(world, BEN, ChallengePreference.NONE)
    await world.refused(NotChallenged, world.toys.rematch(match, world.asked(ANN)))
    new = await world.toys.rematch(match, world.asked(BEN))
    assert new.roster.invited == (ANN,)


async def test_players_who_refuse_challenges_can_join_tables_and_earlier_challenges(
    world: World,
) -> None:
    before = await world.toys.challenge(world.asked(ANN), [BEN])
    await set_preference(world, BEN, ChallengePreference.NONE)
    await world.refusals.refuse(BEN, [ANN], 5)
    table = await world.toys.open_table(world.asked(ANN), 2)
    for match in (before.record.id, table.record.id):
        loaded = await world.toys.join(match, BEN, world.interaction())
        assert loaded.status is Status.RUNNING


async def test_challenge_pings_all_users_except_quiet_ones(world: World) -> None:
    await set_preference(world, BEN, ChallengePreference.QUIET)
    assert await world.challenges.users_to_ping([ANN, BEN, CAT]) == (ANN, CAT)
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
def test_unknown_preference_is_the_default(value: str | None, read: ChallengePreference) -> None:
    assert challenge_preference({} if value is None else {CHALLENGES: value}) is read
