"""Values computed in a process that then ends."""

import os
import subprocess
import sys
import threading

import pytest

from bot.apart import apart
from bot.errors import CannotRun
from tests.bot.shell import ROOT

RUN = """
import sys
from bot.__main__ import main
code = main(["run"])
print(code, sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_value_comes_from_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 1)  # others than ours don't matter here
    number = apart(os.getpid)
    assert number != os.getpid()
    with pytest.raises(ChildProcessError):
        os.waitpid(number, 0)


def test_error_is_raised_here() -> None:
    def refuse() -> None:
        raise CannotRun("There is no token.")

    with pytest.raises(CannotRun, match=r"There is no token\."):
        apart(refuse)


def test_value_is_computed_here_if_the_process_dies() -> None:
    here = os.getpid()

    def die_elsewhere() -> int:
        if os.getpid() != here:
            os._exit(9)
        return 7

    assert apart(die_elsewhere) == 7


def test_bot_loads_discord_but_not_what_checks_settings(nowhere: object) -> None:
    """`bot run` has read its rules and its settings, and misses only the token."""
    ran = subprocess.run(
        [sys.executable, "-c", RUN],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "There is no DISCORD_TOKEN" in ran.stderr
    assert ran.stdout.startswith("1 ")
    assert "'discord'" in ran.stdout
    assert "pydantic" not in ran.stdout
