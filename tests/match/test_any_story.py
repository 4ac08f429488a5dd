"""Whatever people do in whatever order while time passes: what is kept stays true."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.undo import retractor
from bot.match.statistics.results import places, results
from bot.match.timing.deadlines import exact_deadlines
from bot.match.timing.late_votes import voters
from bot.match.timing.lateness import Choice, Vote, latenesses
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from bot.match.values.times import DAY, HOUR, Pace
from tests.match.hours import ticks
from tests.match.world import ANN, BEN, CAT, DAN, EVE, Side, World
from tests.tiers import full_or

PEOPLE = (ANN, BEN, CAT, DAN, EVE)
STORIES = settings(max_examples=full_or(10, 5), deadline=None)
Deed = Callable[["Story", int, int], Awaitable[object]]


@dataclass
class Story:
    """A match, and the process in which it is looked after now."""

    world: World
    side: Side
    match: int

    async def loaded(self) -> Loaded:
        """The match as it is."""
        return await self.side.matches.look(self.match)

    def one_of(self, users: Sequence[UserId], who: int) -> UserId:
        """Mostly one of these, else anybody."""
        some = users if users and who % 4 else PEOPLE
        return some[who % len(some)]

    async def move(self, who: int, what: int) -> None:
        """One of those who must decide does."""
        loaded = await self.loaded()
        if people := loaded.people_to_act:
            user = people[who % len(people)]
            legal = loaded.game.legal_actions(loaded.state, loaded.roster.holders.index(user))
            token = loaded.game.notation(legal[what % len(legal)])
            interaction = self.world.interaction()
            await self.side.service.press(self.match, user, loaded.seq, (token,), interaction)

    async def take_back(self, _: int, __: int) -> None:
        """Whoever may takes the last move back."""
        loaded = await self.loaded()
        seat = retractor(loaded)
        user = None if seat is None else loaded.roster.holders[seat]
        if user is not None:
            interaction = self.world.interaction()
            await self.side.service.take_back(self.match, user, loaded.seq, interaction)

    async def wait(self, hours: int, _: int) -> None:
        """Time passes, the bot is up."""
        self.world.clock.time += hours * HOUR
        await ticks(self.side)
        await self.nothing_is_due()

    async def restart(self, hours: int, _: int) -> None:
        """The bot is down for a while; another process comes."""
        self.world.clock.time += hours * HOUR
        self.side = await self.world.another()
        await ticks(self.side)
        await self.nothing_is_due()

    async def vote(self, who: int, what: int) -> None:
        """Somebody chooses what is done about somebody who is late."""
        if found := latenesses(await self.loaded()):
            late = found[what % len(found)]
            choice = tuple(Choice)[what % len(Choice)]
            person = EVE if choice is Choice.PERSON else None
            user = self.one_of(voters(await self.loaded()), who)
            await self.side.pace.late.vote(self.match, user, late.id, Vote(choice, person))

    async def offer(self, who: int, what: int) -> None:
        """Somebody offers to take over."""
        if found := latenesses(await self.loaded()):
            late = found[what % len(found)]
            await self.side.pace.late.offer(self.match, PEOPLE[who % len(PEOPLE)], late.id)

    async def claim(self, who: int, _: int) -> None:
        """Somebody claims the win."""
        if found := latenesses(await self.loaded()):
            user = self.one_of(voters(await self.loaded()), who)
            await self.side.pace.late.claim(self.match, user, found[0].id)

    async def return_(self, who: int, _: int) -> None:
        """Somebody wants their seat back."""
        lost = [user for _, user in (await self.loaded()).roster.replaced]
        user = self.one_of(lost, who)
        await self.side.pace.late.take_back_seat(self.match, user)

    async def pause(self, _: int, what: int) -> None:
        """All agree to a pause, but for some."""
        for user in (await self.loaded()).roster.people[what % 3 :]:
            with contextlib.suppress(Refusal):
                await self.side.pace.pauses.pause(self.match, user)

    async def resume(self, who: int, _: int) -> None:
        """Somebody ends the pause, or is against it."""
        user = PEOPLE[who % len(PEOPLE)]
        pauses = self.side.pace.pauses
        paused = (await self.loaded()).roster.paused is not None
        await (
            pauses.resume(self.match, user) if paused else pauses.decline_pause(self.match, user)
        )

    async def away(self, who: int, days: int) -> None:
        """Somebody goes away for some days, or comes back."""
        user, absences = PEOPLE[who % len(PEOPLE)], self.side.pace.absences
        until = self.world.clock.time + days % 9 * DAY
        await (absences.away(user, until) if days % 9 else absences.back(user))

    async def quiet(self, who: int, hours: int) -> None:
        """Somebody sets their quiet hours."""
        user = PEOPLE[who % len(PEOPLE)]
        wanted = {"zone": "Europe/Madrid", "quiet_from": "22:00", "quiet_until": f"{hours % 24}:30"}
        for name, value in wanted.items():
            await self.side.store.set_user_settings(user, {name: value})

    async def resign(self, who: int, _: int) -> None:
        """Somebody gives up, now and then."""
        if who > 35:
            await self.side.service.resign(self.match, PEOPLE[who % len(PEOPLE)])

    async def exact(self) -> dict[tuple[str, int], int]:
        """All that is due, exactly."""
        loaded = await self.loaded()
        stops = await self.side.pace.timekeeper._stops(loaded)
        return {(one.kind.value, one.user): one.at for one in exact_deadlines(loaded, stops)}

    async def nothing_is_due(self) -> None:
        """After the ticks all that was due has happened."""
        assert all(at > self.world.clock.time for at in (await self.exact()).values())

    async def check(self) -> None:
        """What must hold at any time."""
        loaded = await self.loaded()
        self.side.matches.drop_cached(self.match)
        assert await self.loaded() == loaded, "a replay leads to the very same"
        kept = {(row[2], row[1]): row[3] for row in self.world.rows()["deadline"]}
        exact = await self.exact()
        assert set(kept) == set(exact)
        assert all(kept[key] <= at for key, at in exact.items()), "no look comes too late"
        late = [one.user for one in latenesses(loaded)]
        assert not set(late) & set(voters(loaded))
        assert len(late) == len(set(late))
        noted = [e.n for e in loaded.events if e.kind is EventKind.LATE]
        assert {one.id for one in latenesses(loaded)} <= set(noted)
        if loaded.status is Status.OVER:
            found = results(loaded)
            assert len({result.user for result in found}) == len(found)
            assert not found or places(loaded)
            assert late == []
        elif loaded.roster.paused is None:
            assert loaded.people_to_act, "somebody is to act while it runs"


DEEDS: tuple[Deed, ...] = (
    *(Story.move,) * 5,
    *(Story.wait,) * 5,
    *(Story.vote,) * 9,
    Story.take_back,
    Story.restart,
    *(Story.offer,) * 2,
    Story.claim,
    *(Story.return_,) * 2,
    Story.pause,
    Story.resume,
    Story.resume,
    Story.away,
    Story.quiet,
    Story.resign,
)


@STORIES
@given(
    people=st.integers(2, 4),
    pace=st.sampled_from([Pace.DAY, Pace.THREE_DAYS]),
    deeds=st.lists(
        st.tuples(st.sampled_from(DEEDS), st.integers(0, 40), st.integers(0, 40)),
        min_size=30,
        max_size=60,
    ),
)
def test_any_story(people: int, pace: Pace, deeds: list[tuple[Deed, int, int]]) -> None:
    """Nothing but refusals, and after each deed all that is kept follows from the history."""

    async def told(folder: Path) -> None:
        world = await World.open(folder / "salud.db")
        try:
            side = await world.another()
            match = (await world.begun(*PEOPLE[:people], pace=pace)).record.id
            story = Story(world, side, match)
            for deed, who, what in deeds:
                with contextlib.suppress(Refusal):
                    await deed(story, who, what)
                await story.check()
        finally:
            await world.close()

    with TemporaryDirectory() as folder:
        asyncio.run(told(Path(folder)))
