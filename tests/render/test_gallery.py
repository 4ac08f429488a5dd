"""The gallery shows real matches."""

from pathlib import Path

import pytest

from engine.games.dice_miner.observation import Phase
from render import gallery
from render.__main__ import main
from tests.engine.dice_miner.table import GAME


@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_from_beginning_to_end(seats: int) -> None:
    """Moments run through all phases until somebody has won."""
    phases = [moment.view.phase for moment in gallery.moments(GAME, seats, 1)]
    assert phases[0] is Phase.SETUP
    assert phases[-1] is Phase.FINISHED
    assert {Phase.EXCAVATION, Phase.MAGIC, Phase.RECOVERY} <= set(phases)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture is written twice and is on the page, with its words."""
    monkeypatch.setattr(gallery, "MATCHES", 1)
    monkeypatch.setattr(gallery, "SEATS", (2,))
    assert main(["gallery", str(tmp_path)]) == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    names = {path.name for path in tmp_path.iterdir()} - {"index.html"}
    for theme in ("", "-safe", "-contrast"):
        assert {
            f"board-draft-2{theme}.png",
            f"board-draft-2{theme}-400.png",
            f"board-salud-2{theme}.png",
            f"leaderboard-10{theme}.png",
            f"medal-landlord{theme}.png",
            f"toast{theme}.gif",
            f"toast{theme}-400.png",
        } <= names
    assert all(f'src="{name}"' in page for name in names)
    assert "Choosing heroes" in page
