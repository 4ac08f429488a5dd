"""`python -m bot.health`: the exit code for a container's health check."""

import os
import shutil
from pathlib import Path

import pytest

from bot import health


def test_old_or_missing_sign_of_life_is_a_trouble(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    assert str(health.trouble(alive, 1_000.0)).startswith("There is no heartbeat: ")
    alive.touch()
    os.utime(alive, (1_000.0, 1_000.0))
    assert health.trouble(alive, 1_000.0 + health.OLDEST - 1) is None
    assert str(health.trouble(alive, 1_000.0 + health.OLDEST)).endswith("is 60 seconds old.")


def test_sign_of_life_has_the_reasons_while_they_are_recent(tmp_path: Path) -> None:
    alive = tmp_path / "folder" / "alive"
    health.sign(alive, ["All is well, but backups fail."], well=True)
    now = alive.stat().st_mtime
    assert health.trouble(alive, now) is None
    assert health.remarks(alive, now) == ["All is well, but backups fail."]
    health.sign(alive, ["The round is stuck.", "It is late."], well=False)
    os.utime(alive, (now - 100, now - 100))
    message = str(health.trouble(alive, now))
    assert message.endswith("is 100 seconds old. The round is stuck. It is late.")
    assert str(health.trouble(alive, now + 99)).endswith("is 199 seconds old."), (
        "the reasons are outdated"
    )
    health.sign(alive, [], well=True)
    assert health.trouble(alive, now) is None
    assert health.remarks(alive, now) == []


def test_failed_bot_is_in_trouble_without_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive = tmp_path / "alive"
    health.sign(alive, [], well=True)
    now = alive.stat().st_mtime
    health.sign(alive, ["Discord is silent."], well=False)
    assert health.trouble(alive, now) is None, "it can be back soon"
    health.sign(alive, ["The database fails."], well=False, failed=True)
    assert health.trouble(alive, now) == "The database fails."
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=4096))
    message = str(health.trouble(alive, now + health.OLDEST + 1))
    assert message.endswith(f"The disk of {tmp_path} is full.")


def test_exit_code_is_0_only_for_a_living_bot(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert health.main() == 1
    assert capsys.readouterr().err.startswith("There is no heartbeat: var/alive")
    (nowhere / "var").mkdir()
    (nowhere / "var" / "alive").touch()
    assert health.main() == 0
    assert capsys.readouterr() == ("", "")
    health.sign(nowhere / "var" / "alive", ["Backups fail."], well=True)
    assert health.main() == 0
    assert capsys.readouterr() == ("Backups fail.\n", "")
    monkeypatch.setenv("SALUD_LOG_LEVEL", "LOUD")
    assert health.main() == 1
    assert "SALUD_LOG_LEVEL" in capsys.readouterr().err
