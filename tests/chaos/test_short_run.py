"""A short run with everything: the real bot process, killed and disturbed while people play."""

from pathlib import Path

from chaos.campaign import run_and_check
from chaos.scenario import Scenario

MATCHES = 3
SEED = 11


async def test_a_short_run_holds(tmp_path: Path) -> None:
    """A few tables in one storm of five seconds; people resign early, so that all ends soon.

    `make chaos` plays whole matches. This takes about 20 seconds of real time, and kills processes.
    """
    report = await run_and_check(
        Scenario(MATCHES, SEED, faults=True, timeout=60, brief=True), tmp_path
    )
    assert report.problems == {}, report.schedule
    assert report.kills + report.faults > 0
    assert report.presses > 10


async def test_a_short_season_holds(tmp_path: Path) -> None:
    """People play with a pace while days pass, in two servers; nothing else goes wrong.

    It takes about ten seconds of real time.
    """
    scenario = Scenario(MATCHES, SEED, faults=False, timeout=60, brief=True, season=True)
    report = await run_and_check(scenario, tmp_path)
    assert report.problems == {}, report.schedule
    assert report.matches >= MATCHES
    assert report.presses > 10
