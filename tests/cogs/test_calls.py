"""Whom a match calls: each once, nobody in vain, nobody whose own press led to their turn."""

from bot.match.log.loaded import Loaded
from bot.match.values.players import Company
from bot.match.values.times import Pace
from cogs.board.mentions import SOON, mentioned_before, starter, to_mention
from engine.core.types import Level
from tests.match.tournaments.organizing import at_tables
from tests.match.world import ANN, BEN, CAT, World
from tests.storage.samples import A_TOURNAMENT, MADE

ADDS = ("11 add 1", "12 add 1", "13 add 1")


def calls(loaded: Loaded, seen: int, announced: int = 0) -> list[int]:
    """Who is called when Discord has shown `seen` entries; 0: no board yet.

    `announced` is how many a board told when one last pinged somebody.
    """
    advances = loaded.advances()
    before = frozenset[int]()
    if seen > 0:
        before = loaded.game.to_act(advances[seen - 1].position.state)
    presser = None if seen else starter(loaded)
    excused = mentioned_before(loaded, advances, seen, announced)
    return to_mention(loaded, before, advances[seen:], presser, excused)


async def test_the_start(world: World) -> None:
    """The first to act is called, unless it was their press that began the match."""
    loaded = await world.begun(ANN, BEN, CAT)
    assert starter(loaded) == 2, "CAT was the last to join"
    assert calls(loaded, 0) == [ANN]
    opened = (await world.toys.challenge(world.asked(ANN), [BEN, CAT])).record.id
    await world.toys.join(opened, BEN, world.interaction())
    loaded = await world.toys.start(opened, ANN)
    assert starter(loaded) == 0, "the host pressed Start"
    assert calls(loaded, 0) == []


async def test_the_start_at_a_table_of_a_tournament(world: World) -> None:
    """It begins by itself, so whoever is to act first is called, also the last to be seated."""
    row = await world.tournaments.create(A_TOURNAMENT, MADE)
    begin = at_tables(world).begin
    rules = world.matches.games.newest("toy").info.rules
    loaded = await begin(row, "1.0.1.1", (CAT, ANN), "toy", rules, Pace.DAY)
    assert starter(loaded) is None
    assert calls(loaded, 0) == [CAT]


async def test_the_start_with_computers(world: World) -> None:
    """Who joined last began the match, though computers have seats; who filled the table, too."""
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


async def test_turn_after_turn(world: World) -> None:
    """Each press calls the next one."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    assert calls(await world.toy(match, "11 add 1"), 1) == [BEN]
    assert calls(await world.toy(match, "12 add 1"), 2) == [CAT]


async def test_all_at_once(world: World) -> None:
    """When all decide, all are called but the one who pressed; then nobody any more."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    assert calls(await world.toy(match, *ADDS), 3) == [ANN, BEN]
    assert calls(await world.toy(match, "12 bid 0"), 4) == []
    assert calls(await world.toy(match, "13 bid 2"), 5) == []


async def test_after_all_at_once(world: World) -> None:
    """The last to decide leads to the next turn: called, if it is another's."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, *ADDS, "11 bid 0", "13 bid 2")
    loaded = await world.toy(match, "12 bid 1")
    assert loaded.people_to_act == (BEN,)
    assert calls(loaded, 6) == [], "BEN's own press led there"
    second = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(second, *ADDS, "12 bid 0", "13 bid 2")
    loaded = await world.toy(second, "11 bid 1")
    assert calls(loaded, 6) == [BEN]


async def test_several_presses_between_two_boards(world: World) -> None:
    """Who has acted already is not called; who must act still is, once."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1", "12 add 1")
    assert calls(loaded, 1) == [CAT]
    loaded = await world.toy(match, "13 add 1", "12 bid 0")
    assert calls(loaded, 1) == [ANN], "BEN has bid, and CAT's own press led to the bidding"
    assert calls(loaded, 0) == [ANN]


async def test_practice_pings_nobody(world: World) -> None:
    """The computers' moves belong to the press before them."""
    match = (await world.toys.practice(world.asked(ANN), 2)).record.id
    loaded = await world.matches.look(match)
    assert calls(loaded, 0) == []
    for most in range(1, 9):
        seen = loaded.seq
        loaded = await world.play(match, f"practice {most}", most=1)
        assert calls(loaded, seen) == []


