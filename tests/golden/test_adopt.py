"""The command that turns reports into golden matches, which stay when the others are recorded
again.
"""

import json
from pathlib import Path

import pytest

from engine.core.errors import BadLine
from engine.core.reportfile import Report, join
from tests.golden import adopt as adopting
from tests.golden import record
from tests.golden.adopt import adopt
from tests.golden.test_golden import GAMES, opened

STOPPED = Path(__file__).parent / "stopped.match"
REPORT = Report((("salud", "0.1.0"),), "running", 1, 45, "The die\nwas mine", ("s1:#:44:pass",))


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "report-12-45-ab.match"
    path.write_text(join(STOPPED.read_text(encoding="utf-8"), REPORT), encoding="utf-8")
    return path


def test_report_is_adopted_with_match_summary_and_description(report: Path, tmp_path: Path) -> None:
    path = adopt(report, "lost-die", tmp_path / "reported")
    assert path.read_bytes() == STOPPED.read_bytes()
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert told == json.loads(STOPPED.with_suffix(".json").read_text(encoding="utf-8"))
    assert "said: was mine" in path.with_suffix(".txt").read_text(encoding="utf-8")
    assert opened(path).header.seats == 3
    with pytest.raises(FileExistsError, match="choose another name"):
        adopt(report, "lost-die", tmp_path / "reported")


def test_match_file_is_adopted_without_description(tmp_path: Path) -> None:
    path = adopt(STOPPED, "plain", tmp_path / "reported")
    assert not path.with_suffix(".txt").exists()


def test_match_that_does_not_replay_is_refused(report: Path, tmp_path: Path) -> None:
    report.write_text(report.read_text(encoding="utf-8").replace(" take ", " grab ", 1))
    with pytest.raises(BadLine, match="is not legal"):
        adopt(report, "broken", tmp_path / "reported")
    assert not list((tmp_path / "reported").glob("*"))


def test_command_prints_the_next_step_or_the_problem(
    report: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(adopting, "REPORTED", tmp_path / "reported")
    monkeypatch.setattr(adopting.adopt, "__defaults__", (tmp_path / "reported",))
    monkeypatch.setattr("sys.argv", ["adopt", str(report), "Lost Die!"])
    assert adopting.main() == 0
    assert "lost-die.json says what its replay gives" in capsys.readouterr().out
    assert adopting.main() == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_recording_leaves_adopted_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "FOLDER", tmp_path)
    monkeypatch.setattr(record, "RECIPES", (record.RECIPES[0],))
    kept = adopt(STOPPED, "kept", tmp_path / "reported")
    (tmp_path / "old.match").write_text("salud-match 1\n")
    record.main()
    assert kept.exists()
    assert kept.with_suffix(".json").exists()
    names = sorted(file.name for file in tmp_path.glob("*.match"))
    assert names == ["shared.match", "two-seats.match"]
    assert (
        GAMES.newest("dice-miner").info.rules == opened(tmp_path / "two-seats.match").header.rules
    )
