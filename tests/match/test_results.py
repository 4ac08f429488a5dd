"""What a match leaves to each of its people: from the log, for those who did it."""

import pytest

from bot.match.core.store import Decision
from bot.match.log.events import EventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.result import Fate, Gift, MatchStats, Result, read, written
from bot.match.statistics.results import places, results, took_part
from bot.match.values.players import UserId
from engine.core.capabilities import Luck
from engine.core.fortune import NOTHING, Fortune, total
from engine.games.dice_miner.statistics import BEER, KINDS
from tests.match.world import ANN, BEN, CAT, DAN, EVE, World


def by_user(loaded: Loaded) -> dict[UserId, Result]:
    """Everybody's Result."""
    return {one.user: one for one in results(loaded)}


async def handed(
    world: World, loaded: Loaded, seat: int, to: UserId | None, kind: EventKind
) -> Loaded:
    """A seat is lost for lateness, or taken back."""
    was = loaded.roster.holders[seat] if kind is EventKind.REPLACED else to
    async with world.matches.hold(loaded.record.id) as now:
        new = world.matches.new_events(now)
        new.add(kind, seat=seat, holder=was)
        new.add(EventKind.HANDED, seat=seat, holder=to)
        after = await world.matches.commit(now, Decision(events=new.events))
        return await world.service.automatic.move(after)


