"""``python -m bot.health``: whether the bot is well, for a container's health check."""

import sys
import time
from collections.abc import Iterable
from pathlib import Path

from bot.settings import BadSettings, read_settings

OLDEST = 60.0
"""Seconds since the last sign of life after which the bot counts as gone."""


def sign(heartbeat: Path, remarks: Iterable[str], *, well: bool) -> None:
    """Give a sign of life where the bot is well; keep beside it what is to be said, in sentences.

    Raises OSError.
    """
    heartbeat.parent.mkdir(parents=True, exist_ok=True)
    if well:
        heartbeat.touch()
    beside = _beside(heartbeat)
    new = beside.with_name(f"{beside.name}.new")
    new.write_text("".join(f"{remark}\n" for remark in remarks), encoding="utf-8")
    new.replace(beside)


def trouble(heartbeat: Path, now: float) -> str | None:
    """Why the bot does not seem to be well, in a sentence or two; None if it does.

    `heartbeat` is the file that the bot touches while it is connected and does its work; `now` is
    in seconds since 1970.
    """
    try:
        age = now - heartbeat.stat().st_mtime
    except OSError as error:
        found = f"There is no sign of life: {heartbeat} can't be read: {error.strerror}."
    else:
        if age < OLDEST:
            return None
        found = f"The last sign of life, {heartbeat}, is {age:.0f} seconds old."
    return " ".join([found, *remarks(heartbeat, now)])


def remarks(heartbeat: Path, now: float) -> list[str]:
    """What the bot itself says is wrong, in sentences; nothing where it says nothing any more."""
    beside = _beside(heartbeat)
    try:
        if now - beside.stat().st_mtime >= OLDEST:
            return []
        return beside.read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def main() -> int:
    """The exit code: 0 where the bot is well, else 1, with the reason to stderr.

    What goes wrong besides is said in both cases.
    """
    try:
        heartbeat, now = Path(read_settings().salud_heartbeat), time.time()
    except BadSettings as error:
        print(error, file=sys.stderr)  # noqa: T201 - the command line speaks
        return 1
    found = trouble(heartbeat, now)
    if found is not None:
        print(found, file=sys.stderr)  # noqa: T201 - see above
        return 1
    for remark in remarks(heartbeat, now):
        print(remark)  # noqa: T201 - see above
    return 0


def _beside(heartbeat: Path) -> Path:
    return heartbeat.with_name(f"{heartbeat.name}.why")


if __name__ == "__main__":
    sys.exit(main())
