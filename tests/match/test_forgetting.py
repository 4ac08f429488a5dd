"""Forgetting a user: no trace is left, and other users keep matches, results and proofs."""

from dataclasses import replace

import pytest

from bot.match.daily.errors import PlayedBefore
from bot.match.forgetting.store import MOVES, STAYING_BARS, STAYING_DAYS, TYPED
from bot.match.lobby.errors import NobodyLeft
from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.servers import Bar
from bot.match.playing.proof import prove
from bot.match.rebuild.service import rebuild
from bot.match.rebuild.store import DerivedStore
from bot.match.statistics.results import places
from bot.match.timing.lateness import latenesses
from bot.match.values.errors import MatchOver, NotInMatch
from bot.match.values.places import NO_SERVER
from bot.match.values.times import Pace
from bot.storage.base.personal_data import HOLDINGS
from tests.match.hours import person, start_late_match, the_late
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GAMES, GUILD, World, by_hand, every_column
from tests.storage.samples import A_TOURNAMENT, JOINS, MADE, SEED, append_events, trophy

pytestmark = pytest.mark.both_databases

VIC = 777_000_777_000_777
"""The user to forget: a number that occurs nowhere else."""


def columns_with(world: World, number: int = VIC) -> list[str]:
    """Return every column of every table with the number, or with a text that includes it."""
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


async def play_eventful_matches(world: World) -> dict[str, int]:
    """Do everything as VIC, so that every column about users has rows with VIC."""
    late = (await start_late_match(world, ANN, BEN, CAT)).record.id
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
    number = the_late(await world.matches.load(late)).id
    await world.pace.late.offer(late, VIC, number)
    await world.pace.late.vote(late, BEN, number, person(VIC))
    ended = (await world.begun(EVE, DAN)).record.id
    await world.service.call_off(ended, VIC)
    await world.store.set_user_settings(VIC, {"zone": "Europe/Madrid"})
    await world.pace.absences.away(VIC, world.clock.now() + 86_400)
    await world.servers.bar(GUILD, Bar(EVE, VIC, 5))
    await world.servers.bar(GUILD + 1, Bar(VIC, ANN, 5))
    daily = (await world.daily.open(world.daily_asked(VIC))).record.id
    cup = await world.tournaments.create(A_TOURNAMENT, SEED, replace(MADE, by=VIC))
    joins = (replace(JOINS[0], user=VIC), *JOINS[1:])
    won = (trophy(cup.id, VIC),)
    await append_events(world.tournaments, cup.id, joins, people=(VIC, 12), trophies=won)
    return {
        "daily": daily,
        "over": over, "beers": beers, "running": running, "duel": duel, "asked": asked,
        "invited": invited, "table": table, "late": late, "ended": ended,
    }  # fmt: skip


def plant_rows(world: World, numbers: dict[str, int]) -> None:
    """Insert rows that these services alone don't write."""
    duel, over = numbers["duel"], numbers["over"]
    world.sql("INSERT INTO achievement VALUES (?, ?, 'toy', 'x', ?)", GUILD, VIC, over)
    world.sql("INSERT INTO plan (match, user, seq, tokens) VALUES (?, ?, 1, 'x')", duel, VIC)
    world.sql("INSERT INTO watch VALUES (?, ?, 'end')", duel, VIC)
    world.sql("INSERT INTO deadline VALUES (?, ?, 'late', 9, 9, 0)", duel, VIC)
    world.sql(
        "INSERT INTO message (kind, subject, part, receiver, guild)"
        " VALUES ('reminder', ?, 1, ?, ?)",
        duel,
        VIC,
        GUILD,
    )
    world.sql("UPDATE day_match SET points = 5 WHERE user = ?", VIC)
    world.sql("INSERT INTO tally_count VALUES (?, ?, 'toy', 'all', 'x', 1)", GUILD, VIC)
    for pair in ((VIC, ANN), (ANN, VIC)):
        world.sql("INSERT INTO gift VALUES (?, ?, 'toy', 'x', ?, ?, 2)", GUILD, *pair, over)
        world.sql("INSERT INTO ping (cause, sender, receiver, at) VALUES ('x', ?, ?, 9)", *pair)
        world.sql("INSERT INTO refusal VALUES (?, ?, 9)", *pair)
    world.sql("INSERT INTO puzzle_guild VALUES (?, 'toy', '2026-11-21', ?)", GUILD, VIC)
    world.sql("INSERT INTO puzzle_news VALUES (?, 'b')", VIC)
    world.sql(
        "INSERT INTO puzzle_answer VALUES"
        " (?, 'a', 'toy', 0, NULL, 5, 'x', NULL, 'right', 1, 1, 1, 1)",
        VIC,
    )
    # Names were once stored as they were typed.
    world.sql("INSERT INTO forgetting VALUES (?, 1)", VIC)
    world.sql("INSERT INTO forgotten_refusal VALUES (?, ?, 1)", VIC, b"\0")
    world.sql("INSERT INTO forgotten_bar VALUES (?, ?, ?, 1)", GUILD, b"\0", VIC)


