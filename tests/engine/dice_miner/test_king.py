"""The king under the mountain: its assessments, its limits, and its time."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Stream
from engine.core.computers import decide, searches
from engine.core.thinking import Assessed
from engine.core.types import Level, Seat
from engine.games.dice_miner.actions import Action
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.search.tree import Branch, Node, Tree
from engine.games.dice_miner.state import Excavation, Keeping, Magic, State
from tests.engine.dice_miner.table import GAME, after, die, table
from tests.laws.playouts import DICE_MINER, QUICK, Table, playouts, some_tables
from tests.thinking import Looks

HEROES = "dragon-slayer engineer"


def assess(state: State, seat: Seat = 0, looks: int = 60) -> dict[str, Assessed[Action]]:
    """Return the assessment of each token, the best first."""
    every = GAME.assess(state, seat, Looks(looks))
    return {GAME.notation(assessment.action): assessment for assessment in every}


def chosen(state: State, seat: Seat = 0, looks: int = 60) -> str:
    return next(iter(assess(state, seat, looks)))


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
@QUICK
@given(st.data())
def test_each_legal_action_is_assessed_once_without_time(table: Table, data: st.DataObject) -> None:
    playout = data.draw(playouts(table))
    position = data.draw(st.sampled_from(playout.positions))
    for seat in GAME.to_act(position.state):
        every = GAME.assess(position.state, seat, Looks(data.draw(st.sampled_from([0, 3, 20]))))
        legal = GAME.legal_actions(position.state, seat)
        assert sorted(map(repr, legal)) == sorted(repr(assessment.action) for assessment in every)
        assert all(0 <= assessment.share <= 1 and assessment.error >= 0 for assessment in every)


def test_move_follows_from_state_and_thinking_luck() -> None:
    state = after(
        table(Excavation(0), "t21=6", "t20=6", heroes=HEROES, lying=LYING), "0 salud t21 1"
    )
    state = after(state, "* roll t21=1")
    assert GAME.assess(state, 0, Looks(50)) == GAME.assess(state, 0, Looks(50))


def test_thinking_never_draws_from_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> int:
        raise AssertionError("a computer used the match's stream")

    for stage in ("Draft", "Excavation", "Magic", "Spending", "Keeping"):
        state = first_state(stage)
        monkeypatch.setattr(Stream, "number", never)
        for level in GAME.info.levels:
            for seat in GAME.to_act(state):
                decide(GAME, state, seat, level, Looks(10))
        monkeypatch.undo()


def first_state(stage: str) -> State:
    """Return the first State of this kind in matches between foremen."""
    for number in range(20):
        stream, position, state = Stream(bytes(32), str(number)), 0, GAME.new(2)
        while GAME.outcome(state) is None:
            bounds = GAME.chance(state)
            if bounds is not None:
                state = GAME.resolve(state, stream.answer(bounds, position)).state
                position += len(bounds)
                continue
            if type(state.stage).__name__ == stage:
                return state
            seat = min(GAME.to_act(state))
            state = GAME.apply(state, seat, GAME.suggest(state, seat)).state
    raise AssertionError(f"no match has a {stage}")


LYING = {14: "t03=1", 15: "k04=1", 16: "t05=5", 17: "g02=5", 18: "h03=4", 19: "m02=1"}


def test_kept_dice_of_other_seats_are_hidden() -> None:
    state = table(
        Keeping((0, 1), ((), ())),
        "k01=5 t01=1 t02=2 g01=5",
        "k02=5 t03=3 t04=4 g02=4",
        heroes=HEROES,
        rounds=[(3, 4)],
    )
    other = replace(state, stage=Keeping((0, 1), ((), (die("g02"),))))
    finished = replace(state, stage=Keeping((0,), ((), (die("g02"), die("t04")))))
    assert assess(state, 0, 8) == assess(other, 0, 8) == assess(finished, 0, 8)


def test_it_keeps_three_gems() -> None:
    state = table(
        Keeping((0,), ((), ())),
        "k01=5 t01=5 t02=5 g01=5",
        "t03=3 t04=4",
        heroes=HEROES,
        rounds=[(3, 4)],
    )
    assessments = assess(state, looks=80)
    assert assessments["keep g01"].points > assessments["done"].points + 1
    assert chosen(state, looks=80) == "keep g01"


def test_it_maximises_wins_instead_of_points() -> None:
    """The gem takes a rival's doubling away, and three points of a tunnel would lose."""
    state = table(
        Excavation(0),
        "t01=1 t02=2 g01=4 g05=1",
        "g03=5 t11=1",
        heroes="engineer surveyor",
        lying={14: "t04=3", 15: "g04=3"},
        rounds=[(10, 12), (8, 8)],
    )
    assessments = assess(state, looks=200)
    assert assessments["take g04"].share > assessments["take t04"].share
    assert chosen(state, looks=200) == "take g04"


