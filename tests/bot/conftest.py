"""The command line in an empty folder, with only the settings that a test chooses."""

import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.worker.process import is_setting
from tests.bot.shell import Shell


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in an empty folder. Afterwards, undo the changes that commands made to logging."""
    for name in list(os.environ):
        if is_setting(name):
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
    root.handlers[:], root_level, library_level = before
    root.setLevel(root_level)
    library.setLevel(library_level)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)
