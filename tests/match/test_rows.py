"""Series of rematches: seat rotation, the score, and messages to hosts."""

from bot.match.lobby.errors import RematchAsked
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.messages import MessageKind
from bot.match.people.servers import SeriesScore
from tests.match.world import ANN, BEN, CAT, CHANNEL, GUILD, World


async def again(world: World, match: int, host: int, *others: int) -> Loaded:
    """Create the rematch; the others join it in this order."""
    new = await world.toys.rematch(match, world.asked(host))
    for user in others:
        new = await world.toys.join(new.record.id, user, world.interaction())
    return new


async def test_seats_rotate_in_each_rematch(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT)
    assert loaded.roster.holders == (ANN, BEN, CAT)
    for host, others, seated in (
        (CAT, (BEN, ANN), (BEN, CAT, ANN)),
        (BEN, (ANN, CAT), (CAT, ANN, BEN)),
        (ANN, (CAT, BEN), (ANN, BEN, CAT)),
    ):
        await world.play(loaded.record.id)
        loaded = await again(world, loaded.record.id, host, *others)
        assert loaded.status is Status.RUNNING
        assert loaded.roster.holders == seated
        assert loaded.roster.host == host


async def test_two_players_swap_seats_in_a_rematch(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    assert (await again(world, match, ANN, BEN)).roster.holders == (BEN, ANN)


async def test_seats_rotate_without_a_missing_player(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.play(match)
    new = await again(world, match, ANN, CAT)
    started = await world.toys.start(new.record.id, ANN)
    assert started.roster.holders == (CAT, ANN)


async def test_score_counts_wins_of_the_earlier_matches_in_the_series(world: World) -> None:
    first = (await world.begun(ANN, BEN)).record.id
    assert await world.servers.score(first) == SeriesScore(0, ())
    await world.service.resign(first, BEN)
    second = (await again(world, first, BEN, ANN)).record.id
    await world.service.resign(second, ANN)
    third = (await again(world, second, ANN, BEN)).record.id
    await world.service.call_off(third, CAT)
    fourth = (await again(world, third, ANN, BEN)).record.id
    other = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(other, BEN)
    assert dict((await world.servers.score(fourth)).wins) == {ANN: 1, BEN: 1}
    await world.service.resign(fourth, ANN)
    score = await world.servers.score(fourth)
    assert score == SeriesScore(3, ((BEN, 2), (ANN, 1)))
    assert score.of((ANN, CAT, BEN)) == ((BEN, 2), (ANN, 1), (CAT, 0))
    assert await world.servers.score(second) == SeriesScore(2, ((ANN, 1), (BEN, 1)))


async def test_declined_rematch_can_be_asked_for_again(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(match, ANN)
    declined = await world.toys.rematch(match, world.asked(ANN))
    await world.toys.decline(declined.record.id, BEN)
    new = await again(world, match, BEN, ANN)
    assert new.roster.follows == match
    assert new.status is Status.RUNNING
    assert (await world.matches.load(match)).roster.rematch == new.record.id
    await world.refused(RematchAsked, world.toys.rematch(match, world.asked(ANN)))


async def test_rematch_of_a_practice_keeps_its_seats(world: World) -> None:
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    await world.service.resign(match, ANN)
    new = await world.toys.rematch(match, world.asked(ANN))
    assert new.roster.holders == (ANN, None, None)


async def test_declines_and_expiry_are_wanted_as_messages_to_the_host(world: World) -> None:
    match = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    table = (await world.toys.open_table(world.asked(ANN), 3)).record.id
    messages = world.messages
    assert await messages.of_kind(MessageKind.HOST, GUILD) == ()
    declined = await world.toys.decline(match, BEN)
    (row,) = await messages.of_kind(MessageKind.HOST, GUILD)
    assert (row.key.subject, row.wanted, row.place) == (match, len(declined.events), CHANNEL)
    world.clock.time += 25 * 3600
    for number in (match, table):
        await world.toys.expire(number)
    rows = await messages.of_kind(MessageKind.HOST, GUILD)
    assert [row.key.subject for row in rows] == [match, table]
    assert rows[0].wanted > row.wanted
    assert await world.store.of_user(GUILD, ANN) == ()
