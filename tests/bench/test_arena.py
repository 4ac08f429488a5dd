"""The arena: the same luck from each seat, and what is told of matches adds up, for every game."""

from importlib import import_module

import pytest

from bench.arena import tables
from bench.arena.__main__ import contests, parser, question
from bench.arena.balance import alike, questions, watch
from bench.arena.contests import Contest, play_seed, result, tasks
from bench.arena.matches import Played, Spent, Task, play
from bench.arena.players import UnknownPlayer, check
from bench.arena.thinking import Allowance
from bot.games import load_games
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Level, Seat
from tests.tiers import every, exhaustive
from tests.toy_game import ToyGame

GAMES = load_games()


def dawdler(game: AnyGame, state: object, seat: Seat, thinking: Thinking) -> object:
    """A version that looks as often as it may, then takes the first or the last Action by luck."""
    looks = 0
    while thinking.more():
        looks += 1
    assert looks == 3
    return game.legal_actions(state, seat)[0 if thinking.random() < 0.5 else -1]


VERSION = f"{__name__}:dawdler"


def ended(wins: tuple[float, ...], points: tuple[int, ...]) -> Played:
    """A match that ended so, with a tenth of a second and a decision for each seat."""
    return Played(Task("any", 0, ("any",) * len(wins)), wins, points, (Spent(0.1, 1),) * len(wins))


@pytest.mark.parametrize("name", GAMES.names)
def test_matches_add_up(name: str) -> None:
    """One match is won once, its sources make its points, and its own questions are answered."""
    game = GAMES.newest(name)
    seats = game.info.seats[0]
    (task,) = alike(name, seats, 1, Level.APPRENTICE.value)
    seen = watch(task)
    assert sum(seen.wins) == pytest.approx(1)
    assert sorted(seen.order) == list(range(seats))
    for points, kinds in zip(seen.points, seen.kinds, strict=True):
        assert not kinds or sum(kinds.values()) == points
    asked = questions(name)
    assert (asked is None) == (seen.noticed is None)
    if asked is not None:
        assert all(line.strip() for line in asked.lines(game, [seen]))


@pytest.mark.parametrize("name", every(GAMES.names))
def test_a_player_against_itself_shares_each_seed(name: str) -> None:
    """As each seat is had once with the same luck, neither seat nor luck counts as skill."""
    seats = GAMES.newest(name).info.seats[-1]
    easy = Level.APPRENTICE.value
    seed = play_seed(Contest(name, seats, easy, easy), 3)
    assert seed.share == pytest.approx(1 / max(seats, 2))
    assert seed.sides[0].points == pytest.approx(seed.sides[1].points)


def test_seats_take_turns() -> None:
    """One among rivals sits in each seat once, and the luck is the same."""
    made = tasks(Contest("any", 3, "one", "other"), 8)
    assert [task.players.index("one") for task in made] == [0, 1, 2]
    assert all(task.players.count("other") == 2 and task.number == 8 for task in made)


def test_what_a_seed_comes_to() -> None:
    """Won from one seat and shared from the other are three quarters; points are a seat's mean."""
    seed = result(4, [ended((1.0, 0.0), (30, 10)), ended((0.5, 0.5), (20, 20))])
    assert (seed.number, seed.share) == (4, 0.75)
    assert [side.points for side in seed.sides] == [25, 15]
    assert seed.sides[0].spent == Spent(0.2, 2)


def test_games_for_one_compare_points() -> None:
    """Each plays alone with the same luck, and more points win."""
    first = Contest("any", 1, "one", "other")
    assert [task.players for task in tasks(first, 0)] == [("one",), ("other",)]
    high, low = ended((1.0,), (40,)), ended((1.0,), (39,))
    assert result(0, [high, low]).share == 1.0
    assert result(0, [low, high]).share == 0.0
    assert result(0, [low, low]).share == 0.5


def test_versions_think_as_long_as_they_may() -> None:
    """With a number of looks, and luck of their own, a match is the same each time."""
    task = Task("dice-grid", 1, (VERSION,), Allowance(looks=3))
    (one, end), (other, again) = play(task), play(task)
    assert end == again
    assert one.points == other.points


def test_levels_meet_those_below() -> None:
    """Without players every Level meets the next easier one; a version meets the foreman."""
    game = "dice-miner"
    levels = [level.value for level in GAMES.newest(game).info.levels]
    made = contests(parser().parse_args([game, "--seats", "2", "4"]))
    pairs = list(zip(levels[1:], levels, strict=False))
    assert [(one.seats, one.one, one.other) for one in made] == [
        (seats, *pair) for seats in (2, 4) for pair in pairs
    ]
    (one,) = contests(parser().parse_args([game, "--a", VERSION]))
    assert (one.one, one.other, one.seats) == (VERSION, "foreman", 2)


def test_several_meet_several() -> None:
    """Each of those asked about meets each rival."""
    told = ["dice-miner", "--a", "miner", "foreman", "--b", "apprentice", VERSION]
    made = contests(parser().parse_args(told))
    assert [(one.one, one.other) for one in made] == [
        ("miner", "apprentice"),
        ("miner", VERSION),
        ("foreman", "apprentice"),
        ("foreman", VERSION),
    ]


def test_a_level_must_be_clearly_better() -> None:
    """It is asked for 65 %, a version for more than half."""
    ask = parser().parse_args
    assert question(ask([])).test.above == 0.65
    assert question(ask(["--a", VERSION])).test.below == 0.5
    exact = question(ask(["--seeds", "7", "--above", "0.8"]))
    assert (exact.most, exact.stops, exact.test.above) == (7, False, 0.8)


@pytest.mark.parametrize("name", ["duke", "engine.core:nobody", "no.such.module:play"])
def test_nobody_of_that_name(name: str) -> None:
    """It is said before anything is played."""
    with pytest.raises(UnknownPlayer):
        contests(parser().parse_args(["--a", name]))


def test_a_game_may_lack_a_level() -> None:
    """Then it can't be asked about, and it is said which there are."""
    toy = ToyGame()
    assert Level.MINER not in toy.info.levels
    check(toy, toy.info.levels[0].value)
    check(toy, VERSION)
    with pytest.raises(UnknownPlayer, match=f"{toy.info.levels[0].value}.* not by miner"):
        check(toy, "miner")


def test_intervals() -> None:
    """Half of a hundred matches won may be 40 % to 60 %; matches that agree leave no doubt."""
    assert tables.interval([1.0, 0.0] * 50) == "50.0 % ± 9.8"
    assert tables.interval([1.0] * 9) == "100.0 % ± 0.0"


@exhaustive
@pytest.mark.parametrize(
    ("begins", "level"), every([("without_", "foreman"), ("miner_", "miner")], rows=True)
)
def test_ideas_change_how_it_plays(begins: str, level: str) -> None:
    """Each version plays a match to its end, and not as the Level that it is made of."""
    module = "bench.arena.ideas.dice_miner"
    names = [name for name in vars(import_module(module)) if name.startswith(begins)]
    assert len(names) > 3

    def ends(player: str, seed: int) -> object:
        return play(Task("dice-miner", seed, (player, player)))[1]

    usual = [ends(level, seed) for seed in range(5)]
    for name in names:
        assert any(ends(f"{module}:{name}", seed) != end for seed, end in enumerate(usual))
