"""Limits on pings, which hold over any period and across processes."""

from itertools import accumulate
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bot.match.people.pings import (
    OF_PAIR,
    OF_RECEIVER,
    OF_SENDER,
    Ping,
    PingBudget,
    PingStore,
    allowed_receivers,
)
from bot.match.values.times import DAY, HOUR
from chaos.checks.budget import exceeded
from tests.match.world import ANN, BEN, CAT, DAN, EVE, World

PEOPLE = (ANN, BEN, CAT, DAN, EVE, *range(20, 60))
people = st.sampled_from(PEOPLE)
claims = st.lists(
    st.tuples(
        st.sampled_from((0, 0, 0, 1, 7, 60, 600, HOUR, HOUR - 1, 5 * HOUR, DAY)),
        people,
        st.lists(people, min_size=1, max_size=3, unique=True),
    ),
    min_size=40,
    max_size=150,
)


@given(claims, st.integers(1, len(PEOPLE)))
def test_no_period_has_more_pings_than_allowed(
    acts: list[tuple[int, int, list[int]]], few: int
) -> None:
    """If no ping of the last day counts against a claim, all its receivers are pinged."""
    sent: list[Ping] = []
    for at, (_, sender, receivers) in zip(
        accumulate(wait for wait, _, _ in acts), acts, strict=True
    ):
        sender = PEOPLE[PEOPLE.index(sender) % few]
        chosen = allowed_receivers(sent, sender, receivers, at)
        assert set(chosen) <= set(receivers)
        quiet = [ping for ping in sent if at - ping.at < DAY]
        fresh = not any(sender == p.sender or p.receiver in receivers for p in quiet)
        assert not fresh or list(chosen) == receivers, "nothing stands against it"
        sent += [Ping(sender, user, at) for user in chosen]
    assert exceeded(sent) == []


def test_docs_list_the_limits() -> None:
    page = (Path(__file__).parents[2] / "docs/pace.md").read_text(encoding="utf-8")
    for name, kind in (
        ("one person | one other", OF_PAIR),
        ("one person | all others together", OF_SENDER),
        ("all others together | one person", OF_RECEIVER),
    ):
        (of_hour, _), (of_day, _) = kind
        assert [seconds for _, seconds in kind] == [HOUR, DAY]
        assert f"| {name} | {of_hour} | {of_day} |" in page


def test_exceeded_reports_one_ping_too_many_of_each_kind() -> None:
    """This proves that the property test above can fail."""
    of_pair, hour = OF_PAIR[0]
    pair = [Ping(ANN, BEN, at) for at in range(of_pair + 1)]
    assert exceeded(pair[:-1]) == []
    assert "from one person to another" in exceeded(pair)[0]
    spread = [Ping(ANN, user, 5) for user in range(OF_SENDER[0][0] + 1)]
    assert "from one person (" in exceeded(spread)[0]
    crowd = [Ping(user, ANN, 5) for user in range(OF_RECEIVER[0][0] + 1)]
    assert "to one person" in exceeded(crowd)[0]
    later = [Ping(ANN, BEN, at * (hour // of_pair + 1)) for at in range(9)]
    assert exceeded(later) == [], "pings further apart don't count together"


async def test_pings_of_all_processes_count(world: World) -> None:
    sides = [world, await world.another(), await world.another()]
    got = [await sides[n % 3].pings.claim(f"act {n}", ANN, [BEN]) for n in range(9)]
    most, _ = OF_PAIR[0]
    assert got == [(BEN,)] * most + [()] * (9 - most)
    again = await world.another()
    assert await again.pings.claim("after a restart", ANN, [BEN, CAT]) == (CAT,)
    world.clock.time += HOUR
    assert await again.pings.claim("an hour later", ANN, [BEN]) == (BEN,)


async def test_retried_message_pings_the_same_users_at_no_cost(world: World) -> None:
    """The first attempt may have been sent; Discord then drops the second."""
    for _ in range(5):
        assert await world.pings.claim("one", ANN, [BEN, CAT]) == (BEN, CAT)
    assert await world.pings.claim("two", ANN, [BEN]) == (BEN,)
    export = await world.people.store.personal_data(ANN)
    assert len(export["ping.sender"]) == 3


async def test_delayed_message_counts_when_it_is_sent(world: World) -> None:
    """Discord refused it at first."""
    pings = PingBudget(PingStore(world.database), world.clock)
    most, seconds = OF_PAIR[0]
    early = [f"early {number}" for number in range(most)]
    for cause in early:
        assert await pings.claim(cause, ANN, [BEN]) == (BEN,)
    world.clock.time += seconds
    late = [*early, *(f"late {number}" for number in range(most))]
    pinged = [cause for cause in late if await pings.claim(cause, ANN, [BEN])]
    assert len(pinged) == most


async def test_pings_are_deleted_when_they_no_longer_count(world: World) -> None:
    """That includes pings recorded by a clock that was far ahead."""
    await world.pings.claim("one", ANN, [BEN])
    world.clock.time += 400 * DAY
    for n in range(9):
        await world.pings.claim(f"ahead {n}", ANN, [BEN])
    world.clock.time -= 399 * DAY
    assert await world.pings.claim("back", ANN, [BEN]) == (BEN,)
    assert len((await world.people.store.personal_data(BEN))["ping.receiver"]) == 1


async def test_pings_of_forgotten_senders_still_count_for_the_receiver(world: World) -> None:
    for n in range(OF_RECEIVER[0][0]):
        await world.pings.claim(f"act {n}", 100 + n, [BEN])
    for n in range(OF_RECEIVER[0][0]):
        await world.people.forget(100 + n)
    assert await world.pings.claim("one more", ANN, [BEN]) == ()


async def test_forgotten_users_and_empty_lists_are_not_pinged(world: World) -> None:
    assert await PingBudget(PingStore(world.database), world.clock).claim("x", ANN, []) == ()
    assert await world.pings.claim("x", ANN, [-3]) == ()
