"""Pings of a match: each player once per turn, and never for a turn that their own
press began."""

from bot.match.log.loaded import Loaded
from bot.match.values.players import Company
from bot.match.values.times import Pace
from cogs.board.mentions import SOON, mentioned_before, starter, to_mention
from engine.core.types import Level
from tests.match.tournaments.organizing import at_tables
from tests.match.world import ANN, BEN, CAT, World
from tests.storage.samples import A_TOURNAMENT, MADE, SEED

ADDS = ("11 add 1", "12 add 1", "13 add 1")


def calls(loaded: Loaded, seen: int, announced: int = 0) -> list[int]:
    """Return the players to ping if Discord has shown `seen` entries (0: no board yet).

    `announced` is the number of entries shown when a board last pinged a player.
    """
    advances = loaded.advances()
    before = frozenset[int]()
    if seen > 0:
        before = loaded.game.to_act(advances[seen - 1].position.state)
    presser = None if seen else starter(loaded)
    excused = mentioned_before(loaded, advances, seen, announced)
    return to_mention(loaded, before, advances[seen:], presser, excused)


async def test_start_calls_the_first_to_act_unless_they_began_the_match(world: World) -> None:
    loaded = await world.begun(ANN, BEN, CAT)
    assert starter(loaded) == 2, "CAT was the last to join"
    assert calls(loaded, 0) == [ANN]
    opened = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await world.toys.join(opened, BEN, world.interaction())
    loaded = await world.toys.start(opened, ANN)
    assert starter(loaded) == 0, "the host pressed Start"
    assert calls(loaded, 0) == []


async def test_start_of_a_tournament_table_calls_the_first_to_act(world: World) -> None:
    """No press began the match, so the last player seated is called too."""
    row = await world.tournaments.create(A_TOURNAMENT, SEED, MADE)
    begin = at_tables(world).begin
    rules = world.matches.games.newest("toy").info.rules
    loaded = await begin(row, "1.0.1.1", (CAT, ANN), "toy", rules, Pace.DAY)
    assert starter(loaded) is None
    assert calls(loaded, 0) == [CAT]


async def test_start_with_computers_does_not_call_the_player_who_completed_the_table(
    world: World,
) -> None:
    company = Company(Level.APPRENTICE, 1)
    opened = await world.toys.challenge(world.asked(ANN), [BEN], company=company)
    loaded = await world.toys.join(opened.record.id, BEN, world.interaction())
    assert starter(loaded) == 1
    assert calls(loaded, 0) == [ANN]
    table = (await world.toys.open_table(world.asked(ANN), 3)).record.id
    await world.toys.join(table, BEN, world.interaction())
    loaded = await world.toys.fill(table, ANN)
    assert starter(loaded) == 0
    assert calls(loaded, 0) == []
    alone = await world.toys.practice(world.asked(ANN), 1)
    assert calls(alone, 0) == []


