"""Libraries that each command loads: only necessary ones, for a fast start."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.app import puzzle_stock
from bot.app.commands.rebuild import KEPT
from tests.bot.samples import match_file, store_matches
from tests.bot.shell import ROOT
from tests.tiers import sampled

DATABASE = {"sqlite3", "aiosqlite", "psycopg"}
DISCORD = {"discord", "aiohttp"}
PICTURES = {"PIL"}
HEAVY = DATABASE | DISCORD | PICTURES


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    (folder / "whole.match").write_text(match_file(entries=25))
    shutil.copy(next(puzzle_stock.STOCK.glob("*/*.puzzle")), folder / "one.puzzle")
    store_matches(folder / "salud.db")
    return folder


def loaded_packages(command: str, folder: Path) -> set[str]:
    """Run a command as a user does. Return the top-level packages that it imported."""
    process = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bot", *command.split()],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SALUD_DATABASE": "salud.db"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode in (0, KEPT), process.stderr[-2_000:]
    assert process.stdout
    rows = [line for line in process.stderr.splitlines() if line.startswith("import time:")]
    return {row.rpartition("|")[2].strip().partition(".")[0] for row in rows}


@pytest.mark.parametrize(
    ("command", "allowed"),
    sampled(
        [
            ("verify whole.match", set()),
            ("replay --json whole.match", set()),
            ("replay whole.match", PICTURES),  # a game's screens import its pictures
            ("replay --html out.html whole.match", PICTURES),
            ("export 1", DATABASE),
            ("backup copy.db", DATABASE),
            ("restore kept.db", DATABASE),
            ("copy salud.db copy.db", DATABASE),
            ("rebuild", DATABASE),
            ("hand-over", DATABASE),
            ("forget 7", DATABASE),
            ("puzzle one.puzzle", PICTURES),
        ],
        6,
        rows=True,
    ),
)
def test_command_loads_only_libraries_that_it_needs(
    command: str, allowed: set[str], samples: Path, nowhere: Path
) -> None:
    """Commands without Discord, pictures or a database don't load their libraries."""
    shutil.copy(samples / "whole.match", nowhere)
    shutil.copy(samples / "one.puzzle", nowhere)
    shutil.copy(samples / "salud.db", nowhere)
    shutil.copy(samples / "salud.db", nowhere / "kept.db")
    names = loaded_packages(command, nowhere)
    assert "engine" in names, "the listing of -X importtime was parsed"
    assert names & HEAVY <= allowed
