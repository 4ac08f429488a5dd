"""Prints how much of each package the tests reach: `make coverage`.

The figures show where tests are missing, not whether existing tests check anything, so no limit
depends on them.
"""

import json
import subprocess
import sys
from collections import defaultdict

DEPTH = 2
"""Number of folders in the name of a row: `bot/storage`, not `bot/storage/postgresql`."""


def reached(report: dict[str, dict[str, dict[str, int]]]) -> dict[str, tuple[int, int]]:
    """Return the number of lines and branches of each package that were reached, and the total.

    `report` is the `files` of coverage's JSON.
    """
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path, file in report.items():
        package = "/".join(path.split("/")[:-1][:DEPTH])
        summary = file["summary"]
        sums[package][0] += summary["covered_lines"] + summary["covered_branches"]
        sums[package][1] += summary["num_statements"] + summary["num_branches"]
    return {package: (covered, of) for package, (covered, of) in sorted(sums.items())}


def table(packages: dict[str, tuple[int, int]]) -> list[str]:
    """Return the rows to print, the package with the lowest share first."""
    shares = {package: covered / of for package, (covered, of) in packages.items() if of}
    width = max(map(len, shares), default=0)
    return [
        f"{package:{width}}  {share:6.1%}  of {packages[package][1]}"
        for package, share in sorted(shares.items(), key=lambda row: row[1])
    ]


if __name__ == "__main__":
    done = subprocess.run(
        [sys.executable, "-m", "coverage", "json", "--quiet", "-o", "-"],
        capture_output=True,
        text=True,
        check=True,
    )
    for row in table(reached(json.loads(done.stdout)["files"])):
        print(row)  # noqa: T201 - a program that prints
