"""The command line within a test's process."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from bot import __main__ as command_line

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Partly:
    text: str
    note: str


@dataclass
class Shell:
    """Runs commands in this process."""

    capsys: pytest.CaptureFixture[str]

    def ok(self, *arguments: str, code: int = 0) -> str:
        """Return the output of a command that succeeds, with this exit code."""
        ended = command_line.main(arguments)
        out, err = self.capsys.readouterr()
        assert (ended, err) == (code, "")
        return out

    def partly(self, *arguments: str, code: int) -> "Partly":
        """Return the output of a command that ends with this exit code, and its only remark."""
        ended = command_line.main(arguments)
        out, err = self.capsys.readouterr()
        assert (ended, err.count("\n")) == (code, 1), err
        return Partly(out, err.strip())

    def refused(self, *arguments: str) -> str:
        """Return the only sentence of a command that ends with exit code 1."""
        code = command_line.main(arguments)
        out, err = self.capsys.readouterr()
        assert code == 1
        assert out == ""
        assert err.count("\n") == 1, err
        assert "Traceback" not in err
        return err.strip()
