"""Leaderboards, histories and other statistics of finished matches."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.core.store import Store
from bot.match.rebuild.store import DerivedStore, Rebuilt
from bot.match.statistics import rows as statistics_rows
from bot.match.statistics.projections import (
    ENOUGH,
    ENOUGH_RATED,
    Exchange,
    LeaderboardMeasure,
    Period,
    Ranking,
    period_name,
)
from bot.match.statistics.ratings import NEWCOMER, rate
from bot.match.statistics.result import EndedMatch, Fate, MatchStats, Result
from bot.match.statistics.store import LEADERBOARDS, StatisticsStore
from bot.match.values.players import UserId
from bot.storage.base.database import Database
from tests.storage.samples import GUILD, OTHER, RANKINGS, create_running, end, on_disk

pytestmark = pytest.mark.both_databases

RATING, WINS, WIN_RATE, AVERAGE, BEST, MATCHES = (
    Ranking(measure) for measure in LeaderboardMeasure if measure is not LeaderboardMeasure.COUNT
)
PEBBLES = Ranking(LeaderboardMeasure.COUNT, "pebble")
FEWEST, LOWEST_AVERAGE = (
    Ranking(LeaderboardMeasure.BEST, fewest=True),
    Ranking(LeaderboardMeasure.AVERAGE, fewest=True),
)
NOVEMBER = 1_794_000_000
"""6 November 2026."""
DAY = 86_400


@pytest.fixture
def statistics(database: Database) -> StatisticsStore:
    return StatisticsStore(database)


async def create_finished(
    store: Store,
    *results: Result,
    at: int = NOVEMBER,
    guild: int = GUILD,
    game: str = "toy",
) -> int:
    match = await create_running(store, guild=guild, game=game)
    people = tuple(item.user for item in results)
    await store.commit(replace(end(match), ended=at, took_part=people, results=results))
    return match


async def create_duel(
    store: Store, winner: UserId, loser: UserId, points: int = 10, at: int = NOVEMBER
) -> int:
    return await create_finished(
        store, Result(0, winner, 1, points), Result(1, loser, 2, points - 5), at=at
    )


async def lines(
    statistics: StatisticsStore,
    ranking: Ranking,
    name: str = "all",
    asker: UserId = 0,
    start: int = 0,
) -> list[tuple[int, UserId]]:
    """Return place and user of each line of a page."""
    page = await statistics.leaderboard(
        GUILD, "toy", name, ranking, start=start, most=3, asker=asker
    )
    return [(place, tally.user) for place, tally in page.lines]


def test_periods_are_all_month_and_quarter_in_utc() -> None:
    newyear = 1_767_225_600
    assert period_name(Period.ALL, newyear) == "all"
    names = [
        (period_name(Period.MONTH, at), period_name(Period.SEASON, at))
        for at in (newyear - 1, newyear)
    ]
    assert names == [("2025-12", "2025-Q4"), ("2026-01", "2026-Q1")]
    assert period_name(Period.SEASON, NOVEMBER) == "2026-Q4"
    assert period_name(Period.SEASON, newyear + 89 * DAY) == "2026-Q1"
    assert period_name(Period.SEASON, newyear + 90 * DAY) == "2026-Q2"


async def test_leaderboard_without_matches_is_empty(statistics: StatisticsStore) -> None:
    for ranking in RANKINGS:
        page = await statistics.leaderboard(
            GUILD, "toy", "all", ranking, start=40, most=3, asker=11
        )
        assert (page.lines, page.start, page.total, page.own, page.own_tally) == (
            (),
            0,
            0,
            None,
            None,
        )


async def test_ties_share_a_place_across_pages(store: Store, statistics: StatisticsStore) -> None:
    for winner, loser in ((21, 25), (22, 25), (23, 25), (24, 25), (24, 21)):
        await create_duel(store, winner, loser)
    assert await lines(statistics, WINS) == [(1, 24), (2, 21), (2, 22)]
    assert await lines(statistics, WINS, start=3) == [(2, 23), (5, 25)]
    page = await statistics.leaderboard(GUILD, "toy", "all", WINS, start=99, most=3, asker=22)
    assert (page.start, page.total) == (3, 5), "the last page if there are fewer"
    assert page.own is not None
    assert (page.own[0], page.own[1].user) == (2, 22)


async def test_minimum_of_matches_in_sql_equals_the_texts(
    store: Store, statistics: StatisticsStore
) -> None:
    for number in range(1, 8):
        for ranking in RANKINGS:
            page = await statistics.leaderboard(
                GUILD, "toy", "all", ranking, start=0, most=9, asker=21
            )
            listed = any(tally.user == 21 for _, tally in page.lines)
            tally = page.own_tally
            assert listed == (tally is not None and tally.enough(ranking)) == (page.own is not None)
        await create_duel(store, 21, 30 + number)
    tally = await statistics.tally(GUILD, "toy", 21)
    assert tally is not None
    assert (tally.matches, tally.rated, tally.counts) == (7, 7, {})
    assert str(ENOUGH) in LEADERBOARDS[LeaderboardMeasure.WIN_RATE][2]
    assert str(ENOUGH) in LEADERBOARDS[LeaderboardMeasure.AVERAGE][2]
    assert str(ENOUGH_RATED) in LEADERBOARDS[LeaderboardMeasure.RATING][2]


async def test_user_without_a_positive_sum_has_no_line(
    store: Store, statistics: StatisticsStore
) -> None:
    pebbles = {11: 2, 12: -3, 13: 1, 14: 0}
    for at in (NOVEMBER, NOVEMBER + 1):
        await create_finished(
            store,
            *(
                Result(seat, user, seat + 1, 1, counted=(("pebble", count),))
                for seat, (user, count) in enumerate(pebbles.items())
            ),
            at=at,
        )
        pebbles[13] = -1
    page = await statistics.leaderboard(GUILD, "toy", "all", PEBBLES, start=0, most=9, asker=12)
    assert [(tally.user, tally.counts) for _, tally in page.lines] == [(11, {"pebble": 4})]
    assert (page.total, page.own) == (1, None)


async def test_each_leaderboard_has_its_own_order(
    store: Store, statistics: StatisticsStore
) -> None:
    for points in (10, 20, 30, 40, 50):
        await create_duel(store, 21, 22, points)
    for _ in range(5):
        giver = Result(0, 23, 2, 90, counted=(("pebble", 2),))
        await create_finished(store, giver, Result(1, 21, 1, 91))
    assert await lines(statistics, WINS) == [(1, 21), (2, 22), (2, 23)]
    assert await lines(statistics, WIN_RATE) == [(1, 21), (2, 22), (2, 23)]
    assert await lines(statistics, AVERAGE) == [(1, 23), (2, 21), (3, 22)]
    assert await lines(statistics, BEST) == [(1, 21), (2, 23), (3, 22)]
    assert await lines(statistics, PEBBLES) == [(1, 23)], "a player who shared none has no line"
    assert (await lines(statistics, RATING))[0] == (1, 21)
    tally = await statistics.tally(GUILD, "toy", 21)
    assert tally is not None
    assert (tally.best, tally.best_match) == (91, 6), "the first match with that score"
    assert tally.value(AVERAGE) == (150 + 5 * 91) / 10


async def test_match_counts_in_its_month_season_and_for_all_time(
    store: Store, statistics: StatisticsStore
) -> None:
    await create_duel(store, 21, 22, 70, at=NOVEMBER - 40 * DAY)
    await create_duel(store, 22, 21, 30, at=NOVEMBER - 20 * DAY)
    await create_duel(store, 22, 21, 20, at=NOVEMBER)
    assert await lines(statistics, BEST) == [(1, 21), (2, 22)]
    assert await lines(statistics, BEST, "2026-Q4") == [(1, 22), (2, 21)]
    assert await lines(statistics, WINS, "2026-Q3") == [(1, 21), (2, 22)]
    assert await lines(statistics, WINS, "2026-11") == [(1, 22), (2, 21)]
    month = await statistics.leaderboard(GUILD, "toy", "2026-11", RATING, start=0, most=3, asker=21)
    assert (month.lines, month.own) == ((), None), "a single rated match is not enough"
    assert month.own_tally is not None
    assert month.own_tally.rated == 1


async def test_resigned_match_is_rated_but_has_no_points(
    store: Store, statistics: StatisticsStore
) -> None:
    left = Result(1, 22, 2, 0, Fate.RESIGNED, whole=False)
    await create_finished(store, Result(0, 21, 1, 40, whole=False), left)
    for user, wins in ((21, 1), (22, 0)):
        tally = await statistics.tally(GUILD, "toy", user)
        assert tally is not None
        assert (tally.matches, tally.wins, tally.whole) == (1, wins, 0)
        assert (tally.points, tally.best, tally.rated) == (0, None, 1)


async def test_servers_have_separate_statistics(store: Store, statistics: StatisticsStore) -> None:
    await create_duel(store, 21, 22)
    await create_finished(store, Result(0, 22, 1, 9), Result(1, 21, 2, 4), guild=OTHER)
    assert await lines(statistics, WINS) == [(1, 21), (2, 22)]
    (results,) = await statistics.results(OTHER, "toy", 22)
    assert results.before == NEWCOMER
    assert [item.place for item in await statistics.results(GUILD, "toy", 22)] == [2]


async def test_ratings_follow_the_order_of_ends(store: Store, statistics: StatisticsStore) -> None:
    first, second = rate((NEWCOMER, NEWCOMER), (1, 2))
    third = rate((second, NEWCOMER), (1, 2))
    later = await create_duel(store, 22, 23, at=NOVEMBER + 50)
    earlier = await create_duel(store, 21, 22, at=NOVEMBER)
    assert [item.match for item in await statistics.results(GUILD, "toy", 22)] == [earlier, later]
    assert [item.after for item in await statistics.results(GUILD, "toy", 22)] == [second, third[0]]
    assert [item.after for item in await statistics.results(GUILD, "toy", 21)] == [first]
    assert [item.after for item in await statistics.results(GUILD, "toy", 23)] == [third[1]]
    tally = await statistics.tally(GUILD, "toy", 22)
    assert tally is not None
    assert (tally.rating, tally.rated, tally.matches) == (third[0].shown, 2, 2)


async def test_winners_of_a_shared_place_gain_equally(
    store: Store, statistics: StatisticsStore
) -> None:
    match = await create_finished(
        store, Result(0, 21, 1, 9), Result(1, 22, 1, 9), Result(2, 23, 3, 4)
    )
    results = {item.user: item for item in await statistics.of_match(match)}
    assert results[21].after == results[22].after
    assert (results[21].change or 0) > 0 > (results[23].change or 0)


async def test_between_lists_matches_of_both_users_in_order(
    store: Store, statistics: StatisticsStore
) -> None:
    first = await create_duel(store, 21, 22, at=NOVEMBER)
    await create_duel(store, 21, 23)
    second = await create_duel(store, 22, 21, at=NOVEMBER + 5)
    pairs = await statistics.between(GUILD, "toy", 21, 22)
    pairs_found = [
        (mine.match, mine.user, mine.place, theirs.user, theirs.place) for mine, theirs in pairs
    ]
    assert pairs_found == [(first, 21, 1, 22, 2), (second, 21, 2, 22, 1)]
    assert await statistics.between(GUILD, "toy", 22, 23) == ()


async def test_gifts_add_up_by_kind_in_both_directions(
    store: Store, statistics: StatisticsStore
) -> None:
    for gifts in ((pebble(22, 2), pebble(23, 1)), (pebble(22, 3), ("shell", 22, 8))):
        returned = MatchStats(gifts=(pebble(21, 1),))
        await create_finished(
            store,
            Result(0, 21, 1, 9, stats=MatchStats(gifts=gifts), counted=(("pebble", 3),)),
            Result(1, 22, 2, 4, stats=returned),
        )
    assert await statistics.gifts(GUILD, "toy", 21) == (
        Exchange("pebble", 22, 5, 2),
        Exchange("pebble", 23, 1, 0),
        Exchange("shell", 22, 8, 0),
    )
    assert await statistics.gifts(GUILD, "toy", 23) == (Exchange("pebble", 21, 0, 1),)
    tally = await statistics.tally(GUILD, "toy", 21)
    assert tally is not None
    assert tally.counts == {"pebble": 6}


def pebble(receiver: UserId, count: int) -> tuple[str, UserId, int]:
    """Return a gift of pebbles."""
    return ("pebble", receiver, count)


async def test_fewest_points_are_best_and_first_where_few_are_better(
    store: Store, statistics: StatisticsStore
) -> None:
    for points in (8, 6, 7, 6, 8):
        mine = Result(0, 21, 1, points, fewest=True)
        await create_finished(store, mine, Result(1, 22, 2, points + 2, fewest=True))
    await create_finished(store, Result(0, 23, 1, 6, fewest=True), Result(1, 22, 2, 7, fewest=True))
    assert await lines(statistics, FEWEST) == [(1, 23), (1, 21), (3, 22)]
    assert await lines(statistics, LOWEST_AVERAGE) == [(1, 21), (2, 22)]
    page = await statistics.leaderboard(GUILD, "toy", "all", FEWEST, start=0, most=3, asker=22)
    assert page.own is not None
    assert page.own[0] == 3
    tally = await statistics.tally(GUILD, "toy", 21)
    assert tally is not None
    assert (tally.best, tally.best_match) == (6, 2), "the first match with that score"


async def test_match_for_one_has_no_place_win_or_rating(
    store: Store, statistics: StatisticsStore
) -> None:
    for points in (10, 30, 20):
        await create_finished(store, Result(0, 21, None, points, rated=False))
    await create_finished(store, Result(0, 22, None, 40, rated=False))
    tally = await statistics.tally(GUILD, "toy", 21)
    assert tally is not None
    assert (tally.matches, tally.placed, tally.wins, tally.rating) == (3, 0, 0, None)
    assert (tally.whole, tally.points, tally.best) == (3, 60, 30)
    assert await lines(statistics, WINS) == []
    assert await lines(statistics, BEST) == [(1, 22), (2, 21)]
    assert await lines(statistics, MATCHES) == [(1, 21), (2, 22)]
    assert [item.place for item in await statistics.results(GUILD, "toy", 21)] == [None] * 3


async def test_unrated_matches_have_places_and_wins_but_no_rating(
    store: Store, statistics: StatisticsStore
) -> None:
    await create_finished(store, Result(0, 21, 1, 9, rated=False), Result(1, 22, 2, 4, rated=False))
    (results,) = await statistics.results(GUILD, "toy", 21)
    assert (results.place, results.before, results.after) == (1, None, None)
    assert await lines(statistics, WINS) == [(1, 21), (2, 22)]


async def test_games_have_separate_statistics(store: Store, statistics: StatisticsStore) -> None:
    gift = MatchStats(gifts=(pebble(22, 2),))
    mine = Result(0, 21, 1, 9, stats=gift, counted=(("pebble", 2),), earned=(("tireless", 1),))
    first = await create_finished(store, mine, Result(1, 22, 2, 4))
    chess = replace(mine, seat=1, points=3, place=2, earned=(), counted=())
    second = await create_finished(store, Result(0, 22, 1, 5), chess, at=NOVEMBER + 1, game="chess")
    for game, match, place, best, counts in (
        ("toy", first, 1, 9, {"pebble": 2}),
        ("chess", second, 2, 3, {}),
    ):
        (results,) = await statistics.results(GUILD, game, 21)
        assert (results.match, results.place, results.before) == (match, place, NEWCOMER)
        tally = await statistics.tally(GUILD, game, 21)
        assert tally is not None
        assert (tally.matches, tally.best, tally.counts) == (1, best, counts)
        ((item, _),) = await statistics.between(GUILD, game, 21, 22)
        assert item.match == match
        assert await statistics.gifts(GUILD, game, 21) == (Exchange("pebble", 22, 2, 0),)
        history = await statistics.history(GUILD, game, 21, start=0, most=9)
        assert [(past.match, past.game) for past in history.matches] == [(match, game)]
        page = await statistics.leaderboard(GUILD, game, "all", WINS, start=0, most=9, asker=21)
        assert [tally.wins for _, tally in page.lines] == [1, 0]
        assert page.total == 2
    assert await statistics.achievements(GUILD, "toy", 21) == (("tireless", first),)
    assert await statistics.achievements(GUILD, "chess", 21) == ()
    everything = await statistics.history(GUILD, None, 21, start=0, most=9)
    assert [past.match for past in everything.matches] == [second, first]
    # A match with an earlier end changes the results of its own game only.
    before = await statistics.results(GUILD, "chess", 21)
    await create_duel(store, 22, 21, at=NOVEMBER - 5)
    assert await statistics.results(GUILD, "chess", 21) == before
    assert [item.before == NEWCOMER for item in await statistics.results(GUILD, "toy", 21)] == [
        True,
        False,
    ]


async def test_history_is_paged_with_places_latest_first(
    store: Store, statistics: StatisticsStore
) -> None:
    matches = [await create_duel(store, 21, 22, at=NOVEMBER + n) for n in range(5)]
    await store.set_place(matches[0], 700)
    page = await statistics.history(GUILD, "toy", 21, start=0, most=2)
    assert ([past.match for past in page.matches], page.total) == (matches[:2:-1], 5)
    page = await statistics.history(GUILD, "toy", 21, start=9, most=2)
    assert ([past.match for past in page.matches], page.start) == (matches[:1], 4)
    (past,) = page.matches
    assert (past.place, past.message, past.people) == (700, None, (21, 22))
    assert [item.user for item in past.results] == [21, 22]
    assert (await statistics.history(GUILD, "toy", 29, start=0, most=2)).total == 0


async def test_achievement_belongs_to_the_match_that_ended_first(
    store: Store, statistics: StatisticsStore
) -> None:
    lucky = Result(0, 21, 1, 9, earned=(("hairline", 1), ("landlord", 8)))
    second = await create_finished(store, lucky, Result(1, 22, 2, 8), at=NOVEMBER + 9)
    assert await statistics.earned_in(second) == ((21, "hairline"), (21, "landlord"))
    first = await create_finished(
        store, replace(lucky, earned=(("landlord", 9),)), Result(1, 22, 2, 8), at=NOVEMBER
    )
    assert await statistics.earned_in(first) == ((21, "landlord"),)
    assert await statistics.earned_in(second) == ((21, "hairline"),)
    assert await statistics.achievements(GUILD, "toy", 21) == (
        ("landlord", first),
        ("hairline", second),
    )


async def forgotten(database: Database, guild: int, user: UserId, matches: Sequence[int]) -> None:
    """Forget a user, with a pseudonym for each match."""

    def work(connection: object) -> None:
        for match in matches:
            statistics_rows.forget(connection, user, match, -match)  # type: ignore[arg-type]
        statistics_rows.forget_sums(connection, guild, user)  # type: ignore[arg-type]

    await database.writer.write(work)


async def test_forgotten_user_has_no_rows_and_others_keep_theirs(
    store: Store, statistics: StatisticsStore, database: Database, path: Path
) -> None:
    gift, returned = (
        MatchStats(gifts=(pebble(user, count),)) for user, count in ((21, 2), (22, 1))
    )
    results = [
        (Result(0, 21, 1, 9), Result(1, 22, 2, 4, stats=gift, earned=(("landlord", 8),))),
        (Result(0, 22, 1, 9, stats=gift), Result(1, 21, 2, 4, stats=returned)),
        (Result(0, 21, 1, 9), Result(1, 23, 2, 4)),
    ]
    matches = [
        await create_finished(store, *both, at=NOVEMBER + n) for n, both in enumerate(results)
    ]
    before = await statistics.results(GUILD, "toy", 21), await statistics.tally(GUILD, "toy", 21)
    await forgotten(database, GUILD, 22, matches[:2])
    for table, columns in (
        ("took_part", ("user",)),
        ("result", ("user",)),
        ("tally", ("user",)),
        ("achievement", ("user",)),
        ("tally_count", ("user",)),
        ("gift", ("giver", "receiver")),
    ):
        for column in columns:
            assert on_disk(path, f"SELECT 1 FROM {table} WHERE {column} = 22") == []  # noqa: S608 - our own names
    assert (
        await statistics.results(GUILD, "toy", 21),
        await statistics.tally(GUILD, "toy", 21),
    ) == before
    assert await statistics.gifts(GUILD, "toy", 21) == ()

    names: list[dict[int, int]] = [{22: -matches[0]}, {22: -matches[1]}, {}]

    def renamed(item: Result, by: dict[int, int]) -> Result:
        gifts = tuple(
            (name, by.get(receiver, receiver), number)
            for name, receiver, number in item.stats.gifts
        )
        return replace(
            item, user=by.get(item.user, item.user), stats=replace(item.stats, gifts=gifts)
        )

    endings = []
    for number, (match, both, by) in enumerate(zip(matches, results, names, strict=True)):
        statistics_before = tuple(renamed(item, by) for item in both)
        people = tuple(item.user for item in statistics_before)
        endings.append(
            EndedMatch(match, GUILD, "toy", NOVEMBER + number, people, statistics_before)
        )

    def rows() -> list[list[str]]:
        return [
            sorted(map(repr, on_disk(path, f"SELECT * FROM {table}")))  # noqa: S608 - our own names
            for table in statistics_rows.TABLES
        ]

    rows_kept = rows()
    derived = DerivedStore(database)
    assert await derived.put(GUILD, endings, await derived.snapshot(GUILD)) == Rebuilt(len(endings))
    assert rows() == rows_kept
