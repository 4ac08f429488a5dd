"""Runs of the arena: when they stop, what they show meanwhile, and what they write."""

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
from bench.arena.running import Answer, Question, run
from bench.arena.sequential import Sequential, Verdict
from render.theme import USUAL


class AtOnce(Executor):
    """Does in this thread what is asked of it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See Executor."""
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class Shown:
    """Keeps what progress would show."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, int, str]] = []
        self.ended = False

    def show(self, done: int, whole: int, told: str) -> None:
        """See Progress."""
        self.steps.append((done, whole, told))

    def end(self) -> None:
        """See Progress."""
        self.ended = True


CONTEST = Contest("dice-miner", 2, "foreman", "miner")
QUESTION = Question(Sequential(0.5, 0.6, least=5), most=40)


def seed(number: int, share: float) -> Seed:
    """A seed with this share, 30 points against 20, half a second for ten decisions."""
    return Seed(number, share, (Side(30.0, Spent(0.5, 10)), Side(20.0, Spent(0.1, 10))))


def asked(share: Callable[[int], float], question: Question = QUESTION) -> tuple[Answer, Shown]:
    """What a run finds of seeds with these shares, from number 100 on."""
    shown = Shown()
    found = run(CONTEST, question, 100, AtOnce(), 3, shown, lambda _, at: seed(at, share(at)))
    return found, shown


def test_it_stops_when_it_is_sure() -> None:
    """After a few seeds that are all won, or all lost; and says how far it is."""
    found, shown = asked(lambda _: 1.0)
    assert found.verdict is Verdict.BETTER
    assert [one.number for one in found.seeds] == list(range(100, 100 + len(found.seeds)))
    assert 5 <= len(found.seeds) < 20
    assert [done for done, _, _ in shown.steps] == list(range(1, len(found.seeds) + 1))
    assert "foreman against miner" in shown.steps[-1][2]
    assert shown.ended
    assert asked(lambda _: 0.0)[0].verdict is Verdict.NOT_BETTER


def test_it_gives_up_at_last() -> None:
    """Where shares lie between the bounds, it plays all and says that it is not sure."""
    found, _ = asked(lambda at: float(at * 11 % 20 < 11))
    assert (len(found.seeds), found.verdict) == (40, Verdict.OPEN)


def test_it_plays_on_for_a_figure() -> None:
    """Just so many seeds where that is asked for, whatever the test says."""
    found, _ = asked(lambda _: 1.0, Question(QUESTION.test, 25, stops=False))
    assert (len(found.seeds), found.verdict) == (25, Verdict.BETTER)


def test_larger_tables_ask_for_the_same_lead() -> None:
    """A half of the win between two is a quarter of it among four."""
    test = Question(Sequential(0.5, 0.65), 10).at(4)
    assert test.below == pytest.approx(0.25)
    assert 0.25 < test.above < 0.65


def answer(shares: list[float], seats: int = 2, rival: str = "miner") -> Answer:
    """A contest of these shares."""
    contest = Contest("dice-miner", seats, "foreman", rival)
    seeds = tuple(seed(number, share) for number, share in enumerate(shares))
    return Answer(contest, seeds, Verdict.BETTER)


def test_the_table() -> None:
    """A line a contest; and one scale where several met at tables of one size."""
    told = report.markdown(
        [answer([1.0, 0.5] * 20), answer([1.0] * 20, 3), answer([1.0] * 20, rival="apprentice")],
        QUESTION,
    )
    line = next(line for line in told.splitlines() if "foreman | miner | 2" in line)
    assert "75.0 %" in line
    assert "+191" in line
    assert "30.0 : 20.0 | 50.0 : 10.0 | better" in line
    assert "(alike: 33.3)" in told
    assert "share of 50 % or less, better one of 60 % or more; the test errs in 5 %" in told
    assert told.count("above the weakest") == 1
    assert "- apprentice: +0" in told


def test_the_table_for_computers() -> None:
    """The same figures; no Elo where all is won."""
    rows = list(csv.DictReader(StringIO(report.table([answer([0.5] * 9), answer([1.0] * 9)]))))
    assert [row["share"] for row in rows] == ["0.500000", "1.000000"]
    assert [row["elo"] for row in rows] == ["0.0", ""]
    assert float(rows[1]["elo_low"]) > 0


def test_the_plot() -> None:
    """A row a contest, in the colour of its answer, further right for more wins."""
    low, high = (
        _dot(plot.draw(plot.read(report.table([answer(shares)]))))
        for shares in ([0.5, 0.0] * 9, [1.0, 0.5] * 9)
    )
    assert low < high


def _dot(drawn: Image.Image) -> float:
    """Where the picture has the colour of a player that is better, on average."""
    wide, high = drawn.size
    found = [x for x in range(wide) for y in range(high) if drawn.getpixel((x, y)) == USUAL.good]
    assert found
    return sum(found) / len(found)


class Terminal(StringIO):
    """Where somebody looks at it."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def test_a_terminal_gets_a_bar() -> None:
    """One line that grows, and is gone in the end."""
    to = Terminal()
    bar = progress(to)
    bar.show(1, 4, "one")
    bar.show(2, 4, "two")
    assert "\n" not in to.getvalue()
    assert to.getvalue().split("\r")[-1].count("█") == 15
    bar.end()
    assert not to.getvalue().split("\r")[-2].strip()


def test_elsewhere_it_keeps_quiet_for_a_while() -> None:
    """No bar in a file."""
    to = StringIO()
    progress(to).show(1, 4, "one")
    assert not to.getvalue()


def test_the_whole_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two seeds of the dice grid, in processes of their own; table and plot lie where asked."""
    told = ["dice-grid", "--a", "foreman", "--b", "apprentice", "--seeds", "2"]
    main([*told, "--processes", "2", "--out", str(tmp_path / "new")])
    printed = capsys.readouterr().out
    assert "| foreman | apprentice | 1 | 2 |" in printed
    assert (tmp_path / "new" / "arena.md").read_text(encoding="utf-8") == printed
    assert len((tmp_path / "new" / "arena.csv").read_text(encoding="utf-8").splitlines()) == 2
    with Image.open(tmp_path / "new" / "arena.png") as drawn:
        assert drawn.width == 900


def test_several_runs_in_one_picture(tmp_path: Path) -> None:
    """Of both tables; the more contests, the taller."""
    tables = [tmp_path / "one.csv", tmp_path / "other.csv"]
    for table in tables:
        table.write_text(report.table([answer([1.0, 0.5] * 9)]), encoding="utf-8")
    plot.main([*map(str, tables[:1]), str(tmp_path / "one.png")])
    plot.main([*map(str, tables), str(tmp_path / "both.webp")])
    with Image.open(tmp_path / "one.png") as one, Image.open(tmp_path / "both.webp") as both:
        assert both.height > one.height


def test_whether_it_is_balanced(capsys: pytest.CaptureFixture[str]) -> None:
    """The older question can still be asked."""
    main(["dice-miner", "--balance", "--a", "apprentice", "--seats", "2", "--seeds", "2"])
    assert "Wins by who decides first (2 matches" in capsys.readouterr().out
