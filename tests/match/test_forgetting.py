"""Whoever is forgotten is found nowhere; the others keep their matches, results and proofs."""

from dataclasses import replace

import pytest

from bot.match.daily.errors import PlayedBefore
from bot.match.forgetting import MOVES, STAYING_BARS, STAYING_DAYS, TYPED
from bot.match.lobby.errors import NobodyLeft
from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.servers import Bar
from bot.match.playing.proof import prove
from bot.match.rebuild import rebuild
from bot.match.statistics.results import places
from bot.match.timing.lateness import latenesses
from bot.match.values.errors import MatchOver, NotInMatch
from bot.match.values.times import Pace
from bot.storage.base.personal_data import HOLDINGS
from bot.storage.tables.statistics_rebuild import SqlStatisticsRebuild
from tests.match.hours import begun_late, person, the_late
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GAMES, GUILD, World, by_hand, every_column
from tests.storage.samples import A_TOURNAMENT, JOINS, MADE, joined, trophy

pytestmark = pytest.mark.both_databases

VIC = 777_000_777_000_777
"""Whoever is forgotten: a number that nothing else is."""


def found(world: World, number: int = VIC) -> list[str]:
    """Every column of every table that holds the number, or a text with it."""
    with by_hand(world.address) as connection:
        return sorted(
            f"{table}.{name}"
            for table, names in every_column().items()
            for name in names
            if any(
                str(number) in str(value)
                for (value,) in connection.execute(f"SELECT {name} FROM {table}")  # noqa: S608 - the schema's names
            )
        )


async def eventful(world: World) -> dict[str, int]:
    """VIC did all that can be done, so that every column that holds people holds them."""
    late = (await begun_late(world, ANN, BEN, CAT)).record.id
    over = (await world.begun(VIC, BEN)).record.id
    await world.play(over, "one")
    beers = (await world.begun(ANN, VIC, CAT, lobby=world.dice)).record.id
    await world.play(beers, "two")
    running = (await world.begun(CAT, VIC, DAN, pace=Pace.DAY)).record.id
    await world.toy(running, f"{CAT} add 1", f"{VIC} add 1")
    duel = (await world.begun(DAN, VIC, pace=Pace.DAY)).record.id
    asked = (await world.toys.challenge(world.asked(VIC), [BEN])).record.id
    invited = (await world.toys.challenge(world.asked(ANN), [VIC, BEN])).record.id
    table = (await world.toys.open_table(world.asked(BEN), 4)).record.id
    await world.toys.join(table, VIC, world.interaction(), "a word of mine")
    number = the_late(await world.matches.look(late)).id
    await world.pace.late.offer(late, VIC, number)
    await world.pace.late.vote(late, BEN, number, person(VIC))
    ended = (await world.begun(EVE, DAN)).record.id
    await world.service.call_off(ended, VIC)
    await world.store.set_user_settings(VIC, {"zone": "Europe/Madrid"})
    await world.pace.absences.away(VIC, world.clock.now() + 86_400)
    await world.servers.bar(GUILD, Bar(EVE, VIC, 5))
    await world.servers.bar(GUILD + 1, Bar(VIC, ANN, 5))
    daily = (await world.daily.open(world.daily_asked(VIC))).record.id
    cup = await world.tournaments.create(A_TOURNAMENT, replace(MADE, by=VIC))
    joins = (replace(JOINS[0], user=VIC), *JOINS[1:])
    won = (trophy(cup.id, VIC),)
    await world.tournaments.append(joined(cup.id, events=joins, people=(VIC, 12), trophies=won))
    return {
        "daily": daily,
        "over": over, "beers": beers, "running": running, "duel": duel, "asked": asked,
        "invited": invited, "table": table, "late": late, "ended": ended,
    }  # fmt: skip


def plant(world: World, numbers: dict[str, int]) -> None:
    """What these services alone don't write."""
    duel, over = numbers["duel"], numbers["over"]
    world.sql("INSERT INTO achievement VALUES (?, ?, 'toy', 'x', ?)", GUILD, VIC, over)
    world.sql("INSERT INTO plan (match, user, seq, tokens) VALUES (?, ?, 1, 'x')", duel, VIC)
    world.sql("INSERT INTO deadline VALUES (?, ?, 'late', 9, 9, 0)", duel, VIC)
    world.sql(
        "INSERT INTO reminder (match, user, since) VALUES (?, ?, 1) ON CONFLICT DO NOTHING",
        duel,
        VIC,
    )
    world.sql("UPDATE day_match SET points = 5 WHERE user = ?", VIC)
    world.sql("INSERT INTO tally_count VALUES (?, ?, 'toy', 'all', 'x', 1)", GUILD, VIC)
    for pair in ((VIC, ANN), (ANN, VIC)):
        world.sql("INSERT INTO gift VALUES (?, ?, 'toy', 'x', ?, ?, 2)", GUILD, *pair, over)
        world.sql("INSERT INTO ping (cause, sender, receiver, at) VALUES ('x', ?, ?, 9)", *pair)
        world.sql("INSERT INTO refusal VALUES (?, ?, 9)", *pair)
    # Names were once stored as they were typed.
    cup = f"Spring cup of <@{VIC}>"
    world.sql("UPDATE tournament_event SET detail = REPLACE(detail, 'Spring cup', ?)", cup)
    world.sql("UPDATE tournament SET name = ?", cup)
    world.sql("INSERT INTO forgetting VALUES (?, 1)", VIC)
    world.sql("INSERT INTO forgotten_refusal VALUES (?, ?, 1)", VIC, b"\0")
    world.sql("INSERT INTO forgotten_bar VALUES (?, ?, ?, 1)", GUILD, b"\0", VIC)


