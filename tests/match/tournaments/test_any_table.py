"""Any actions in a match of a tournament lead to a fair result."""

import asyncio
import contextlib
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.match.log.events import MatchEventKind, Remedy
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.results import results
from bot.match.timing.late_votes import choices
from bot.match.timing.lateness import latenesses
from bot.match.tournaments.matches import TableMatches, result_of
from bot.match.values.errors import Refusal
from bot.match.values.times import Pace
from tests.match.hours import ticks
from tests.match.test_any_story import DEEDS, PEOPLE, Deed, Story
from tests.match.tournaments.organizing import at_tables
from tests.match.world import GUILD, World
from tests.storage.samples import A_TOURNAMENT, MADE, SEED
from tests.tiers import full_or

SUBSTITUTES = tuple(range(31, 60))


def tables(story: Story) -> TableMatches:
    """Return the matches at tables in the process of the story."""
    return at_tables(story.side)


async def withdraw(story: Story, person: int, option: int) -> None:
    """Let a player leave the tournament, in one of three calls."""
    if option % 3 == 0:
        await tables(story).forfeit(story.match, PEOPLE[person % len(PEOPLE)])


async def substitute(story: Story, person: int, option: int) -> None:
    """Let a moderator give a seat to a new user, or back to a former player."""
    loaded = await story.loaded()
    seat = person % loaded.seats
    people = (*loaded.roster.had_part, *SUBSTITUTES[: len(PEOPLE)])
    user = people[option % len(people)]
    after = await tables(story).give_seat(story.match, seat, user, story.side.clock.now())
    assert after.status is not Status.RUNNING or after.roster.holders[seat] == user


async def stop(story: Story, person: int, _: int) -> None:
    """End the round; only some stories do."""
    if person > 38:
        await tables(story).stop(story.match)


def check(loaded: Loaded) -> None:
    """Check the invariants of a match during and after play."""
    if loaded.status is Status.RUNNING:
        assert len(loaded.roster.people) >= 2, "no player is left alone"
        for late in latenesses(loaded):
            allowed = {vote.choice for vote in choices(loaded, late)}
            assert not allowed & {Remedy.END, Remedy.PERSON}
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
    staying = [result.places[seat] for seat, holder in enumerate(holders) if holder is not None]
    lost = [result.places[seat] for seat, holder in enumerate(holders) if holder is None]
    assert staying, "a player is left"
    assert max(staying) < min(lost, default=9)
    assert len(set(lost)) == len(lost)
    assert all(holders[seat] is None for seat in result.late)
    ended = sum(
        event.kind in (MatchEventKind.FINISHED, MatchEventKind.ENDED) for event in loaded.events
    )
    assert ended == 1


@example(people=4, deeds=[*[(Story.move, 0, 0)] * 15, (Story.pause, 0, 0), (stop, 39, 0)])
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
def test_any_match_of_a_tournament_has_a_fair_result(
    people: int, deeds: list[tuple[Deed, int, int]]
) -> None:
    async def play_story(folder: Path) -> None:
        world = await World.open(folder / "salud.db")
        try:
            side = await world.another()
            row = await world.tournaments.create(A_TOURNAMENT, SEED, MADE)
            rules = world.matches.games.newest("toy").info.rules
            begin = at_tables(side).begin
            begun = await begin(row, "1.0.1.1", PEOPLE[:people], "toy", rules, Pace.DAY)
            story = Story(world, side, begun.record.id)
            for deed, person, option in deeds:
                with contextlib.suppress(Refusal):
                    await deed(story, person, option)
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
        asyncio.run(play_story(Path(folder)))
