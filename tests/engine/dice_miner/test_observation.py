"""What a viewer sees."""

from engine.games.dice_miner.observation import Phase, Reach
from engine.games.dice_miner.state import Excavation, Keeping, Score, TiebreakRoll
from tests.engine.dice_miner.table import GAME, PLACES, after, die, table

FULL = {place: f"t{place + 1:02}=1" for place in range(PLACES)}


def test_the_mountain() -> None:
    """Each die with its place, how it lies, and whether it may be taken now."""
    seen = GAME.observe(table(Excavation(0), "t21=6", "", lying=FULL), None)
    assert seen.phase == Phase.EXCAVATION
    assert len(seen.mountain) == 20
    die_ = seen.mountain[14]
    assert (die_.die.name, die_.row, die_.column) == ("t15", 4, 0)
    assert Reach.SIDE is die_.reach
    assert [lying.place for lying in seen.mountain if lying.takeable] == [0, 1]
    assert [beer.name for beer in seen.beers] == ["t21"]
    assert seen.friends == (1,)
    assert seen.bag == 39


def test_after_salud() -> None:
    """Sides may be taken; the second die may be left."""
    state = table(Excavation(0), "t21=6", "", lying=FULL)
    state = after(state, "0 salud t21 1", "* roll t21=6")
    seen = GAME.observe(state, None)
    assert seen.salud
    assert sum(lying.takeable for lying in seen.mountain) == 10
    assert not seen.may_stop
    seen = GAME.observe(after(state, "0 take t15"), None)
    assert seen.may_stop
    assert seen.taken == 1
    assert not seen.beers
    assert not seen.friends


def test_a_seat() -> None:
    """Hoard in die order, hero faces, points, what it would score now, gems and chests."""
    state = table(
        Excavation(0),
        "g01=5 t01=1 k01=5",
        "g02=1",
        heroes="treasurer surveyor",
        lying=FULL,
        rounds=[(7, 9)],
    )
    seen = GAME.observe(state, 1)
    seat = seen.seats[0]
    assert [held.die.name for held in seat.hoard] == ["t01", "k01", "g01"]
    assert (seat.points, seat.gems, seat.chests) == (7, 4, 4)
    assert Score(1, 8, 0) == seat.now
    assert seen.gem_leader == 0
    assert seat.to_act
    assert [face.source for face in seat.hero_faces] == [None, None]
    assert [face.source for face in seen.seats[1].hero_faces] == [None, 1]


def test_magic_sources_and_choices() -> None:
    """Sources with their targets; while dice are chosen, what is chosen and what may follow."""
    state = table(Excavation(1), "m01=4 t01=1 t02=2 h01=1", "", lying={14: "t27=5"})
    state = after(state, "1 take t27")
    seen = GAME.observe(state, 0)
    (source,) = seen.sources
    assert (source.token, source.diamonds, source.count) == ("spend m01", 2, 2)
    assert [target.name for target in source.targets] == ["t01", "t02"]
    seen = GAME.observe(after(state, "0 spend m01", "0 reroll t02"), 0)
    assert seen.sources == ()
    assert seen.spending is not None
    assert seen.spending.count == 2
    assert [target.name for target in seen.spending.targets] == ["t01"]
    assert [chosen.name for chosen in seen.chosen] == ["t02"]
    assert [held.spent for held in seen.seats[0].hoard] == [False, False, False, True]


def test_keeping() -> None:
    """Kept dice are marked, and chests tell how many more may be kept."""
    kept = ((die("t01"),), ())
    state = table(Keeping((0, 1), kept), "k01=5 t01=1", "", heroes="treasurer", rounds=[(1, 2)])
    seen = GAME.observe(state, None)
    assert seen.to_act == (0, 1)
    assert [held.kept for held in seen.seats[0].hoard] == [True, False]
    assert seen.seats[0].chests == 3


def test_a_tiebreak_compares_the_tied_alone() -> None:
    """Gems of a seat that is left out are shown, and take no doubling away."""
    state = table(TiebreakRoll(), "g01=4", "g02=5", "g03=1", tied=(0, 2), rounds=[(9, 0, 9)] * 3)
    seen = GAME.observe(state, None)
    assert seen.phase == Phase.TIEBREAK
    assert seen.gem_leader == 0
    assert [seat.gems for seat in seen.seats] == [2, 3, 1]
    assert [seat.now.treasure for seat in seen.seats] == [4, 6, 1]


def test_at_the_end() -> None:
    """Winners and places."""
    state = table(Excavation(0), "t01=1", "", lying={14: "t27=6"}, rounds=[(0, 0), (0, 0)])
    seen = GAME.observe(after(state, "0 take t27"), None)
    assert seen.phase == Phase.FINISHED
    assert seen.winners == (0,)
    assert [seat.place for seat in seen.seats] == [1, 2]
    assert len(seen.scored) == 3


def test_heroes_that_are_free() -> None:
    """Those that may be chosen now, and none after the draft."""
    state = after(GAME.new(2), "* first 1,6", "0 hero engineer")
    names = [hero.value for hero in GAME.observe(state, None).free_heroes]
    assert names == ["alchemist", "dragon-slayer", "prospector", "surveyor", "treasurer"]
    assert not GAME.observe(after(state, "1 hero surveyor"), None).free_heroes
