"""Observations of States."""

from engine.games.dice_miner.observation import Phase, Reach
from engine.games.dice_miner.state import Excavation, Keeping, Score, SimpleStage
from tests.engine.dice_miner.table import GAME, PLACES, after, die, table

FULL = {place: f"t{place + 1:02}=1" for place in range(PLACES)}


def test_mountain_dice_have_place_state_and_takeability() -> None:
    observation = GAME.observe(table(Excavation(0), "t21=6", "", lying=FULL))
    assert observation.phase == Phase.EXCAVATION
    assert len(observation.mountain) == 20
    die_ = observation.mountain[14]
    assert (die_.die.name, die_.row, die_.column) == ("t15", 4, 0)
    assert Reach.SIDE is die_.reach
    assert [lying.place for lying in observation.mountain if lying.takeable] == [0, 1]
    assert [beer.name for beer in observation.beers] == ["t21"]
    assert observation.friends == (1,)
    assert observation.bag == 39


def test_after_salud_sides_are_takeable_and_the_second_die_is_optional() -> None:
    state = table(Excavation(0), "t21=6", "", lying=FULL)
    state = after(state, "0 salud t21 1", "* roll t21=6")
    observation = GAME.observe(state)
    assert observation.salud
    assert sum(lying.takeable for lying in observation.mountain) == 10
    assert not observation.may_stop
    observation = GAME.observe(after(state, "0 take t15"))
    assert observation.may_stop
    assert observation.taken == 1
    assert not observation.beers
    assert not observation.friends


def test_seat_shows_hoard_hero_points_score_gems_and_chests() -> None:
    state = table(
        Excavation(0),
        "g01=5 t01=1 k01=5",
        "g02=1",
        heroes="treasurer surveyor",
        lying=FULL,
        rounds=[(7, 9)],
    )
    observation = GAME.observe(state)
    seat = observation.seats[0]
    assert [held.die.name for held in seat.hoard] == ["t01", "k01", "g01"]
    assert (seat.points, seat.gems, seat.chests) == (7, 4, 4)
    assert Score(1, 8, 0) == seat.now
    assert observation.gem_leader == 0
    assert seat.to_act
    assert [face.source for face in seat.hero_faces] == [None, None]
    assert [face.source for face in observation.seats[1].hero_faces] == [None, 1]


def test_magic_shows_sources_targets_and_chosen_dice() -> None:
    state = table(Excavation(1), "m01=4 t01=1 t02=2 h01=1", "", lying={14: "t27=5"})
    state = after(state, "1 take t27")
    observation = GAME.observe(state)
    (source,) = observation.sources
    assert (source.token, source.diamonds, source.count) == ("spend m01", 2, 2)
    assert [target.name for target in source.targets] == ["t01", "t02"]
    observation = GAME.observe(after(state, "0 spend m01", "0 reroll t02"))
    assert observation.sources == ()
    assert observation.spending is not None
    assert observation.spending.count == 2
    assert [target.name for target in observation.spending.targets] == ["t01"]
    assert [chosen.name for chosen in observation.chosen] == ["t02"]
    assert [held.spent for held in observation.seats[0].hoard] == [False, False, False, True]


def test_keeping_marks_kept_dice_and_counts_chests() -> None:
    kept = ((die("t01"),), ())
    state = table(Keeping((0, 1), kept), "k01=5 t01=1", "", heroes="treasurer", rounds=[(1, 2)])
    observation = GAME.observe(state)
    assert observation.to_act == (0, 1)
    assert [held.kept for held in observation.seats[0].hoard] == [True, False]
    assert observation.seats[0].chests == 3


def test_tiebreak_compares_gems_of_tied_seats_only() -> None:
    state = table(
        SimpleStage.TIEBREAK_ROLL, "g01=4", "g02=5", "g03=1", tied=(0, 2), rounds=[(9, 0, 9)] * 3
    )
    observation = GAME.observe(state)
    assert observation.phase == Phase.TIEBREAK
    assert observation.gem_leader == 0
    assert [seat.gems for seat in observation.seats] == [2, 3, 1]
    assert [seat.now.treasure for seat in observation.seats] == [4, 6, 1]


def test_end_shows_winners_and_places() -> None:
    state = table(Excavation(0), "t01=1", "", lying={14: "t27=6"}, rounds=[(0, 0), (0, 0)])
    observation = GAME.observe(after(state, "0 take t27"))
    assert observation.phase == Phase.FINISHED
    assert observation.winners == (0,)
    assert [seat.place for seat in observation.seats] == [1, 2]
    assert len(observation.scored) == 3


def test_free_heroes_are_shown_during_the_draft() -> None:
    state = after(GAME.new(2), "* first 1,6", "0 hero engineer")
    names = [hero.value for hero in GAME.observe(state).free_heroes]
    assert names == ["alchemist", "dragon-slayer", "prospector", "surveyor", "treasurer"]
    assert not GAME.observe(after(state, "1 hero surveyor")).free_heroes
