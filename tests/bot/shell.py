"""The command line as a test uses it."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from bot import __main__ as command_line

ROOT = Path(__file__).parents[2]


@dataclass
class Shell:
    """Runs commands in this process."""

    capsys: pytest.CaptureFixture[str]

    def ok(self, *arguments: str) -> str:
        """What a command that succeeds says."""
        code = command_line.main(arguments)
        out, err = self.capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    def refused(self, *arguments: str) -> str:
        """The one sentence of a command that ends with exit code 1."""
        code = command_line.main(arguments)
        out, err = self.capsys.readouterr()
        assert code == 1
        assert out == ""
        assert err.count("\n") == 1, err
        assert "Traceback" not in err
        return err.strip()
