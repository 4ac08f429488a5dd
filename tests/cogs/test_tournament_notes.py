"""What everybody is told of a tournament: each event once, in order, and nobody pinged in vain."""

from contextlib import AsyncExitStack
from pathlib import Path

from bot.match.tournaments.events import EventKind
from bot.match.tournaments.service import TournamentRequest
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, HOUR
from cogs.tournaments.notes import CALLED, notes
from tests.bounds.hostile import LongWords
from tests.bounds.wholeness import markup_faults
from tests.cogs.channels import Channels, Process, text_of
from tests.cogs.offline import offline
from tests.cogs.tournament_shown import told
from tests.match.tournaments.simulated import BEGAN, Simulated, by_number, terms
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World
from tests.tiers import full_or

SAID = ("moved the end", "decided for", "play on for", "has ended")
"""What the four notes of `busy` say, in order."""


async def busy(world: World, process: Process) -> None:
    """A tournament in which moderators have done a lot that nobody has been told."""
    service = process.services.tournament_service
    request = TournamentRequest(GUILD, CHANNEL, ANN, 5)
    await service.create(request, Terms("Cup", "toy", Format.KNOCKOUT, days=2))
    for user in (ANN, BEN, CAT, DAN):
        await service.join(1, user)
    await service.start(1, ANN)
    for _ in range(3):
        await process.round()
        world.clock.passes(70)
    known = await service.extend(1, ANN, 1)
    first, second = known.now.open_tables
    winner = known.now.entrants[first.seats[0]].user
    await service.adjudicate(1, ANN, first.id, winner, "Both agreed")
    await service.substitute(1, ANN, known.now.entrants[second.seats[0]].user, EVE)
    await service.cancel(1, ANN)


async def test_killed_at_any_request(tmp_path: Path) -> None:
    """The next process goes on with the same events: each is told once, in order."""
    at, told_at_all = 0, False
    while True:
        for served in (False, True):
            async with AsyncExitStack() as stack:
                folder = tmp_path / f"{at} {served}"
                folder.mkdir()
                world = await World.open(folder / "salud.db")
                stack.push_async_callback(world.close)
                channels = Channels(world.clock)

                async def process() -> Process:
                    begun = offline(world.path, world.clock, world.seeds)  # noqa: B023 - called at once
                    client, _ = await stack.enter_async_context(begun)
                    return Process(client, channels)  # noqa: B023

                first = await process()
                await busy(world, first)
                show = first.services.tournament_messages.show(1)
                was_killed = await first.killed(show, at, served=served)
                world.clock.passes(100)
                await (await process()).round()
                said = [text_of(one.first) for one in channels.posts]
                found = [text for one in said for text in SAID if text in one and "Cup" in one]
                assert found == [*SAID], f"request {at}, {served=}"
                assert all(one.pings == () for one in channels.posts if one.place == CHANNEL)
                if not was_killed:
                    assert told_at_all
                    return
                told_at_all = True
        at += full_or(1, 3)


def test_a_call_of_many() -> None:
    """Nobody is left out, and no message calls more than Discord lets it."""
    crowd = Simulated(terms(Format.SWISS, closes=BEGAN + DAY, check_in=1))
    crowd.join(128)
    crowd.add(EventKind.CHECK_IN)
    crowd.add(EventKind.CHECKED_IN, 100)
    for words in (None, LongWords("de")):
        called = notes(told(crowd, words), crowd.events[-2], BEGAN)
        assert [len(one.pings) for one in called] == [CALLED, 127 - CALLED]
        assert len({user for one in called for user in one.pings}) == 127
        assert all(f"<@{user}>" in one.text for one in called for user in one.pings)
        assert len({one.nonce for one in called}) == 2


def test_a_late_call() -> None:
    """Once it has started, calling people to check in would be in vain."""
    crowd = Simulated(terms(Format.SWISS, closes=BEGAN + DAY, check_in=1))
    crowd.join(4)
    crowd.add(EventKind.CHECK_IN)
    for user in range(100, 104):
        crowd.add(EventKind.CHECKED_IN, user)
    call = crowd.events[5]
    assert notes(told(crowd), call, BEGAN) == []
    crowd.start()
    assert notes(told(crowd), call, BEGAN) == []


def test_a_season() -> None:
    """Its table by groups, and who was the best of the first."""
    league = Simulated(terms(Format.LEAGUE, days=7, group=4))
    league.join(8)
    league.start()
    while league.now.stages[0].over is None:
        if league.now.open_tables:
            table = league.now.open_tables[0]
            league.decide(table, by_number(table))
        else:
            league.at = league.times()[0]
        league.go_on()
    over = next(one for one in league.events if one.kind is EventKind.STAGE_OVER)
    (note,) = notes(told(league), over, BEGAN)
    assert "season 1 is over" in note.text
    assert note.text.count("\n") == 11, note.text
    assert "**Group A**" in note.text
    assert note.pings == ()


def test_strange_names() -> None:
    """They break no markup, and reasons can't, either."""
    cup = Simulated(terms(Format.KNOCKOUT))
    cup.join(4)
    cup.start()
    table = cup.now.open_tables[0]
    cup.add(EventKind.ADJUDICATED, table=str(table.id), places=[1, 2], reason="**@everyone** `x")
    cup.add(EventKind.DROPPED, 100)
    cup.go_on()
    names = dict.fromkeys(range(100, 104), "**_`@everyone") | {1: "x"}
    for event in cup.events:
        for note in notes(told(cup, names=names), event, BEGAN):
            assert markup_faults(note.text) == []


def test_a_decision_whose_reason_was_dropped() -> None:
    """It stands without a reason, as after a player was forgotten."""
    cup = Simulated(terms(Format.KNOCKOUT))
    cup.join(4)
    cup.start()
    table = str(cup.now.open_tables[0].id)
    for places in ([1, 2], []):
        cup.add(EventKind.ADJUDICATED, table=table, places=places, reason="")
        (note,) = notes(told(cup), cup.events[-1], BEGAN)
        assert note.text.endswith("." if places else "nobody gets anything.")
        assert "“" not in note.text


async def test_downtime_that_moves_a_round_is_told() -> None:
    """A long one, once; a restart of some minutes moves the end without a word."""
    cup = Simulated(terms(Format.KNOCKOUT, days=3))
    cup.join(4)
    cup.start()
    for seconds, is_told in ((5 * HOUR, True), (HOUR // 2, False)):
        cup.down(cup.at, cup.at + seconds)
        event = cup.events[-1]
        assert (event.kind, event.by) == (EventKind.EXTENDED, None)
        said = [one.text for one in notes(told(cup), event, cup.at)]
        assert len(said) == is_told
        for text in said:
            assert "the round has as much more time" in text
            assert f"<t:{cup.now.round_until(1, 1)}:f>" in text


async def test_downtime_that_moves_check_in_is_told() -> None:
    cup = Simulated(terms(Format.KNOCKOUT, closes=BEGAN + DAY, check_in=6))
    cup.join(4)
    cup.at += 20 * HOUR
    cup.go_on()
    cup.down(cup.at, cup.at + 2 * HOUR)
    (note,) = notes(told(cup), cup.events[-1], cup.at)
    assert "more time to check in" in note.text
    assert f"<t:{cup.now.terms.closes}:f>" in note.text
