"""Lines and pings of a board: each reader gets everything since their last turn, in order, and
never too much.
"""

import asyncio
import re
from dataclasses import replace

import pytest

from bot.match.core.boards import BoardProgress
from bot.match.core.change import Decision
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from cogs.board.updates import BoardUpdate, compare
from cogs.scenes.narration import LENGTH, LINES, cap_lines, end_of_last_turn, narrate, recap
from render.players import Player
from tests.cogs.drawn import board_layouts
from tests.cogs.moments import WORDS, screens
from tests.cogs.test_layout import BUTTON, check
from tests.cogs.test_papers import book, scenes
from tests.match.world import ANN, BEN, CAT, DAN, World

NOTHING_SHOWN = BoardProgress(-1, 0, 0, 0, None, None)


async def news(
    world: World,
    loaded: Loaded,
    shown: BoardProgress = NOTHING_SHOWN,
    planners: frozenset[int] | None = None,
) -> BoardUpdate:
    scene = await scenes(world, book()).scene(loaded, WORDS)
    if planners is None:
        planners = await world.service.automatic.planners(loaded)
    return await compare(loaded, shown, scene, [], planners)


def shown(seq: int, base: int = 0, events: int = 99, called: int = 0) -> BoardProgress:
    return BoardProgress(seq, base, 0, events, 700, 800, called=called)


