"""`python -m bot forget`: for people who can't use /mydata any more."""

from pathlib import Path

import pytest

from tests.bot.samples import stored
from tests.bot.shell import Shell
from tests.match.world import ANN, EVE


def test_forget(shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Says what there is, then does it; what is frozen is forgotten as well."""
    database = tmp_path / "salud.db"
    stored(database)
    monkeypatch.setenv("SALUD_DATABASE", str(database))
    assert "Nothing is kept" in shell.ok("forget", str(EVE + 100))
    told = shell.ok("forget", str(ANN))
    assert "--yes forgets it" in told
    assert "match_event:" in told
    assert shell.ok("forget", str(ANN)) == told
    assert f"The user {ANN} is forgotten." in shell.ok("forget", str(ANN), "--yes")
    assert "Nothing is kept" in shell.ok("forget", str(ANN))


@pytest.mark.parametrize("user", ["0", "-3", "ann", "1" * 30, ""])
def test_no_user(shell: Shell, user: str) -> None:
    """argparse says so."""
    with pytest.raises(SystemExit) as left:
        shell.ok("forget", user)
    assert left.value.code == 2
