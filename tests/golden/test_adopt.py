"""Reports become golden matches by one command, and stay when the others are recorded again."""

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
    """A report about a match that stops in the middle."""
    path = tmp_path / "report-12-45-ab.match"
    path.write_text(join(STOPPED.read_text(encoding="utf-8"), REPORT), encoding="utf-8")
    return path


def test_a_report_is_adopted(report: Path, tmp_path: Path) -> None:
    """The match as it was, what its replay gives, and what was said about it."""
    path = adopt(report, "lost-die", tmp_path / "reported")
    assert path.read_bytes() == STOPPED.read_bytes()
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert told == json.loads(STOPPED.with_suffix(".json").read_text(encoding="utf-8"))
    assert "said: was mine" in path.with_suffix(".txt").read_text(encoding="utf-8")
    assert opened(path).header.seats == 3
    with pytest.raises(FileExistsError, match="choose another name"):
        adopt(report, "lost-die", tmp_path / "reported")


def test_a_plain_match_file_is_adopted_too(tmp_path: Path) -> None:
    """There is nothing said about it."""
    path = adopt(STOPPED, "plain", tmp_path / "reported")
    assert not path.with_suffix(".txt").exists()


def test_what_does_not_replay_is_not(report: Path, tmp_path: Path) -> None:
    """And nothing is written."""
    report.write_text(report.read_text(encoding="utf-8").replace(" take ", " grab ", 1))
    with pytest.raises(BadLine, match="is not legal"):
        adopt(report, "broken", tmp_path / "reported")
    assert not list((tmp_path / "reported").glob("*"))


def test_the_command(
    report: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It says what to do next, or in one sentence what is wrong."""
    monkeypatch.setattr(adopting, "REPORTED", tmp_path / "reported")
    monkeypatch.setattr(adopting.adopt, "__defaults__", (tmp_path / "reported",))
    monkeypatch.setattr("sys.argv", ["adopt", str(report), "Lost Die!"])
    assert adopting.main() == 0
    assert "lost-die.json says what its replay gives" in capsys.readouterr().out
    assert adopting.main() == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_recording_anew_leaves_what_was_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what recipes make is made again."""
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
