"""Make a golden match of a match file or a report: ``python -m tests.golden.adopt FILE [NAME]``.

The match goes to reported/, which `make golden` leaves alone, with a .json of the replay's result.
If that result is the bug, correct the .json by hand; the test then fails until the code is fixed.
"""

import argparse
import json
import re
import sys
from pathlib import Path

from bot.app.games import load_games
from engine.core.errors import BadLine
from engine.core.matchfile import open_match
from engine.core.reportfile import split

REPORTED = Path(__file__).parent / "reported"


def adopt(file: Path, name: str, folder: Path = REPORTED) -> Path:
    """Store the match of a file; return its path. Raises BadLine or FileExistsError."""
    match, report = split(file.read_bytes())
    opened = open_match(match, load_games().game)
    state = opened.game.new(opened.header.seats)
    for _, advance in opened.advances():
        state = advance.position.state
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.match"
    if path.exists():
        raise FileExistsError(f"{path} is there already: choose another name.")
    path.write_bytes(match)
    summary = json.dumps(opened.game.summary(opened.game.observe(state)), indent=1)
    path.with_suffix(".json").write_text(summary + "\n", encoding="utf-8", newline="\n")
    if report is not None:
        text = "\n".join(report) + "\n"
        path.with_suffix(".txt").write_text(text, encoding="utf-8", newline="\n")
    return path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.adopt")
    parser.add_argument("file", type=Path)
    parser.add_argument("name", nargs="?", help="what to call it; else as the file is called")
    arguments = parser.parse_args()
    name = re.sub(r"[^a-z0-9-]+", "-", (arguments.name or arguments.file.stem).lower()).strip("-")
    try:
        path = adopt(arguments.file, name)
    except (BadLine, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(
        f"{path} is a golden match now. {path.with_suffix('.json').name} says what its replay"
        " gives; where that is wrong, write there what is right.\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
