"""Texts and pings about lateness and lost seats in a tournament's match."""

from dataclasses import replace

import pytest

from bot.match.log.events import Forfeit, MatchEventKind, Void
from bot.match.log.loaded import Loaded
from bot.match.values.times import DAY, HOUR, Pace
from cogs.board.clock_lines import clock_lines
from cogs.board.mentions import ended_by
from cogs.notices.layouts import notice_layout
from cogs.scenes.end_stories import story
from cogs.scenes.narration import event_line
from render.players import Player
from tests.cogs.clocked import Clocked
from tests.cogs.moments import WORDS, scene
from tests.match.tournaments.organizing import at_tables
from tests.match.world import ANN, BEN, CAT, EVE, World
from tests.storage.samples import A_TOURNAMENT, MADE, SEED


async def begin(world: World, *users: int) -> int:
    row = await world.tournaments.create(A_TOURNAMENT, SEED, MADE)
    game = world.matches.games.newest("dice-miner").info
    tables = at_tables(world)
    loaded = await tables.begin(row, "1.0.1.1", users, game.name, game.rules, Pace.DAY)
    return loaded.record.id


def board_lines(loaded: Loaded) -> list[str]:
    """Return the lines that the board shows for the match's events."""
    computers = dict.fromkeys(loaded.computers, Player("Rosa", computer=True))
    end_scene = replace(scene(loaded.state, loaded.game), computers=computers)
    lines = [event_line(end_scene, event) for event in loaded.events]
    return [line for line in lines if line]


async def test_others_may_not_end_the_match_and_read_the_consequence_of_waiting(
    clocked: Clocked,
) -> None:
    match = await begin(clocked.world, ANN, BEN, CAT)
    await clocked.later(DAY)
    (late,) = (await clocked.world.matches.load(match)).people_to_act
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert verbs == ["wait", "turn", "seat"]
    assert set(drawn.pings) == {ANN, BEN, CAT}
    assert f"If nothing is decided for a whole turn, <@{late}> loses the seat" in text


async def test_forfeit_in_a_duel_has_no_notice_of_its_own(clocked: Clocked) -> None:
    """The first notice of the lateness and the end of the match say it."""
    match = await begin(clocked.world, ANN, BEN)
    await clocked.later(DAY)
    (late,) = (await clocked.world.matches.load(match)).people_to_act
    _, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert verbs == ["wait", "turn"]
    assert "Your choice counts at once." in text
    await clocked.later(DAY)
    for kind in (MatchEventKind.WARNED, MatchEventKind.FORFEITED):
        assert notice_layout(await clocked.context(match, kind)) is None
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    line = f"⏰ <@{late}> was late for too long and lost the seat."
    assert line in text
    assert (verbs, drawn.open) == ([], False)
    over = await clocked.world.matches.load(match)
    assert line in story(scene(over.state, over.game), over)
    assert ended_by(over) is None


async def test_forfeit_among_three_has_a_notice_without_a_ping(clocked: Clocked) -> None:
    """The player who lost the seat has nothing to do."""
    match = await begin(clocked.world, ANN, BEN, CAT)
    await clocked.later(DAY)
    (late,) = (await clocked.world.matches.load(match)).people_to_act
    await clocked.later(DAY)
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.FORFEITED)
    assert f"<@{late}>, you were late for too long" in text
    assert (drawn.pings, verbs, drawn.open) == ((), [], False)
    assert notice_layout(await clocked.context(match, MatchEventKind.WARNED)) is None


async def test_match_with_everyone_late_is_void_and_says_why(clocked: Clocked) -> None:
    match = await begin(clocked.world, ANN, BEN)
    world = clocked.world
    loaded = await world.matches.load(match)
    new = world.matches.new_events(loaded)
    new.add(MatchEventKind.VOIDED, detail=Void.FORFEIT)
    assert board_lines(new.after())[-1].startswith("🛑 Everyone was late for too long")


@pytest.mark.parametrize(
    ("why", "says"),
    [
        (Forfeit.ROUND_OVER, "⌛ The round is over, and the match was waiting for <@{user}>"),
        (Forfeit.WITHDREW, "🏳️ <@{user}> left the tournament."),
    ],
)
async def test_board_says_why_a_forfeited_match_ended(
    world: World, why: Forfeit, says: str
) -> None:
    """Only a withdrawal counts as ended by its player."""
    match = await begin(world, ANN, BEN)
    tables = at_tables(world)
    world.clock.time += HOUR
    (slow,) = (await world.matches.load(match)).people_to_act
    if why is Forfeit.ROUND_OVER:
        over = await tables.stop(match, why)
    else:
        over = await tables.forfeit(match, slow, why)
    line = says.format(user=slow)
    assert any(text.startswith(line) for text in board_lines(over))
    assert line in story(scene(over.state, over.game), over)
    assert ended_by(over) == (slow if why is Forfeit.WITHDREW else None)


async def test_substitute_learns_their_seat_and_is_pinged_if_in_turn(clocked: Clocked) -> None:
    match = await begin(clocked.world, ANN, BEN)
    tables = at_tables(clocked.world)
    before = await clocked.world.matches.load(match)
    (waited,) = before.people_to_act
    seat = before.roster.seat_of(waited)
    assert seat is not None
    loaded = await tables.give_seat(match, seat, EVE, since=0)
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.FORFEITED)
    assert f"<@{EVE}>, you play match #{match} against" in text
    assert f" in place of <@{waited}>" in text
    assert (drawn.pings, verbs) == ((EVE,), [])
    assert f"🔁 <@{waited}> hands over the seat." in board_lines(loaded)
    assert f"🤝 <@{EVE}> takes the seat." in board_lines(loaded)


async def test_every_notice_of_a_pause_states_its_limit(clocked: Clocked) -> None:
    match = await begin(clocked.world, ANN, BEN)
    pauses = clocked.world.pace.pauses
    await pauses.pause(match, ANN)
    limit = "its matches can be paused for 3 days altogether, and a round that has an end is over"
    _, text, _ = await clocked.notice(match, MatchEventKind.PAUSE_ASKED)
    assert limit in text
    loaded = await pauses.pause(match, BEN)
    _, text, _ = await clocked.notice(match, MatchEventKind.PAUSE_ASKED)
    assert limit in text
    times = await clocked.world.pace.timekeeper.times(loaded)
    (line,) = clock_lines(times, loaded.people_to_act, WORDS)
    assert f"paused until <t:{clocked.world.clock.time + 3 * DAY}:f> at the latest" in line
    await clocked.later(3 * DAY)
    loaded = await clocked.world.matches.load(match)
    assert board_lines(loaded)[-1] == "▶️ The pause has lasted as long as a tournament allows."
    drawn, text, _ = await clocked.notice(match, MatchEventKind.RESUMED)
    assert "its pause has lasted as long as a tournament allows" in text
    assert drawn.pings == loaded.people_to_act
