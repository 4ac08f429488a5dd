"""What matches say about somebody, and about two against each other."""

from bot.match.statistics.match_stats import Deeds
from bot.match.statistics.profile import Record, Role, profile, versus
from bot.match.statistics.projections import Beers, Taken
from bot.match.statistics.ratings import NEWCOMER, Rating
from bot.match.types import Fate
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
    deeds: Deeds | None = None,
) -> Taken:
    """What somebody took from a match."""
    after = None if mu is None else Rating(mu, 5)
    return Taken(
        match, user, 0, 100 * match, place, points, fate, whole,
        None if mu is None else NEWCOMER, after, deeds or Deeds(),
    )  # fmt: skip


def test_of_nobody() -> None:
    """Nothing, and nothing breaks."""
    found = profile([], [])
    assert (found.matches, found.rating, found.kinds, found.roles) == (0, None, (), ())
    assert (found.best_match, found.best_round, found.most_to) == (None, None, None)


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
    deeds = Deeds(rounds=rounds)
    left = took(3, 2, 0, fate=Fate.RESIGNED, whole=False, deeds=Deeds(rounds=((("tunnels", 99),),)))
    found = profile([took(1, 1, 32, deeds=deeds), took(2, 1, 32, deeds=deeds), left], [])
    assert found.whole == 2
    assert found.kinds == (("tunnels", 30.0), ("hazards", 2.0))
    assert found.best_match == Record(32, 1), "the first with so many"
    assert found.best_round == Record(99, 3)
    assert (found.resigned, found.replaced) == (1, 0)


def test_heroes() -> None:
    """The most played first; of those the one that won more."""
    played = [("engineer", 2), ("alchemist", 2), ("alchemist", 1), ("engineer", 2), ("surveyor", 1)]
    taken = [took(n, place, 10, deeds=Deeds(role=role)) for n, (role, place) in enumerate(played)]
    assert profile(taken, []).roles[:2] == (
        Role("alchemist", 2, 1, 20),
        Role("engineer", 2, 0, 20),
    )


def test_beers() -> None:
    """With whom most; nobody where there was none."""
    beers = [Beers(12, 3, 0), Beers(13, 3, 4), Beers(14, 0, 1)]
    found = profile([took(1, 1)], beers)
    assert (found.given, found.got) == (6, 5)
    assert (found.most_to, found.most_from) == (beers[0], beers[1])
    assert profile([took(1, 1)], [Beers(14, 0, 1)]).most_to is None


def test_manners_and_luck_add_up() -> None:
    """Turns, how long they took, how often they were late, what the dice brought."""
    deeds = Deeds(turns=3, seconds=60, late=1, fortune=Fortune(10, 5, 4_000, 900))
    found = profile([took(1, 1, deeds=deeds), took(2, 1, deeds=deeds, fate=Fate.REPLACED)], [])
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
    found = versus(pairs, (11, 12), (5, 2))
    one, other = found.halves
    assert (found.matches, found.even) == (4, 1)
    assert (one.ahead, other.ahead, one.wins, other.wins) == (1, 2, 1, 1)
    assert (one.whole, one.points, other.points, one.best, other.best) == (3, 80, 130, 50, 70)
    assert (one.given, other.given, one.resigned, other.resigned) == (5, 2, 1, 0)
    assert found.last == ((4, 1), (3, -1), (2, 1), (1, 0))


def test_two_who_never_met() -> None:
    """Nothing."""
    found = versus([], (11, 12), (0, 0))
    assert (found.matches, found.last, found.halves[0].best) == (0, (), None)
