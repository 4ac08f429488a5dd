"""Checks of the database and its backups."""

import time
from collections.abc import Callable
from pathlib import Path

from bot.commands.backups import Backups, made_at
from bot.database_address import is_server
from bot.doctor.findings import Finding, age, megabytes, note, well, wrong
from bot.match.log.store_errors import StoreTrouble
from bot.settings import Settings
from bot.storage.base.checkup import Checkup
from bot.storage.sqlite.checkup import check_up_file

SLOW = 0.05
"""Seconds of a commit that players notice."""
LITTLE, TOO_LITTLE = 500 * 10**6, 50 * 10**6
"""Free bytes that are recommended, and that are necessary."""
LATE = 2.0
"""Age of the newest backup that is too old, in intervals."""


def check_up(address: str) -> Checkup | StoreTrouble | None:
    """Check a database; return a finding if it can't be used, and None if there is no file yet."""
    try:
        if is_server(address):
            from bot.storage.postgresql.checkup import check_up_server

            return check_up_server(address)
        return check_up_file(Path(address))
    except StoreTrouble as trouble:
        return trouble


def database(
    settings: Settings, found: Checkup | StoreTrouble | None, application: int | None
) -> list[Finding]:
    """Report contents, damage and speed of the database."""
    if isinstance(found, StoreTrouble):
        return [wrong("Database", str(found), "docs/doctor.md#database lists possible causes.")]
    if found is None:
        return [
            note(
                "Database",
                f"There is no {settings.salud_database} yet: the first start creates it.",
            )
        ]
    return [*_schema(found), *_contents(found, application), *_disk(found), *_writes(found)]


def _schema(found: Checkup) -> list[Finding]:
    at = f"{found.name}, schema version {found.version}, {megabytes(found.size)}"
    if found.unfinished:
        return [
            wrong(
                "Database",
                f"{found.name} is an unfinished copy.",
                "Run the same `python -m bot copy` again, which continues it.",
            )
        ]
    if found.damage is not None:
        return [
            wrong(
                "Database",
                f"{found.name} is damaged: {found.damage}.",
                "Stop the bot, restore the newest backup (`python -m bot restore`), and check the"
                " disk.",
            )
        ]
    if found.version < found.newest:
        what = "empty" if found.version == 0 else f"{at} of {found.newest}"
        said = [note("Database", f"{what}: the next start updates it.")]
    elif found.looked is None:
        said = [well("Database", f"{at}.")]
    elif not found.looked:
        todo = "`python -m bot backup` checks all of it."
        said = [note("Database", f"{at}. It is too large for a quick check for damage.", todo)]
    else:
        said = [well("Database", f"{at}. No damage was found.")]
    said += [note("Database", remark, "docs/storage.md#postgresql.") for remark in found.remarks]
    return said


def _contents(found: Checkup, application: int | None) -> list[Finding]:
    inside = found.contents
    if inside is None:
        return []
    said = []
    if inside.owner is not None and application is not None and inside.owner != application:
        said.append(
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
    said.append(well("Matches", f"{states or 'none yet'}{put_back}."))
    if inside.frozen:
        said.append(
            note(
                "Matches",
                "1 is frozen, because it doesn't replay."
                if inside.frozen == 1
                else f"{inside.frozen:,} are frozen, because they don't replay.",
                "The log of the bot names them (“is frozen”): docs/storage.md.",
            )
        )
    return said


def _disk(found: Checkup) -> list[Finding]:
    if found.free is None:
        return []
    free = megabytes(found.free)
    if found.free < TOO_LITTLE:
        return [
            wrong(
                "Disk", f"Only {free} are free.", "Free some space: on a full disk no move counts."
            )
        ]
    if found.free < max(LITTLE, 2 * found.size):
        todo = "Free some space: backups and updates copy the database."
        return [note("Disk", f"{free} are free, for a database of {megabytes(found.size)}.", todo)]
    return [well("Disk", f"{free} are free.")]


def _writes(found: Checkup) -> list[Finding]:
    said = f"A commit takes {found.write * 1000:.1f} ms."
    if found.write > SLOW:
        todo = "Every move waits for that: use a faster disk, not one across a network."
        return [note("Write speed", said, todo)]
    return [well("Write speed", said)]


def backups(settings: Settings, now: Callable[[], float] = time.time) -> list[Finding]:
    """Report the age of the newest backup."""
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
    said = f"{len(kept)} in {folder}; the newest is {age(old)} old."
    if old > LATE * seconds:
        todo = "If the bot runs, its log has the reason."
        return [note("Backups", said, todo)]
    return [well("Backups", said)]