async def test_nothing_is_left(world: World) -> None:
    """Every column that can hold somebody held them, and none does afterwards."""
    numbers = await eventful(world)
    plant(world, numbers)
    assert {f"{one.table}.{one.user}" for one in HOLDINGS} <= set(found(world))
    assert "match_event.detail" in found(world), "a vote names them"
    forgotten = await world.people.forget(VIC)
    assert found(world) == []
    assert forgotten.done
    assert set(forgotten.resigned) == {numbers[one] for one in ("running", "duel", "daily")}
    assert set(forgotten.closed) == {numbers["asked"], numbers["invited"], numbers["table"]}
    assert await world.people.store.unfinished() == ()
    today = {"game": "solitaire", "day": world.daily.today()}
    bar = {"guild": GUILD + 1, "at": 5}
    assert await world.people.store.kept(VIC) == {STAYING_BARS: [bar], STAYING_DAYS: [today]}
    await world.refused(PlayedBefore, world.daily.open(world.daily_asked(VIC)))
    world.clock.passes(86_400)
    assert (await world.daily.open(world.daily_asked(VIC))).people_to_act == (VIC,)


async def test_the_others_keep_theirs(world: World) -> None:
    """Matches replay, results stand, totals are the same; running matches go on without them."""
    numbers = await eventful(world)
    before = {match: await world.matches.look(match) for match in numbers.values()}
    others = {line for line in await world.standings() if line[0] != VIC}
    await world.people.forget(VIC)
    assert set(await world.standings()) == {*others, (DAN, 1, 1)}, "who stayed in the duel won it"
    again = await world.another()
    for name, match in numbers.items():
        here, there = await world.matches.look(match), await again.matches.look(match)
        assert here == there, "the copy in memory is not of before"
        assert here.entries[: before[match].seq] == before[match].entries
        assert await world.matches.verify(match)
        if name in ("over", "beers"):
            assert places(here) == places(before[match])
            assert here.roster.contribution == before[match].roster.contribution
    running = await world.matches.look(numbers["running"])
    assert running.status is Status.RUNNING
    assert running.roster.holders[1] is None
    over = await world.play(numbers["running"], "rest")
    assert over.outcome is not None
    assert (await world.matches.look(numbers["duel"])).status is Status.OVER
    assert found(world) == []


async def test_former_miners_never_merge(world: World) -> None:
    """Two who are forgotten differ in a match, and one differs from match to match."""
    one = (await world.begun(VIC, BEN)).record.id
    two = (await world.begun(VIC, BEN)).record.id
    await world.play(one, "one")
    await world.play(two, "two")
    await world.people.forget(VIC)
    await world.people.forget(BEN)
    people = [(await world.matches.look(match)).roster.original for match in (one, two)]
    former = [user for seats in people for user in seats]
    assert len(set(former)) == 4
    assert all(user is not None and user < 0 for user in former)
    assert await world.standings() == []


async def test_proof_still_holds(world: World) -> None:
    """Every roll is computed again from seed and contribution, and agrees."""
    match = (await world.begun(VIC, BEN, lobby=world.dice)).record.id
    await world.play(match, "proof")
    await world.people.forget(VIC)
    stored = await world.store.load(match)
    assert stored is not None
    assert prove(stored, GAMES, world.clock.now()).proven


async def test_rebuild_gives_the_same(world: World) -> None:
    """What is derived, made again from what is left, to the last bit."""
    for number, people in enumerate(((VIC, BEN), (BEN, CAT, VIC), (CAT, BEN), (VIC, CAT))):
        match = (await world.begun(*people)).record.id
        await world.play(match, f"m{number}")
        world.clock.time += 60
    await world.people.forget(VIC)
    before = world.rows()
    await rebuild(world.store, SqlStatisticsRebuild(world.database), GAMES)
    assert world.rows() == before