def test_it_sees_dice_that_a_take_uncovers() -> None:
    """A rival needs the pick under one of two equal gems."""
    lying = {8: "g01=3", 9: "t11=6", 13: "t12=6", 14: "k01=1", 10: "g02=3", 15: "t13=6"}
    lying |= {11: "t14=6", 16: "t15=6"}
    state = table(
        Excavation(0),
        "t01=1",
        "h01=2 h02=2 h03=2 h04=2",
        heroes="alchemist surveyor",
        lying=lying,
        rounds=[(10, 10), (10, 10)],
    )
    legal = {GAME.notation(action) for action in GAME.legal_actions(state, 0)}
    assert {"take g01", "take g02"} <= legal
    assessments = assess(state, looks=400)
    assert assessments["take g02"].points > assessments["take g01"].points


def test_reroll_choice_counts_the_unscored_round() -> None:
    state = table(
        Magic(0, (1,)),
        "t01=1 t02=2 t03=3 t04=4 g01=6 m01=1",
        "t11=1",
        heroes="alchemist surveyor",
        rounds=[(10, 10), (10, 10)],
    )
    before = assess(state)["spend m01"]
    chosen_die = next(iter(assess(after(state, "0 spend m01")).values()))
    assert before.points > 8
    assert abs(chosen_die.points - before.points) < 4
    assert chosen_die.share > 0.6


def test_it_looks_at_each_action_and_stops_on_time() -> None:
    state = first_state("Excavation")
    legal = GAME.legal_actions(state, min(GAME.to_act(state)))
    thinking = Looks(5)
    GAME.assess(state, min(GAME.to_act(state)), thinking)
    assert not thinking.more()
    assert len(GAME.assess(state, min(GAME.to_act(state)), Looks(0))) == len(legal)


def test_obvious_move_needs_no_two_seconds() -> None:
    state = table(
        Excavation(0),
        "t01=1 t02=2 t03=3 t04=4",
        "t11=1 t12=2",
        heroes="alchemist surveyor",
        lying={14: "t05=5", 15: "h01=5"},
        rounds=[(10, 10), (10, 10)],
    )
    thinking = Looks(5_000)
    assert GAME.notation(GAME.assess(state, 0, thinking)[0].action) == "take t05"
    assert thinking.more()


def test_equal_dice_are_assessed_alike() -> None:
    state = table(Excavation(0), "t20=6 t21=6", "", heroes=HEROES, lying=LYING)
    assessments = assess(state)
    assert assessments["salud t20 1"].points == assessments["salud t21 1"].points


def test_it_drafts_the_dragon_slayer_before_the_treasurer() -> None:
    """Matches between kings showed this order."""
    state = first_state("Draft")
    seat = min(GAME.to_act(state))
    assessments = assess(state, seat, looks=150)
    assert assessments["hero dragon-slayer"].points > assessments["hero treasurer"].points
    assert HeroName.DRAGON_SLAYER.value in chosen(state, seat, looks=150)


def test_only_the_king_searches() -> None:
    assert [level for level in Level if searches(GAME, level)] == [Level.KING]


def test_tree_has_a_largest_number_of_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    open_node = Tree._open

    def count(tree: Tree, node: Node) -> list[Branch]:
        opened.append(1)
        return open_node(tree, node)

    monkeypatch.setattr(Tree, "_open", count)
    monkeypatch.setattr("engine.games.dice_miner.search.tree.NODES", 30)
    state = first_state("Excavation")
    GAME.assess(state, min(GAME.to_act(state)), Looks(400))
    assert 1 < len(opened) <= 30
