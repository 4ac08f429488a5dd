"""What matches say about somebody, and about two against each other."""

from dataclasses import replace

from bot.match.statistics.profile import Gifts, Record, Role, head_to_head, profile
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
    """What somebody took from a match."""
    after = None if mu is None else Rating(mu, 5)
    return KeptResult(
        match, user, 0, 100 * match, place, points, fate, whole,
        None if mu is None else NEWCOMER, after, stats or MatchStats(),
    )  # fmt: skip


def test_of_nobody() -> None:
    """Nothing, and nothing breaks."""
    found = profile([], [])
    assert (found.matches, found.rating, found.kinds, found.roles) == (0, None, (), ())
    assert (found.best_match, found.best_round, found.gifts("beer")) == (None, None, Gifts("beer"))


def test_matches_and_rows_of_wins() -> None:
    """Who is first wins; the row that goes on, and the longest."""
    places = [1, 1, 1, 2, 1, 1]
    found = profile([took(number, place) for number, place in enumerate(places)], [])
    assert (found.matches, found.wins, found.winning, found.longest) == (6, 5, 2, 3)
    assert profile([took(1, 1), took(2, 3)], []).winning == 0


def test_the_line_of_the_rating() -> None:
    """One number a rated match, the latest last."""
    found = profile([took(1, 1, mu=27), took(2, 1, mu=None), took(3, 2, mu=26)], [])
    assert [(one.ended, one.rating) for one in found.curve] == [(100, 1480), (300, 1440)]
    assert found.rating == 1440


def test_points() -> None:
    """Means and bests are of whole matches; rounds count wherever they were played."""
    rounds = ((("tunnels", 10), ("hazards", -2)), (("tunnels", 20), ("hazards", 4)))
    stats = MatchStats(rounds=rounds)
    left = took(
        3, 2, 0, fate=Fate.RESIGNED, whole=False, stats=MatchStats(rounds=((("tunnels", 99),),))
    )
    found = profile([took(1, 1, 32, stats=stats), took(2, 1, 32, stats=stats), left], [])
    assert found.whole == 2
    assert found.kinds == (("tunnels", 30.0), ("hazards", 2.0))
    assert found.best_match == Record(32, 1), "the first with so many"
    assert found.best_round == Record(99, 3)
    assert (found.resigned, found.replaced) == (1, 0)


def test_heroes() -> None:
    """The most played first; of those the one that won more."""
    played = [("engineer", 2), ("alchemist", 2), ("alchemist", 1), ("engineer", 2), ("surveyor", 1)]
    taken = [
        took(n, place, 10, stats=MatchStats(role=role)) for n, (role, place) in enumerate(played)
    ]
    assert profile(taken, []).roles[:2] == (
        Role("alchemist", 2, 1, 20),
        Role("engineer", 2, 0, 20),
    )


def test_gifts() -> None:
    """With whom most; nobody if there was none; those of another name are others."""
    beers = [Exchange("beer", 12, 3, 0), Exchange("beer", 13, 3, 4), Exchange("beer", 14, 0, 1)]
    found = profile([took(1, 1)], [*beers, Exchange("hat", 12, 9, 9)]).gifts("beer")
    assert (found.given, found.got) == (6, 5)
    assert (found.most_to, found.most_from) == (beers[0], beers[1])
    assert profile([took(1, 1)], [beers[2]]).gifts("beer").most_to is None


def test_fewest_points() -> None:
    """Where fewer points are better the best match and round have the fewest."""
    stats = MatchStats(rounds=((("strokes", 3),), (("strokes", 5),)))
    taken = [took(1, 1, 8, stats=stats), took(2, 1, 7)]
    found = profile(taken, [], fewest=True)
    assert (found.best_match, found.best_round) == (Record(7, 2), Record(3, 1))
    pairs = [(took(1, 1, 8), took(1, 2, 9, user=12)), (took(2, 1, 6), took(2, 2, 7, user=12))]
    assert [side.best for side in head_to_head(pairs, (11, 12), (), fewest=True).sides] == [6, 7]


def test_alone() -> None:
    """Matches without places are neither won nor rated, and don't end a row of wins."""
    taken = [took(1, 1), replace(took(2, 1, 9, mu=None), place=None), took(3, 1)]
    found = profile(taken, [])
    assert (found.matches, found.placed, found.wins, found.whole) == (3, 2, 2, 3)
    assert (found.winning, found.best_match) == (2, Record(9, 2))


def test_manners_and_luck_add_up() -> None:
    """Turns, how long they took, how often they were late, what the dice brought."""
    stats = MatchStats(turns=3, seconds=60, late=1, fortune=Fortune(10, 5, 4_000, 900))
    found = profile([took(1, 1, stats=stats), took(2, 1, stats=stats, fate=Fate.REPLACED)], [])
    assert (found.turns, found.seconds, found.late, found.replaced) == (6, 120, 2, 1)
    assert found.fortune == Fortune(20, 10, 8_000, 1_800)


def test_two_against_each_other() -> None:
    """Who came before the other counts, whoever won; what is cut short has no points."""
    pairs = [
        (took(1, 1, 50), took(1, 2, 40, user=12)),
        (took(2, 3, 10), took(2, 2, 70, user=12)),
        (took(3, 2, 20), took(3, 2, 20, user=12)),
        (took(4, 2, 0, fate=Fate.RESIGNED, whole=False), took(4, 1, 9, user=12, whole=False)),
    ]
    found = head_to_head(pairs, (11, 12), [Exchange("beer", 12, 5, 2), Exchange("beer", 13, 9, 9)])
    one, other = found.sides
    assert (found.matches, found.even) == (4, 1)
    assert (one.ahead, other.ahead, one.wins, other.wins) == (1, 2, 1, 1)
    assert (one.whole, one.points, other.points, one.best, other.best) == (3, 80, 130, 50, 70)
    assert (one.given, other.given) == ((("beer", 5),), (("beer", 2),))
    assert (one.resigned, other.resigned) == (1, 0)
    assert found.last == ((4, 1), (3, -1), (2, 1), (1, 0))


def test_two_who_never_met() -> None:
    """Nothing."""
    found = head_to_head([], (11, 12), ())
    assert (found.matches, found.last, found.sides[0].best) == (0, (), None)
