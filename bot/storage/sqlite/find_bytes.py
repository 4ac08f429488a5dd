"""A program that searches a file for bytes; it exits with 3 after a match, otherwise with 0.

It reads the search terms from standard input, in hexadecimal, one per line. The bot's own process
can't do this: when it closed the file, SQLite's locks on the database would be lost.
"""

import sys
from collections.abc import Collection
from pathlib import Path

FOUND = 3
BLOCK = 1 << 20


def contains(path: Path, terms: Collection[bytes]) -> bool:
    longest = max((len(term) for term in terms), default=0)
    rest = b""
    with path.open("rb") as file:
        while longest and (block := file.read(BLOCK)):
            block = rest + block
            if any(term in block for term in terms):
                return True
            rest = block[-longest:]
    return False


if __name__ == "__main__":
    found = contains(Path(sys.argv[1]), [bytes.fromhex(line) for line in sys.stdin.read().split()])
    sys.exit(FOUND if found else 0)
