"""The public notes about a tournament: each event once, in order, with no needless pings."""

from contextlib import AsyncExitStack
from pathlib import Path

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import DAY, HOUR
from cogs.tournaments.notes import CALLED, notes
from tests.bounds.hostile import LongWords
from tests.bounds.wholeness import markup_faults
from tests.cogs.channels import Channels, Process, text_of
from tests.cogs.offline import offline
from tests.cogs.tournament_shown import presented
from tests.match.tournaments.simulated import BEGAN, Simulated, by_number, terms
from tests.match.world import ANN, BEN, CAT, CHANNEL, DAN, EVE, GUILD, World
from tests.tiers import full_or

SAID = ("moved the end", "decided for", "play on for", "has ended")
"""A fragment of each note of `busy`, in order."""


async def busy(world: World, process: Process) -> None:
    """Run a tournament in which moderators have acted several times, unannounced."""
    service = process.services.domain.tournaments
    request = TournamentRequest(GUILD, CHANNEL, ANN, 5)
    await service.create(request, Terms("Cup", "toy", Format.KNOCKOUT, days=2))
    for user in (ANN, BEN, CAT, DAN):
        await service.join(1, user)
    await service.start(1, ANN)
    for _ in range(3):
        await process.round()
        world.clock.passes(70)
    tournament = await service.extend(1, ANN, 1)
    first, second = tournament.state.open_tables
    winner = tournament.state.entrants[first.seats[0]].user
    await service.adjudicate(1, ANN, first.id, winner, "Both agreed")
    await service.substitute(1, ANN, tournament.state.entrants[second.seats[0]].user, EVE)
    await service.cancel(1, ANN)


async def test_killed_at_any_request_tells_each_event_once_in_order(tmp_path: Path) -> None:
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
                show = first.services.topics.panels.show(1)
                was_killed = await first.killed(show, at, served=served)
                world.clock.passes(100)
                await (await process()).round()
                texts = [text_of(post.first) for post in channels.posts]
                fragments = [
                    fragment
                    for text in texts
                    for fragment in SAID
                    if fragment in text and "Cup" in text
                ]
                assert fragments == [*SAID], f"request {at}, {served=}"
                assert all(post.pings == () for post in channels.posts if post.place == CHANNEL)
                if not was_killed:
                    assert told_at_all
                    return
                told_at_all = True
        at += full_or(1, 6)


def test_long_call_is_split_by_discord_s_limit_on_pings() -> None:
    crowd = Simulated(terms(Format.SWISS, closes=BEGAN + DAY, check_in=1))
    crowd.join(128)
    crowd.add(TournamentEventKind.CHECK_IN)
    crowd.add(TournamentEventKind.CHECKED_IN, 100)
    for words in (None, LongWords("de")):
        called = notes(presented(crowd, words), crowd.events[-2], BEGAN)
        assert [len(note.pings) for note in called] == [CALLED, 127 - CALLED]
        assert len({user for note in called for user in note.pings}) == 127
        assert all(f"<@{user}>" in note.text for note in called for user in note.pings)
        assert len({note.nonce for note in called}) == 2


def test_call_to_check_in_is_dropped_after_the_start() -> None:
    crowd = Simulated(terms(Format.SWISS, closes=BEGAN + DAY, check_in=1))
    crowd.join(4)
    crowd.add(TournamentEventKind.CHECK_IN)
    for user in range(100, 104):
        crowd.add(TournamentEventKind.CHECKED_IN, user)
    call = crowd.events[5]
    assert notes(presented(crowd), call, BEGAN) == []
    crowd.start()
    assert notes(presented(crowd), call, BEGAN) == []


def test_season_note_has_the_table_by_groups() -> None:
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
    over = next(event for event in league.events if event.kind is TournamentEventKind.STAGE_OVER)
    (note,) = notes(presented(league), over, BEGAN)
    assert "season 1 is over" in note.text
    assert note.text.count("\n") == 11, note.text
    assert "**Group A**" in note.text
    assert note.pings == ()


def test_names_and_reasons_break_no_markup() -> None:
    cup = Simulated(terms(Format.KNOCKOUT))
    cup.join(4)
    cup.start()
    table = cup.now.open_tables[0]
    cup.add(
        TournamentEventKind.ADJUDICATED,
        table=str(table.id),
        places=[1, 2],
        reason="**@everyone** `x",
    )
    cup.add(TournamentEventKind.DROPPED, 100)
    cup.go_on()
    names = dict.fromkeys(range(100, 104), "**_`@everyone") | {1: "x"}
    for event in cup.events:
        for note in notes(presented(cup, names=names), event, BEGAN):
            assert markup_faults(note.text) == []


def test_decision_without_a_reason_is_still_announced() -> None:
    """The reason is deleted when its author is forgotten."""
    cup = Simulated(terms(Format.KNOCKOUT))
    cup.join(4)
    cup.start()
    table = str(cup.now.open_tables[0].id)
    for places in ([1, 2], []):
        cup.add(TournamentEventKind.ADJUDICATED, table=table, places=places, reason="")
        (note,) = notes(presented(cup), cup.events[-1], BEGAN)
        assert note.text.endswith("." if places else "nobody gets anything.")
        assert "“" not in note.text


async def test_downtime_that_moves_a_round_is_told() -> None:
    """A short restart moves the end silently."""
    cup = Simulated(terms(Format.KNOCKOUT, days=3))
    cup.join(4)
    cup.start()
    for seconds, is_told in ((5 * HOUR, True), (HOUR // 2, False)):
        cup.down(cup.at, cup.at + seconds)
        event = cup.events[-1]
        assert (event.kind, event.by) == (TournamentEventKind.EXTENDED, None)
        texts = [note.text for note in notes(presented(cup), event, cup.at)]
        assert len(texts) == is_told
        for text in texts:
            assert "the round has as much more time" in text
            assert f"<t:{cup.now.round_until(1, 1)}:f>" in text


async def test_downtime_that_moves_check_in_is_told() -> None:
    cup = Simulated(terms(Format.KNOCKOUT, closes=BEGAN + DAY, check_in=6))
    cup.join(4)
    cup.at += 20 * HOUR
    cup.go_on()
    cup.down(cup.at, cup.at + 2 * HOUR)
    (note,) = notes(presented(cup), cup.events[-1], cup.at)
    assert "more time to check in" in note.text
    assert f"<t:{cup.now.terms.closes}:f>" in note.text
