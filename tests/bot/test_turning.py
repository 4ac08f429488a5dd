"""The process that finds turning points of a match file."""

import json
import subprocess
import sys

from bot.games import load_games
from bot.turning import find
from engine.core.matchfile import open_match
from tests.bot.samples import match_file
from tests.bot.shell import ROOT


def test_it_reads_a_file_and_prints_what_it_finds() -> None:
    """At most three, in order; the end of this match turned it most."""
    done = subprocess.run(
        [sys.executable, "-m", "bot.turning"],
        cwd=ROOT,
        input=(ROOT / "tests/golden/three-seats.match").read_bytes(),
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    told = json.loads(done.stdout)
    assert 1 <= len(told) <= 3
    steps = [point["step"] for point in told]
    assert steps == sorted(set(steps))
    for point in told:
        assert len(point["before"]) == len(point["after"]) == 3
        assert abs(sum(point["before"]) - 1) < 1e-9
    assert told[-1]["after"] == [0, 1, 0]


def test_a_match_that_was_not_played_out_has_none() -> None:
    """There is no end that it could have turned to."""
    opened = open_match(match_file(entries=40).encode(), load_games().game)
    assert find(opened) == ()
