"""Looks for bytes in a file: a program of its own, run with the file's path.

It reads what to look for from its standard input, in hexadecimal, one a line, and ends with exit
code 3 where the file holds any of it, with 0 where not. A process that has a database open must
not open its file itself: closing that takes away SQLite's locks on it.
"""

import sys
from collections.abc import Collection
from pathlib import Path

FOUND = 3
"""The exit code where something was found."""
BLOCK = 1 << 20
"""Bytes that are looked through at a time."""


def holds(path: Path, looked_for: Collection[bytes]) -> bool:
    """Whether the file holds any of these; raises OSError."""
    longest = max((len(trace) for trace in looked_for), default=0)
    kept = b""
    with path.open("rb") as file:
        while longest and (block := file.read(BLOCK)):
            block = kept + block
            if any(trace in block for trace in looked_for):
                return True
            kept = block[-longest:]
    return False


if __name__ == "__main__":
    wanted = [bytes.fromhex(line) for line in sys.stdin.read().split()]
    sys.exit(FOUND if holds(Path(sys.argv[1]), wanted) else 0)
