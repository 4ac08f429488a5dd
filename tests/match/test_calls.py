"""Nobody's clock runs before they were called where they can see it, nor while they can't."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.boards import Shown
from bot.match.timing.errors import LateUnaware
from bot.match.timing.lateness import Choice, Vote, latenesses
from bot.match.timing.pace import DAY, HOUR, MINUTE, Pace
from bot.match.timing.spans import runs_down
from bot.match.timing.turn_alerts import (
    AT_ONCE,
    Access,
    AccessCheck,
    TurnAlert,
    after_check,
    alerts_missing,
)
from bot.match.timing.visibility import TurnAlerts
from bot.storage.notices import SqliteNotices
from bot.storage.turn_alerts import SqliteTurnAlerts
from tests.match.hours import the_late
from tests.match.world import ANN, BEN, CAT, CHANNEL, GUILD, World

YES, NO, GONE, CLOSED, UNKNOWN = map(
    AccessCheck, (Access.YES, Access.NO, Access.GONE, Access.CLOSED, Access.UNKNOWN)
)


@dataclass
class SetSight:
    """Says of everybody what a test has set."""

    of_user: dict[int, AccessCheck] = field(default_factory=dict)

    async def of(self, guild: int, place: int, user: int) -> AccessCheck:
        """What was set; without that everybody sees everything."""
        assert (guild, place) == (GUILD, CHANNEL)
        return self.of_user.get(user, YES)


class BoardPublisher:
    """A bot that shows the matches of a world, as far as a test lets it."""

    def __init__(self, world: World) -> None:
        world.matches.hidden = True
        self.world = world
        self.store = SqliteTurnAlerts(world.database)
        self.sight = SetSight()
        self.calls = TurnAlerts(world.matches, self.store, self.sight)

    async def post(self, match: int) -> None:
        """Post the board of a match, and see who sees it."""

        loaded = await self.world.matches.look(match)
        now = self.world.clock.now()
        calls = alerts_missing(loaded, await self.store.of_match(match), now)
        assert await self.world.store.lease(match, "bot", now, now + 5)
        shown = Shown(loaded.seq, 0, 0, len(loaded.events), 1, CHANNEL)
        assert await self.world.store.show(match, shown, "bot", calls)
        await self.look()

    async def look(self) -> tuple[int, ...]:
        """Look at whom it is time to look at; gives who must be called again."""
        found: tuple[int, ...] = ()
        for match in await self.calls.due():
            found += (await self.calls.look_at(match)).missed
        return found

    async def wait(self, seconds: int, step: int = HOUR) -> None:
        """Let time pass, with all that a bot looks at meanwhile."""
        until = self.world.clock.time + seconds
        while self.world.clock.time < until:
            self.world.clock.time = min(self.world.clock.time + step, until)
            for _ in range(3):
                await self.world.pace.timekeeper.tick()
                await self.look()

    async def late(self, match: int) -> list[int]:
        """Who is late."""
        return [one.user for one in latenesses(await self.world.matches.look(match))]


@pytest.fixture
def boards(world: World) -> BoardPublisher:
    """A bot that has shown nothing yet."""
    return BoardPublisher(world)


async def begun(world: World, *users: int) -> int:
    """A match with a day for each turn; the first is to act."""
    match = (await world.begun(*users, pace=Pace.DAY)).record.id
    await world.store.set_place(match, CHANNEL)
    return match


async def test_no_board_no_clock(world: World, boards: BoardPublisher) -> None:
    """Whose board was never posted is never late; their whole time begins when it is."""
    match = await begun(world, ANN, BEN)
    await boards.wait(9 * DAY, step=6 * HOUR)
    assert await boards.late(match) == []
    times = await world.pace.timekeeper.times(await world.matches.look(match))
    assert times.people[0].due is None
    await boards.post(match)
    times = await world.pace.timekeeper.times(await world.matches.look(match))
    assert times.people[0].due == world.clock.time + DAY
    await boards.wait(DAY - 1)
    assert await boards.late(match) == []
    await boards.wait(1)
    assert await boards.late(match) == [ANN]


async def test_a_board_tells_the_time_that_it_gives(world: World, boards: BoardPublisher) -> None:
    """While it is drawn nobody was called by it, and it says the deadline all the same."""
    match = await begun(world, ANN, BEN)
    world.clock.time += 5 * DAY
    loaded = await world.matches.look(match)
    times = await world.pace.timekeeper.times(loaded, calling=True)
    assert times.people[0].due == world.clock.time + DAY


async def test_an_overview_hears_of_a_call_that_is_seen(
    world: World, boards: BoardPublisher
) -> None:
    """It says until when there is time, which is known only then."""
    match = await begun(world, ANN, BEN)
    await world.servers.set_overview(GUILD, CHANNEL)
    boards.sight.of_user[ANN] = UNKNOWN
    await boards.post(match)
    shown = await world.servers.overview(CHANNEL)
    assert shown is not None
    boards.sight.of_user.clear()
    world.clock.time += HOUR
    await boards.look()
    after = await world.servers.overview(CHANNEL)
    assert after is not None
    assert after.changes > shown.changes


async def test_who_could_not_see_it_is_called_again(world: World, boards: BoardPublisher) -> None:
    """A board in a place that is hidden from somebody starts no clock of theirs."""
    match = await begun(world, ANN, BEN)
    boards.sight.of_user[ANN] = NO
    await boards.post(match)
    await boards.wait(3 * DAY)
    assert await boards.late(match) == []
    boards.sight.of_user.clear()
    world.clock.time += HOUR
    assert await boards.look() == (ANN,), "the board must be posted again"
    await boards.wait(3 * DAY)
    assert await boards.late(match) == [], "no board, no clock"


async def test_a_place_that_is_closed_to_all_calls_nobody_twice(
    world: World, boards: BoardPublisher
) -> None:
    """Who was called just before the bot was thrown out is called once; no clock runs meanwhile."""
    match = await begun(world, ANN, BEN)
    boards.sight.of_user[ANN] = CLOSED
    await boards.post(match)
    await boards.wait(3 * DAY)
    assert await boards.late(match) == []
    boards.sight.of_user.clear()
    world.clock.time += HOUR
    assert await boards.look() == (), "the board that hangs there has called them"
    await boards.wait(DAY - HOUR)
    assert await boards.late(match) == [], "their time begins when they can use it again"
    await boards.wait(2 * HOUR)
    assert await boards.late(match) == [ANN]


async def test_each_decision_waits_for_its_board(world: World, boards: BoardPublisher) -> None:
    """Who has decided and must go on, on a board that could not be shown, has not been told."""
    match = await begun(world, ANN, BEN, CAT)
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    await boards.post(match)
    await world.toy(match, "11 bid 0", "13 bid 2")
    loaded = await world.toy(match, "12 bid 1")
    assert loaded.people_to_act == (BEN,), "his own press led there"
    await boards.wait(3 * DAY)
    assert await boards.late(match) == []
    await boards.post(match)
    await boards.wait(DAY)
    assert await boards.late(match) == [BEN]


async def test_what_is_hidden_stops_the_clock(world: World, boards: BoardPublisher) -> None:
    """From the last look that found that they saw it, until the first that finds so again."""
    match = await begun(world, ANN, BEN)
    await boards.post(match)
    began = world.clock.time
    await boards.wait(6 * HOUR)
    boards.sight.of_user[ANN] = NO
    await boards.wait(40 * HOUR)
    assert await boards.late(match) == []
    boards.sight.of_user.clear()
    await boards.wait(HOUR)
    loaded = await world.matches.look(match)
    over = (await world.pace.timekeeper.times(loaded)).people[0].due
    assert over is not None
    assert began + DAY + 40 * HOUR <= over <= began + DAY + 44 * HOUR
    await boards.wait(over - world.clock.time - 1)
    assert await boards.late(match) == []
    await boards.wait(1)
    assert await boards.late(match) == [ANN]


async def test_who_can_tell(world: World, boards: BoardPublisher) -> None:
    """Where Discord does not say whether somebody sees the board they don't become late."""
    match = await begun(world, ANN, BEN)
    await boards.post(match)
    await boards.wait(23 * HOUR)
    boards.sight.of_user[ANN] = UNKNOWN
    await boards.wait(9 * HOUR)
    assert await boards.late(match) == []
    boards.sight.of_user.clear()
    await boards.wait(2 * HOUR, step=10 * MINUTE)
    assert await boards.late(match) == [ANN]


