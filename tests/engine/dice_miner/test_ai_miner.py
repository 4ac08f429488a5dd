"""The miner: what it counts as well as anybody, and what it overlooks and the foreman sees."""

from engine.core.types import Level, Seat
from engine.games.dice_miner.state import Draft, Excavation, Keeping, Magic, State
from tests.engine.dice_miner.table import GAME, after, table


def by(level: Level, state: State, seat: Seat = 0) -> str:
    """What a computer of this Level does, as a token."""
    return GAME.notation(GAME.suggest(state, seat, level))


def miner(state: State, seat: Seat = 0) -> str:
    """What the miner does."""
    return by(Level.MINER, state, seat)


def foreman(state: State, seat: Seat = 0) -> str:
    """What the foreman does."""
    return by(Level.FOREMAN, state, seat)


LAST = ((0, 0), (0, 0))
"""Two rounds are over."""


def test_it_counts_what_its_hoard_scores() -> None:
    """A 3 after 1 and 2, and the pick for its rockfalls: the apprentice misses the first."""
    state = table(Excavation(0), "t01=1 t02=2", "", lying={14: "t03=5", 15: "t04=3"})
    assert miner(state) == "take t04"
    assert by(Level.APPRENTICE, state) == "take t03"
    state = table(Excavation(0), "h01=2 h02=2", "", lying={14: "t03=1", 15: "k04=1"})
    assert miner(state) == "take k04"


def test_it_shares_beer_for_two_good_dice() -> None:
    """As soon as two add more than one."""
    lying = {14: "t03=3", 15: "t04=4", 9: "h01=5"}
    state = table(Excavation(0), "t01=1 t02=2 k01=6", "", lying=lying, rounds=LAST)
    assert miner(state) == "salud k01 1"


def test_it_leaves_a_second_die_that_harms() -> None:
    """After ¡Salud! it stops rather than take a dragon."""
    state = table(Excavation(0), "t21=6", "", lying={14: "h01=5", 15: "t01=1"}, rounds=LAST)
    state = after(state, "0 salud t21 1", "* roll t21=5", "0 take t01")
    assert miner(state) == "stop"


def test_it_spends_magic_on_what_is_worth_nothing() -> None:
    """A beer is rolled, a whole sequence isn't: the apprentice spends no magic at all."""
    state = table(Magic(0, (1,)), "t01=1 t02=2 g01=6 m01=1", "", rounds=LAST)
    assert miner(state) == "spend m01"
    assert by(Level.APPRENTICE, state) == "pass"
    assert miner(after(state, "0 spend m01")) == "reroll g01"
    whole = table(Magic(0, (1,)), "t01=1 t02=2 t03=3 t04=4 t05=5 m01=1", "", rounds=LAST)
    assert miner(whole) == "pass"


def test_it_keeps_what_scores() -> None:
    """Three gems, and then no lonely 5."""
    state = table(Keeping((0,), ((), ())), "g01=5 k01=5 t01=5", "", rounds=LAST[:1])
    assert miner(state) == "keep g01"
    assert miner(after(state, "0 keep g01")) == "done"


def test_it_overlooks_the_lead_in_gems() -> None:
    """Three gems against three: one more would be worth five, and it takes a 2 of the sequence."""
    lying = {14: "g04=1", 15: "t02=2"}
    state = table(Excavation(0), "g01=5 t01=1", "g02=5", lying=lying, rounds=LAST)
    assert miner(state) == "take t02"
    assert foreman(state) == "take g04"


def test_it_overlooks_what_is_still_to_come() -> None:
    """A pick is worth the rockfalls on the mountain, too: it looks for them in its hoard alone."""
    lying = {place: f"h{place - 10:02}=2" for place in range(14, 20)}
    lying |= {9: "k01=1", 13: "t01=3"}
    state = table(Excavation(0), "t02=1 t03=2", "", lying=lying, rounds=LAST)
    assert miner(state) == "take t01"
    assert foreman(state) == "take k01"


def test_it_overlooks_what_a_first_die_sets_free() -> None:
    """Three gems lie below two beers: who shares a beer has one of these, and the gems."""
    lying = {9: "t02=6", 10: "t03=6", 15: "g01=5"}
    state = table(Excavation(0), "t21=6", "", lying=lying, rounds=LAST)
    assert miner(state) == "take t02"
    assert foreman(state) == "salud t21 1"


def test_it_overlooks_later_rounds() -> None:
    """A tool that is worth a little less now is worth more in two rounds to come."""
    lying = {14: "k01=5", 15: "t01=1"}
    state = table(Excavation(0), "", "", lying=lying)
    assert miner(state) == "take t01"
    assert foreman(state) == "take k01"


def test_it_drafts_by_a_list_of_its_own() -> None:
    """Magic first; the foreman knows better."""
    state = table(Draft((0, 1)), "", "")
    assert miner(state) == "hero alchemist"
    assert foreman(state) == "hero dragon-slayer"
