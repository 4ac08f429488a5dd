"""Searches a file for bytes: a program of its own, run with the file's path.

It reads what to search for from its standard input, in hexadecimal, one per line. It exits with
code 3 if the file holds any of it, with 0 if not. A process that has a database open must not open
its file itself, because closing that would release SQLite's locks on it.
"""

import sys
from collections.abc import Collection
from pathlib import Path

FOUND = 3
"""The exit code if something was found."""
BLOCK = 1 << 20
"""How many bytes are read at a time."""


def holds(path: Path, wanted: Collection[bytes]) -> bool:
    """Whether the file holds any of these; raises OSError."""
    longest = max((len(trace) for trace in wanted), default=0)
    rest = b""
    with path.open("rb") as file:
        while longest and (block := file.read(BLOCK)):
            block = rest + block
            if any(trace in block for trace in wanted):
                return True
            rest = block[-longest:]
    return False


if __name__ == "__main__":
    found = holds(Path(sys.argv[1]), [bytes.fromhex(line) for line in sys.stdin.read().split()])
    sys.exit(FOUND if found else 0)
