"""Output of `python -m bot copy`."""

import sqlite3
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.storage.base import lock
from bot.storage.transfer.copier import Copier
from tests.bot.samples import store_matches
from tests.bot.shell import Shell
from tests.storage.planted import dump

REPLAYED = (
    "4 matches replay to the same end. Matches of games that are not installed: 1. 1 did not replay"
    " before the copy either; the bot freezes them if they aren't frozen yet: #6."
)
NEXT = (
    "start the bot: matches continue on their existing boards. Start no bot on {} any more, and"
    " delete it once all is well."
)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database of six matches: one does not replay, and one is of a missing game."""
    path = tmp_path / "from.db"
    store_matches(path)
    return str(path)


def test_copy_reports_equality_replays_and_the_next_step(
    shell: Shell, database: str, tmp_path: Path, postgresql: str
) -> None:
    back = str(tmp_path / "back.db")
    output = shell.ok("copy", database, postgresql).splitlines()
    target = output[0].removeprefix(f"Copying {database} to ").removesuffix(".")
    assert target.startswith("d")
    assert "  log                      219 of 219 rows" in output
    assert output[-5:] == [
        "Comparing both databases.",
        "Replaying all matches.",
        f"{target} is a complete copy of {database}: 491 rows, and all tables are equal.",
        REPLAYED,
        f"Set SALUD_DATABASE to its address and {NEXT.format(database)}",
    ]
    output = shell.ok("copy", "--no-replay", postgresql, back).splitlines()
    assert not any("eplay" in line for line in output)
    assert f"Set SALUD_DATABASE to {back} and" in output[-1]
    assert dump(back) == dump(database)


def test_copy_through_pgbouncer_is_complete(
    shell: Shell, database: str, tmp_path: Path, pooled: str
) -> None:
    back = str(tmp_path / "back.db")
    assert "is a complete copy" in shell.ok("copy", "--no-replay", database, pooled)
    assert "is a complete copy" in shell.ok("copy", "--no-replay", pooled, back)
    assert dump(back) == dump(database)


@pytest.mark.parametrize("address", ["postgresq://salud:secret@host/salud", "sqlite:///x.db"])
def test_misspelt_address_is_refused_without_its_password(
    shell: Shell, database: str, nowhere: Path, address: str
) -> None:
    for name, sides in ("FROM", (address, database)), ("TO", (database, address)):
        output = shell.refused("copy", *sides)
        assert output.startswith(
            f"{name} can't be used: it must be the path of a file, or postgresql"
        )
        assert "secret" not in output
    assert not list(nowhere.iterdir())


def test_interrupted_copy_continues_with_the_same_command(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    target = str(tmp_path / "to.db")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("copy", "compare", "replay", "finish"):
        with monkeypatch.context() as patched:
            patched.setattr(Copier, step, stop)
            assert command_line.main(["copy", database, target]) == 130
        out, err = shell.capsys.readouterr()
        assert out.endswith("Stopped. The same command continues it.\n")
        assert err == ""
    output = shell.ok("copy", database, target)
    assert output.startswith(f"Continuing the copy of {database} to {target}.\n")
    assert "4 matches replay" in output
    assert dump(target) == dump(database)


def test_failing_disk_is_named_with_the_next_step(
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    target = str(tmp_path / "to.db")

    def fail(copier: Copier) -> None:
        with copier._target.translating_errors():
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Copier, "copy", fail)
    assert command_line.main(["copy", database, target]) == 1
    assert capsys.readouterr().err == (
        f"The database {target} can't be used: database or disk is full."
        " docs/doctor.md#database lists possible causes. The same command continues it.\n"
    )


def test_refused_copy_creates_nothing_and_hides_the_password(
    shell: Shell, database: str, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.03)
    assert shell.refused("copy", "none.db", "to.db") == "There is no database none.db."
    Path("other.txt").write_text("Dear diary,")
    assert "can't be used: file is not a database" in shell.refused("copy", "other.txt", "to.db")
    Path("empty.db").touch()
    assert shell.refused("copy", "empty.db", "to.db") == "empty.db is no database of Salud."
    assert "FROM and TO are the same database" in shell.refused("copy", database, database)
    link = Path("link.db")
    link.symlink_to(database)
    assert "FROM and TO are the same database" in shell.refused("copy", database, str(link))
    link.unlink()
    secret = "postgresql://salud:hunter2@127.0.0.1:1/salud"
    for pair in ((database, secret), (secret, "to.db")):
        output = shell.refused("copy", *pair)
        assert output.startswith("The database salud on 127.0.0.1:1 can't be used: ")
        assert "hunter2" not in output
    assert sorted(path.name for path in nowhere.iterdir()) == ["empty.db", "other.txt"]
