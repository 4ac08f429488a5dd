"""Single checks of the doctor that a playground cannot trigger."""

import os
import shutil
import sqlite3
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app.doctor import database_checks, discord_checks, machine_checks
from bot.app.doctor.discord_checks import Account
from bot.app.doctor.findings import Finding, Severity, age, lines
from bot.app.doctor.rest import Rest
from bot.app.settings import Settings
from bot.health import sign
from bot.match.log.store_errors import StoreTrouble
from bot.storage.base import schema
from bot.storage.base.checkup import Checkup
from bot.storage.postgresql.connections import connect
from bot.storage.sqlite import checkup as sqlite_checkup
from render.typography import runs
from tests.fresh import fresh
from tests.machine import missing_scripts
from tests.storage.test_transfer import copier

DAY = 86_400.0
NOW = 1_767_225_600.0
"""2026-01-01 00:00:00 UTC."""


def only(findings: list[Finding], severity: Severity) -> Finding:
    """Return the only finding of this severity."""
    [finding] = [each for each in findings if each.severity is severity]
    assert finding.todo or severity is not Severity.WRONG
    return finding


def execute(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def check_up(address: str) -> Checkup | StoreTrouble | None:
    """Check a database without a look at its matches."""
    return database_checks.check_up(address, lambda _: None)


def examined(chosen: Settings, application: int | None) -> list[Finding]:
    """Return the findings about the database of these settings."""
    return database_checks.database(chosen, check_up(chosen.salud_database), application)


def settings(**changes: Any) -> Settings:
    """Return default settings with these changes."""
    return Settings(**changes)


def test_unusual_settings_of_the_application_are_reported() -> None:
    account = Account(
        application={
            "id": "1",
            "interactions_endpoint_url": "https://example.org/x",
            "bot_require_code_grant": True,
            "bot_public": False,
        }
    )
    findings = discord_checks.application(account)
    assert "https://example.org/x instead of the bot" in only(findings, Severity.WRONG).found
    assert [finding.severity for finding in findings[1:]] == [Severity.NOTE] * 2


@pytest.mark.parametrize(
    ("kinds", "severity", "message"),
    [
        (("0", "1"), Severity.WELL, "Its settings are right"),
        (("0",), Severity.NOTE, "“User Install” is off"),
        (("1",), Severity.WRONG, "“Guild Install” is off"),
    ],
)
def test_kinds_of_installation_are_checked(
    kinds: tuple[str, ...], severity: Severity, message: str
) -> None:
    config: dict[str, object] = {kind: {} for kind in kinds}
    account = Account(application={"id": "1", "integration_types_config": config})
    [finding] = discord_checks.application(account)
    assert finding.severity is severity
    assert message in finding.found


@pytest.mark.parametrize(
    ("left", "shards", "chosen", "severity", "message"),
    [
        (1000, 1, None, Severity.WELL, "Discord recommends 1 shard; 1,000 of 1,000 sessions"),
        (
            0,
            1,
            None,
            Severity.WRONG,
            "Only 0 of 1,000 sessions can begin in the next 4 hours; 1 are",
        ),
        (20, 1, "auto", Severity.NOTE, "Only 20 of 1,000"),
        (900, 40, 16, Severity.NOTE, "Discord recommends 40 shards, and SALUD_SHARDS is 16."),
        (900, 40, 64, Severity.WELL, "Discord recommends 40 shards; 900 of"),
    ],
)
def test_remaining_sessions_and_recommended_shards_are_checked(
    left: int, shards: int, chosen: int | str, severity: Severity, message: str
) -> None:
    limit = {"total": 1000, "remaining": left, "reset_after": 14_400_000, "max_concurrency": 1}
    account = Account(gateway={"shards": shards, "session_start_limit": limit})
    [finding] = discord_checks.sessions(account, settings(salud_shards=chosen))
    assert (finding.severity, message in finding.found) == (severity, True), finding


@pytest.mark.parametrize(
    ("ahead", "severity", "message"),
    [
        (0.0, Severity.WELL, "It agrees with Discord's within 0.6 s."),
        (-1.9, Severity.WELL, "within 1.9 s."),
        (-3.5, Severity.NOTE, "It is 3.5 s behind Discord's"),
        (90.0, Severity.NOTE, "It is 90.0 s ahead of Discord's"),
    ],
)
def test_clock_off_by_more_than_two_seconds_is_reported(
    ahead: float, severity: Severity, message: str
) -> None:
    discord = Rest(SimpleNamespace(), settings())  # type: ignore[arg-type]
    discord._note_time("nonsense", 0, 0)
    assert discord_checks.clock(discord) == []
    # Dated in the middle of the second, on an answer that took two seconds, then on a quicker one.
    discord._note_time("Thu, 01 Jan 2026 00:00:00 GMT", NOW + 100, NOW + 102)
    discord._note_time("Thu, 01 Jan 2026 00:00:00 GMT", NOW + 0.4 + ahead, NOW + 0.6 + ahead)
    [finding] = discord_checks.clock(discord)
    assert (finding.severity, message in finding.found) == (severity, True), finding


def test_sound_database_is_checked_without_leaving_files(nowhere: Path) -> None:
    checkup = check_up(fresh(nowhere / "salud.db"))
    assert isinstance(checkup, Checkup)
    assert (checkup.version, checkup.damage, checkup.looked) == (schema.newest(), None, True)
    assert checkup.contents is not None
    assert checkup.contents.restores == 0
    assert [path.name for path in nowhere.iterdir()] == ["salud.db"]


def test_damaged_foreign_and_too_large_databases_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "salud.db"
    chosen = settings(salud_database=fresh(path))
    monkeypatch.setattr(sqlite_checkup, "LONGEST", -1.0)
    monkeypatch.setattr(sqlite_checkup, "_STEPS", 1)
    message = only(examined(chosen, None), Severity.NOTE)
    assert "too large for a quick check" in message.found
    monkeypatch.undo()
    connection = sqlite3.connect(path)
    ((root,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'press'")
    connection.close()
    pages = bytearray(path.read_bytes())
    pages[4096 * (root - 1) : 4096 * root] = b"\xa5" * 4096
    path.write_bytes(pages)
    assert "is damaged: " in only(examined(chosen, None), Severity.WRONG).found
    path.write_text("Dear diary,")
    message = only(examined(chosen, None), Severity.WRONG)
    assert "is no database of Salud" in message.found
    assert message.todo == "docs/doctor.md#database lists possible causes."


def test_older_schema_is_a_note_and_a_newer_one_an_error(tmp_path: Path) -> None:
    path = tmp_path / "salud.db"
    chosen = settings(salud_database=str(path))
    path.touch()
    assert "empty: the next start" in only(examined(chosen, 1), Severity.NOTE).found
    path.unlink()
    execute(Path(fresh(path)), "PRAGMA user_version = 17")
    found = only(examined(chosen, 1), Severity.NOTE).found
    assert f"schema version 17 of {schema.newest()}: the next start updates it" in found
    execute(path, "PRAGMA user_version = 999")
    assert "newer version of the bot" in only(examined(chosen, 1), Severity.WRONG).found
    path.unlink()
    with copier(fresh(tmp_path / "from.db"), str(path)) as copying:
        copying.begin()
    assert "unfinished copy" in only(examined(chosen, 1), Severity.WRONG).found


def test_read_only_database_is_an_error_with_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example after a restore by root."""
    path = fresh(tmp_path / "salud.db")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root can write to anything
    finding = only(examined(settings(salud_database=path), 1), Severity.WRONG)
    assert finding.found == f"The database {path} can't be used: It is read-only: {path}."
    assert finding.todo.startswith("Give the file and its folder to the user ")


def test_low_space_and_slow_disks_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = settings(salud_database=fresh(tmp_path / "salud.db"))
    sound = check_up(chosen.salud_database)
    assert isinstance(sound, Checkup)
    for changed, severity, message in (
        ({"free": 10**9}, Severity.WELL, "1.0 GB are free."),
        ({"free": 10**9, "size": 6 * 10**8}, Severity.NOTE, "free, for a database of 600.0 MB"),
        ({"free": 10**7}, Severity.WRONG, "Only 10.0 MB are free."),
        ({"write": 0.2}, Severity.NOTE, "A commit takes 200.0 ms."),
        ({"free": None}, Severity.WELL, "A commit takes"),
    ):
        changed_checkup = replace(sound, **changed)
        monkeypatch.setattr(database_checks, "check_up", lambda *_, result=changed_checkup: result)
        findings = examined(chosen, None)
        assert any(
            finding.severity is severity and message in finding.found for finding in findings
        ), findings
    monkeypatch.undo()
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=7))
    assert "Only 0.0 MB" in only(examined(chosen, None), Severity.WRONG).found


def test_postgresql_is_checked_for_size_speed_and_ownership(postgresql: str) -> None:
    checkup = check_up(postgresql)
    assert isinstance(checkup, Checkup)
    assert checkup.contents is not None
    assert (checkup.damage, checkup.looked, checkup.free, checkup.remarks) == (None, None, None, ())
    assert checkup.size > 10**6
    assert 0 < checkup.write < 10
    with connect(postgresql) as session:
        session.execute("CREATE ROLE guest LOGIN")
        session.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
        try:
            findings = examined(
                settings(salud_database=postgresql.replace("salud@", "guest@")), None
            )
            assert "does not own it" in only(findings, Severity.NOTE).found
        finally:
            session.execute("DROP OWNED BY guest; DROP ROLE guest")
    lost = check_up(postgresql.replace("host=", "host=/nowhere"))
    assert isinstance(lost, StoreTrouble)
    assert "/nowhere" in str(lost)


def test_missing_and_outdated_backups_are_reported(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    chosen = settings(salud_backups=str(folder))

    def finding(now: float, **changes: Any) -> Finding:
        [result] = database_checks.backups(chosen.model_copy(update=changes), lambda: now)
        return result

    assert finding(NOW).found.startswith("There are none in ")
    folder.mkdir()
    (folder / "salud-20260101-000000.db").touch()
    assert finding(NOW + DAY).severity is Severity.WELL
    assert finding(NOW + 3 * DAY).found.endswith("the newest is 3 days old.")
    assert finding(NOW + 3 * DAY).severity is Severity.NOTE
    assert "SALUD_BACKUPS_KEPT is 0" in finding(NOW, salud_backups_kept=0).found
    server = "postgresql://localhost/salud"
    assert "pg_dump" in finding(NOW, salud_database=server).todo


def test_unwritable_folders_are_named_with_their_settings(nowhere: Path) -> None:
    (nowhere / "file").touch()
    chosen = settings(
        salud_database=str(nowhere / "var" / "salud.db"),
        salud_backups=str(nowhere / "var" / "backups"),
        salud_reports=str(nowhere / "file" / "reports"),
        salud_heartbeat=str(nowhere / "alive"),
    )
    finding = only(machine_checks.rights(chosen), Severity.WRONG)
    assert f"{nowhere}/file/reports is not writable: Not a directory." == finding.found
    assert finding.todo.endswith("or change SALUD_REPORTS.")
    without_reports = chosen.model_copy(update={"salud_reports": ""})
    only(machine_checks.rights(without_reports), Severity.WELL)
    assert [path.name for path in nowhere.iterdir()] == ["file"]


def test_files_that_others_can_read_are_a_note_with_the_command_that_closes_them(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_checks, "OTHERS_ENTER", 0o777)  # they can't enter pytest's folders
    chosen = settings(salud_database="salud.db", salud_backups="backups", salud_reports="reports")
    for name, mode in (
        *(("salud.db", 0o644), ("salud.db-wal", 0o640), ("backups/salud-1.db", 0o644)),
        *(("reports/1.match", 0o600), ("backups/mine.db", 0o644), ("main.py", 0o644)),
    ):
        file = nowhere / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
        file.chmod(mode)
    finding = only(machine_checks.rights(chosen), Severity.NOTE)
    assert finding.found.startswith("Others on this machine can read 3 of the bot's files")
    assert finding.todo == "chmod go= backups/salud-*.db salud.db*"
    subprocess.run(finding.todo, shell=True, check=True)  # noqa: S602 - our own text
    only(machine_checks.rights(chosen), Severity.WELL)


def test_files_in_a_closed_folder_need_no_note(nowhere: Path) -> None:
    (nowhere / "salud.db").touch(0o644)
    nowhere.chmod(0o700)
    only(machine_checks.rights(settings(salud_database="salud.db")), Severity.WELL)


def test_sign_of_life_shows_remarks_age_or_absence(tmp_path: Path) -> None:
    heartbeat = tmp_path / "alive"
    chosen = settings(salud_heartbeat=str(heartbeat))
    now = tmp_path.stat().st_mtime
    assert "No bot seems to run" in only(machine_checks.life(chosen, now), Severity.NOTE).found
    sign(heartbeat, ["Boards wait."], well=True)
    now = heartbeat.stat().st_mtime
    assert only(machine_checks.life(chosen, now), Severity.NOTE).found == "Boards wait."
    os.utime(heartbeat, (now - 90, now - 90))
    finding = only(machine_checks.life(chosen, now), Severity.WRONG)
    assert finding.found.endswith("is 90 seconds old. Boards wait.")


def test_missing_scripts_and_layout_are_named_with_packages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine_checks, "shapes", lambda: True)
    monkeypatch.setattr(machine_checks, "has_font", lambda piece: piece not in "한🎲")
    finding = only(machine_checks.fonts(), Severity.NOTE)
    assert "in Korean, emoji: such players" in finding.found
    assert "apt install fonts-noto-core" in finding.todo
    monkeypatch.setattr(machine_checks, "has_font", lambda _: True)
    only(machine_checks.fonts(), Severity.WELL)
    monkeypatch.setattr(machine_checks, "shapes", lambda: False)
    assert "libfribidi0" in only(machine_checks.fonts(), Severity.NOTE).todo
    monkeypatch.setattr(machine_checks, "has_font", lambda piece: piece not in "ששك한")
    layout, fonts = machine_checks.fonts()
    assert "libfribidi0" in layout.todo
    assert "in Hebrew, Korean: such players" in fonts.found


def test_font_of_a_script_is_found_without_the_library_that_lays_it_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runs, "shapes", lambda: False)
    runs._file_for.cache_clear()
    try:
        for script, piece in machine_checks.SCRIPTS.items():
            assert runs.has_font(piece) is not (script in missing_scripts())
        assert not runs.drawable(machine_checks.SCRIPTS["Arabic"])
    finally:
        runs._file_for.cache_clear()


def test_findings_are_printed_with_mark_check_and_remedy() -> None:
    findings = [
        Finding(Severity.WELL, "Disk", "Fine."),
        Finding(Severity.WRONG, "Write speed", "No.", "Do."),
    ]
    assert lines(findings) == ["✔ Disk         Fine.", "✗ Write speed  No.", "               → Do."]
    assert [age(s) for s in (-5, 90, 600, 7_200, 10**6)] == [
        *("0 seconds", "90 seconds", "10 minutes", "2 hours", "12 days"),
    ]
