"""Which libraries each command loads: only those that it needs, so it starts fast."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bot.samples import match_file, stored
from tests.bot.shell import ROOT
from tests.tiers import sampled

DATABASE = {"sqlite3", "aiosqlite", "psycopg"}
DISCORD = {"discord", "aiohttp"}
PICTURES = {"PIL"}
HEAVY = DATABASE | DISCORD | PICTURES


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a match file and a database."""
    folder = tmp_path_factory.mktemp("samples")
    (folder / "whole.match").write_text(match_file(entries=25))
    stored(folder / "salud.db")
    return folder


def loaded(command: str, folder: Path) -> set[str]:
    """Run a command as a user does; return the top-level packages that it imported."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bot", *command.split()],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SALUD_DATABASE": "salud.db"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    assert done.stdout
    rows = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {row.rpartition("|")[2].strip().partition(".")[0] for row in rows}


@pytest.mark.parametrize(
    ("command", "allowed"),
    sampled(
        [
            ("verify whole.match", set()),
            ("replay --json whole.match", set()),
            ("replay whole.match", PICTURES),  # the screens of a game have its pictures beside them
            ("replay --html out.html whole.match", PICTURES),
            ("export 1", DATABASE),
            ("backup copy.db", DATABASE),
            ("restore kept.db", DATABASE),
            ("copy salud.db copy.db", DATABASE),
            ("rebuild", DATABASE),
            ("hand-over", DATABASE),
            ("forget 7", DATABASE),
        ],
        6,
        rows=True,
    ),
)
def test_command_loads_only_libraries_that_it_needs(
    command: str, allowed: set[str], samples: Path, nowhere: Path
) -> None:
    """Commands that do without Discord, pictures or a database don't load their libraries."""
    shutil.copy(samples / "whole.match", nowhere)
    shutil.copy(samples / "salud.db", nowhere)
    shutil.copy(samples / "salud.db", nowhere / "kept.db")
    names = loaded(command, nowhere)
    assert "engine" in names, "the listing of -X importtime was understood"
    assert names & HEAVY <= allowed
