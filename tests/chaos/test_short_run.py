"""A short run with everything: the real bot process, killed and disturbed while people play."""

from pathlib import Path

from chaos.campaign import judged
from chaos.run import Order

MATCHES = 3
SEED = 11


async def test_a_short_run_holds(tmp_path: Path) -> None:
    """A few tables in one storm of five seconds; people resign early, so that all ends soon.

    `make chaos` plays whole matches. This takes about 20 seconds of real time, and kills processes.
    """
    verdict = await judged(Order(MATCHES, SEED, wild=True, patience=60, brief=True), tmp_path)
    assert verdict.problems == {}, verdict.schedule
    assert verdict.kills + verdict.faults > 0
    assert verdict.presses > 10


async def test_a_short_season_holds(tmp_path: Path) -> None:
    """People play with a pace while days pass, in two servers; nothing else goes wrong.

    It takes about ten seconds of real time.
    """
    order = Order(MATCHES, SEED, wild=False, patience=60, brief=True, season=True)
    verdict = await judged(order, tmp_path)
    assert verdict.problems == {}, verdict.schedule
    assert verdict.matches >= MATCHES
    assert verdict.presses > 10