async def test_who_left_and_came_back(world: World, boards: BoardPublisher) -> None:
    """Even where nobody looked while they were gone: Discord tells when they joined."""
    match = await begun(world, ANN, BEN)
    await boards.post(match)
    world.clock.time += 20 * HOUR
    boards.sight.of_user[ANN] = AccessCheck(Access.YES, joined=world.clock.time - 60)
    await boards.wait(5 * HOUR)
    assert await boards.late(match) == []
    await boards.wait(18 * HOUR)
    assert await boards.late(match) == []
    await boards.wait(2 * HOUR)
    assert await boards.late(match) == [ANN]


async def test_who_left_for_good_keeps_nobody_waiting(world: World, boards: BoardPublisher) -> None:
    """After three days their time goes on, whether the board called them in time or not."""
    match = await begun(world, ANN, BEN)
    await boards.post(match)
    began = world.clock.time
    await boards.wait(6 * HOUR)
    boards.sight.of_user[ANN] = GONE
    await boards.wait(3 * DAY + 17 * HOUR)
    assert await boards.late(match) == []
    await boards.wait(2 * HOUR)
    assert await boards.late(match) == [ANN]
    assert began + 4 * DAY - HOUR <= the_late(await world.matches.look(match)).at
    other = await begun(world, ANN, BEN)
    await boards.post(other)
    began = world.clock.time
    await boards.wait(4 * DAY - 1)
    assert await boards.late(other) == []
    await boards.wait(HOUR)
    assert await boards.late(other) == [ANN]


