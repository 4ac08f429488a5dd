"""``python -m bot.health``: whether the bot is connected, for a container's health check."""

import sys
import time
from pathlib import Path

from bot.settings import BadSettings, read_settings

OLDEST = 60.0
"""Seconds since the last sign of life after which the bot counts as gone."""


def trouble(heartbeat: Path, now: float) -> str | None:
    """Why the bot does not seem to be connected, in a sentence; None where it does.

    `heartbeat` is the file that the bot touches while Discord answers; `now` is in seconds
    since 1970.
    """
    try:
        age = now - heartbeat.stat().st_mtime
    except OSError as error:
        return f"There is no sign of life: {heartbeat} can't be read: {error.strerror}."
    if age >= OLDEST:
        return f"The last sign of life, {heartbeat}, is {age:.0f} seconds old."
    return None


def main() -> int:
    """The exit code: 0 where the bot is connected, else 1, with one sentence to stderr."""
    try:
        found = trouble(Path(read_settings().salud_heartbeat), time.time())
    except BadSettings as error:
        found = str(error)
    if found is None:
        return 0
    print(found, file=sys.stderr)  # noqa: T201 - the command line speaks
    return 1


if __name__ == "__main__":
    sys.exit(main())