async def test_forgetting_removes_the_user_from_every_column(world: World) -> None:
    numbers = await play_eventful_matches(world)
    plant_rows(world, numbers)
    assert {f"{holding.table}.{holding.user}" for holding in HOLDINGS} <= set(columns_with(world))
    assert "match_event.detail" in columns_with(world), "a vote names VIC"
    forgotten = await world.people.forget(VIC)
    assert columns_with(world) == []
    assert forgotten.done
    assert set(forgotten.resigned) == {numbers[name] for name in ("running", "duel", "daily")}
    assert set(forgotten.closed) == {numbers["asked"], numbers["invited"], numbers["table"]}
    assert await world.people.store.unfinished() == ()
    today = {"game": "solitaire", "day": world.daily.today()}
    bar = {"guild": GUILD + 1, "at": 5}
    assert await world.people.store.personal_data(VIC) == {
        STAYING_BARS: [bar],
        STAYING_DAYS: [today],
    }
    await world.refused(PlayedBefore, world.daily.open(world.daily_asked(VIC)))
    world.clock.passes(86_400)
    assert (await world.daily.open(world.daily_asked(VIC))).people_to_act == (VIC,)


async def test_forgetting_keeps_matches_and_results_of_others(world: World) -> None:
    numbers = await play_eventful_matches(world)
    before = {match: await world.matches.load(match) for match in numbers.values()}
    others = {line for line in await world.standings() if line[0] != VIC}
    await world.people.forget(VIC)
    assert set(await world.standings()) == {*others, (DAN, 1, 1)}, (
        "DAN, who stayed in the duel, won it"
    )
    again = await world.another()
    for name, match in numbers.items():
        here, there = await world.matches.load(match), await again.matches.load(match)
        assert here == there, "the copy in memory is up to date"
        assert here.entries[: before[match].seq] == before[match].entries
        assert await world.matches.verify(match)
        if name in ("over", "beers"):
            assert places(here) == places(before[match])
            assert here.roster.contribution == before[match].roster.contribution
    running = await world.matches.load(numbers["running"])
    assert running.status is Status.RUNNING
    assert running.roster.holders[1] is None
    over = await world.play(numbers["running"], "rest")
    assert over.outcome is not None
    assert (await world.matches.load(numbers["duel"])).status is Status.OVER
    assert columns_with(world) == []


async def test_forgotten_users_get_a_new_number_in_each_match(world: World) -> None:
    first = (await world.begun(VIC, BEN)).record.id
    second = (await world.begun(VIC, BEN)).record.id
    await world.play(first, "one")
    await world.play(second, "two")
    await world.people.forget(VIC)
    await world.people.forget(BEN)
    people = [(await world.matches.load(match)).roster.original for match in (first, second)]
    former = [user for seats in people for user in seats]
    assert len(set(former)) == 4
    assert all(user is not None and user < 0 for user in former)
    assert await world.standings() == []


async def test_proof_holds_after_forgetting(world: World) -> None:
    match = (await world.begun(VIC, BEN, lobby=world.dice)).record.id
    await world.play(match, "proof")
    await world.people.forget(VIC)
    stored = await world.store.load(match)
    assert stored is not None
    assert prove(stored, GAMES, world.clock.now()).proven


async def test_rebuild_after_forgetting_yields_the_same_rows(world: World) -> None:
    for number, people in enumerate(((VIC, BEN), (BEN, CAT, VIC), (CAT, BEN), (VIC, CAT))):
        match = (await world.begun(*people)).record.id
        await world.play(match, f"m{number}")
        world.clock.time += 60
    await world.people.forget(VIC)
    before = world.rows()
    await rebuild(world.store, DerivedStore(world.database), GAMES)
    assert world.rows() == before


