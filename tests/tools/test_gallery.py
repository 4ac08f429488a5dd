"""The gallery shows real matches, and the charts of every game."""

from pathlib import Path

import pytest

from engine.games.dice_miner.observation import Phase
from render.theme import USUAL
from tests.render.dice_miner.views import played
from tests.tiers import exhaustive
from tools import chart_samples
from tools import gallery as every_game
from tools.samples import dice_miner as gallery
from tools.samples import dynamine as mines


@pytest.mark.parametrize("seats", [2, 4])
def test_sample_matches_run_through_all_phases(seats: int) -> None:
    phases = [moment.view.phase for moment in played(seats, 1)]
    assert phases[0] is Phase.SETUP
    assert phases[-1] is Phase.FINISHED
    assert {Phase.EXCAVATION, Phase.MAGIC, Phase.RECOVERY} <= set(phases)


@exhaustive
def test_the_gallery_page_shows_every_written_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "MATCHES", 1)
    monkeypatch.setattr(gallery, "SEATS", (2,))
    monkeypatch.setattr(mines, "SEATS", (2,))
    for kind in ("_STANDINGS", "_BRACKETS", "_VICTORIES", "_POSTERS"):
        first, *_ = getattr(chart_samples, kind).items()
        monkeypatch.setattr(chart_samples, kind, dict([first]))
    monkeypatch.setattr(every_game, "THEMES", {"usual": USUAL})
    assert every_game.main([str(tmp_path)]) == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/*")}
    assert {
        "dice-miner/board-draft-2.png",
        "dice-miner/board-draft-2-400.png",
        "dice-miner/board-salud-2.png",
        "dice-miner/leaderboard-10.png",
        "dice-miner/medal-landlord.png",
        "dice-miner/toast.gif",
        "dice-miner/toast-400.png",
        "plain/leaderboard-10.png",
        "plain/invitation-four-400.png",
    } <= names
    assert all(f'src="{name}"' in page for name in names)
    assert "Choosing heroes" in page
