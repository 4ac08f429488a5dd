"""Leaderboards, histories and what else is read of matches that are over."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.holders import UserId
from bot.match.statistics.match_stats import Deeds
from bot.match.statistics.projections import ENOUGH, ENOUGH_RATED, Beers, Era, Kind, period
from bot.match.statistics.ratings import NEWCOMER, rated
from bot.match.statistics.rebuild import Ending
from bot.match.types import Fate, Result
from bot.storage import statistics_rows
from bot.storage.database import Database
from bot.storage.statistics import LISTS, SqliteGlory
from bot.storage.statistics_rebuild import SqliteStatisticsRebuild
from bot.storage.store import SqliteStore
from tests.storage.samples import GUILD, OTHER, begun, end, on_disk

NOVEMBER = 1_794_000_000
"""The 6th of November 2026."""
DAY = 86_400


@pytest.fixture
def glory(database: Database) -> SqliteGlory:
    """What is read."""
    return SqliteGlory(database)


async def finished(
    store: SqliteStore, *results: Result, at: int = NOVEMBER, guild: int = GUILD
) -> int:
    """A match that is over with these results."""
    match = await begun(store, guild=guild)
    people = tuple(one.user for one in results)
    await store.commit(replace(end(match), ended=at, took_part=people, results=results))
    return match


async def duel(
    store: SqliteStore, winner: UserId, loser: UserId, points: int = 10, at: int = NOVEMBER
) -> int:
    """A match of two."""
    return await finished(
        store, Result(0, winner, 1, points), Result(1, loser, 2, points - 5), at=at
    )


async def lines(
    glory: SqliteGlory, kind: Kind, name: str = "all", asker: UserId = 0, start: int = 0
) -> list[tuple[int, UserId]]:
    """Place and user of each line of a page."""
    page = await glory.leaderboard(GUILD, name, kind, start=start, most=3, asker=asker)
    return [(line.place, line.tally.user) for line in page.lines]


def test_periods() -> None:
    """All, month, quarter, in UTC."""
    newyear = 1_767_225_600
    assert period(Era.ALL, newyear) == "all"
    told = [(period(Era.MONTH, at), period(Era.SEASON, at)) for at in (newyear - 1, newyear)]
    assert told == [("2025-12", "2025-Q4"), ("2026-01", "2026-Q1")]
    assert period(Era.SEASON, NOVEMBER) == "2026-Q4"
    assert period(Era.SEASON, newyear + 89 * DAY) == "2026-Q1"
    assert period(Era.SEASON, newyear + 90 * DAY) == "2026-Q2"


async def test_nobody_yet(glory: SqliteGlory) -> None:
    """An empty page, and nothing of whoever asks."""
    for kind in Kind:
        page = await glory.leaderboard(GUILD, "all", kind, start=40, most=3, asker=11)
        assert (page.lines, page.start, page.total, page.own, page.own_tally) == (
            (),
            0,
            0,
            None,
            None,
        )


async def test_ties_share_a_place(store: SqliteStore, glory: SqliteGlory) -> None:
    """Also across pages; the next one after them counts all before."""
    for winner, loser in ((21, 25), (22, 25), (23, 25), (24, 25), (24, 21)):
        await duel(store, winner, loser)
    assert await lines(glory, Kind.WINS) == [(1, 24), (2, 21), (2, 22)]
    assert await lines(glory, Kind.WINS, start=3) == [(2, 23), (5, 25)]
    page = await glory.leaderboard(GUILD, "all", Kind.WINS, start=99, most=3, asker=22)
    assert (page.start, page.total) == (3, 5), "the last page where there are not so many"
    assert page.own is not None
    assert (page.own.place, page.own.tally.user) == (2, 22)


async def test_enough(store: SqliteStore, glory: SqliteGlory) -> None:
    """What SQL asks for is what is told to who lacks it, for every kind."""
    for number in range(1, 8):
        for kind in Kind:
            page = await glory.leaderboard(GUILD, "all", kind, start=0, most=9, asker=21)
            listed = any(line.tally.user == 21 for line in page.lines)
            tally = page.own_tally
            assert listed == (tally is not None and tally.enough(kind)) == (page.own is not None)
        await duel(store, 21, 30 + number)
    tally = await glory.tally(GUILD, 21)
    assert tally is not None
    assert (tally.matches, tally.rated, tally.beers) == (7, 7, 0)
    assert str(ENOUGH) in LISTS[Kind.WIN_RATE][1]
    assert str(ENOUGH) in LISTS[Kind.AVERAGE][1]
    assert str(ENOUGH_RATED) in LISTS[Kind.RATING][1]


async def test_kinds(store: SqliteStore, glory: SqliteGlory) -> None:
    """Each orders by its own."""
    for points in (10, 20, 30, 40, 50):
        await duel(store, 21, 22, points)
    for _ in range(5):
        beer = Deeds(counts=(("beer", 2),), gifts=((21, 2),))
        await finished(store, Result(0, 23, 2, 90, deeds=beer), Result(1, 21, 1, 91))
    assert await lines(glory, Kind.WINS) == [(1, 21), (2, 22), (2, 23)]
    assert await lines(glory, Kind.WIN_RATE) == [(1, 21), (2, 22), (2, 23)]
    assert await lines(glory, Kind.AVERAGE) == [(1, 23), (2, 21), (3, 22)]
    assert await lines(glory, Kind.BEST) == [(1, 21), (2, 23), (3, 22)]
    assert await lines(glory, Kind.BEERS) == [(1, 23)], "who shared none has no line"
    assert (await lines(glory, Kind.RATING))[0] == (1, 21)
    tally = await glory.tally(GUILD, 21)
    assert tally is not None
    assert (tally.best, tally.best_match) == (91, 6), "the first match with so many"
    assert tally.value(Kind.AVERAGE) == (150 + 5 * 91) / 10


async def test_times(store: SqliteStore, glory: SqliteGlory) -> None:
    """A match counts in its month, its season and for all time; each has its own best."""
    await duel(store, 21, 22, 70, at=NOVEMBER - 40 * DAY)
    await duel(store, 22, 21, 30, at=NOVEMBER - 20 * DAY)
    await duel(store, 22, 21, 20, at=NOVEMBER)
    assert await lines(glory, Kind.BEST) == [(1, 21), (2, 22)]
    assert await lines(glory, Kind.BEST, "2026-Q4") == [(1, 22), (2, 21)]
    assert await lines(glory, Kind.WINS, "2026-Q3") == [(1, 21), (2, 22)]
    assert await lines(glory, Kind.WINS, "2026-11") == [(1, 22), (2, 21)]
    month = await glory.leaderboard(GUILD, "2026-11", Kind.RATING, start=0, most=3, asker=21)
    assert (month.lines, month.own) == ((), None), "one rated match is not enough"
    assert month.own_tally is not None
    assert month.own_tally.rated == 1


async def test_half_a_match(store: SqliteStore, glory: SqliteGlory) -> None:
    """Who left has the match and its rating, but no points, neither best nor mean."""
    left = Result(1, 22, 2, 0, Fate.RESIGNED, whole=False)
    await finished(store, Result(0, 21, 1, 40, whole=False), left)
    for user, wins in ((21, 1), (22, 0)):
        tally = await glory.tally(GUILD, user)
        assert tally is not None
        assert (tally.matches, tally.wins, tally.whole) == (1, wins, 0)
        assert (tally.points, tally.best, tally.rated) == (0, None, 1)


async def test_servers_apart(store: SqliteStore, glory: SqliteGlory) -> None:
    """What happened elsewhere counts elsewhere."""
    await duel(store, 21, 22)
    await finished(store, Result(0, 22, 1, 9), Result(1, 21, 2, 4), guild=OTHER)
    assert await lines(glory, Kind.WINS) == [(1, 21), (2, 22)]
    (taken,) = await glory.taken(OTHER, 22)
    assert taken.before == NEWCOMER
    assert [one.place for one in await glory.taken(GUILD, 22)] == [2]


async def test_ratings_follow_each_other(store: SqliteStore, glory: SqliteGlory) -> None:
    """In the order of the ends, whatever order they are kept in."""
    first, second = rated((NEWCOMER, NEWCOMER), (1, 2))
    third = rated((second, NEWCOMER), (1, 2))
    later = await duel(store, 22, 23, at=NOVEMBER + 50)
    earlier = await duel(store, 21, 22, at=NOVEMBER)
    assert [one.match for one in await glory.taken(GUILD, 22)] == [earlier, later]
    assert [one.after for one in await glory.taken(GUILD, 22)] == [second, third[0]]
    assert [one.after for one in await glory.taken(GUILD, 21)] == [first]
    assert [one.after for one in await glory.taken(GUILD, 23)] == [third[1]]
    tally = await glory.tally(GUILD, 22)
    assert tally is not None
    assert (tally.rating, tally.rated, tally.matches) == (third[0].shown, 2, 2)


async def test_shared_places_are_ties(store: SqliteStore, glory: SqliteGlory) -> None:
    """Two who win together gain alike."""
    match = await finished(store, Result(0, 21, 1, 9), Result(1, 22, 1, 9), Result(2, 23, 3, 4))
    taken = {one.user: one for one in await glory.of_match(match)}
    assert taken[21].after == taken[22].after
    assert (taken[21].change or 0) > 0 > (taken[23].change or 0)


async def test_between(store: SqliteStore, glory: SqliteGlory) -> None:
    """Matches that both took something from, the earliest first."""
    first = await duel(store, 21, 22, at=NOVEMBER)
    await duel(store, 21, 23)
    second = await duel(store, 22, 21, at=NOVEMBER + 5)
    pairs = await glory.between(GUILD, 21, 22)
    told = [(one.match, one.user, one.place, two.user, two.place) for one, two in pairs]
    assert told == [(first, 21, 1, 22, 2), (second, 21, 2, 22, 1)]
    assert await glory.between(GUILD, 22, 23) == ()


async def test_beers(store: SqliteStore, glory: SqliteGlory) -> None:
    """Given and got, summed over matches."""
    gifts = [((22, 2), (23, 1)), ((22, 3),)]
    for given in gifts:
        deeds = Deeds(gifts=given)
        back = Deeds(gifts=((21, 1),))
        await finished(store, Result(0, 21, 1, 9, deeds=deeds), Result(1, 22, 2, 4, deeds=back))
    assert await glory.beers(GUILD, 21) == (Beers(22, 5, 2), Beers(23, 1, 0))
    assert await glory.beers(GUILD, 23) == (Beers(21, 0, 1),)
    tally = await glory.tally(GUILD, 21)
    assert tally is not None
    assert tally.beers == 6


async def test_history(store: SqliteStore, glory: SqliteGlory) -> None:
    """The latest first, in pages, with where each was played."""
    matches = [await duel(store, 21, 22, at=NOVEMBER + n) for n in range(5)]
    await store.place(matches[0], 700)
    page = await glory.history(GUILD, 21, start=0, most=2)
    assert ([past.match for past in page.matches], page.total) == (matches[:2:-1], 5)
    page = await glory.history(GUILD, 21, start=9, most=2)
    assert ([past.match for past in page.matches], page.start) == (matches[:1], 4)
    (past,) = page.matches
    assert (past.place, past.message, past.people) == (700, None, (21, 22))
    assert [one.user for one in past.taken] == [21, 22]
    assert (await glory.history(GUILD, 29, start=0, most=2)).total == 0


async def test_achieved_once(store: SqliteStore, glory: SqliteGlory) -> None:
    """In the match that ended first, also where that is kept later."""
    lucky = Result(0, 21, 1, 9, earned=("hairline", "landlord"))
    second = await finished(store, lucky, Result(1, 22, 2, 8), at=NOVEMBER + 9)
    assert await glory.earned_in(second) == ((21, "hairline"), (21, "landlord"))
    first = await finished(
        store, replace(lucky, earned=("landlord",)), Result(1, 22, 2, 8), at=NOVEMBER
    )
    assert await glory.earned_in(first) == ((21, "landlord"),)
    assert await glory.earned_in(second) == ((21, "hairline"),)
    assert await glory.achievements(GUILD, 21) == (("landlord", first), ("hairline", second))


async def forgotten(database: Database, guild: int, user: UserId, matches: Sequence[int]) -> None:
    """Let somebody be forgotten, with a pseudonym for each match."""

    def work(connection: object) -> None:
        for match in matches:
            statistics_rows.forget(connection, user, match, -match)  # type: ignore[arg-type]
        statistics_rows.forget_sums(connection, guild, user)  # type: ignore[arg-type]

    await database.writer.write(work)


async def test_forgotten(
    store: SqliteStore, glory: SqliteGlory, database: Database, path: Path
) -> None:
    """They are nowhere any more; others keep what they had, also after a rebuild."""
    beer = Deeds(gifts=((21, 2),))
    results = [
        (Result(0, 21, 1, 9), Result(1, 22, 2, 4, deeds=beer, earned=("landlord",))),
        (Result(0, 22, 1, 9, deeds=beer), Result(1, 21, 2, 4, deeds=Deeds(gifts=((22, 1),)))),
        (Result(0, 21, 1, 9), Result(1, 23, 2, 4)),
    ]
    matches = [await finished(store, *both, at=NOVEMBER + n) for n, both in enumerate(results)]
    before = await glory.taken(GUILD, 21), await glory.tally(GUILD, 21)
    await forgotten(database, GUILD, 22, matches[:2])
    for table, columns in (
        ("took_part", ("user",)),
        ("result", ("user",)),
        ("tally", ("user",)),
        ("achievement", ("user",)),
        ("beer", ("giver", "taker")),
    ):
        for column in columns:
            assert on_disk(path, f"SELECT 1 FROM {table} WHERE {column} = 22") == []  # noqa: S608 - our own names
    assert (await glory.taken(GUILD, 21), await glory.tally(GUILD, 21)) == before
    assert await glory.beers(GUILD, 21) == ()

    names: list[dict[int, int]] = [{22: -matches[0]}, {22: -matches[1]}, {}]

    def renamed(one: Result, by: dict[int, int]) -> Result:
        gifts = tuple((by.get(taker, taker), count) for taker, count in one.deeds.gifts)
        return replace(one, user=by.get(one.user, one.user), deeds=replace(one.deeds, gifts=gifts))

    endings = []
    for number, (match, both, by) in enumerate(zip(matches, results, names, strict=True)):
        told = tuple(renamed(one, by) for one in both)
        people = tuple(one.user for one in told)
        endings.append(Ending(match, GUILD, NOVEMBER + number, people, told))

    def rows() -> list[list[str]]:
        return [
            sorted(map(repr, on_disk(path, f"SELECT * FROM {table}")))  # noqa: S608 - our own names
            for table in statistics_rows.TABLES
        ]

    kept = rows()
    derived = SqliteStatisticsRebuild(database)
    assert await derived.put(GUILD, endings, await derived.known(GUILD)) == ()
    assert rows() == kept
