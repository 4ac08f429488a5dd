"""`make setup` with unusable versions of Python, and after an interruption."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


class Checkout:
    """The files that `make setup` reads, in their own folder, with empty lock files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("Makefile", "venv.sh"):
            shutil.copy(ROOT / name, folder)
        for name in LOCKS:
            (folder / name).write_text("")
        self.venv = folder / ".venv"

    def python(self, text: str) -> None:
        """Replace `python3` with a shell script; $REAL is the Python of this test."""
        path = self.folder / "bin" / "python3"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\nREAL={sys.executable}\n{text}\n")
        path.chmod(0o755)

    def make(self, target: str = "setup", *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run `make` with the script first in PATH."""
        env = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
        return subprocess.run(
            ["make", target, *arguments],
            cwd=self.folder,
            env={**env, "PATH": f"{self.folder / 'bin'}:{env['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
        )

    def refusal(self, target: str = "setup", *arguments: str) -> str:
        """Return the only line of `make`'s refusal, which must leave no .venv."""
        process = self.make(target, *arguments)
        assert process.returncode == 2
        assert not self.venv.exists()
        lines = [line for line in process.stderr.splitlines() if not line.startswith("make")]
        [line] = lines
        return line


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A checkout with no .venv."""
    return Checkout(tmp_path)


PRETENDS = """
case "$1" in
-c) exec $REAL -c "import sys; {pretence}; exec(sys.argv[1])" "$2" ;;
*) exec $REAL "$@" ;;
esac
"""
"""A Python that differs from the real one for programs given with -c."""


@pytest.mark.parametrize("target", ["setup", "play", "run", "test"])
def test_old_python_is_refused(checkout: Checkout, target: str) -> None:
    checkout.python(PRETENDS.format(pretence="sys.version_info = (3, 9, 2, 'final', 0)"))
    assert checkout.refusal(target) == (
        "Salud needs Python 3.11 or newer, and python3 is Python 3.9: install a newer one and name"
        " it, for example make setup PYTHON=python3.12."
    )


@pytest.mark.parametrize("module", ["ensurepip", "venv"])
def test_python_without_venv_is_refused(checkout: Checkout, module: str) -> None:
    """Debian and Ubuntu have `ensurepip`, and part of `venv`, in a separate package."""
    checkout.python(PRETENDS.format(pretence=f"sys.modules['{module}'] = None"))
    assert checkout.refusal() == (
        "python3 can't make a virtual environment, because its venv module is not complete:"
        " install it (Debian, Ubuntu: sudo apt install python3-venv)."
    )


def test_refusal_names_the_package_of_a_versioned_python(checkout: Checkout) -> None:
    """Debian has one for each version."""
    checkout.python(PRETENDS.format(pretence="sys.modules['ensurepip'] = None"))
    named = checkout.folder / "bin" / "python3.11"
    (checkout.folder / "bin" / "python3").rename(named)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"apt install python{version}-venv" in checkout.refusal("setup", "PYTHON=python3.11")


def test_missing_python_is_refused(checkout: Checkout) -> None:
    line = checkout.refusal("setup", "PYTHON=python3.99")
    assert line.startswith("Salud needs Python 3.11 or newer, and python3.99 can't be run: ")
    assert "apt install python3 python3-venv" in line


def test_failing_venv_leaves_no_folder(checkout: Checkout) -> None:
    """All modules exist, but creating the environment fails midway."""
    checkout.python(
        'case "$1" in -m) mkdir -p .venv/bin; touch .venv/pyvenv.cfg; exit 1 ;; esac\n'
        'exec $REAL "$@"'
    )
    assert "apt install python3-venv" in checkout.refusal()


FAKE_VENV = """
case "$1" in -c) exec $REAL "$@" ;; esac
echo made >>made
mkdir -p .venv/bin
cat >.venv/bin/python <<'END'
#!/bin/sh
case "$1" in -c) exit 0 ;; esac
echo "$*" >>pip
[ ! -e interrupted ] || { rm interrupted; kill -TERM $$; }
END
chmod +x .venv/bin/python
"""
"""A Python that creates a .venv with a pip that records its arguments; interrupted once."""


def test_interrupted_installation_starts_again(checkout: Checkout) -> None:
    """pip would treat a half-installed package as installed, so .venv is created again."""
    checkout.python(FAKE_VENV)
    (checkout.folder / "interrupted").touch()
    assert checkout.make().returncode != 0
    assert not (checkout.venv / ".runs").exists()
    process = checkout.make()
    assert process.returncode == 0, process.stderr
    assert (checkout.venv / ".develops").exists()
    assert not (checkout.venv / ".unfinished").exists()
    assert (checkout.folder / "made").read_text() == "made\n" * 2
    installed = (checkout.folder / "pip").read_text().splitlines()
    assert [line.split()[-1] for line in installed] == [LOCKS[0], *LOCKS]


def test_changed_lock_is_installed_into_the_same_folder(checkout: Checkout) -> None:
    checkout.python(FAKE_VENV)
    assert checkout.make().returncode == 0
    later = (checkout.venv / ".develops").stat().st_mtime + 10
    os.utime(checkout.folder / LOCKS[1], (later, later))
    assert checkout.make().returncode == 0
    assert (checkout.folder / "made").read_text() == "made\n"
    installed = (checkout.folder / "pip").read_text().splitlines()
    assert [line.split()[-1] for line in installed] == [*LOCKS, LOCKS[1]]
