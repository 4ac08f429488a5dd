"""Runs of the arena: when they stop, their progress bar and their output files."""

import csv
from collections.abc import Callable
from concurrent.futures import Executor, Future
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bench.arena import plot, report
from bench.arena.__main__ import main
from bench.arena.contests import Contest, Seed, Side
from bench.arena.matches import Spent
from bench.arena.progress import progress
from bench.arena.running import ContestResult, Question, run
from bench.arena.sequential import Sequential, Verdict
from render.theme import USUAL


class AtOnce(Executor):
    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class Shown:
    def __init__(self) -> None:
        self.steps: list[tuple[int, int, str]] = []
        self.ended = False

    def show(self, done: int, total: int, words: str) -> None:
        self.steps.append((done, total, words))

    def end(self) -> None:
        self.ended = True


CONTEST = Contest("dice-miner", 2, "foreman", "miner")
QUESTION = Question(Sequential(0.5, 0.6, least=5), most=40)


def seed(number: int, share: float) -> Seed:
    """Return a seed with this share: 30 points against 20, half a second for ten decisions."""
    return Seed(number, share, (Side(30.0, Spent(0.5, 10)), Side(20.0, Spent(0.1, 10))))


def run_shares(
    share: Callable[[int], float], question: Question = QUESTION
) -> tuple[ContestResult, Shown]:
    """Run a contest whose seeds, from number 100 on, have these shares."""
    shown = Shown()
    outcome = run(CONTEST, question, 100, AtOnce(), 3, shown, lambda _, at: seed(at, share(at)))
    return outcome, shown


def test_run_stops_when_the_test_is_sure() -> None:
    outcome, shown = run_shares(lambda _: 1.0)
    assert outcome.verdict is Verdict.BETTER
    assert [played.number for played in outcome.seeds] == list(range(100, 100 + len(outcome.seeds)))
    assert 5 <= len(outcome.seeds) < 20
    assert [done for done, _, _ in shown.steps] == list(range(1, len(outcome.seeds) + 1))
    assert "foreman against miner" in shown.steps[-1][2]
    assert shown.ended
    assert run_shares(lambda _: 0.0)[0].verdict is Verdict.NOT_BETTER


def test_run_ends_open_after_the_last_seed() -> None:
    outcome, _ = run_shares(lambda at: float(at * 11 % 20 < 11))
    assert (len(outcome.seeds), outcome.verdict) == (40, Verdict.OPEN)


def test_fixed_number_of_seeds_ignores_the_test() -> None:
    outcome, _ = run_shares(lambda _: 1.0, Question(QUESTION.test, 25, stops=False))
    assert (len(outcome.seeds), outcome.verdict) == (25, Verdict.BETTER)


def test_bounds_scale_with_the_size_of_the_table() -> None:
    test = Question(Sequential(0.5, 0.65), 10).at(4)
    assert test.below == pytest.approx(0.25)
    assert 0.25 < test.above < 0.65


def answer(shares: list[float], seats: int = 2, rival: str = "miner") -> ContestResult:
    contest = Contest("dice-miner", seats, "foreman", rival)
    seeds = tuple(seed(number, share) for number, share in enumerate(shares))
    return ContestResult(contest, seeds, Verdict.BETTER)


def test_report_has_a_line_per_contest_and_one_scale() -> None:
    markdown = report.markdown(
        [answer([1.0, 0.5] * 20), answer([1.0] * 20, 3), answer([1.0] * 20, rival="apprentice")],
        QUESTION,
    )
    line = next(line for line in markdown.splitlines() if "foreman | miner | 2" in line)
    assert "75.0 %" in line
    assert "+191" in line
    assert "30.0 : 20.0 | 50.0 : 10.0 | better" in line
    assert "(alike: 33.3)" in markdown
    assert "share of 50 % or less, better one of 60 % or more; the test errs in 5 %" in markdown
    assert markdown.count("above the weakest") == 1
    assert "- apprentice: +0" in markdown


def test_csv_leaves_elo_empty_if_every_match_is_won() -> None:
    rows = list(csv.DictReader(StringIO(report.table([answer([0.5] * 9), answer([1.0] * 9)]))))
    assert [row["share"] for row in rows] == ["0.500000", "1.000000"]
    assert [row["elo"] for row in rows] == ["0.0", ""]
    assert float(rows[1]["elo_low"]) > 0


def test_plot_draws_more_wins_further_right() -> None:
    low, high = (
        _mean_dot_column(plot.draw(plot.read(report.table([answer(shares)]))))
        for shares in ([0.5, 0.0] * 9, [1.0, 0.5] * 9)
    )
    assert low < high


def _mean_dot_column(picture: Image.Image) -> float:
    """Return the mean column of the pixels that mark a better player."""
    width, height = picture.size
    columns = [
        x for x in range(width) for y in range(height) if picture.getpixel((x, y)) == USUAL.good
    ]
    assert columns
    return sum(columns) / len(columns)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_terminal_shows_a_bar_and_clears_it() -> None:
    to = Terminal()
    bar = progress(to)
    bar.show(1, 4, "one")
    bar.show(2, 4, "two")
    assert "\n" not in to.getvalue()
    assert to.getvalue().split("\r")[-1].count("█") == 15
    bar.end()
    assert not to.getvalue().split("\r")[-2].strip()


def test_file_gets_no_bar() -> None:
    to = StringIO()
    progress(to).show(1, 4, "one")
    assert not to.getvalue()


def test_command_prints_and_writes_table_and_plot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["dice-grid", "--a", "foreman", "--b", "apprentice", "--seeds", "2"]
    main([*arguments, "--processes", "2", "--out", str(tmp_path / "new")])
    printed = capsys.readouterr().out
    assert "| foreman | apprentice | 1 | 2 |" in printed
    assert (tmp_path / "new" / "arena.md").read_text(encoding="utf-8") == printed
    assert len((tmp_path / "new" / "arena.csv").read_text(encoding="utf-8").splitlines()) == 2
    with Image.open(tmp_path / "new" / "arena.png") as drawn:
        assert drawn.width == 900


def test_plot_combines_several_runs(tmp_path: Path) -> None:
    tables = [tmp_path / "one.csv", tmp_path / "other.csv"]
    for table in tables:
        table.write_text(report.table([answer([1.0, 0.5] * 9)]), encoding="utf-8")
    plot.main([*map(str, tables[:1]), str(tmp_path / "one.png")])
    plot.main([*map(str, tables), str(tmp_path / "both.webp")])
    with Image.open(tmp_path / "one.png") as one, Image.open(tmp_path / "both.webp") as both:
        assert both.height > one.height


def test_balance_option_reports_wins_by_order(capsys: pytest.CaptureFixture[str]) -> None:
    main(["dice-miner", "--balance", "--a", "apprentice", "--seats", "2", "--seeds", "2"])
    assert "Wins by who decides first (2 matches" in capsys.readouterr().out
