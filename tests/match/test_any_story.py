"""Any actions of players in any order, while time passes, leave the stored data consistent."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.log.events import MatchEventKind, Remedy, Vote
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.undo import retractor
from bot.match.statistics.results import places, results
from bot.match.timing.deadlines import exact_deadlines
from bot.match.timing.late_votes import voters
from bot.match.timing.lateness import latenesses
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
    """A match, and the process that looks after it now."""

    world: World
    side: Side
    match: int

    async def loaded(self) -> Loaded:
        return await self.side.matches.load(self.match)

    def one_of(self, users: Sequence[UserId], person: int) -> UserId:
        """Pick one of the users three times out of four, otherwise any person."""
        candidates = users if users and person % 4 else PEOPLE
        return candidates[person % len(candidates)]

    async def move(self, person: int, option: int) -> None:
        """A player whose turn it is moves."""
        loaded = await self.loaded()
        if people := loaded.people_to_act:
            user = people[person % len(people)]
            legal = loaded.game.legal_actions(loaded.state, loaded.roster.holders.index(user))
            token = loaded.game.notation(legal[option % len(legal)])
            interaction = self.world.interaction()
            await self.side.service.press(self.match, user, loaded.seq, (token,), interaction)

    async def take_back(self, _: int, __: int) -> None:
        """The player who is allowed to take back the last move does so."""
        loaded = await self.loaded()
        seat = retractor(loaded)
        user = None if seat is None else loaded.roster.holders[seat]
        if user is not None:
            interaction = self.world.interaction()
            await self.side.service.take_back(self.match, user, loaded.seq, interaction)

    async def wait(self, hours: int, _: int) -> None:
        self.world.clock.time += hours * HOUR
        await ticks(self.side)
        await self.nothing_is_due()

    async def restart(self, hours: int, _: int) -> None:
        """The bot is down for a while, then another process starts."""
        self.world.clock.time += hours * HOUR
        self.side = await self.world.another()
        await ticks(self.side)
        await self.nothing_is_due()

    async def vote(self, person: int, option: int) -> None:
        if late_players := latenesses(await self.loaded()):
            late = late_players[option % len(late_players)]
            choice = tuple(Remedy)[option % len(Remedy)]
            substitute = EVE if choice is Remedy.PERSON else None
            user = self.one_of(voters(await self.loaded()), person)
            await self.side.pace.late.vote(self.match, user, late.id, Vote(choice, substitute))

    async def offer(self, person: int, option: int) -> None:
        """A person offers to take over a late player's seat."""
        if late_players := latenesses(await self.loaded()):
            late = late_players[option % len(late_players)]
            await self.side.pace.late.offer(self.match, PEOPLE[person % len(PEOPLE)], late.id)

    async def claim(self, person: int, _: int) -> None:
        if late_players := latenesses(await self.loaded()):
            user = self.one_of(voters(await self.loaded()), person)
            await self.side.pace.late.claim(self.match, user, late_players[0].id)

    async def return_(self, person: int, _: int) -> None:
        """A replaced player asks for their seat back."""
        lost = [user for _, user in (await self.loaded()).roster.replaced]
        user = self.one_of(lost, person)
        await self.side.pace.late.take_back_seat(self.match, user)

    async def pause(self, _: int, option: int) -> None:
        """All players, or all but the first one or two, agree to a pause."""
        for user in (await self.loaded()).roster.people[option % 3 :]:
            with contextlib.suppress(Refusal):
                await self.side.pace.pauses.pause(self.match, user)

    async def resume(self, person: int, _: int) -> None:
        """A person ends the pause, or declines the proposed one."""
        user = PEOPLE[person % len(PEOPLE)]
        pauses = self.side.pace.pauses
        paused = (await self.loaded()).roster.paused is not None
        await (
            pauses.resume(self.match, user) if paused else pauses.decline_pause(self.match, user)
        )

    async def away(self, person: int, days: int) -> None:
        """A person takes days off, or returns early."""
        user, absences = PEOPLE[person % len(PEOPLE)], self.side.pace.absences
        until = self.world.clock.time + days % 9 * DAY
        await (absences.away(user, until) if days % 9 else absences.back(user))

    async def quiet(self, person: int, hours: int) -> None:
        """A person sets their quiet hours."""
        user = PEOPLE[person % len(PEOPLE)]
        wanted = {"zone": "Europe/Madrid", "quiet_from": "22:00", "quiet_until": f"{hours % 24}:30"}
        for name, value in wanted.items():
            await self.side.store.set_user_settings(user, {name: value})

    async def resign(self, person: int, _: int) -> None:
        """A person resigns, rarely."""
        if person > 35:
            await self.side.service.resign(self.match, PEOPLE[person % len(PEOPLE)])

    async def exact(self) -> dict[tuple[str, int], int]:
        """Return the exact time of all deadlines, by kind and user."""
        loaded = await self.loaded()
        if loaded.status is not Status.RUNNING:
            return {}
        stops = await self.side.pace.timekeeper._stops(loaded)
        return {
            (deadline.kind.value, deadline.user): deadline.at
            for deadline in exact_deadlines(loaded, stops)
        }

    async def nothing_is_due(self) -> None:
        """Check that the ticks carried out all due work."""
        assert all(at > self.world.clock.time for at in (await self.exact()).values())

    async def check(self) -> None:
        """Check the invariants that hold at any time."""
        loaded = await self.loaded()
        self.side.matches.drop_cached(self.match)
        assert await self.loaded() == loaded, "a replay leads to the same match"
        stored = {(row[2], row[1]): row[3] for row in self.world.rows()["deadline"]}
        exact = await self.exact()
        assert set(stored) == set(exact)
        assert all(stored[key] <= at for key, at in exact.items()), "no deadline is stored too late"
        late = [lateness.user for lateness in latenesses(loaded)]
        assert not set(late) & set(voters(loaded))
        assert len(late) == len(set(late))
        late_events = [e.n for e in loaded.events if e.kind is MatchEventKind.LATE]
        assert {lateness.id for lateness in latenesses(loaded)} <= set(late_events)
        if loaded.status is Status.OVER:
            match_results = results(loaded)
            assert len({result.user for result in match_results}) == len(match_results)
            assert not match_results or places(loaded)
            assert late == []
        elif loaded.roster.paused is None:
            assert loaded.people_to_act, "a running match has a player to move"


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
def test_any_sequence_of_actions_keeps_the_stored_data_consistent(
    people: int, pace: Pace, deeds: list[tuple[Deed, int, int]]
) -> None:
    async def play_story(folder: Path) -> None:
        world = await World.open(folder / "salud.db")
        try:
            side = await world.another()
            match = (await world.begun(*PEOPLE[:people], pace=pace)).record.id
            story = Story(world, side, match)
            for deed, person, option in deeds:
                with contextlib.suppress(Refusal):
                    await deed(story, person, option)
                await story.check()
        finally:
            await world.close()

    with TemporaryDirectory() as folder:
        asyncio.run(play_story(Path(folder)))
