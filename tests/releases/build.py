"""Build the fixture of a release: `.venv/bin/python -m tests.releases.build 0.2.0 6de5a2d2`.

The story (`story.py`) is played with the release's own code, in a temporary worktree of its commit.
It needs the packages of that release: this environment is used if it can import the release's bot,
and otherwise one made from the release's `requirements-dev.lock`.

Seeds, clock, users and choices are fixed, so two builds tell the same story with the same dice. Ids
of messages can differ where the bot posts two at the same time, and secrets for forgotten people
are random.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.releases.fixtures import FOLDER, Fixture

ROOT = Path(__file__).parents[2]
PACKAGE = Path("tests/releases")


def build(release: str, commit: str, folder: Path = FOLDER) -> Fixture:
    """Build the fixture of a release into `folder`."""
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary) / "tree"
        _git("worktree", "add", "--quiet", "--detach", str(tree), commit)
        try:
            shutil.rmtree(tree / PACKAGE, ignore_errors=True)
            shutil.copytree(ROOT / PACKAGE, tree / PACKAGE, ignore=shutil.ignore_patterns("*.xz"))
            full, out = _git("rev-parse", commit), Path(temporary) / "out"
            out.mkdir()
            command = [_python(tree), "-m", "tests.releases.tell", release, full, str(out)]
            environment = {**os.environ, "TMPDIR": temporary}
            subprocess.run(command, cwd=tree, check=True, env=environment)
            for file in out.iterdir():
                shutil.copy(file, folder)
        finally:
            _git("worktree", "remove", "--force", str(tree))
    return Fixture(folder, release)


def _python(tree: Path) -> str:
    """Return a Python that can import the release's bot."""
    imported = [sys.executable, "-c", "import bot.app, tests.e2e.in_process, tests.sketches"]
    if subprocess.run(imported, cwd=tree, check=False, capture_output=True).returncode == 0:
        return sys.executable
    environment = {**os.environ, "PYTHON": sys.executable}
    subprocess.run(["./venv.sh", "requirements-dev.lock"], cwd=tree, check=True, env=environment)
    return str(tree / ".venv" / "bin" / "python")


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.releases.build", description=__doc__)
    parser.add_argument("release", help="its name, such as 0.2.0")
    parser.add_argument("commit")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to write the fixture")
    given = parser.parse_args()
    began = time.monotonic()
    fixture = build(given.release, given.commit, given.folder)
    for file in fixture.files:
        sys.stdout.write(f"{file.name}: {file.stat().st_size / 1000:.0f} kB\n")
    sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main()
