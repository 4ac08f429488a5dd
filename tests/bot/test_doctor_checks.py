"""Single checks of the doctor, where a playground can't be made to show the trouble."""

import os
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.doctor import database_checks, discord_checks, machine_checks
from bot.doctor.database_checks import check_up
from bot.doctor.discord_checks import Account
from bot.doctor.findings import Finding, Level, age, lines
from bot.doctor.rest import Rest
from bot.health import sign
from bot.match.log.store_errors import StoreTrouble
from bot.settings import Settings
from bot.storage.base import schema
from bot.storage.base.checkup import Checkup
from bot.storage.postgresql.connections import connect
from bot.storage.sqlite import checkup as sqlite_checkup
from tests.fresh import fresh
from tests.storage.test_transfer import copier

DAY = 86_400.0
NOW = 1_767_225_600.0
"""2026-01-01 00:00:00 UTC."""


def only(findings: list[Finding], level: Level) -> Finding:
    """The one of this level; there is just one."""
    [found] = [one for one in findings if one.level is level]
    assert found.todo or level is not Level.WRONG
    return found


def execute(path: Path, *statements: str) -> None:
    """Meddle with a file."""
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def examined(chosen: Settings, application: int | None) -> list[Finding]:
    """What is found of the database of these settings."""
    look = database_checks.check_up(chosen.salud_database)
    return database_checks.database(chosen, look, application)


def settings(**given: Any) -> Settings:
    """Those, and else the usual ones."""
    return Settings(**given)


def test_an_application_that_is_set_otherwise() -> None:
    """Presses that go elsewhere are wrong; the others are to be known."""
    known = Account(
        application={
            "id": "1",
            "interactions_endpoint_url": "https://example.org/x",
            "bot_require_code_grant": True,
            "bot_public": False,
        }
    )
    found = discord_checks.application(known)
    assert "https://example.org/x instead of the bot" in only(found, Level.WRONG).found
    assert [one.level for one in found[1:]] == [Level.NOTE] * 2


@pytest.mark.parametrize(
    ("left", "shards", "chosen", "level", "said"),
    [
        (1000, 1, None, Level.WELL, "Discord recommends 1 shard; 1,000 of 1,000 sessions"),
        (0, 1, None, Level.WRONG, "Only 0 of 1,000 sessions may begin in the next 4 hours; 1 are"),
        (20, 1, "auto", Level.NOTE, "Only 20 of 1,000"),
        (900, 40, 16, Level.NOTE, "Discord recommends 40 shards, and SALUD_SHARDS is 16."),
        (900, 40, 64, Level.WELL, "Discord recommends 40 shards; 900 of"),
    ],
)
def test_sessions(left: int, shards: int, chosen: int | str, level: Level, said: str) -> None:
    """How many are left, and how many shards there should be."""
    limit = {"total": 1000, "remaining": left, "reset_after": 14_400_000, "max_concurrency": 1}
    known = Account(gateway={"shards": shards, "session_start_limit": limit})
    [found] = discord_checks.sessions(known, settings(salud_shards=chosen))
    assert (found.level, said in found.found) == (level, True), found


@pytest.mark.parametrize(
    ("ahead", "level", "said"),
    [
        (0.0, Level.WELL, "It is Discord's, within 0.6 s."),
        (-1.9, Level.WELL, "within 1.9 s."),
        (-3.5, Level.NOTE, "It is 3.5 s behind Discord's"),
        (90.0, Level.NOTE, "It is 90.0 s ahead of Discord's"),
    ],
)
def test_clock(ahead: float, level: Level, said: str) -> None:
    """Wrong by more than two seconds and what can't be known."""
    rest = Rest(SimpleNamespace(), settings())  # type: ignore[arg-type]
    rest._note_time("nonsense", 0, 0)
    assert discord_checks.clock(rest) == []
    # Dated in the middle of the second, on an answer that took two seconds, then on a quicker one.
    rest._note_time("Thu, 01 Jan 2026 00:00:00 GMT", NOW + 100, NOW + 102)
    rest._note_time("Thu, 01 Jan 2026 00:00:00 GMT", NOW + 0.4 + ahead, NOW + 0.6 + ahead)
    [found] = discord_checks.clock(rest)
    assert (found.level, said in found.found) == (level, True), found