async def test_a_whole_match(world: World) -> None:
    """Points of all rounds by kind, hero, beers by friend, luck: for each as the table saw it."""
    loaded = await world.play((await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id, "a")
    assert loaded.outcome is not None
    for seat, user in enumerate((ANN, BEN, CAT)):
        one = by_user(loaded)[user]
        assert (one.seat, one.fate, one.whole) == (seat, Fate.STAYED, True)
        assert one.place == loaded.outcome.places[seat]
        assert sum(sum(dict(points).values()) for points in one.stats.rounds) == one.points
        assert all(tuple(dict(points)) == KINDS for points in one.stats.rounds)
        assert one.stats.role == loaded.state.heroes[seat].value
        assert sum(gift.count for gift in one.stats.gifts) == one.stats.count(BEER)
        decided = sum(entry.actor == seat for entry in loaded.entries)
        assert 0 < one.stats.turns <= decided
        assert one.stats.fortune.dice > 0
    given = [entry.token for entry in loaded.entries if entry.token.startswith("salud")]
    assert sum(one.stats.count(BEER) for one in by_user(loaded).values()) == len(given)


async def test_what_a_turn_took(world: World) -> None:
    """From when the match waited for it; a seat that decides twice in a row has one turn."""
    match = (await world.begun(ANN, BEN)).record.id
    for user, seconds in ((ANN, 30), (BEN, 70)):
        world.clock.time += seconds
        await world.do(match, user, "add 1")
    for user in (ANN, BEN):
        world.clock.time += 5
        await world.do(match, user, "bid 0")
    loaded = await world.service.resign(match, BEN)
    found = by_user(loaded)
    assert (found[ANN].stats.turns, found[ANN].stats.seconds) == (2, 35)
    assert (found[BEN].stats.turns, found[BEN].stats.seconds) == (2, 75)
    assert found[ANN].stats.counts == (("added", 1),)


async def test_a_move_taken_back(world: World) -> None:
    """It never happened."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = (await world.do(match, ANN, "add 3")).loaded
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await world.do(match, ANN, "add 1")
    await world.service.resign(match, BEN)
    loaded = await world.play(match, "rest")
    tokens = [entry.token for entry in loaded.entries if entry.actor == 0]
    assert tokens[:3] == ["add 3", "undo", "add 1"]
    added = sum(int(token[4:]) for token in tokens[2:] if token.startswith("add"))
    assert by_user(loaded)[ANN].stats.count("added") == added


async def test_replaced_by_a_computer(world: World) -> None:
    """Last, without points; the computer that plays on takes nothing."""
    loaded = await world.begun(ANN, BEN, CAT)
    match = loaded.record.id
    loaded = (await world.do(match, ANN, "add 3")).loaded
    await handed(world, loaded, 0, None, EventKind.REPLACED)
    loaded = await world.play(match, "rest")
    found = by_user(loaded)
    assert set(found) == {ANN, BEN, CAT}
    assert (found[ANN].place, found[ANN].points, found[ANN].fate) == (3, 0, Fate.REPLACED)
    assert not found[ANN].whole
    assert found[ANN].stats.count("added") == 3, "what the computer added is nobody's"
    assert {found[BEN].place, found[CAT].place} <= {1, 2}
    assert places(loaded)[0] == 3


async def test_somebody_takes_over(world: World) -> None:
    """The seat is theirs then, with its place and points; who left is last of all."""
    loaded = await world.begun(ANN, BEN)
    match = loaded.record.id
    await world.do(match, ANN, "add 3")
    loaded = (await world.do(match, BEN, "add 1")).loaded
    await handed(world, loaded, 0, EVE, EventKind.REPLACED)
    loaded = await world.play(match, "rest")
    assert loaded.outcome is not None
    found = by_user(loaded)
    assert (found[EVE].seat, found[EVE].fate, found[EVE].whole) == (0, Fate.TOOK_OVER, False)
    assert found[EVE].place == loaded.outcome.places[0]
    assert found[EVE].points == loaded.outcome.scores[0]
    assert (found[ANN].place, found[ANN].points, found[ANN].fate) == (3, 0, Fate.REPLACED)
    assert found[EVE].stats.count("added") + 3 == sum(
        int(entry.token[4:])
        for entry in loaded.entries
        if entry.actor == 0 and entry.token.startswith("add")
    )
    assert took_part(loaded) == (ANN, BEN, EVE)
    kept = {one.user: one for one in await world.statistics.of_match(match)}
    assert kept[EVE].after is None, "who took over is not rated for it"
    assert (kept[ANN].change or 0) < 0 < (kept[BEN].change or 0)


async def test_back_again(world: World) -> None:
    """Who takes the seat back has lost nothing; who held it meanwhile has taken nothing."""
    loaded = await world.begun(ANN, BEN, CAT)
    match = loaded.record.id
    loaded = await handed(world, loaded, 0, EVE, EventKind.REPLACED)
    await world.do(match, EVE, "add 2")
    loaded = await handed(world, loaded, 0, ANN, EventKind.RETURNED)
    loaded = await world.play(match, "rest")
    assert loaded.outcome is not None
    found = by_user(loaded)
    assert set(found) == {ANN, BEN, CAT}
    assert (found[ANN].fate, found[ANN].place) == (Fate.STAYED, loaded.outcome.places[0])
    assert set(took_part(loaded)) == {ANN, BEN, CAT, EVE}


async def test_resigned_and_took_over_elsewhere(world: World) -> None:
    """Each person has one result: that of the seat they held in the end."""
    loaded = await world.begun(ANN, BEN, CAT, DAN)
    match = loaded.record.id
    await world.service.resign(match, DAN)
    loaded = await world.matches.look(match)
    await handed(world, loaded, 0, DAN, EventKind.REPLACED)
    loaded = await world.play(match, "rest")
    told = [(one.user, one.fate) for one in results(loaded)]
    assert (DAN, Fate.TOOK_OVER) in told
    assert len(told) == len({user for user, _ in told}) == 4
    assert max(one.place or 0 for one in results(loaded)) == 4


async def test_luck_is_of_who_held_the_seat(world: World) -> None:
    """Of all that was rolled everybody has their own, and nobody what came after them."""
    loaded = await world.begun(ANN, BEN, lobby=world.dice)
    whole = await world.play(loaded.record.id, "x")
    state, rolled = None, NOTHING
    assert isinstance(whole.game, Luck)
    for made in whole.advances():
        before = whole.game.new(2) if state is None else state
        rolled += total(whole.game.fortunes(before, made.position.state))
        state = made.position.state
    assert total(one.stats.fortune for one in results(whole)) == rolled


def test_stats_are_read_back() -> None:
    """As they were written, but for the gifts, which have rows of their own."""
    stats = MatchStats(
        "alchemist", ((("tunnels", 3), ("hazards", -4)), ()), (("beer", 2),),
        (Gift("beer", 12, 2),), 5, 60, 1, Fortune(9, 8, 7, 6),
    )  # fmt: skip
    assert written(read(written(stats))) == written(stats)
    assert read(written(stats)).rounds == stats.rounds
    assert (read(written(stats)).fortune, read(written(stats)).late) == (Fortune(9, 8, 7, 6), 1)


async def test_over_for_all_who_sat_there(world: World) -> None:
    """Also a practice and a match without a result are over for those who played."""
    practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
    await world.service.resign(practice, ANN)
    match = (await world.begun(ANN, BEN)).record.id
    ended = await world.service.call_off(match, DAN)
    assert ended.status is Status.OVER
    history = await world.statistics.history(ended.record.guild, "toy", ANN, start=0, most=9)
    assert [(past.match, past.results) for past in history.matches] == [(match, ()), (practice, ())]
    assert history.matches[0].people == (ANN, BEN)


async def test_an_end_that_can_not_be_summed_up(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The match ends all the same; the log tells why nobody takes anything from it for now."""

    def broken(_: Loaded) -> tuple[Result, ...]:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.match.core.transition.results", broken)
    begun = await world.begun(ANN, BEN)
    loaded = await world.service.resign(begun.record.id, ANN)
    assert loaded.status is Status.OVER
    assert f"results of match {begun.record.id}" in caplog.text
