"""Downtimes shift a tournament and change nothing else.

Each story is played twice, with and without downtimes. Both plays must have the same events, and
each event must be delayed by exactly the downtimes before it.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot.match.log.records import Status
from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.files import verify, write
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import HOUR, Pace
from engine.core.chance import Stream
from tests.match.hours import ticks
from tests.match.tournaments.cups import MODERATOR, create_cup
from tests.match.tournaments.organizing import organizer
from tests.match.world import Side, World
from tests.tiers import full_or

PEOPLE = tuple(range(1000, 1008))
STEP = 4
"""Hours between two ticks."""
MOST = 12 * 24 // STEP
"""The largest number of ticks, because a league never ends."""


@dataclass(frozen=True)
class Down:
    """A downtime before a tick."""

    before: int
    """The number of the tick."""
    hours: int
    crash: bool
    """True if the process ends, False if Discord is unreachable."""


@dataclass(frozen=True)
class Story:
    """The terms of a tournament, and the moves in its matches."""

    chosen: Format
    seats: int
    pace: Pace
    people: int
    luck: int
    """The seed of all moves."""

    @property
    def terms(self) -> Terms:
        days = 9 if self.chosen is Format.LEAGUE else 3
        return Terms("Cup", "toy", self.chosen, self.seats, self.pace, days)


STORIES = st.builds(
    Story,
    st.sampled_from((Format.KNOCKOUT, Format.SWISS, Format.ROUND_ROBIN, Format.LEAGUE)),
    st.integers(2, 3),
    st.sampled_from((Pace.DAY, Pace.THREE_DAYS, Pace.NONE)),
    st.integers(4, 6),
    st.integers(0, 1000),
)
DOWNTIMES = st.lists(
    st.builds(Down, st.integers(0, 40), st.integers(1, 100), st.booleans()),
    min_size=1,
    max_size=4,
)


class Play:
    """One of the two plays of a story."""

    def __init__(self, world: World, story: Story) -> None:
        self.world = world
        self.story = story
        self.side: Side = world
        self.shifts: list[tuple[int, int]] = []
        """Start and length of each downtime."""

    async def run(self, downtimes: list[Down]) -> LoadedTournament:
        """Play the story to its end. Return the tournament."""
        await ticks(self.side)
        cups = organizer(self.side)
        cup = await create_cup(cups, self.world, self.story.terms, *PEOPLE[: self.story.people])
        cup = await cups.start(cup.row.id, MODERATOR)
        luck = Stream(self.story.luck.to_bytes(32), "moves")
        for look in range(MOST):
            for down in downtimes:
                if down.before == look:
                    await self._be_down(down, cup)
            self.world.clock.time += STEP * HOUR
            await ticks(self.side)
            cup = await organizer(self.side).advance(cup.row.id)
            if cup.state.status is not TournamentStatus.RUNNING:
                break
            for number in range(max(luck.number(9 * look, 6) - 2, 0)):
                await self._move(cup, luck.number(9 * look + number + 1, 60))
            cup = await organizer(self.side).advance(cup.row.id)
        return await organizer(self.side).advance(cup.row.id)

    async def _be_down(self, down: Down, cup: LoadedTournament) -> None:
        clock = self.world.clock
        self.shifts.append((clock.now(), down.hours * HOUR))
        if down.crash:
            clock.passes(down.hours * HOUR)
            self.side = await self.world.another()
        else:
            for _ in range(down.hours):
                clock.time += HOUR
                await self.side.pace.timekeeper.tick(up=False)
        # A press before the first tick: no event is due yet.
        new = (await organizer(self.side).advance(cup.row.id)).events[len(cup.events) :]
        assert all(event.kind is TournamentEventKind.EXTENDED for event in new)
        await ticks(self.side)

    async def _move(self, cup: LoadedTournament, move: int) -> None:
        tables = sorted(cup.matches.items())
        running = [
            match for table, match in tables if cup.match_states[table] is MatchState.RUNNING
        ]
        if not running:
            return
        loaded = await self.side.matches.load(running[move % len(running)])
        if loaded.status is not Status.RUNNING:
            return
        user = loaded.people_to_act[0]
        seat = loaded.roster.holders.index(user)
        legal = loaded.game.legal_actions(loaded.state, seat)
        token = loaded.game.notation(legal[move % len(legal)])
        interaction = self.world.interaction()
        await self.side.service.press(loaded.record.id, user, loaded.seq, [token], interaction)

    def shifted_events(self, cup: LoadedTournament) -> list[tuple[int, str, str]]:
        """Return the events without downtimes: each at the time it would have had."""
        described = []
        for event in cup.events:
            if event.kind is TournamentEventKind.EXTENDED:
                continue
            values = event.details
            if values.get("until") is not None:
                values["until"] = 0  # later downtimes move it
            at = event.at - sum(length for since, length in self.shifts if since < event.at)
            described.append((at, event.kind.value, str(sorted(values.items()))))
        return described


async def _played(story: Story, downtimes: list[Down]) -> list[tuple[int, str, str]]:
    with TemporaryDirectory() as folder:
        world = await World.open(Path(folder) / "salud.db")
        try:
            play = Play(world, story)
            cup = await play.run(downtimes)
            assert verify(write(cup.events)).tables == cup.state.tables
            return play.shifted_events(cup)
        finally:
            await world.close()


@settings(
    max_examples=full_or(40, 4),
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a story takes a second
)
@given(STORIES, DOWNTIMES)
def test_downtimes_shift_a_tournament_and_change_nothing_else(
    story: Story, downtimes: list[Down]
) -> None:
    assert asyncio.run(_played(story, downtimes)) == asyncio.run(_played(story, []))
