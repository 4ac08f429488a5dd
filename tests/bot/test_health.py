"""python -m bot.health: the exit code for a container's health check."""

import os
from pathlib import Path

import pytest

from bot import health


def test_age_of_the_last_sign(tmp_path: Path) -> None:
    """Young enough, too old, and none at all."""
    alive = tmp_path / "alive"
    assert str(health.trouble(alive, 1_000.0)).startswith("There is no sign of life: ")
    alive.touch()
    os.utime(alive, (1_000.0, 1_000.0))
    assert health.trouble(alive, 1_000.0 + health.OLDEST - 1) is None
    assert str(health.trouble(alive, 1_000.0 + health.OLDEST)).endswith("is 60 seconds old.")


def test_exit_codes(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 where it lives, else 1 and a sentence."""
    assert health.main() == 1
    assert capsys.readouterr().err.startswith("There is no sign of life: var/alive")
    (nowhere / "var").mkdir()
    (nowhere / "var" / "alive").touch()
    assert health.main() == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("SALUD_LOG_LEVEL", "LOUD")
    assert health.main() == 1
    assert "SALUD_LOG_LEVEL" in capsys.readouterr().err
