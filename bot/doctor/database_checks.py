"""The database and its backups."""

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
"""Seconds of a commit from which on people notice it."""
LITTLE, TOO_LITTLE = 500 * 10**6, 50 * 10**6
"""Bytes that should be free, and that must be."""
LATE = 2.0
"""How much older than its time the newest backup may be, as a factor."""


def check_up(address: str) -> Checkup | StoreTrouble | None:
    """A look at a database; what is wrong if it can't be used, and None if there is no file yet."""
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
    """What stands in it, whether it is sound, and how quick it is."""
    if isinstance(found, StoreTrouble):
        return [wrong("Database", str(found), "docs/doctor.md#database says what this may be.")]
    if found is None:
        return [
            note(
                "Database", f"There is no {settings.salud_database} yet: the first start makes it."
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
                "Run the same `python -m bot copy` again, which goes on where it stopped.",
            )
        ]
    if found.damage is not None:
        return [
            wrong(
                "Database",
                f"{found.name} is damaged: {found.damage}.",
                "Stop the bot, put the newest backup back (`python -m bot restore`), and look after"
                " the disk.",
            )
        ]
    if found.version < found.newest:
        what = "empty" if found.version == 0 else f"{at} of {found.newest}"
        said = [note("Database", f"{what}: the next start brings it up to date.")]
    elif found.looked is None:
        said = [well("Database", f"{at}.")]
    elif not found.looked:
        todo = "`python -m bot backup` looks through all of it."
        said = [note("Database", f"{at}. It is too large to be looked through for damage.", todo)]
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
                f"The matches are those of the application {inside.owner}, and the token is of"
                f" {application}.",
                "Set SALUD_DATABASE to another, or run `python -m bot hand-over`:"
                " docs/operating.md.",
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
                "1 is frozen, as it doesn't replay."
                if inside.frozen == 1
                else f"{inside.frozen:,} are frozen, as they don't replay.",
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
            wrong("Disk", f"Only {free} are free.", "Make room: nothing counts on a full disk.")
        ]
    if found.free < max(LITTLE, 2 * found.size):
        todo = "Make room: backups and updates copy the database."
        return [note("Disk", f"{free} are free, for a database of {megabytes(found.size)}.", todo)]
    return [well("Disk", f"{free} are free.")]


def _writes(found: Checkup) -> list[Finding]:
    said = f"A commit takes {found.write * 1000:.1f} ms."
    if found.write > SLOW:
        todo = "Each turn waits so long: use a quicker disk, not one across a network."
        return [note("Write speed", said, todo)]
    return [well("Write speed", said)]


def backups(settings: Settings, now: Callable[[], float] = time.time) -> list[Finding]:
    """How old the newest is."""
    if is_server(settings.salud_database):
        todo = "pg_dump makes them: docs/storage.md#postgresql."
        return [note("Backups", "The bot makes none of a server's database.", todo)]
    if not settings.salud_backups_kept:
        todo = "Set SALUD_BACKUPS_KEPT, or make others."
        return [note("Backups", "None are made: SALUD_BACKUPS_KEPT is 0.", todo)]
    folder, seconds = Path(settings.salud_backups), settings.salud_backup_hours * 3600
    kept = Backups(settings.salud_database, folder, kept=1, seconds=seconds).copies()
    if not kept:
        return [note("Backups", f"There are none in {folder}: the bot makes one after 5 minutes.")]
    old = now() - (made_at(kept[-1]) or 0.0)
    said = f"{len(kept)} in {folder}; the newest is {age(old)} old."
    if old > LATE * seconds:
        todo = "If the bot runs, its log says why none was made."
        return [note("Backups", said, todo)]
    return [well("Backups", said)]
