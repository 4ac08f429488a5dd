"""Checks of the database and its backups."""

import time
from collections.abc import Callable
from pathlib import Path

from bot.app.commands.backups import Backups, made_at
from bot.app.doctor.findings import Finding, age, megabytes, note, well, wrong
from bot.app.settings import Settings
from bot.database_address import is_server
from bot.match.log.store_errors import StoreTrouble
from bot.storage.base.checkup import Checkup, Look
from bot.storage.sqlite.checkup import check_up_file

SLOW = 0.05
LITTLE, TOO_LITTLE = 500 * 10**6, 50 * 10**6
"""Free bytes below which the doctor reports a note, and an error."""
LATE = 2.0


def check_up(address: str, look: Look) -> Checkup | StoreTrouble | None:
    try:
        if is_server(address):
            from bot.storage.postgresql.checkup import check_up_server

            return check_up_server(address, look)
        return check_up_file(Path(address), look)
    except StoreTrouble as trouble:
        return trouble


def database(
    settings: Settings, checkup: Checkup | StoreTrouble | None, application: int | None
) -> list[Finding]:
    if isinstance(checkup, StoreTrouble):
        todo = checkup.todo or "docs/doctor.md#database lists possible causes."
        return [wrong("Database", checkup.found, todo)]
    if checkup is None:
        return [
            note(
                "Database",
                f"There is no {settings.salud_database} yet: the first start creates it.",
            )
        ]
    return [*_schema(checkup), *_contents(checkup, application), *_disk(checkup), *_writes(checkup)]


def _schema(checkup: Checkup) -> list[Finding]:
    at = f"{checkup.name}, {megabytes(checkup.size)}, schema version {checkup.version}"
    if checkup.unfinished:
        return [
            wrong(
                "Database",
                f"{checkup.name} is an unfinished copy.",
                "Run the same `python -m bot copy` again, which continues it.",
            )
        ]
    if checkup.damage is not None:
        return [
            wrong(
                "Database",
                f"{checkup.name} is damaged: {checkup.damage}.",
                "Stop the bot, restore the newest backup (`python -m bot restore`), and check the"
                " disk.",
            )
        ]
    if checkup.version < checkup.newest:
        state = "empty" if checkup.version == 0 else f"{at} of {checkup.newest}"
        findings = [note("Database", f"{state}: the next start updates it.")]
    elif checkup.looked is None:
        findings = [well("Database", f"{at}.")]
    elif not checkup.looked:
        todo = "`python -m bot backup` checks all of it."
        findings = [note("Database", f"{at}. It is too large for a quick check for damage.", todo)]
    else:
        findings = [well("Database", f"{at}. No damage was found.")]
    findings += [
        note("Database", remark, "docs/storage.md#postgresql.") for remark in checkup.remarks
    ]
    return findings


def _contents(checkup: Checkup, application: int | None) -> list[Finding]:
    inside = checkup.contents
    if inside is None:
        return []
    findings = []
    if inside.owner is not None and application is not None and inside.owner != application:
        findings.append(
            wrong(
                "Owner",
                f"The matches belong to the application {inside.owner}, but the token to"
                f" {application}.",
                "Set another SALUD_DATABASE, or run `python -m bot hand-over`: docs/operating.md.",
            )
        )
    states = ", ".join(f"{number:,} {status}" for status, number in sorted(inside.matches.items()))
    times = "once" if inside.restores == 1 else f"{inside.restores:,} times"
    put_back = f"; the database was restored {times}" if inside.restores else ""
    findings.append(well("Matches", f"{states or 'none yet'}{put_back}."))
    if checkup.refusal is not None:
        findings.append(wrong("Matches", checkup.refusal, "docs/operating.md#update-and-go-back."))
    if inside.frozen:
        findings.append(
            note(
                "Matches",
                "1 is frozen, because it doesn't replay."
                if inside.frozen == 1
                else f"{inside.frozen:,} are frozen, because they don't replay.",
                "The log of the bot names them (“is frozen”). `python -m bot export` saves what can"
                " be read, a moderator can end a running one (`/moderate end`), and after an update"
                " you can go back to the version before: docs/storage.md.",
            )
        )
    return findings


def _disk(checkup: Checkup) -> list[Finding]:
    if checkup.free is None:
        return []
    free = megabytes(checkup.free)
    if checkup.free < TOO_LITTLE:
        return [
            wrong(
                "Disk", f"Only {free} are free.", "Free some space: on a full disk no move counts."
            )
        ]
    if checkup.free < max(LITTLE, 2 * checkup.size):
        todo = "Free some space: backups and updates copy the database."
        return [
            note("Disk", f"{free} are free, for a database of {megabytes(checkup.size)}.", todo)
        ]
    return [well("Disk", f"{free} are free.")]


def _writes(checkup: Checkup) -> list[Finding]:
    sentence = f"A commit takes {checkup.write * 1000:.1f} ms."
    if checkup.write > SLOW:
        todo = "Every move waits for that: use a faster disk, not one across a network."
        return [note("Write speed", sentence, todo)]
    return [well("Write speed", sentence)]


def backups(settings: Settings, now: Callable[[], float] = time.time) -> list[Finding]:
    if is_server(settings.salud_database):
        todo = "pg_dump makes them: docs/storage.md#postgresql."
        return [note("Backups", "The bot makes none of a database on a server.", todo)]
    if not settings.salud_backups_kept:
        todo = "Set SALUD_BACKUPS_KEPT, or make backups in another way."
        return [note("Backups", "None are made: SALUD_BACKUPS_KEPT is 0.", todo)]
    folder, seconds = Path(settings.salud_backups), settings.salud_backup_hours * 3600
    kept = Backups(settings.salud_database, folder, kept=1, seconds=seconds).copies()
    if not kept:
        return [note("Backups", f"There are none in {folder}: the bot makes one after 5 minutes.")]
    old = now() - (made_at(kept[-1]) or 0.0)
    sentence = f"{len(kept)} in {folder}; the newest is {age(old)} old."
    if old > LATE * seconds:
        todo = "If the bot runs, its log has the reason."
        return [note("Backups", sentence, todo)]
    return [well("Backups", sentence)]
