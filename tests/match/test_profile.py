"""Profiles of players, and two players against each other."""

from dataclasses import replace

from bot.match.statistics.profile import CharacterStats, head_to_head, profile
from bot.match.statistics.projections import Exchange, KeptResult
from bot.match.statistics.ratings import NEWCOMER, Rating
from bot.match.statistics.result import Fate, MatchStats
from engine.core.fortune import Fortune


def took(
    match: int,
    place: int,
    points: int = 0,
    *,
    user: int = 11,
    fate: Fate = Fate.STAYED,
    whole: bool = True,
    mu: float | None = 25,
    stats: MatchStats | None = None,
) -> KeptResult:
    """Return a stored result of a match."""
    after = None if mu is None else Rating(mu, 5)
    return KeptResult(
        match, user, 0, 100 * match, place, points, fate, whole,
        None if mu is None else NEWCOMER, after, stats or MatchStats(),
    )  # fmt: skip


def test_profile_without_matches_is_empty() -> None:
    empty = profile([], [])
    assert (empty.matches, empty.rating, empty.kinds, empty.roles) == (0, None, (), ())
    assert (empty.best_match, empty.best_round, empty.given("beer")) == (None, None, (0, None))


def test_profile_counts_wins_and_winning_streaks() -> None:
    places = [1, 1, 1, 2, 1, 1]
    summary = profile([took(number, place) for number, place in enumerate(places)], [])
    assert (summary.matches, summary.wins, summary.winning, summary.longest) == (6, 5, 2, 3)
    assert profile([took(1, 1), took(2, 3)], []).winning == 0


def test_rating_curve_has_one_point_for_each_rated_match() -> None:
    summary = profile([took(1, 1, mu=27), took(2, 1, mu=None), took(3, 2, mu=26)], [])
    assert summary.curve == ((100, 1480), (300, 1440))
    assert summary.rating == 1440


def test_means_and_best_match_are_of_whole_matches_best_round_of_any() -> None:
    rounds = ((("tunnels", 10), ("hazards", -2)), (("tunnels", 20), ("hazards", 4)))
    stats = MatchStats(rounds=rounds)
    left = took(
        3, 2, 0, fate=Fate.RESIGNED, whole=False, stats=MatchStats(rounds=((("tunnels", 99),),))
    )
    summary = profile([took(1, 1, 32, stats=stats), took(2, 1, 32, stats=stats), left], [])
    assert summary.whole == 2
    assert summary.kinds == (("tunnels", 30.0), ("hazards", 2.0))
    assert summary.best_match == (32, 1), "the first of equal matches"
    assert summary.best_round == (99, 3)
    assert (summary.resigned, summary.replaced) == (1, 0)


def test_roles_are_sorted_by_matches_then_wins() -> None:
    played = [("engineer", 2), ("alchemist", 2), ("alchemist", 1), ("engineer", 2), ("surveyor", 1)]
    taken = [
        took(n, place, 10, stats=MatchStats(role=role)) for n, (role, place) in enumerate(played)
    ]
    assert profile(taken, []).roles[:2] == (
        CharacterStats("alchemist", 2, 1, 20),
        CharacterStats("engineer", 2, 0, 20),
    )


def test_gift_totals_name_the_friends_with_most_gifts() -> None:
    beers = [Exchange("beer", 12, 3, 0), Exchange("beer", 13, 3, 4), Exchange("beer", 14, 0, 1)]
    summary = profile([took(1, 1)], [*beers, Exchange("hat", 12, 9, 9)])
    assert (summary.given("beer"), summary.received("beer")) == ((6, 12), (5, 13))
    assert profile([took(1, 1)], [beers[2]]).given("beer") == (0, None)


def test_best_is_the_fewest_points_where_few_are_better() -> None:
    stats = MatchStats(rounds=((("strokes", 3),), (("strokes", 5),)))
    taken = [took(1, 1, 8, stats=stats), took(2, 1, 7)]
    summary = profile(taken, [], fewest=True)
    assert (summary.best_match, summary.best_round) == ((7, 2), (3, 1))
    pairs = [(took(1, 1, 8), took(1, 2, 9, user=12)), (took(2, 1, 6), took(2, 2, 7, user=12))]
    assert [side.best for side in head_to_head(pairs, (11, 12), (), fewest=True).sides] == [6, 7]


def test_matches_without_places_do_not_end_a_winning_streak() -> None:
    taken = [took(1, 1), replace(took(2, 1, 9, mu=None), place=None), took(3, 1)]
    summary = profile(taken, [])
    assert (summary.matches, summary.placed, summary.wins, summary.whole) == (3, 2, 2, 3)
    assert (summary.winning, summary.best_match) == (2, (9, 2))


def test_turns_time_lateness_and_luck_add_up() -> None:
    stats = MatchStats(turns=3, seconds=60, late=1, fortune=Fortune(10, 5, 4_000, 900))
    summary = profile([took(1, 1, stats=stats), took(2, 1, stats=stats, fate=Fate.REPLACED)], [])
    assert (summary.turns, summary.seconds, summary.late, summary.replaced) == (6, 120, 2, 1)
    assert summary.fortune == Fortune(20, 10, 8_000, 1_800)


def test_head_to_head_compares_places_and_points_of_whole_matches() -> None:
    pairs = [
        (took(1, 1, 50), took(1, 2, 40, user=12)),
        (took(2, 3, 10), took(2, 2, 70, user=12)),
        (took(3, 2, 20), took(3, 2, 20, user=12)),
        (took(4, 2, 0, fate=Fate.RESIGNED, whole=False), took(4, 1, 9, user=12, whole=False)),
    ]
    comparison = head_to_head(
        pairs, (11, 12), [Exchange("beer", 12, 5, 2), Exchange("beer", 13, 9, 9)]
    )
    first, second = comparison.sides
    assert (comparison.matches, comparison.even) == (4, 1)
    assert (first.ahead, second.ahead, first.wins, second.wins) == (1, 2, 1, 1)
    assert (first.whole, first.points, second.points, first.best, second.best) == (
        3,
        80,
        130,
        50,
        70,
    )
    assert (first.given, second.given) == ((("beer", 5),), (("beer", 2),))
    assert (first.resigned, second.resigned) == (1, 0)
    assert comparison.last == ((4, 1), (3, -1), (2, 1), (1, 0))


def test_head_to_head_without_matches_is_empty() -> None:
    comparison = head_to_head([], (11, 12), ())
    assert (comparison.matches, comparison.last, comparison.sides[0].best) == (0, (), None)