async def test_board_tells_its_reader_everything_since_their_last_turn(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1", "12 add 2")
    assert (await news(world, loaded, shown(2))).start_for_readers(2) == 0, "CAT has not acted yet"
    loaded = await world.toy(match, "13 add 1", "11 bid 0", "12 bid 0", "13 bid 1")
    assert loaded.people_to_act == (BEN,), "BEN begins the second round"
    latest = await news(world, loaded, shown(6))
    assert latest.start_for_readers(6) == 6, "BEN has bid, then CAT"
    assert loaded.entries[5].actor == 1
    loaded = await world.toy(match, "12 add 1")
    assert (await news(world, loaded, shown(9))).start_for_readers(8) == 7, (
        "CAT's turn ended with the bid"
    )
    loaded = await world.toy(match, "13 add 1")
    assert (await news(world, loaded, shown(10))).start_for_readers(9) == 5, (
        "ANN's turn ended with her bid, before BEN's"
    )


async def test_board_of_a_simultaneous_decision_starts_at_the_earliest_reader(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1", "12 add 2", "13 add 1")
    assert loaded.people_to_act == (ANN, BEN, CAT)
    assert [end_of_last_turn(loaded.log, seat) for seat in range(3)] == [2, 3, 0]
    assert (await news(world, loaded, shown(3))).start_for_readers(3) == 0


async def test_board_within_a_turn_still_tells_what_others_did_before(world: World) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "a turn of many", most=3)
    while True:
        loaded = await world.play(match, f"{loaded.seq}", most=1)
        last = next(e.actor for e in reversed(loaded.entries) if e.actor is not None)
        if loaded.seats_to_act == (last,) and not loaded.game.sealed(loaded.state):
            break
    since = (await news(world, loaded, shown(loaded.seq - 1))).start_for_readers(loaded.seq - 1)
    others = [e.seq for e in loaded.entries if e.actor not in (None, last)]
    run = [e.seq for e in loaded.entries if e.actor == last and e.seq < others[-1]]
    assert since == (run[-1] + 1 if run else 0)
    assert since <= others[-1]


async def test_pick_taken_back_is_one_line_in_its_place(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1")
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    loaded = await world.toy(match, "11 add 3")
    latest = await news(world, loaded)
    lines = narrate(latest.scene, latest.advances, ())
    assert [("add 1" in line, "took a move back" in line, "add 3" in line) for line in lines] == [
        (False, False, False),
        (False, True, False),
        (False, False, True),
    ]
    rest = narrate(latest.scene, latest.advances[2:], ())
    assert "took a move back" in rest[0], "even if an earlier board told the move itself"
    assert len(rest) == 2


async def test_picks_taken_back_in_a_row_share_a_line(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    for number in (1, 2, 3):
        loaded = await world.toy(match, f"11 add {number}")
        await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    loaded = await world.toy(match, "11 add 3")
    latest = await news(world, loaded)
    lines = narrate(latest.scene, latest.advances, ())
    assert sum("took a move back" in line for line in lines) == 1
    assert "add 3" in lines[-1]
    loaded = await world.toy(match, "12 add 1")
    await world.service.take_back(match, BEN, loaded.seq, world.interaction())
    latest = await news(world, await world.toy(match, "12 add 2"))
    lines = narrate(latest.scene, latest.advances, ())
    assert sum("took a move back" in line for line in lines) == 2, "one line per player"


async def test_moves_before_resigning_keep_the_player_s_name(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1", "12 add 1", "13 add 1")
    await world.service.resign(match, ANN)
    loaded = await world.toy(match, "12 bid 0", "13 bid 1")
    scene = replace((await news(world, loaded)).scene, players=tuple(map(Player, "ABC")))
    scene = replace(scene, former=((0, 4, Player("Ann")),))
    latest = await news(world, loaded)
    assert [(seat, until) for seat, until, _ in latest.scene.former] == [(0, 4)]
    lines = narrate(scene, latest.advances, ())
    first = next(line for line in lines if "add 1" in line)
    assert "**Ann**" in first
    assert not any("**Ann**" in line for line in lines[lines.index(first) + 1 :])
    assert any("**A**" in line for line in lines), "the computer's own moves are its own"


async def test_events_appear_between_the_moves_where_they_happened(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.planning.plan(match, BEN, ["add 2"])
    await world.toy(match, "11 add 1")
    await world.service.resign(match, ANN)
    loaded = await world.toy(match, "13 add 1")
    latest = await news(world, loaded)
    lines = narrate(latest.scene, latest.advances, latest.events(0))
    positions = [
        next((n for n, line in enumerate(lines) if said in line), -1)
        for said in ("add 1", "had planned this", "add 2", "resigned")
    ]
    assert positions == sorted(positions)
    assert positions[0] > 0
    assert positions[2] == positions[1] + 1


async def test_only_later_mountains_are_full_again_and_every_round_names_who_starts(
    world: World,
) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(match, "to the end")
    latest = await news(world, loaded)
    story = screens(loaded.record.game).story(latest.scene, latest.advances)
    full = [line for line in story if "mountain is full" in line]
    assert ["again" in line for line in full] == [False, True, True]
    assert all(line.endswith(" starts.") for line in full)
    scored = [line for line in story if "is scored" in line]
    assert all(re.search(r"\*\*: −?\d+ points?", line) for line in scored)


@pytest.mark.parametrize("count", [LINES, LINES + 1, 200])
def test_long_story_keeps_its_last_lines_and_counts_the_rest(count: int) -> None:
    lines = [f"line {number}" for number in range(count)]
    short = cap_lines(lines, WORDS)
    if count <= LINES:
        assert short == lines
        return
    assert short[1:] == lines[-LINES:]
    assert str(count - LINES) in short[0]
    assert "/replay" in short[0]
    long = cap_lines(["x" * 400] * count, WORDS)
    assert sum(map(len, long)) < LENGTH + 100
    assert len(long) > 2


async def test_planning_player_is_pinged_only_when_the_plan_is_dropped(world: World) -> None:
    world.take_back = 5
    world.use(world.store)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.planning.plan(match, BEN, ["add 2"])
    loaded = await world.toy(match, "11 add 3")
    assert loaded.people_to_act == (BEN,)
    assert (await news(world, loaded, shown(1))).pings == []
    events = len(loaded.events)
    world.clock.time += 5
    loaded = await world.service.go_on(match)
    latest = await news(world, loaded, shown(2, events=events))
    assert latest.pings == [BEN]
    assert (await news(world, loaded, shown(1, events=events))).pings == [BEN], (
        "the player is pinged once"
    )
    assert (await news(world, loaded, shown(2, events=len(loaded.events)))).pings == []
    (line,) = [text for text in narrate(latest.scene, (), latest.events(2)) if "dropped" in text]
    assert line.startswith("📝 <@12>")


async def test_planned_move_pings_the_next_player(world: World) -> None:
    """This includes the player whose press came before the plan."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.planning.plan(match, BEN, ["add 2"])
    loaded = await world.toy(match, "11 add 1")
    assert (await news(world, loaded, shown(1))).pings == [CAT]


async def test_take_back_and_plan_buttons_appear_when_they_can_be_used(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, DAN, lobby=world.dice)).record.id
    loaded = await world.play(match, "heroes", most=4)
    assert await families(await news(world, loaded)) >= {"move", "match", "plan"}
    assert "undo" not in await families(await news(world, loaded))
    (user,) = loaded.people_to_act
    top = next(lying.die.name for lying in loaded.observe().mountain if lying.takeable)
    loaded = (await world.do(match, user, f"take {top}")).loaded
    assert await families(await news(world, loaded)) >= {"move", "match", "plan", "undo"}
    alone = (await world.dice.practice(world.asked(ANN), 2)).record.id
    loaded = await world.play(alone, "alone", most=2)
    assert not {"plan", "undo"} & await families(await news(world, loaded))


async def families(latest: BoardUpdate) -> set[str]:
    layout, _ = await board_layouts().board(latest, latest.shown_seq)
    components = check(layout)
    return {part["custom_id"].split(":")[1] for part in components if part["type"] == BUTTON}


async def test_text_mode_tells_since_the_reader_s_last_turn(world: World) -> None:
    """Spectators read the last events."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1", "12 add 2", "13 add 3")
    scene = await scenes(world, book()).scene(loaded, WORDS)

    def tokens(user: int) -> list[str]:
        lines = recap(scene, loaded, user)
        return [token for line in lines for token in ("add 1", "add 2", "add 3") if token in line]

    assert await asyncio.to_thread(tokens, ANN) == ["add 2", "add 3"]
    assert tokens(BEN) == ["add 3"]
    assert tokens(DAN) == ["add 1", "add 2", "add 3"]


async def test_waiting_plan_is_secret(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    before = await world.matches.load(match)
    await world.planning.plan(match, BEN, ["add 2"])
    after = await world.matches.load(match)
    assert after.events == before.events
    assert after.log == before.log
    kinds = {MatchEventKind.PLANNED, MatchEventKind.PLAN_DROPPED}
    assert not kinds & {event.kind for event in after.events}
    latest = await news(world, replace(after), shown(1))
    assert latest.pings == []


async def test_dropped_plan_pings_its_player_once(world: World) -> None:
    """A board of the same state that has just pinged the player is enough."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1")
    async with world.matches.hold(match) as held:
        new = world.matches.new_events(held)
        new.add(MatchEventKind.PLAN_DROPPED, seat=1, holder=BEN, detail="gone")
        loaded = await world.matches.commit(held, Decision(events=new.events))
    seq, events = loaded.seq, len(loaded.events) - 1
    for called, calls in ((seq - 1, [BEN]), (seq, [])):
        latest = await news(world, loaded, shown(seq, events=events, called=called))
        assert latest.pings == calls
