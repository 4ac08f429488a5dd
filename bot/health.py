"""``python -m bot.health``: a health check, for containers."""

import contextlib
import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from bot.app.settings import BadSettings, read_settings

OLDEST = 60.0
FULL = 2**16
"""Bytes: a disk with less free space counts as full."""


def sign(heartbeat: Path, remarks: Iterable[str], *, well: bool, failed: bool = False) -> None:
    """Touch the heartbeat if the bot works; write its problems as sentences to the file beside it.

    Remove the heartbeat if the bot has `failed`, so that a health check need not wait until the
    heartbeat is old. Raise OSError.
    """
    heartbeat.parent.mkdir(parents=True, exist_ok=True)
    if well:
        heartbeat.touch()
    elif failed:
        heartbeat.unlink(missing_ok=True)
    beside = _beside(heartbeat)
    new = beside.with_name(f"{beside.name}.new")
    new.write_text("".join(f"{remark}\n" for remark in remarks), encoding="utf-8")
    new.replace(beside)


def trouble(heartbeat: Path, now: float) -> str | None:
    """Return one or more sentences about why the bot seems to be down, or None while it works."""
    reasons = remarks(heartbeat, now)
    try:
        age = now - heartbeat.stat().st_mtime
    except OSError as error:
        if reasons:
            return " ".join(reasons)
        sentence = f"There is no heartbeat: {heartbeat} can't be read: {error.strerror}."
    else:
        if age < OLDEST:
            return None
        sentence = f"The last heartbeat, {heartbeat}, is {age:.0f} seconds old."
    # The bot can't write its reasons to a full disk.
    return " ".join([sentence, *(reasons or full_disk(heartbeat))])


def full_disk(heartbeat: Path) -> list[str]:
    with contextlib.suppress(OSError):
        if shutil.disk_usage(heartbeat.parent).free < FULL:
            return [f"The disk of {heartbeat.parent} is full."]
    return []


def remarks(heartbeat: Path, now: float) -> list[str]:
    beside = _beside(heartbeat)
    try:
        if now - beside.stat().st_mtime >= OLDEST:
            return []
        return beside.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def main() -> int:
    """Return 0 if the bot works, else 1. Print why it is down to stderr, or a working bot's remarks
    to stdout.
    """
    try:
        heartbeat, now = Path(read_settings().salud_heartbeat), time.time()
    except BadSettings as error:
        print(error, file=sys.stderr)  # noqa: T201 - the command line prints
        return 1
    problem = trouble(heartbeat, now)
    if problem is not None:
        print(problem, file=sys.stderr)  # noqa: T201 - see above
        return 1
    for remark in remarks(heartbeat, now):
        print(remark)  # noqa: T201 - see above
    return 0


def _beside(heartbeat: Path) -> Path:
    return heartbeat.with_name(f"{heartbeat.name}.why")


if __name__ == "__main__":
    sys.exit(main())