async def test_computers_in_between(world: World) -> None:
    """A computer's move between two people's turns: the second is called, the first is not."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    loaded = await world.toy(match, "11 add 1")
    assert [entry.actor for entry in loaded.entries[1:]] == [0, 1]
    assert calls(loaded, 1) == [CAT]
    await world.toy(match, "13 add 1")
    loaded = await world.toy(match, "11 bid 0", "13 bid 0")
    assert calls(loaded, 5) == [], "CAT pressed last, and is to act after the computer"


async def test_resigning_calls_the_next(world: World) -> None:
    """A computer that takes a seat over in its turn leads to someone's turn: they are called."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.service.resign(match, ANN)
    assert calls(loaded, 1) == [BEN]


async def test_a_match_that_is_over(world: World) -> None:
    """Nobody."""
    match = (await world.begun(ANN, BEN)).record.id
    loaded = await world.play(match, "over")
    assert calls(loaded, 1) == []
    assert calls(loaded, 0) == []


async def test_called_to_the_end(world: World) -> None:
    """In a whole match of Dice Miner whoever must act was called for it, or pressed before."""
    match = (await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id
    loaded = await world.matches.look(match)
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
        assert not set(new) & (waited_for - {presser}), "nobody is called twice for one decision"
        waited_for = {*(waited_for & set(loaded.people_to_act)), *new}
        if presser in loaded.people_to_act:
            waited_for.add(presser)


async def back(world: World, match: int, user: int) -> Loaded:
    """The match after the user took their pick back."""
    seq = (await world.matches.look(match)).seq
    return (await world.service.take_back(match, user, seq, world.interaction())).loaded


async def test_a_pick_in_place_of_another_calls_nobody_again(world: World) -> None:
    """Whom a pick has called that was taken back is not called by the next one."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.toy(match, "11 add 1")
    assert calls(loaded, 1) == [BEN]
    loaded = await back(world, match, ANN)
    assert calls(loaded, 2, announced=2) == [], "ANN pressed herself"
    loaded = await world.toy(match, "11 add 2")
    assert calls(loaded, 3, announced=2) == [], "BEN was called when there were two"
    assert calls(loaded, 2, announced=2) == [], "and no board in between"
    await back(world, match, ANN)
    loaded = await world.toy(match, "11 add 3")
    assert calls(loaded, 5, announced=2) == [], "however often"
    assert calls(loaded, 2, announced=2) == []
    loaded = await world.toy(match, "12 add 1")
    assert calls(loaded, 6, announced=2) == [CAT], "the next turn is another"


async def test_who_was_not_called_still_is(world: World) -> None:
    """A pick and its taking back that no board has shown have called nobody."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1")
    await back(world, match, ANN)
    loaded = await world.toy(match, "11 add 2")
    assert calls(loaded, 1) == [BEN]
    assert calls(loaded, 3) == [BEN]


async def test_a_turn_that_is_taken_away_calls_nobody(world: World) -> None:
    """Pick and taking back between two boards: it is still the same one's turn."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1")
    loaded = await back(world, match, ANN)
    assert calls(loaded, 1) == []
    loaded = await world.toy(match, "11 add 1", "12 add 1")
    loaded = await back(world, match, BEN)
    assert calls(loaded, 3) == [], "BEN has pressed since, so BEN is there"


async def test_a_turn_of_several_picks_calls_once(world: World) -> None:
    """After ¡Salud! both picks belong to one turn: only its end calls anybody."""
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


async def test_a_pick_in_place_of_another_calls_again_later(world: World) -> None:
    """Soon after it nobody is called a second time; an hour later they have looked and left."""
    for pause, called_again in ((SOON, []), (SOON + 1, [BEN])):
        match = (await world.begun(ANN, BEN, CAT)).record.id
        loaded = await world.toy(match, "11 add 1")
        assert calls(loaded, 1) == [BEN]
        picked = world.clock.time
        await world.service.take_back(match, ANN, loaded.seq, world.interaction())
        world.clock.time = picked + pause
        loaded = await world.toy(match, "11 add 2")
        assert calls(loaded, 3, announced=2) == called_again, "a board told of the taking back"
        assert calls(loaded, 2, announced=2) == called_again, "no board did"
