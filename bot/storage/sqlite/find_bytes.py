"""A program that searches a file for bytes; it exits with 3 after a match, otherwise with 0.

It reads the search terms from standard input, in hexadecimal, one per line. The bot's own process
can't do this: when it closed the file, SQLite's locks on the database would be lost.
"""

import contextlib
import sys
from collections.abc import Collection
from pathlib import Path

FOUND = 3
BLOCK = 1 << 20
EXPENDABLE = 900
"""Score for the kernel, which ends this process before the bot if memory runs out."""
MEMORY = 256 << 20


def limit() -> None:
    with contextlib.suppress(OSError, ValueError):
        score = Path("/proc/self/oom_score_adj")
        score.write_text(str(max(EXPENDABLE, int(score.read_text()))))
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


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
    limit()
    found = contains(Path(sys.argv[1]), [bytes.fromhex(line) for line in sys.stdin.read().split()])
    sys.exit(FOUND if found else 0)
