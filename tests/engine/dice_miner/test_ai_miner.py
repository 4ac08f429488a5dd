"""The miner: facts that it counts just like the foreman, and facts that only the foreman sees."""

from engine.core.types import Level, Seat
from engine.games.dice_miner.state import Draft, Excavation, Keeping, Magic, State
from tests.engine.dice_miner.table import GAME, after, table


def decision_of(level: Level, state: State, seat: Seat = 0) -> str:
    return GAME.notation(GAME.suggest(state, seat, level))


def miner(state: State, seat: Seat = 0) -> str:
    return decision_of(Level.MINER, state, seat)


def foreman(state: State, seat: Seat = 0) -> str:
    return decision_of(Level.FOREMAN, state, seat)


LAST = ((0, 0), (0, 0))
"""The state after two rounds."""


def test_it_counts_the_score_of_its_hoard() -> None:
    """The apprentice misses the first of these points."""
    state = table(Excavation(0), "t01=1 t02=2", "", lying={14: "t03=5", 15: "t04=3"})
    assert miner(state) == "take t04"
    assert decision_of(Level.APPRENTICE, state) == "take t03"
    state = table(Excavation(0), "h01=2 h02=2", "", lying={14: "t03=1", 15: "k04=1"})
    assert miner(state) == "take k04"


def test_it_shares_beer_for_two_good_dice() -> None:
    lying = {14: "t03=3", 15: "t04=4", 9: "h01=5"}
    state = table(Excavation(0), "t01=1 t02=2 k01=6", "", lying=lying, rounds=LAST)
    assert miner(state) == "salud k01 1"


def test_it_leaves_a_harmful_second_die() -> None:
    state = table(Excavation(0), "t21=6", "", lying={14: "h01=5", 15: "t01=1"}, rounds=LAST)
    state = after(state, "0 salud t21 1", "* roll t21=5", "0 take t01")
    assert miner(state) == "stop"


def test_it_spends_magic_on_worthless_dice() -> None:
    state = table(Magic(0, (1,)), "t01=1 t02=2 g01=6 m01=1", "", rounds=LAST)
    assert miner(state) == "spend m01"
    assert decision_of(Level.APPRENTICE, state) == "pass"
    assert miner(after(state, "0 spend m01")) == "reroll g01"
    sequence = table(Magic(0, (1,)), "t01=1 t02=2 t03=3 t04=4 t05=5 m01=1", "", rounds=LAST)
    assert miner(sequence) == "pass"


def test_it_keeps_scoring_dice() -> None:
    state = table(Keeping((0,), ((), ())), "g01=5 k01=5 t01=5", "", rounds=LAST[:1])
    assert miner(state) == "keep g01"
    assert miner(after(state, "0 keep g01")) == "done"


def test_it_overlooks_the_lead_in_gems() -> None:
    """One more gem would break the tie and be worth five points."""
    lying = {14: "g04=1", 15: "t02=2"}
    state = table(Excavation(0), "g01=5 t01=1", "g02=5", lying=lying, rounds=LAST)
    assert miner(state) == "take t02"
    assert foreman(state) == "take g04"


def test_it_overlooks_hazards_on_the_mountain() -> None:
    lying = {place: f"h{place - 10:02}=2" for place in range(14, 20)}
    lying |= {9: "k01=1", 13: "t01=3"}
    state = table(Excavation(0), "t02=1 t03=2", "", lying=lying, rounds=LAST)
    assert miner(state) == "take t01"
    assert foreman(state) == "take k01"


def test_it_overlooks_dice_uncovered_by_the_first() -> None:
    """Three gems lie below two beers; sharing a beer gets one beer and the gems."""
    lying = {9: "t02=6", 10: "t03=6", 15: "g01=5"}
    state = table(Excavation(0), "t21=6", "", lying=lying, rounds=LAST)
    assert miner(state) == "take t02"
    assert foreman(state) == "salud t21 1"


def test_it_overlooks_later_rounds() -> None:
    """The tool loses now and pays in two later rounds."""
    lying = {14: "k01=5", 15: "t01=1"}
    state = table(Excavation(0), "", "", lying=lying)
    assert miner(state) == "take t01"
    assert foreman(state) == "take k01"


def test_it_drafts_magic_first() -> None:
    state = table(Draft((0, 1)), "", "")
    assert miner(state) == "hero alchemist"
    assert foreman(state) == "hero dragon-slayer"
