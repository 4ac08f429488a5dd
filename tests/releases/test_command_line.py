"""The command line on a release's database: files, derived rows and copies stay the same."""

from collections import Counter
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.storage.opening import open_database
from tests.releases.fixtures import Fixture
from tests.releases.tables import differences, rows
from tests.tiers import exhaustive, full_or

RESTORED = (
    # Boards, invitations, notices and panels are posted again, and the former boards removed.
    *("match.invitation", "tournament.due", "turn_alert"),
    *(f"message.{name}" for name in ("wanted", "due", "owner", "message", "shown", "place")),
    "message.detail",
    # A new generation of numbers begins.
    *("match.generation", "numbering", "generation"),
)
"""Changes by a restore, described in docs/operating.md."""
IDLE = "idle"
"""The deadline that moves do not update, because moves only delay it."""
VERSIONS = "derived"
"""The table with versions of the code that derived rows."""
SECRET = "hidden information"


@pytest.fixture
async def database(fixture: Fixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The release's database, migrated, and the default of commands."""
    path = fixture.unpack(tmp_path / "salud.db")
    await (await open_database(str(path))).close()
    monkeypatch.setenv("SALUD_DATABASE", str(path))
    monkeypatch.chdir(tmp_path)
    return path


def copied(path: Path) -> Path:
    copy = path.with_name("before.db")
    assert main(["backup", str(copy)]) == 0
    return copy


def test_rebuild_derives_the_rows_that_the_release_stored(database: Path) -> None:
    before = copied(database)
    assert main(["rebuild"]) == 0
    assert differences(before, database, ["deadline", VERSIONS]) == []
    assert deadlines(before) == deadlines(database)


def deadlines(path: Path) -> Counter[tuple[object, ...]]:
    found = rows(path, "deadline", ("kind", "match", "user", "at", "soonest"))
    return Counter({row: number for row, number in found.items() if row[0] != IDLE})


def test_every_match_is_exported_and_finished_ones_verify(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, verified = tmp_path / "exported.match", 0
    began = {number for (number,) in rows(database, "log", ("match",))}
    matches = sorted(row for row in rows(database, "match", ("id", "status")) if row[0] in began)
    for number, status in matches[:: full_or(1, 12)]:
        capsys.readouterr()
        code = main(["export", str(number)])
        exported = capsys.readouterr()
        if code:
            assert (status, SECRET in exported.err) == ("running", True), exported.err
            continue
        file.write_text(exported.out, encoding="utf-8")
        assert main(["verify" if status == "over" else "replay", str(file)]) == 0
        verified += status == "over"
    assert verified


def test_restored_backup_has_every_row(database: Path) -> None:
    before = copied(database)
    assert main(["restore", str(before)]) == 0
    # The bot looks for events of lost tournaments, and removes the buttons of earlier boards.
    new = "{'kind': 'lost events'", "{'kind': 'old board'"
    found = differences(before, database, RESTORED)
    assert [line for line in found if not any(f"has also {row}" in line for row in new)] == []


def test_copy_has_every_row(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "copy.db"
    assert main(["copy", str(database), str(target)]) == 0
    assert "did not replay" not in capsys.readouterr().out
    assert differences(database, target) == []


@exhaustive
def test_copy_to_postgresql_and_back_has_every_row(
    database: Path, postgresql: str, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    assert main(["copy", str(database), postgresql]) == 0
    assert main(["copy", postgresql, str(target)]) == 0
    assert differences(database, target) == []
