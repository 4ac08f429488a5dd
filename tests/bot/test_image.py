"""What is installed: the image has all that the bot needs, and what stands around it is right."""

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
"""What systemd knows since version 254; before it says that it ignores these."""


def test_what_is_copied_suffices(tmp_path: Path) -> None:
    """Nothing that is imported lies outside of it, and all games and languages load there."""
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


def test_the_context_has_what_is_copied_and_no_more() -> None:
    """Above all neither .env nor var/."""
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[1] == "*"
    kept = {line.strip("!/") for line in ignored if line.startswith("!")}
    assert kept == {*COPIED, "requirements.lock"}


def test_the_image_says_its_version() -> None:
    """The one of bot/version.py."""
    assert f'org.opencontainers.image.version="{VERSION}"' in DOCKERFILE


@pytest.mark.parametrize(
    "name", ["Dockerfile", "compose.yaml", ".env.example", "systemd/salud", "systemd/salud.service"]
)
def test_settings_exist(name: str) -> None:
    """A setting that is misspelt would do nothing, and nobody would be told."""
    named = set(re.findall(r"\bSALUD_\w+", (ROOT / name).read_text()))
    assert named <= {field.upper() for field in Settings.model_fields}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """It knows each directive and its value."""
    there = tmp_path / UNIT.name
    # Nothing is in /opt on this machine.
    there.write_text(UNIT.read_text().replace("/opt/salud/.venv/bin/python", sys.executable))
    done = subprocess.run(
        ["systemd-analyze", "verify", there], capture_output=True, text=True, check=False
    )
    complaints = [
        line
        for line in done.stderr.splitlines()
        if str(there) in line and not any(f"'{name}'" in line for name in NEWER)
    ]
    assert (done.returncode, complaints) == (0, [])
