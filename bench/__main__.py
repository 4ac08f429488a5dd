"""``python -m bench``: run all measurements and print one table of ratios."""

import importlib
import sys
import time

from bench.ratios import Ratio, print_table

MODULES = (
    "bench.presses",
    "bench.memory",
    "bench.store",
    "bench.turns",
    "bench.leaderboards",
    "bench.pictures",
    "bench.rules",
    "bench.pairing",
    "bench.tournaments",
    "bench.worker",
    "bench.puzzles",
    "bench.solving",
)


def main() -> int:
    """Measure everything and print it; always return 0."""
    begun = time.perf_counter()
    rows: list[Ratio] = []
    for name in MODULES:
        sys.stderr.write(f"{name} …\n")
        rows += importlib.import_module(name).measure()
    print_table(rows)
    sys.stdout.write(f"\n{time.perf_counter() - begun:.0f} seconds\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