async def test_again_and_anew(world: World) -> None:
    """Forgetting twice does nothing more; whoever comes back starts over."""
    match = (await world.begun(VIC, BEN)).record.id
    await world.play(match, "one")
    await world.people.forget(VIC)
    before = world.rows()
    forgotten = await world.people.forget(VIC)
    assert (forgotten.resigned, forgotten.closed) == ((), ())
    assert world.rows() == before
    await world.refused(NobodyLeft, world.toys.rematch(match, world.asked(BEN)))
    await world.refused(NotInMatch, world.toys.rematch(match, world.asked(VIC)))
    new = await world.begun(VIC, BEN)
    assert (await world.play(new.record.id, "two")).status is Status.OVER
    assert [line[1] for line in await world.standings() if line[0] == VIC] == [1]


async def test_goes_on_after_a_restart(world: World) -> None:
    """What has begun is done by whoever looks after things next."""
    await world.begun(VIC, BEN, CAT)
    await world.people.store.begin(VIC, 5)
    again = await world.another()
    (forgotten,) = await again.people.look_after()
    assert len(forgotten.resigned) == 1
    assert found(world) == []
    assert await again.people.look_after() == ()


async def test_what_nothing_can_be_done_to(world: World) -> None:
    """Invitations whose time is over, frozen matches, a game that is no more."""
    await world.toys.challenge(world.asked(VIC), [BEN])
    world.clock.time += 10**6
    frozen = (await world.begun(VIC, BEN)).record.id
    await world.store.freeze(frozen, frozen=True)
    broken = (await world.begun(BEN, VIC)).record.id
    world.sql("UPDATE log SET digest = 'x' WHERE match = ?", broken)
    gone = (await world.begun(VIC, CAT)).record.id
    world.sql("UPDATE match SET game = 'chess' WHERE id = ?", gone)
    world.matches.drop_cached(broken)
    world.matches.drop_cached(gone)
    await world.people.forget(VIC)
    assert found(world) == []
    assert await world.people.store.unfinished() == ()
    assert await world.matches.verify(frozen)
    loaded = await world.service.go_on(frozen)
    assert loaded.status is Status.RUNNING
    assert loaded.people_to_act == (BEN,), "a computer plays for the former miner"


async def test_another_process_forgets(world: World) -> None:
    """A process that still has them in memory loads again, and never writes them back."""
    match = (await world.begun(ANN, VIC, CAT)).record.id
    again = await world.another()
    await again.matches.look(match)
    await again.service.resign(match, VIC)
    old = await again.matches.look(match)
    await world.people.forget(VIC)
    assert VIC not in (await again.matches.look(match)).roster.original
    await again.toys.rematch(match, world.asked(ANN)) if old.status is Status.OVER else None
    await again.service.resign(match, CAT)
    assert found(world) == []


async def test_who_offered_is_not_chosen(world: World) -> None:
    """A vote for somebody who is forgotten counts for nobody."""
    loaded: Loaded = await begun_late(world, ANN, BEN, CAT)
    match, number = loaded.record.id, the_late(loaded).id
    await world.pace.late.offer(match, VIC, number)
    await world.pace.late.vote(match, BEN, number, person(VIC))
    await world.people.forget(VIC)
    (late,) = latenesses(await world.matches.look(match))
    assert (late.offers, late.votes) == ((), ())


async def test_kept(world: World) -> None:
    """All of it, in the columns' names: theirs alone, and nobody else's id."""
    numbers = await eventful(world)
    plant(world, numbers)
    kept = await world.people.store.kept(VIC)
    assert {one.name for one in HOLDINGS if one.exported} | {MOVES, TYPED} == set(kept)
    assert {"name": "zone", "value": "Europe/Madrid"} in kept["user_setting"]
    moves = [row for row in kept[MOVES] if row["match"] == numbers["running"]]
    assert [row["token"] for row in moves] == ["add 1"]
    kinds = {row["kind"] for row in kept["match_event"]}
    assert {EventKind.OFFERED.value, EventKind.JOINED.value, EventKind.SEATED.value} <= kinds
    ids = {str(value) for rows in kept.values() for row in rows for value in row.values()}
    seeds = {(await world.matches.look(match)).record.seed.hex() for match in numbers.values()}
    assert not seeds & ids
    assert await world.people.store.kept(424_242) == {}


async def test_only_theirs_is_touched(world: World) -> None:
    """Somebody who plays on loses nothing."""
    match = (await world.begun(VIC, BEN)).record.id
    await world.store.set_user_settings(BEN, {"zone": "Europe/Madrid"})
    kept = await world.people.store.kept(BEN)
    await world.people.forget(VIC)
    after = await world.people.store.kept(BEN)
    assert {name: rows for name, rows in after.items() if name in kept and name != "holder"} == {
        name: rows for name, rows in kept.items() if name not in ("holder", "deadline", "reminder")
    } | {name: after[name] for name in ("deadline", "reminder") if name in after}
    await world.refused(MatchOver, world.do(match, BEN, "add 1"))
