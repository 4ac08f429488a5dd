"""The arena: equal luck for each seat, and consistent figures, for every game."""

from importlib import import_module

import pytest

from bench.arena import tables
from bench.arena.__main__ import contests, parser, question
from bench.arena.balance import alike, questions, watch
from bench.arena.contests import Contest, play_seed, result, tasks
from bench.arena.matches import Played, Spent, Task, play
from bench.arena.players import UnknownPlayer, check
from bench.arena.thinking import Allowance
from bot.app.games import load_games
from engine.core.game import AnyGame
from engine.core.thinking import Thinking
from engine.core.types import Level, Seat
from tests.tiers import every, exhaustive
from tests.toy_game import ToyGame

GAMES = load_games()


def dawdler(game: AnyGame, state: object, seat: Seat, thinking: Thinking) -> object:
    """Sample as often as allowed, then take the first or the last Action at random."""
    looks = 0
    while thinking.more():
        looks += 1
    assert looks == 3
    return game.legal_actions(state, seat)[0 if thinking.random() < 0.5 else -1]


VERSION = f"{__name__}:dawdler"


def finished(wins: tuple[float, ...], points: tuple[int, ...]) -> Played:
    """Return a finished match with a tenth of a second and one decision per seat."""
    return Played(Task("any", 0, ("any",) * len(wins)), wins, points, (Spent(0.1, 1),) * len(wins))


@pytest.mark.parametrize("name", GAMES.names)
def test_wins_and_points_of_a_match_add_up(name: str) -> None:
    game = GAMES.newest(name)
    seats = game.info.seats[0]
    (task,) = alike(name, seats, 1, Level.APPRENTICE.value)
    match = watch(task)
    assert sum(match.wins) == pytest.approx(1)
    assert sorted(match.order) == list(range(seats))
    for points, kinds in zip(match.points, match.kinds, strict=True):
        assert not kinds or sum(kinds.values()) == points
    questioner = questions(name)
    assert (questioner is None) == (match.noticed is None)
    if questioner is not None:
        assert all(line.strip() for line in questioner.lines(game, [match]))


@pytest.mark.parametrize("name", every(GAMES.names))
def test_player_against_itself_gets_a_fair_share(name: str) -> None:
    seats = GAMES.newest(name).info.seats[-1]
    easy = Level.APPRENTICE.value
    seed = play_seed(Contest(name, seats, easy, easy), 3)
    assert seed.share == pytest.approx(1 / max(seats, 2))
    assert seed.sides[0].points == pytest.approx(seed.sides[1].points)


def test_player_sits_in_each_seat_once() -> None:
    matches = tasks(Contest("any", 3, "one", "other"), 8)
    assert [task.players.index("one") for task in matches] == [0, 1, 2]
    assert all(task.players.count("other") == 2 and task.number == 8 for task in matches)


def test_seed_result_averages_its_matches() -> None:
    seed = result(4, [finished((1.0, 0.0), (30, 10)), finished((0.5, 0.5), (20, 20))])
    assert (seed.number, seed.share) == (4, 0.75)
    assert [side.points for side in seed.sides] == [25, 15]
    assert seed.sides[0].spent == Spent(0.2, 2)


def test_solo_games_compare_points() -> None:
    first = Contest("any", 1, "one", "other")
    assert [task.players for task in tasks(first, 0)] == [("one",), ("other",)]
    high, low = finished((1.0,), (40,)), finished((1.0,), (39,))
    assert result(0, [high, low]).share == 1.0
    assert result(0, [low, high]).share == 0.0
    assert result(0, [low, low]).share == 0.5


def test_version_with_a_number_of_looks_repeats_its_match() -> None:
    task = Task("dice-grid", 1, (VERSION,), Allowance(looks=3))
    (first, first_end), (second, second_end) = play(task), play(task)
    assert first_end == second_end
    assert first.points == second.points


def test_levels_meet_the_next_lower_level() -> None:
    game = "dice-miner"
    levels = [level.value for level in GAMES.newest(game).info.levels]
    meetings = contests(parser().parse_args([game, "--seats", "2", "4"]))
    pairs = list(zip(levels[1:], levels, strict=False))
    assert [(contest.seats, contest.one, contest.other) for contest in meetings] == [
        (seats, *pair) for seats in (2, 4) for pair in pairs
    ]
    (contest,) = contests(parser().parse_args([game, "--a", VERSION]))
    assert (contest.one, contest.other, contest.seats) == (VERSION, "foreman", 2)


def test_each_player_meets_each_rival() -> None:
    arguments = ["dice-miner", "--a", "miner", "foreman", "--b", "apprentice", VERSION]
    meetings = contests(parser().parse_args(arguments))
    assert [(contest.one, contest.other) for contest in meetings] == [
        ("miner", "apprentice"),
        ("miner", VERSION),
        ("foreman", "apprentice"),
        ("foreman", VERSION),
    ]


def test_levels_must_win_65_percent() -> None:
    ask = parser().parse_args
    assert question(ask([])).test.above == 0.65
    assert question(ask(["--a", VERSION])).test.below == 0.5
    exact = question(ask(["--seeds", "7", "--above", "0.8"]))
    assert (exact.most, exact.stops, exact.test.above) == (7, False, 0.8)


@pytest.mark.parametrize("name", ["duke", "engine.core:nobody", "no.such.module:play"])
def test_unknown_player_is_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        contests(parser().parse_args(["--a", name]))


def test_missing_level_names_the_available_ones() -> None:
    toy = ToyGame()
    assert Level.MINER not in toy.info.levels
    check(toy, toy.info.levels[0].value)
    check(toy, VERSION)
    with pytest.raises(UnknownPlayer, match=f"{toy.info.levels[0].value}.* not miner"):
        check(toy, "miner")


def test_intervals_are_printed_in_percent() -> None:
    assert tables.interval([1.0, 0.0] * 50) == "50.0 % ± 9.8"
    assert tables.interval([1.0] * 9) == "100.0 % ± 0.0"


@exhaustive
@pytest.mark.parametrize(
    ("begins", "level"), every([("without_", "foreman"), ("miner_", "miner")], rows=True)
)
def test_ideas_play_differently_from_their_level(begins: str, level: str) -> None:
    module = "bench.arena.ideas.dice_miner"
    names = [name for name in vars(import_module(module)) if name.startswith(begins)]
    assert len(names) > 3

    def ends(player: str, seed: int) -> object:
        return play(Task("dice-miner", seed, (player, player)))[1]

    usual = [ends(level, seed) for seed in range(5)]
    for name in names:
        assert any(ends(f"{module}:{name}", seed) != end for seed, end in enumerate(usual))
