"""`python -m bot forget`, for users who can no longer use /mydata."""

from pathlib import Path

import pytest

from tests.bot.samples import store_matches
from tests.bot.shell import Shell
from tests.match.world import ANN, EVE


def test_forget_lists_the_data_and_deletes_it_with_yes(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database = tmp_path / "salud.db"
    store_matches(database)
    monkeypatch.setenv("SALUD_DATABASE", str(database))
    assert "Nothing is stored" in shell.ok("forget", str(EVE + 100))
    listing = shell.ok("forget", str(ANN))
    assert "repeat this with --yes" in listing
    assert "match_event:" in listing
    assert shell.ok("forget", str(ANN)) == listing
    assert f"The user {ANN} is forgotten." in shell.ok("forget", str(ANN), "--yes")
    assert "Nothing is stored" in shell.ok("forget", str(ANN))


@pytest.mark.parametrize("user", ["0", "-3", "ann", "1" * 30, ""])
def test_invalid_user_prints_usage(shell: Shell, user: str) -> None:
    with pytest.raises(SystemExit) as left:
        shell.ok("forget", user)
    assert left.value.code == 2
