"""`python -m bot copy`: what an operator sees of it."""

import sqlite3
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.storage.base import lock
from bot.storage.transfer.copier import Copier
from tests.bot.samples import stored
from tests.bot.shell import Shell
from tests.storage.planted import dump

REPLAYED = (
    "4 matches replay to the same end there. Of games that are not installed: 1. 1 did not replay"
    " before either, and will be frozen by the bot unless already frozen: #6."
)
NEXT = (
    "start the bot: everything goes on, on the boards that are there. Let no bot use {} any more;"
    " once you are content, delete it."
)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """One with six matches, of which one does not replay and one is of a game that is not there."""
    path = tmp_path / "from.db"
    stored(path)
    return str(path)


def test_said(shell: Shell, database: str, tmp_path: Path, postgresql: str) -> None:
    """What is copied, that it is equal, what replays, and what to do next; there and back."""
    back = str(tmp_path / "back.db")
    said = shell.ok("copy", database, postgresql).splitlines()
    there = said[0].removeprefix(f"Copying {database} to ").removesuffix(".")
    assert there.startswith("d")
    assert "  log                      219 of 219 rows" in said
    assert said[-5:] == [
        "Comparing both.",
        "Replaying all matches.",
        f"{there} is now what {database} is: 478 rows, and all tables are equal.",
        REPLAYED,
        f"Set SALUD_DATABASE to its address and {NEXT.format(database)}",
    ]
    said = shell.ok("copy", "--no-replay", postgresql, back).splitlines()
    assert not any("eplay" in line for line in said)
    assert f"Set SALUD_DATABASE to {back} and" in said[-1]
    assert dump(back) == dump(database)


@pytest.mark.parametrize("address", ["postgresq://salud:secret@host/salud", "sqlite:///x.db"])
def test_no_database(shell: Shell, database: str, nowhere: Path, address: str) -> None:
    """A misspelt address is refused, and makes no folder that is called after a password."""
    for name, sides in ("FROM", (address, database)), ("TO", (database, address)):
        said = shell.refused("copy", *sides)
        assert said.startswith(
            f"{name} can't be used: it must be the path of a file, or postgresql"
        )
        assert "secret" not in said
    assert not list(nowhere.iterdir())


def test_stopped(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    """Ctrl-C ends it with a sentence, and the same command goes on; also while it replays."""
    target = str(tmp_path / "to.db")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("copy", "compare", "replay", "finish"):
        with monkeypatch.context() as patched:
            patched.setattr(Copier, step, stop)
            assert command_line.main(["copy", database, target]) == 130
        out, err = shell.capsys.readouterr()
        assert out.endswith("Stopped. The same command goes on where it stopped.\n")
        assert err == ""
    said = shell.ok("copy", database, target)
    assert said.startswith(f"Going on with the copy of {database} to {target}.\n")
    assert "4 matches replay" in said
    assert dump(target) == dump(database)


def test_a_disk_that_fails(
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Says what went wrong where, and what to do."""
    target = str(tmp_path / "to.db")

    def fail(copier: Copier) -> None:
        with copier._target.told():
            raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Copier, "copy", fail)
    assert command_line.main(["copy", database, target]) == 1
    assert capsys.readouterr().err == (
        f"The database {target} can't be used: database or disk is full. The same command goes on"
        " where it stopped.\n"
    )


def test_refused(
    shell: Shell, database: str, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one sentence, without a password, and nothing is made."""
    monkeypatch.setattr(lock, "PATIENCE", 0.03)
    assert shell.refused("copy", "none.db", "to.db") == "There is no database none.db."
    Path("other.txt").write_text("Dear diary,")
    assert "can't be used: file is not a database" in shell.refused("copy", "other.txt", "to.db")
    Path("empty.db").touch()
    assert shell.refused("copy", "empty.db", "to.db") == "empty.db is no database of Salud."
    assert "Both are the same database" in shell.refused("copy", database, database)
    link = Path("link.db")
    link.symlink_to(database)
    assert "Both are the same database" in shell.refused("copy", database, str(link))
    link.unlink()
    secret = "postgresql://salud:hunter2@127.0.0.1:1/salud"
    for pair in ((database, secret), (secret, "to.db")):
        said = shell.refused("copy", *pair)
        assert said.startswith("The database salud on 127.0.0.1:1 can't be used: ")
        assert "hunter2" not in said
    assert sorted(path.name for path in nowhere.iterdir()) == ["empty.db", "other.txt"]