async def test_each_press_calls_the_next_player(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    assert calls(await world.toy(match, "11 add 1"), 1) == [BEN]
    assert calls(await world.toy(match, "12 add 1"), 2) == [CAT]


async def test_simultaneous_decision_calls_everyone_but_the_presser_once(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    assert calls(await world.toy(match, *ADDS), 3) == [ANN, BEN]
    assert calls(await world.toy(match, "12 bid 0"), 4) == []
    assert calls(await world.toy(match, "13 bid 2"), 5) == []


async def test_last_simultaneous_decision_calls_the_next_player(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, *ADDS, "11 bid 0", "13 bid 2")
    loaded = await world.toy(match, "12 bid 1")
    assert loaded.people_to_act == (BEN,)
    assert calls(loaded, 6) == [], "BEN's own press led to this turn"
    second = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(second, *ADDS, "12 bid 0", "13 bid 2")
    loaded = await world.toy(second, "11 bid 1")
    assert calls(loaded, 6) == [BEN]


async def test_presses_between_two_boards_call_only_players_who_must_still_act(
    world: World,
) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1", "12 add 1")
    assert calls(loaded, 1) == [CAT]
    loaded = await world.toy(match, "13 add 1", "12 bid 0")
    assert calls(loaded, 1) == [ANN], "BEN has bid, and CAT's own press led to the bidding"
    assert calls(loaded, 0) == [ANN]


async def test_practice_calls_no_one(world: World) -> None:
    """Computers' moves belong to the press before them."""
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    loaded = await world.matches.load(match)
    assert calls(loaded, 0) == []
    for most in range(1, 9):
        seen = loaded.seq
        loaded = await world.play(match, f"practice {most}", most=1)
        assert calls(loaded, seen) == []


async def test_computer_in_between_does_not_hide_the_next_player(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    loaded = await world.toy(match, "11 add 1")
    assert [entry.actor for entry in loaded.entries[1:]] == [0, 1]
    assert calls(loaded, 1) == [CAT]
    await world.toy(match, "13 add 1")
    loaded = await world.toy(match, "11 bid 0", "13 bid 0")
    assert calls(loaded, 5) == [], "CAT pressed last and acts after the computer"


async def test_resigning_in_turn_calls_the_player_after_the_computer(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.service.resign(match, ANN)
    assert calls(loaded, 1) == [BEN]


async def test_finished_match_calls_no_one(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    loaded = await world.play(match, "over")
    assert calls(loaded, 1) == []
    assert calls(loaded, 0) == []


async def test_every_turn_of_a_whole_match_is_called_once(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id
    loaded = await world.matches.load(match)
    waited_for = {*calls(loaded, 0), *({CAT} & set(loaded.people_to_act))}
    for step in range(400):
        if not loaded.people_to_act:
            break
        assert set(loaded.people_to_act) <= waited_for
        seen = loaded.seq
        loaded = await world.play(match, f"step {step}", most=1)
        actor = loaded.entries[seen].actor
        assert actor is not None
        presser = loaded.roster.holders[actor]
        new = calls(loaded, seen)
        assert presser not in new
        assert len(set(new)) == len(new)
        assert not set(new) & (waited_for - {presser}), "no player is pinged twice for one decision"
        waited_for = {*(waited_for & set(loaded.people_to_act)), *new}
        if presser in loaded.people_to_act:
            waited_for.add(presser)


async def back(world: World, match: int, user: int) -> Loaded:
    seq = (await world.matches.load(match)).seq
    return (await world.service.take_back(match, user, seq, world.interaction())).loaded


async def test_replaced_pick_does_not_call_the_next_player_again(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1")
    assert calls(loaded, 1) == [BEN]
    loaded = await back(world, match, ANN)
    assert calls(loaded, 2, announced=2) == [], "ANN pressed herself"
    loaded = await world.toy(match, "11 add 2")
    assert calls(loaded, 3, announced=2) == [], "BEN was pinged when two entries were shown"
    assert calls(loaded, 2, announced=2) == [], "no board came in between"
    await back(world, match, ANN)
    loaded = await world.toy(match, "11 add 3")
    assert calls(loaded, 5, announced=2) == [], "repeating it changes nothing"
    assert calls(loaded, 2, announced=2) == []
    loaded = await world.toy(match, "12 add 1")
    assert calls(loaded, 6, announced=2) == [CAT], "a new turn pings again"


async def test_replaced_pick_that_no_board_showed_still_calls(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1")
    await back(world, match, ANN)
    loaded = await world.toy(match, "11 add 2")
    assert calls(loaded, 1) == [BEN]
    assert calls(loaded, 3) == [BEN]


async def test_taken_back_turn_calls_no_one(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1")
    loaded = await back(world, match, ANN)
    assert calls(loaded, 1) == []
    loaded = await world.toy(match, "11 add 1", "12 add 1")
    loaded = await back(world, match, BEN)
    assert calls(loaded, 3) == [], "BEN has pressed since, so BEN is there"


async def test_turn_of_several_picks_calls_only_at_its_end(world: World) -> None:
    """After ¡Salud! both picks belong to one turn."""
    match = (await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id
    loaded = await world.play(match, "heroes", most=3)
    while not loaded.observe().beers or len(loaded.observe().mountain) < 4:
        loaded = await world.play(match, f"{loaded.seq}", most=1)
    (user,) = loaded.people_to_act
    friend = loaded.observe().friends[0]
    shout = f"salud {loaded.observe().beers[0].name} {friend}"
    for token in (shout, "take", "take"):
        seen, view = loaded.seq, loaded.observe()
        lying = next(die.die.name for die in view.mountain if die.takeable)
        token = f"take {lying}" if token == "take" else token
        loaded = (await world.do(match, user, token)).loaded
        over = user not in loaded.people_to_act
        assert calls(loaded, seen) == (list(loaded.people_to_act) if over else [])
    assert over


async def test_replaced_pick_calls_again_after_an_hour(world: World) -> None:
    """The next player has looked and left by then."""
    for pause, called_again in ((SOON, []), (SOON + 1, [BEN])):
        match = (await world.begun(ANN, BEN, CAT)).record.id
        loaded = await world.toy(match, "11 add 1")
        assert calls(loaded, 1) == [BEN]
        picked = world.clock.time
        await world.service.take_back(match, ANN, loaded.seq, world.interaction())
        world.clock.time = picked + pause
        loaded = await world.toy(match, "11 add 2")
        assert calls(loaded, 3, announced=2) == called_again, (
            "a board showed that the pick was taken back"
        )
        assert calls(loaded, 2, announced=2) == called_again, "no board showed it"