async def test_a_clock_that_does_not_agree_with_discord(
    world: World, boards: BoardPublisher
) -> None:
    """Who joined in the bot's future is called like anybody else, and once."""
    match = await begun(world, ANN, BEN)
    boards.sight.of_user[ANN] = AccessCheck(Access.YES, joined=world.clock.time + 9 * DAY)
    await boards.post(match)
    assert await boards.look() == ()
    await boards.wait(DAY - 1)
    assert await boards.late(match) == []
    await boards.wait(1)
    assert await boards.late(match) == [ANN]


async def test_second_warning_waits_for_the_first(world: World, boards: BoardPublisher) -> None:
    """What could not be shown is followed by nothing: no second warning, no claim."""
    match = await begun(world, ANN, BEN)
    await boards.post(match)
    await boards.wait(DAY)
    assert await boards.late(match) == [ANN]
    await boards.wait(5 * DAY, step=6 * HOUR)
    late = the_late(await world.matches.look(match))
    assert late.warned is None
    notices = SqliteNotices(world.database)
    (notice,) = await notices.of_match(match)
    await notices.shown(notice, CHANNEL, 5, open_=True, now=world.clock.time)
    await boards.wait(DAY - 1)
    assert the_late(await world.matches.look(match)).warned is None
    await boards.wait(1)
    assert the_late(await world.matches.look(match)).warned == world.clock.time


async def test_hidden_stops_the_second_warning(world: World, boards: BoardPublisher) -> None:
    """Who lost sight of the match after they became late is not warned, and can't lose by it."""
    match = await begun(world, ANN, BEN)
    await boards.post(match)
    await boards.wait(DAY)
    notices = SqliteNotices(world.database)
    (notice,) = await notices.of_match(match)
    await notices.shown(notice, CHANNEL, 5, open_=True, now=world.clock.time)
    boards.sight.of_user[ANN] = NO
    await boards.wait(9 * DAY, step=6 * HOUR)
    assert the_late(await world.matches.look(match)).warned is None


async def test_nobody_is_voted_out_who_could_not_see_that_they_are_late(
    world: World, boards: BoardPublisher
) -> None:
    """They lost sight of the match after they became late, before the notice was posted: the
    others can only wait, until they see it again."""
    match = await begun(world, ANN, BEN, CAT)
    await boards.post(match)
    await boards.wait(DAY + 5 * HOUR)
    boards.sight.of_user[ANN] = NO
    await boards.store.look_in(GUILD, world.clock.time)
    await boards.look()
    notices = SqliteNotices(world.database)
    (notice,) = await notices.of_match(match)
    await notices.shown(notice, CHANNEL, 5, open_=True, now=world.clock.time)
    late = the_late(await world.matches.look(match)).id
    for choice in (Choice.TURN, Choice.SEAT, Choice.END):
        with pytest.raises(LateUnaware):
            await world.pace.late.vote(match, BEN, late, Vote(choice))
    await boards.wait(9 * DAY, step=6 * HOUR)
    with pytest.raises(LateUnaware):
        await world.pace.late.vote(match, BEN, late, Vote(Choice.SEAT))
    await world.pace.late.vote(match, BEN, late, Vote(Choice.WAIT))
    boards.sight.of_user.clear()
    await boards.wait(HOUR)
    await world.pace.late.vote(match, BEN, late, Vote(Choice.SEAT))
    voted = await world.pace.late.vote(match, CAT, late, Vote(Choice.SEAT))
    assert voted.decided == Vote(Choice.SEAT)


