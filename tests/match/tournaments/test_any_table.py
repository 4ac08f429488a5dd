"""Whatever people do in a match of a tournament while time passes, it comes to a fair result."""

import asyncio
import contextlib
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.results import results
from bot.match.timing.late_votes import choices
from bot.match.timing.lateness import Choice, latenesses
from bot.match.tournaments.matches import TableMatches, result_of
from bot.match.values.errors import Refusal
from bot.match.values.times import Pace
from tests.match.hours import ticks
from tests.match.test_any_story import DEEDS, PEOPLE, Deed, Story
from tests.match.tournaments.organizing import at_tables
from tests.match.world import GUILD, World
from tests.storage.samples import A_TOURNAMENT, MADE
from tests.tiers import full_or

SUBSTITUTES = tuple(range(31, 60))


def tables(story: Story) -> TableMatches:
    """The matches at tables in the process of the story."""
    return at_tables(story.side)


async def withdraw(story: Story, who: int, what: int) -> None:
    """Somebody leaves the tournament, now and then."""
    if what % 3 == 0:
        await tables(story).forfeit(story.match, PEOPLE[who % len(PEOPLE)])


async def substitute(story: Story, who: int, what: int) -> None:
    """Give a seat to a newcomer, or back to a player who has had it."""
    loaded = await story.loaded()
    seat = who % loaded.seats
    people = (*loaded.roster.had_part, *SUBSTITUTES[: len(PEOPLE)])
    user = people[what % len(people)]
    after = await tables(story).give_seat(story.match, seat, user, story.side.clock.now())
    assert after.status is not Status.RUNNING or after.roster.holders[seat] == user


async def stop(story: Story, who: int, _: int) -> None:
    """The round is over, late in some stories."""
    if who > 38:
        await tables(story).stop(story.match)


def check(loaded: Loaded) -> None:
    """What must hold at any time."""
    if loaded.status is Status.RUNNING:
        assert len(loaded.roster.people) >= 2, "nobody plays on alone"
        for late in latenesses(loaded):
            allowed = {vote.choice for vote in choices(loaded, late)}
            assert not allowed & {Choice.END, Choice.PERSON}
        return
    result = result_of(loaded, range(loaded.seats))
    holders = loaded.roster.holders
    if loaded.roster.void is not None:
        assert result.places == ()
        assert results(loaded) == ()
        return
    assert len(result.places) == loaded.seats
    for place in result.places:
        assert place == 1 + sum(other < place for other in result.places)
    kept = [result.places[seat] for seat, holder in enumerate(holders) if holder is not None]
    lost = [result.places[seat] for seat, holder in enumerate(holders) if holder is None]
    assert kept, "somebody is left"
    assert max(kept) < min(lost, default=9)
    assert len(set(lost)) == len(lost)
    assert all(holders[seat] is None for seat in result.late)
    ended = sum(event.kind in (EventKind.FINISHED, EventKind.ENDED) for event in loaded.events)
    assert ended == 1


@settings(max_examples=full_or(12, 5), deadline=None)
@given(
    people=st.integers(2, 4),
    deeds=st.lists(
        st.tuples(
            st.sampled_from((*DEEDS, withdraw, substitute, substitute, stop)),
            st.integers(0, 40),
            st.integers(0, 40),
        ),
        min_size=20,
        max_size=50,
    ),
)
def test_any_table(people: int, deeds: list[tuple[Deed, int, int]]) -> None:
    """In the end the round is over, and there is a result."""

    async def told(folder: Path) -> None:
        world = await World.open(folder / "salud.db")
        try:
            side = await world.another()
            row = await world.tournaments.create(A_TOURNAMENT, MADE)
            rules = world.matches.games.newest("toy").info.rules
            begin = at_tables(side).begin
            begun = await begin(row, "1.0.1.1", PEOPLE[:people], "toy", rules, Pace.DAY)
            story = Story(world, side, begun.record.id)
            for deed, who, what in deeds:
                with contextlib.suppress(Refusal):
                    await deed(story, who, what)
                await story.check()
                check(await story.loaded())
            over = await tables(story).stop(story.match)
            check(over)
            assert over.status is Status.OVER
            await ticks(story.side)
            assert (row.id, GUILD) in await world.tournaments.due(1, 9)
        finally:
            await world.close()

    with TemporaryDirectory() as folder:
        asyncio.run(told(Path(folder)))
