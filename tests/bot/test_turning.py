"""The process that finds turning points of a match file."""

import json
import subprocess
import sys

from bot.games import load_games
from bot.turning import find
from engine.core.matchfile import open_match
from tests.bot.samples import match_file
from tests.bot.shell import ROOT
from tests.tiers import exhaustive


@exhaustive
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


def test_it_is_arithmetic_alone() -> None:
    """It finds turning points without Discord, pictures, texts or screens in memory."""
    program = (
        "import sys, runpy; runpy.run_module('bot.turning', run_name='__main__');"
        "print(); print(' '.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        input=match_file(entries=40).encode(),
        capture_output=True,
        check=True,
    )
    loaded = done.stdout.decode().splitlines()[-1].split()
    assert "engine.core.turning" in loaded
    tops = {name.partition(".")[0] for name in loaded}
    assert not tops & {"discord", "PIL", "aiohttp", "aiosqlite", "cogs", "render", "texts"}
    assert not [name for name in loaded if name.startswith("bot.match")]
    assert not [name for name in loaded if ".screens" in name]


def test_a_match_that_was_not_played_out_has_none() -> None:
    """There is no end that it could have turned to."""
    opened = open_match(match_file(entries=40).encode(), load_games().game)
    assert find(opened) == ()
