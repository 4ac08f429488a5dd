"""CI scripts: `.ci/bare` hides tools that a bare machine lacks, and `.ci/run` judges all steps."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_PERMITTED = 97
PASSED = "===== 7 passed, 1 skipped in 2.00s ====="
FAILED = "===== 1 failed, 6 passed in 3.00s (0:00:03) ====="
BARE_PASSED = "===== 5 passed, 3 skipped in 1.00s ====="


def test_bare_hides_fonts_and_programs() -> None:
    """The exit code is that of the command."""
    script = (
        "find /usr/share/fonts /usr/local/share/fonts -type f 2>/dev/null;"
        " for name in chromium pg_ctl initdb pgbouncer promtool fc-list; do command -v $name; done;"
        " echo ran; exit 5"
    )
    process = subprocess.run(
        [ROOT / ".ci/bare", "sh", "-c", script],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHON": sys.executable,
            "PATH": f"{os.environ['PATH']}:/usr/sbin",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode == NOT_PERMITTED:
        pytest.skip("needs the right to make a mount namespace (unshare --mount)")
    assert process.stdout == "ran\n", process.stderr
    assert process.returncode == 5, "the exit code is that of the command"


class Run:
    """`.ci/run` with fake programs: `make`, `.ci/bare` and apt's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / ".ci").mkdir()
        shutil.copy(ROOT / ".ci/run", folder / ".ci")
        (folder / "bin").mkdir()
        self._program("bin/dpkg", "exit 0")
        self.targets: dict[str, tuple[str, int]] = {
            "check": ("All fine", 0), "test-all": (PASSED, 0), "test": (BARE_PASSED, 0),
        }  # fmt: skip
        self.hiding = 0

    def __call__(self) -> tuple[list[str], int]:
        """Return output lines and exit code."""
        targets = "".join(
            f"{name}) echo '{line}'; echo 'make: done'; exit {code} ;;\n"
            for name, (line, code) in self.targets.items()
        )
        self._program("bin/make", f'case "$1" in\n{targets}esac')
        self._program(".ci/bare", f"[ {self.hiding} -eq 0 ] || exit {self.hiding}\nexec $@")
        process = subprocess.run(
            [self._folder / ".ci/run"],
            env={**os.environ, "PATH": f"{self._folder / 'bin'}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.stderr == ""
        return process.stdout.splitlines(), process.returncode

    def _program(self, name: str, text: str) -> None:
        path = self._folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A run in which all steps pass."""
    return Run(tmp_path)


def test_run_ends_with_the_summary_of_all_tests(run: Run) -> None:
    """CI judges a run by the last line."""
    lines, code = run()
    assert code == 0
    assert lines[-1] == PASSED
    assert lines[-2].endswith(BARE_PASSED)
    assert sum(line.startswith("passed: ") for line in lines) == 3


@pytest.mark.parametrize(
    ("target", "last"), [("check", PASSED), ("test-all", FAILED), ("test", FAILED)]
)
def test_failed_step_does_not_stop_later_ones(run: Run, target: str, last: str) -> None:
    """The exit code shows the failure, and the last line the failed tests."""
    run.targets[target] = ("An error" if target == "check" else FAILED, 2)
    lines, code = run()
    assert code == 1
    assert lines[-1] == last
    assert lines.count("make: done") == 3
    assert [line for line in lines if line.startswith("FAILED: make ")]
    assert sum(line.startswith("passed: ") for line in lines) == 2


def test_run_reports_that_hiding_is_not_permitted(run: Run) -> None:
    run.hiding = NOT_PERMITTED
    lines, code = run()
    assert code == 0
    assert lines[-1] == PASSED
    assert "not allowed to hide" in next(line for line in lines if line.startswith("NOT RUN: "))


def test_run_fails_if_hiding_failed(run: Run) -> None:
    """A bare run with fonts would prove nothing."""
    run.hiding = 98
    lines, code = run()
    assert code == 1
    assert lines[-1] == PASSED
    assert any(line.startswith("FAILED: make test without") for line in lines)
