"""Reports on disk and on the command line."""

import logging
from pathlib import Path

import pytest

from bot.app import report_folder
from bot.app.report_folder import ReportFolder
from engine.core.reportfile import Report, join
from tests.bot.samples import match_file
from tests.bot.shell import Shell

REPORT = Report((("salud", "0.1.0"),), "running", 1, 25, "The die was mine.", ("s1:#:24:pass",))


def test_replay_shows_a_report_before_its_match(shell: Shell, nowhere: Path) -> None:
    """Error messages count lines from the beginning of the report."""
    text = join(match_file(entries=25, revealed=False), REPORT)
    (nowhere / "report.match").write_text(text)
    output = shell.ok("replay", "report.match")
    assert output.startswith("salud: 0.1.0\nstatus: running\n")
    assert "said: The die was mine.\n" in output
    assert "Seat 0 took" in output
    assert '"phase": "excavation"' in shell.ok("replay", "report.match", "--json")
    assert "no 'seed:' line" in shell.refused("verify", "report.match")
    (nowhere / "report.match").write_text(text.replace(" take ", " grab ", 1))
    number = text[: text.index(" take ")].count("\n") + 1
    assert shell.refused("replay", "report.match").startswith(f"line {number}: ")


def test_report_folder_is_created_and_stores_a_report_once(tmp_path: Path) -> None:
    folder = ReportFolder(str(tmp_path / "some" / "reports"))
    assert folder.keep("a.match", "one\n")
    assert folder.keep("a.match", "one\n")
    assert [file.read_text() for file in (tmp_path / "some" / "reports").iterdir()] == ["one\n"]


def test_report_that_cannot_be_stored_raises_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert not ReportFolder("").keep("a.match", "one")
    monkeypatch.setattr(report_folder, "MOST", 2)
    folder = ReportFolder(str(tmp_path / "reports"))
    assert [folder.keep(name, "x") for name in ("a", "b", "c", "a")] == [True, True, False, True]
    (tmp_path / "file").touch()
    assert not ReportFolder(str(tmp_path / "file" / "in")).keep("a", "x")
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2