async def test_forgetting_twice_is_harmless_and_the_user_can_return(world: World) -> None:
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


async def test_interrupted_forgetting_continues_after_a_restart(world: World) -> None:
    await world.begun(VIC, BEN, CAT)
    await world.people.store.begin(VIC, 5)
    again = await world.another()
    (forgotten,) = await again.people.look_after()
    assert len(forgotten.resigned) == 1
    assert columns_with(world) == []
    assert await again.people.look_after() == ()


async def test_user_is_forgotten_in_matches_that_cannot_change(world: World) -> None:
    """Expired invitations, frozen matches, and a match of a removed game."""
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
    assert columns_with(world) == []
    assert await world.people.store.unfinished() == ()
    assert await world.matches.verify(frozen)
    loaded = await world.service.go_on(frozen)
    assert loaded.status is Status.RUNNING
    assert loaded.people_to_act == (BEN,), "a computer plays for the former miner"


async def test_process_with_a_cached_match_never_writes_the_user_back(world: World) -> None:
    """The match is loaded again after another process forgot the user."""
    match = (await world.begun(ANN, VIC, CAT)).record.id
    again = await world.another()
    await again.matches.load(match)
    await again.service.resign(match, VIC)
    old = await again.matches.load(match)
    await world.people.forget(VIC)
    assert VIC not in (await again.matches.load(match)).roster.original
    await again.toys.rematch(match, world.asked(ANN)) if old.status is Status.OVER else None
    await again.service.resign(match, CAT)
    assert columns_with(world) == []


async def test_votes_for_a_forgotten_user_are_dropped(world: World) -> None:
    loaded: Loaded = await start_late_match(world, ANN, BEN, CAT)
    match, number = loaded.record.id, the_late(loaded).id
    await world.pace.late.offer(match, VIC, number)
    await world.pace.late.vote(match, BEN, number, person(VIC))
    await world.people.forget(VIC)
    (late,) = latenesses(await world.matches.load(match))
    assert (late.offers, late.votes) == ((), ())


async def test_export_contains_all_data_of_one_user_only(world: World) -> None:
    numbers = await play_eventful_matches(world)
    plant_rows(world, numbers)
    export = await world.people.store.personal_data(VIC)
    assert {holding.name for holding in HOLDINGS if holding.exported} | {MOVES, TYPED} == set(
        export
    )
    assert {"name": "zone", "value": "Europe/Madrid"} in export["user_setting"]
    moves = [row for row in export[MOVES] if row["match"] == numbers["running"]]
    assert [row["token"] for row in moves] == ["add 1"]
    kinds = {row["kind"] for row in export["match_event"]}
    assert {
        MatchEventKind.OFFERED.value,
        MatchEventKind.JOINED.value,
        MatchEventKind.SEATED.value,
    } <= kinds
    ids = {str(value) for rows in export.values() for row in rows for value in row.values()}
    seeds = {(await world.matches.load(match)).record.seed.hex() for match in numbers.values()}
    assert not seeds & ids
    assert await world.people.store.personal_data(424_242) == {}


async def test_private_channel_of_a_forgotten_player_is_deleted(world: World) -> None:
    """Practice that was shared outside servers names a channel of few people."""
    private = replace(world.asked(VIC), guild=NO_SERVER, channel=NO_SERVER, private=True)
    match = (await world.toys.practice(private, 1)).record.id
    await world.store.set_shared(match, 4711)
    in_server = replace(world.asked(VIC), private=True)
    other = (await world.toys.practice(in_server, 1)).record.id
    await world.store.set_shared(other, 4712)
    await world.people.forget(VIC)
    with by_hand(world.address) as connection:
        places = dict(connection.execute("SELECT id, place FROM match").fetchall())
    assert (places[match], places[other]) == (None, 4712)


async def test_forgetting_leaves_data_of_other_users(world: World) -> None:
    match = (await world.begun(VIC, BEN)).record.id
    await world.store.set_user_settings(BEN, {"zone": "Europe/Madrid"})
    before = await world.people.store.personal_data(BEN)
    await world.people.forget(VIC)
    after = await world.people.store.personal_data(BEN)
    assert {name: rows for name, rows in after.items() if name in before and name != "holder"} == {
        name: rows for name, rows in before.items() if name not in ("holder", "deadline", "message")
    } | {name: after[name] for name in ("deadline", "message") if name in after}
    await world.refused(MatchOver, world.do(match, BEN, "add 1"))