def test_a_sound_database(nowhere: Path) -> None:
    """Nothing is left in its folder."""
    found = check_up(fresh(nowhere / "salud.db"))
    assert isinstance(found, Checkup)
    assert (found.version, found.damage, found.looked) == (schema.newest(), None, True)
    assert found.contents is not None
    assert found.contents.restores == 0
    assert [path.name for path in nowhere.iterdir()] == ["salud.db"]


def test_a_damaged_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of nonsense; one that is none; one that is too large to be looked through."""
    path = tmp_path / "salud.db"
    chosen = settings(salud_database=fresh(path))
    monkeypatch.setattr(sqlite_checkup, "LONGEST", -1.0)
    monkeypatch.setattr(sqlite_checkup, "_STEPS", 1)
    said = only(examined(chosen, None), Level.NOTE)
    assert "too large to be looked through" in said.found
    monkeypatch.undo()
    connection = sqlite3.connect(path)
    ((root,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'press'")
    connection.close()
    pages = bytearray(path.read_bytes())
    pages[4096 * (root - 1) : 4096 * root] = b"\xa5" * 4096
    path.write_bytes(pages)
    assert "is damaged: " in only(examined(chosen, None), Level.WRONG).found
    path.write_text("Dear diary,")
    said = only(examined(chosen, None), Level.WRONG)
    assert "is no database of Salud" in said.found
    assert said.todo == "docs/doctor.md#database says what this may be."


def test_versions(tmp_path: Path) -> None:
    """Older ones are brought up to date by a start; newer ones and unfinished copies are wrong."""
    path = tmp_path / "salud.db"
    chosen = settings(salud_database=str(path))
    path.touch()
    assert "empty: the next start" in only(examined(chosen, 1), Level.NOTE).found
    path.unlink()
    execute(Path(fresh(path)), "PRAGMA user_version = 17")
    assert "the next start brings it" in only(examined(chosen, 1), Level.NOTE).found
    execute(path, "PRAGMA user_version = 999")
    assert "newer version of the bot" in only(examined(chosen, 1), Level.WRONG).found
    path.unlink()
    with copier(fresh(tmp_path / "from.db"), str(path)) as made:
        made.begin()
    assert "unfinished copy" in only(examined(chosen, 1), Level.WRONG).found


def test_disks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little room, too little, and slow ones."""
    chosen = settings(salud_database=fresh(tmp_path / "salud.db"))
    sound = check_up(chosen.salud_database)
    assert isinstance(sound, Checkup)
    for changed, level, said in (
        ({"free": 10**9}, Level.WELL, "1.0 GB are free."),
        ({"free": 10**9, "size": 6 * 10**8}, Level.NOTE, "free, for a database of 600.0 MB"),
        ({"free": 10**7}, Level.WRONG, "Only 10.0 MB are free."),
        ({"write": 0.2}, Level.NOTE, "A commit takes 200.0 ms."),
        ({"free": None}, Level.WELL, "A commit takes"),
    ):
        made = replace(sound, **changed)
        monkeypatch.setattr(database_checks, "check_up", lambda _, made=made: made)
        found = examined(chosen, None)
        assert any(one.level is level and said in one.found for one in found), found
    monkeypatch.undo()
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=7))
    assert "Only 0.0 MB" in only(examined(chosen, None), Level.WRONG).found


def test_on_a_server(postgresql: str) -> None:
    """Size, speed and contents; what about it should be otherwise."""
    found = check_up(postgresql)
    assert isinstance(found, Checkup)
    assert found.contents is not None
    assert (found.damage, found.looked, found.free, found.remarks) == (None, None, None, ())
    assert found.size > 10**6
    assert 0 < found.write < 10
    with connect(postgresql) as session:
        session.execute("CREATE ROLE guest LOGIN")
        session.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
        try:
            said = examined(settings(salud_database=postgresql.replace("salud@", "guest@")), None)
            assert "does not own it" in only(said, Level.NOTE).found
        finally:
            session.execute("DROP OWNED BY guest; DROP ROLE guest")
    lost = check_up(postgresql.replace("host=", "host=/nowhere"))
    assert isinstance(lost, StoreTrouble)
    assert "/nowhere" in str(lost)


