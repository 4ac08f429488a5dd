"""A short storm, with a tournament of four."""

from pathlib import Path

from chaos.campaign import run_and_check
from chaos.scenario import Scenario
from tests.e2e.cradle import Lent
from tests.tiers import exhaustive

MATCHES = 3
SEED = 11
LONG = 1200.0
"""Real seconds after which a run is cut off; an idle machine needs a fraction."""
KNOCKOUT = 3
"""Number of matches in the tournament of four, in addition to those of the storm's groups."""


@exhaustive
async def test_short_storm_passes(tmp_path: Path) -> None:
    scenario = Scenario(MATCHES, SEED, faults=True, timeout=LONG, brief=True)
    report = await run_and_check(scenario, tmp_path, Lent())
    assert report.problems == {}, report.schedule
    assert report.kills + report.faults > 0
    assert report.presses > 10


@exhaustive
async def test_short_season_passes(tmp_path: Path) -> None:
    scenario = Scenario(MATCHES, SEED, faults=False, timeout=LONG, brief=True, season=True)
    report = await run_and_check(scenario, tmp_path, Lent())
    assert report.problems == {}, report.schedule
    assert report.matches >= MATCHES
    assert report.presses > 10


@exhaustive
async def test_another_game_needs_only_its_name(tmp_path: Path) -> None:
    game = "tests.chaos.toy:GAME"
    scenario = Scenario(2, SEED, faults=False, timeout=LONG, brief=True, game=game)
    report = await run_and_check(scenario, tmp_path, Lent())
    assert report.problems == {}
    assert report.matches == 2 + KNOCKOUT
    assert report.presses > 5
