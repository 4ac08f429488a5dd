"""The command line in an empty folder, with only the settings that a test makes."""

import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.settings import Settings
from tests.bot.shell import Shell


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder. Changes that commands make to logging are undone."""
    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)
    folder = tmp_path / "nowhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    root, library = logging.getLogger(), logging.getLogger("discord")
    before, hook = (list(root.handlers), root.level, library.level), sys.excepthook
    yield folder
    if (
        sys.excepthook is command_line._log_end
    ):  # a different hook is Sentry's, which it sets only once
        sys.excepthook = hook
    root.handlers[:], level, of_library = before
    root.setLevel(level)
    library.setLevel(of_library)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)