def test_backups(tmp_path: Path) -> None:
    """None yet, none wanted, one that should have been followed by another, a server's."""
    folder = tmp_path / "backups"
    chosen = settings(salud_backups=str(folder))

    def found(now: float, **given: Any) -> Finding:
        [one] = database_checks.backups(chosen.model_copy(update=given), lambda: now)
        return one

    assert found(NOW).found.startswith("There are none in ")
    folder.mkdir()
    (folder / "salud-20260101-000000.db").touch()
    assert found(NOW + DAY).level is Level.WELL
    assert found(NOW + 3 * DAY).found.endswith("the newest is 3 days old.")
    assert found(NOW + 3 * DAY).level is Level.NOTE
    assert "SALUD_BACKUPS_KEPT is 0" in found(NOW, salud_backups_kept=0).found
    server = "postgresql://localhost/salud"
    assert "pg_dump" in found(NOW, salud_database=server).todo


def test_rights(nowhere: Path) -> None:
    """Each folder that can't be written, with its setting; those to be made are made nowhere."""
    (nowhere / "file").touch()
    chosen = settings(
        salud_database=str(nowhere / "var" / "salud.db"),
        salud_backups=str(nowhere / "var" / "backups"),
        salud_reports=str(nowhere / "file" / "reports"),
        salud_heartbeat=str(nowhere / "alive"),
    )
    found = only(machine_checks.rights(chosen), Level.WRONG)
    assert f"Nothing can be written in {nowhere}/file/reports: Not a directory." == found.found
    assert found.todo.endswith("or change SALUD_REPORTS.")
    chosen.salud_reports = ""
    only(machine_checks.rights(chosen), Level.WELL)
    assert [path.name for path in nowhere.iterdir()] == ["file"]


def test_signs_of_life(tmp_path: Path) -> None:
    """A bot that is well, with remarks; one that is not; none."""
    heartbeat = tmp_path / "alive"
    chosen = settings(salud_heartbeat=str(heartbeat))
    now = tmp_path.stat().st_mtime
    assert "No bot seems to run" in only(machine_checks.life(chosen, now), Level.NOTE).found
    sign(heartbeat, ["Boards wait."], well=True)
    now = heartbeat.stat().st_mtime
    assert only(machine_checks.life(chosen, now), Level.NOTE).found == "Boards wait."
    os.utime(heartbeat, (now - 90, now - 90))
    found = only(machine_checks.life(chosen, now), Level.WRONG)
    assert found.found.endswith("is 90 seconds old. Boards wait.")


def test_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which scripts are missing, and what to install."""
    monkeypatch.setattr(machine_checks, "shapes", lambda: True)
    monkeypatch.setattr(machine_checks, "drawable", lambda piece: piece not in "한🎲")
    found = only(machine_checks.fonts(), Level.NOTE)
    assert "in Korean, emoji: such players" in found.found
    assert "apt install fonts-noto-core" in found.todo
    monkeypatch.setattr(machine_checks, "drawable", lambda _: True)
    only(machine_checks.fonts(), Level.WELL)
    monkeypatch.setattr(machine_checks, "shapes", lambda: False)
    assert "libfribidi0" in only(machine_checks.fonts(), Level.NOTE).todo
    monkeypatch.setattr(machine_checks, "drawable", lambda piece: piece not in "ששك한")
    layout, fonts = machine_checks.fonts()
    assert "libfribidi0" in layout.todo
    assert "in Korean: such players" in fonts.found, "fonts are no cure for Hebrew here"


def test_lines() -> None:
    """A mark, the check, what was found; below it what to do."""
    made = [Finding(Level.WELL, "Disk", "Fine."), Finding(Level.WRONG, "Write speed", "No.", "Do.")]
    assert lines(made) == ["✔ Disk         Fine.", "✗ Write speed  No.", "               → Do."]
    assert [age(s) for s in (-5, 90, 600, 7_200, 10**6)] == [
        *("0 seconds", "90 seconds", "10 minutes", "2 hours", "12 days"),
    ]
