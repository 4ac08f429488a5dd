"""A short run of each kind: the real bot, disturbed while people play. `make chaos` plays more."""

from pathlib import Path

from chaos.campaign import run_and_check
from chaos.scenario import Scenario
from tests.e2e.cradle import Lent
from tests.tiers import exhaustive

MATCHES = 3
SEED = 11
LONG = 1200.0
"""Real seconds after which a run is cut off; on an idle machine it ends within a fraction."""
KNOCKOUT = 3
"""The matches of the tournament of four that a short storm has beside its groups."""


@exhaustive
async def test_a_short_storm_holds(tmp_path: Path) -> None:
    """A few groups in one storm of five seconds; people resign early, so that all ends soon."""
    scenario = Scenario(MATCHES, SEED, faults=True, timeout=LONG, brief=True)
    report = await run_and_check(scenario, tmp_path, Lent())
    assert report.problems == {}, report.schedule
    assert report.kills + report.faults > 0
    assert report.presses > 10


@exhaustive
async def test_a_short_season_holds(tmp_path: Path) -> None:
    """People play with a pace while days pass, in two servers; nothing else goes wrong."""
    scenario = Scenario(MATCHES, SEED, faults=False, timeout=LONG, brief=True, season=True)
    report = await run_and_check(scenario, tmp_path, Lent())
    assert report.problems == {}, report.schedule
    assert report.matches >= MATCHES
    assert report.presses > 10


@exhaustive
async def test_another_game_is_played(tmp_path: Path) -> None:
    """Nothing of chaos but its name has to be given: all else follows from rules and messages."""
    game = "tests.chaos.toy:GAME"
    scenario = Scenario(2, SEED, faults=False, timeout=LONG, brief=True, game=game)
    report = await run_and_check(scenario, tmp_path, Lent())
    assert report.problems == {}
    assert report.matches == 2 + KNOCKOUT
    assert report.presses > 5
