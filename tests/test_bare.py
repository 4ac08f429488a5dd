"""`.ci/bare` hides what a bare machine lacks, so that CI notices tests that need it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_PERMITTED = 97


def test_nothing_that_it_hides_can_be_used() -> None:
    """The command sees no fonts, no Chromium and no PostgreSQL."""
    script = (
        "find /usr/share/fonts /usr/local/share/fonts -type f 2>/dev/null;"
        " for name in chromium pg_ctl initdb fc-list; do command -v $name; done; echo ran; exit 5"
    )
    done = subprocess.run(
        [ROOT / ".ci/bare", "sh", "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == NOT_PERMITTED:
        pytest.skip("needs the right to make a mount namespace (unshare --mount)")
    assert done.stdout == "ran\n", done.stderr
    assert done.returncode == 5, "the exit code is the command's"
