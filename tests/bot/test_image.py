"""Installation: the image contains all that the bot needs, and its files are valid."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.version import VERSION
from tests.bot.shell import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COPIED = re.findall(r"^COPY (\w+)/ \1/$", DOCKERFILE, re.MULTILINE)
"""The folders that are copied into the image."""
UNIT = ROOT / "systemd/salud.service"
NEWER = ("RestartSteps", "RestartMaxDelaySec")
"""Directives that systemd ignores with a warning before version 254."""


def test_image_contains_all_imported_packages_games_and_languages(tmp_path: Path) -> None:
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    statement = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
    for folder in COPIED:
        (tmp_path / folder).symlink_to(ROOT / folder)
        for path in (ROOT / folder).rglob("*.py"):
            missing = ours.intersection(statement.findall(path.read_text())) - {*COPIED}
            assert not missing, f"{path} imports {missing}, which are not in the image"
    load = "from bot.games import load_games; from texts import Catalogue; load_games()"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(
        [sys.executable, "-c", f"{load}; Catalogue.load()"],
        cwd=tmp_path,
        env=environment,
        check=True,
    )


def test_build_context_has_only_the_copied_files() -> None:
    """In particular, .env and var/ stay out."""
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[1] == "*"
    included = {line.strip("!/") for line in ignored if line.startswith("!")}
    assert included == {*COPIED, "requirements.lock"}


def test_image_label_has_the_version() -> None:
    assert f'org.opencontainers.image.version="{VERSION}"' in DOCKERFILE


@pytest.mark.parametrize(
    "name", ["Dockerfile", "compose.yaml", ".env.example", "systemd/salud", "systemd/salud.service"]
)
def test_named_settings_exist(name: str) -> None:
    """A misspelt setting would be ignored silently."""
    named = set(re.findall(r"\bSALUD_\w+", (ROOT / name).read_text()))
    assert named <= {field.upper() for field in Settings.model_fields}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    # This machine has nothing in /opt.
    unit.write_text(UNIT.read_text().replace("/opt/salud/.venv/bin/python", sys.executable))
    process = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    complaints = [
        line
        for line in process.stderr.splitlines()
        if str(unit) in line and not any(f"'{name}'" in line for name in NEWER)
    ]
    assert (process.returncode, complaints) == (0, [])