async def test_who_has_left_for_good_is_voted_on(world: World, boards: BoardPublisher) -> None:
    """After days, so that those who stay are not kept waiting for ever."""
    match = await begun(world, ANN, BEN, CAT)
    await boards.post(match)
    await boards.wait(DAY)
    boards.sight.of_user[ANN] = GONE
    await boards.wait(2 * DAY)
    late = the_late(await world.matches.look(match)).id
    with pytest.raises(LateUnaware):
        await world.pace.late.vote(match, BEN, late, Vote(Choice.SEAT))
    await boards.wait(2 * DAY)
    await world.pace.late.vote(match, BEN, late, Vote(Choice.SEAT))


async def test_only_who_is_to_act_is_looked_at(world: World, boards: BoardPublisher) -> None:
    """After their move nobody is asked about any more; their next turn is another call."""
    match = await begun(world, ANN, BEN)
    await boards.post(match)
    await world.toy(match, "11 add 1")
    await boards.wait(4 * HOUR)
    assert [call.look for call in (await boards.store.of_match(match)).values()] == [None]
    await boards.post(match)
    assert (await boards.store.of_match(match))[BEN].began == world.clock.time


async def test_a_change_of_the_server_has_all_looked_at(
    world: World, boards: BoardPublisher
) -> None:
    """Without waiting for the next look; other servers are left alone."""
    match = await begun(world, ANN, BEN, CAT)
    await boards.post(match)
    world.clock.time += 5
    assert await boards.calls.due() == ()
    await boards.store.look_in(GUILD + 1, world.clock.time)
    assert await boards.calls.due() == ()
    await boards.store.look_in(GUILD, world.clock.time)
    assert await boards.calls.due() == (match,)


async def test_another_process_was_faster(world: World, boards: BoardPublisher) -> None:
    """A look on an older state of things changes nothing."""
    match = await begun(world, ANN, BEN)
    await boards.post(match)
    before = (await boards.store.of_match(match))[ANN]
    hidden = after_check(before, NO, world.clock.time + 5, Pace.DAY)
    assert await boards.store.change(match, before, hidden)
    seen = after_check(before, YES, world.clock.time + 5, Pace.DAY)
    assert not await boards.store.change(match, before, seen)
    assert (await boards.store.of_match(match))[ANN] == hidden


# ------------------------------------------------------------------ a law

spell = st.one_of(st.integers(1, HOUR), st.integers(1, 20 * HOUR))
stretches = st.lists(st.tuples(spell, st.booleans(), spell), max_size=6)


@settings(deadline=None)
@given(stretches, st.integers(10 * MINUTE, 5 * HOUR), st.integers(0, 3 * HOUR))
def test_nobody_is_late_who_has_not_seen_it_for_the_whole_time(
    stretches: list[tuple[int, bool, int]], every: int, first: int
) -> None:
    """However somebody comes and goes, and whenever it is looked at.

    They see the place, then lose sight of it: they leave the server, or the channel is hidden,
    which the bot hears of; then they see it again.
    """
    posted, at, hidden, told = 1_000_000, 1_000_000, list[tuple[int, int, bool]](), set[int]()
    for seen, left, blind in stretches:
        hidden.append((at + seen, at + seen + blind, left))
        at += seen + blind
        if not left:
            told |= {hidden[-1][0], hidden[-1][1]}
    moments = {*range(posted + first, at + 3 * DAY, every)}
    call = TurnAlert(ANN, 0, posted)
    for now in sorted(one for one in moments | told if one >= posted + first):
        blind_now = any(start <= now < end for start, end, _ in hidden)
        joined = max((end for _, end, left in hidden if left and end <= now), default=0)
        call = after_check(
            call, NO if blind_now else AccessCheck(Access.YES, joined), now, Pace.DAY
        )
        if call.missed and not blind_now:
            return  # they are called again: another call
        if call.began is None or call.unseen is not None:
            continue
        over = runs_down(call.began, DAY, call.blind)
        if call.seen < over:
            continue
        could = sum(
            max(0, min(end, over) - max(start, posted)) for start, end, _ in hidden if start < over
        )
        assert over - posted - could >= DAY - AT_ONCE, "they are late"
        return
