"""Magic: sources, targets, and whose turn it is."""

from dataclasses import replace

import pytest

from engine.games.dice_miner.actions import Spend
from engine.games.dice_miner.events import DiceRerolled, MagicEnded, MagicSpent, RoundScored
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import Excavation, Magic, Rolled, Spending, State
from tests.engine.dice_miner.table import CONTENT, GAME, after, die, hoard, legal, table, told


def begun(*hoards: str, heroes: str = "") -> State:
    """Return the magic phase after the last seat has taken the last die, t27 with a 5."""
    last = len(hoards) - 1
    state = table(Excavation(last), *hoards, heroes=heroes, lying={14: "t27=5"})
    return after(state, f"{last} take t27")


def test_each_seat_has_magic_once_clockwise() -> None:
    state = begun("m01=1 t01=1", "m02=1 t02=1", "m03=1")
    assert Magic(0, (1, 2)) == state.stage
    state = after(state, "0 pass")
    assert Magic(1, (2,)) == state.stage
    state = after(state, "1 pass")
    assert Magic(2, ()) == state.stage
    assert len(after(state, "2 pass").rounds) == 1


def test_seats_without_magic_or_targets_are_skipped() -> None:
    state = begun("t01=1", "m01=6 t02=1", "m02=3 h01=1", "m03=1 t03=1", "")
    assert Magic(3, (4,)) == state.stage


def test_round_without_magic_goes_straight_to_scoring() -> None:
    state = table(Excavation(1), "t01=1", "t02=1", lying={14: "t27=5"})
    events = told(state, "1 take t27")
    assert [type(event).__name__ for event in events] == ["DieTaken", "RoundScored"]


def test_source_sets_the_number_of_own_dice_to_reroll() -> None:
    state = begun("m01=4 m02=5 t01=1 t02=2 g01=1", "")
    assert legal(state, 0) == ["spend m01", "spend m02", "pass"]
    state = after(state, "0 spend m01")
    assert legal(state, 0) == ["reroll t01", "reroll t02", "reroll g01", "reroll m02"]
    state = after(state, "0 reroll t02")
    assert legal(state, 0) == ["reroll t01", "reroll g01", "reroll m02"]
    state = after(state, "0 reroll t01")
    assert frozenset() == GAME.to_act(state)
    state = after(state, "* roll t02=3,t01=6")
    assert hoard(state, 0) == "t01=6 t02=3 g01=1 m01=4 m02=5"
    assert Magic(0, (1,)) == state.stage
    assert legal(state, 0) == ["spend m02", "pass"]


def test_event_names_source_and_dice_before_and_after() -> None:
    state = begun("m01=4 t01=1 t02=2", "")
    lines = ["0 spend m01", "0 reroll t02", "0 reroll t01", "* roll t02=3,t01=6"]
    spent, rerolled, scored = told(state, *lines)
    assert MagicSpent(0, Rolled(die("m01"), 4), 2) == spent
    before = (Rolled(die("t02"), 2), Rolled(die("t01"), 1))
    assert DiceRerolled(0, before, (Rolled(die("t02"), 3), Rolled(die("t01"), 6))) == rerolled
    assert isinstance(scored, RoundScored)


def test_hazards_spent_magic_and_source_are_no_targets() -> None:
    state = begun("m01=1 m02=1 h01=6 h02=1 t01=1", "")
    state = after(state, "0 spend m01")
    assert legal(state, 0) == ["reroll t01", "reroll m02"]
    state = after(state, "0 reroll t01", "* roll t01=2", "0 spend m02")
    assert legal(state, 0) == ["reroll t01"]


def test_all_dice_are_rerolled_if_fewer_than_diamonds() -> None:
    state = begun("m01=5 t01=1 t02=1 h01=1", "")
    state = after(state, "0 spend m01", "0 reroll t01")
    assert legal(state, 0) == ["reroll t02"]
    state = after(state, "0 reroll t02", "* roll t01=2,t02=2")
    assert state.rounds


def test_rules_version_can_demand_as_many_dice_as_diamonds() -> None:
    rulings = replace(CONTENT.rulings, spend_with_fewer_targets=False)
    game = DiceMiner(replace(CONTENT, rulings=rulings))
    state = table(Excavation(0), "", "m01=5 m02=4 t01=1", lying={14: "t27=5"})
    state = after(state, "0 take t27", game=game)
    assert legal(state, 1, game) == ["spend m02", "pass"]


def test_unspent_magic_can_be_rerolled_and_then_spent() -> None:
    state = begun("m01=1 m02=6", "")
    state = after(state, "0 spend m01", "0 reroll m02", "* roll m02=5")
    assert state.rounds, "m02 has no die to reroll: m01 is spent"
    state = begun("m01=1 m02=6 t01=1", "")
    state = after(state, "0 spend m01", "0 reroll m02", "* roll m02=5")
    assert legal(state, 0) == ["spend m02", "pass"]
    state = after(state, "0 spend m02")
    assert Spending(0, (1,), Spend(die("m02")), 1) == state.stage


def test_visit_ends_when_nothing_is_left_to_spend() -> None:
    state = begun("m01=1 t01=1", "m02=1 t02=1")
    state = after(state, "0 spend m01", "0 reroll t01", "* roll t01=1")
    assert Magic(1, ()) == state.stage


def test_pass_ends_the_visit_with_an_event() -> None:
    state = begun("m01=1 m02=1 t01=1", "m03=1 t02=1")
    assert (MagicEnded(0),) == told(state, "0 pass")
    assert Magic(1, ()) == after(state, "0 pass").stage


def test_hero_faces_are_separate_sources_in_any_order() -> None:
    state = begun("t01=1", "", heroes="alchemist engineer")
    assert legal(state, 0) == ["spend hero1", "spend hero2", "spend hero3", "pass"]
    state = after(state, "0 spend hero2")
    assert legal(state, 0) == ["reroll t01"]
    state = after(state, "0 reroll t01", "* roll t01=2")
    assert legal(state, 0) == ["spend hero1", "spend hero3", "pass"]
    assert state.spent_heroes == ((0, 2),)
    events = told(state, "0 spend hero3")
    assert (MagicSpent(0, None, 1),) == events


@pytest.mark.parametrize(
    ("hero", "sources"),
    [
        ("alchemist", 3),
        ("dragon-slayer", 1),
        ("engineer", 0),
        ("prospector", 0),
        ("surveyor", 1),
        ("treasurer", 0),
    ],
)
def test_hero_magic_faces_are_numbered(hero: str, sources: int) -> None:
    state = begun("t01=1", "", heroes=hero)
    spends = [token for token in legal(state, 0) if token.startswith("spend")]
    assert [f"spend hero{number}" for number in range(1, sources + 1)] == spends


def test_magic_is_fresh_in_the_next_round() -> None:
    state = begun("m01=1 t01=1", "", heroes="surveyor engineer")
    lines = ["0 spend m01", "0 reroll t01", "* roll t01=1"]
    state = after(state, *lines, "0 spend hero1", "0 reroll t01", "* roll t01=1")
    assert (die("m01"),) == state.spent
    mountain = (*state.mountain[:14], Rolled(die("t26"), 1), *state.mountain[15:])
    state = after(replace(state, stage=Excavation(1), mountain=mountain), "1 take t26")
    assert legal(state, 0) == ["spend m01", "spend hero1", "pass"]
    assert state.spent == ()
