"""The king under the mountain: what it sees, what it doesn't, and when it stops."""

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


def found(state: State, seat: Seat = 0, looks: int = 60) -> dict[str, Assessed[Action]]:
    """What it finds of each token, the best first."""
    every = GAME.assess(state, seat, Looks(looks))
    return {GAME.notation(one.action): one for one in every}


def chosen(state: State, seat: Seat = 0, looks: int = 60) -> str:
    """What it does."""
    return next(iter(found(state, seat, looks)))


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
@QUICK
@given(st.data())
def test_each_legal_action_is_weighed(table: Table, data: st.DataObject) -> None:
    """Once, with a share of the win, even where there is no time at all."""
    playout = data.draw(playouts(table))
    position = data.draw(st.sampled_from(playout.positions))
    for seat in GAME.to_act(position.state):
        every = GAME.assess(position.state, seat, Looks(data.draw(st.sampled_from([0, 3, 20]))))
        legal = GAME.legal_actions(position.state, seat)
        assert sorted(map(repr, legal)) == sorted(repr(one.action) for one in every)
        assert all(0 <= one.share <= 1 and one.error >= 0 for one in every)


def test_the_same_thoughts_give_the_same_move() -> None:
    """Nothing but the State and the luck it is given to think with decides."""
    state = after(
        table(Excavation(0), "t21=6", "t20=6", heroes=HEROES, lying=LYING), "0 salud t21 1"
    )
    state = after(state, "* roll t21=1")
    assert GAME.assess(state, 0, Looks(50)) == GAME.assess(state, 0, Looks(50))


def test_it_never_asks_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match's own luck isn't touched at any level, whatever there is to decide."""

    def never(*_: object) -> int:
        raise AssertionError("a computer asked the match's stream")

    for stage in ("Draft", "Excavation", "Magic", "Spending", "Keeping"):
        state = first(stage)
        monkeypatch.setattr(Stream, "number", never)
        for level in GAME.info.levels:
            for seat in GAME.to_act(state):
                decide(GAME, state, seat, level, Looks(10))
        monkeypatch.undo()


def first(stage: str) -> State:
    """The first State in matches between foremen in which this is to be decided."""
    for number in range(20):
        stream, drawn, state = Stream(bytes(32), str(number)), 0, GAME.new(2)
        while GAME.outcome(state) is None:
            request = GAME.chance(state)
            if request is not None:
                state = GAME.resolve(state, stream.answer(request, drawn)).state
                drawn += len(request.bounds)
                continue
            if type(state.stage).__name__ == stage:
                return state
            seat = min(GAME.to_act(state))
            state = GAME.apply(state, seat, GAME.suggest(state, seat)).state
    raise AssertionError(f"no match has a {stage}")


LYING = {14: "t03=1", 15: "k04=1", 16: "t05=5", 17: "g02=5", 18: "h03=4", 19: "m02=1"}


def test_what_others_keep_is_not_seen() -> None:
    """Seats with chests decide at the same time."""
    state = table(
        Keeping((0, 1), ((), ())),
        "k01=5 t01=1 t02=2 g01=5",
        "k02=5 t03=3 t04=4 g02=4",
        heroes=HEROES,
        rounds=[(3, 4)],
    )
    other = replace(state, stage=Keeping((0, 1), ((), (die("g02"),))))
    done = replace(state, stage=Keeping((0,), ((), (die("g02"), die("t04")))))
    assert found(state, 0, 8) == found(other, 0, 8) == found(done, 0, 8)


def test_it_keeps_three_gems() -> None:
    """They are worth more than the roll of that die would be."""
    state = table(
        Keeping((0,), ((), ())),
        "k01=5 t01=5 t02=5 g01=5",
        "t03=3 t04=4",
        heroes=HEROES,
        rounds=[(3, 4)],
    )
    told = found(state, looks=80)
    assert told["keep g01"].points > told["done"].points + 1
    assert chosen(state, looks=80) == "keep g01"


def test_it_counts_what_wins_not_what_scores() -> None:
    """The last die: three points of a tunnel lose, the gem that takes a rival's double wins."""
    state = table(
        Excavation(0),
        "t01=1 t02=2 g01=4 g05=1",
        "g03=5 t11=1",
        heroes="engineer surveyor",
        lying={14: "t04=3", 15: "g04=3"},
        rounds=[(10, 12), (8, 8)],
    )
    told = found(state, looks=200)
    assert told["take g04"].share > told["take t04"].share
    assert chosen(state, looks=200) == "take g04"


def test_it_sees_what_a_die_uncovers() -> None:
    """Both gems are worth the same, but under one of them lies the pick that a rival needs."""
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
    told = found(state, looks=400)
    assert told["take g02"].points > told["take g01"].points


def test_choosing_dice_to_reroll_counts_the_round_too() -> None:
    """While dice are chosen the round isn't scored yet; its points are expected all the same."""
    state = table(
        Magic(0, (1,)),
        "t01=1 t02=2 t03=3 t04=4 g01=6 m01=1",
        "t11=1",
        heroes="alchemist surveyor",
        rounds=[(10, 10), (10, 10)],
    )
    before = found(state)["spend m01"]
    chosen_die = next(iter(found(after(state, "0 spend m01")).values()))
    assert before.points > 8
    assert abs(chosen_die.points - before.points) < 4
    assert chosen_die.share > 0.6


def test_it_looks_once_at_least_and_stops_when_told() -> None:
    """As many looks as there is time for, and one for each Action."""
    state = first("Excavation")
    legal = GAME.legal_actions(state, min(GAME.to_act(state)))
    thinking = Looks(5)
    GAME.assess(state, min(GAME.to_act(state)), thinking)
    assert not thinking.more()
    assert len(GAME.assess(state, min(GAME.to_act(state)), Looks(0))) == len(legal)


def test_it_takes_no_more_time_than_it_needs() -> None:
    """A sequence completed or four dragons: that needs no two seconds."""
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


def test_beers_of_a_kind_are_weighed_alike() -> None:
    """Which of two equal dice is given makes no difference."""
    state = table(Excavation(0), "t20=6 t21=6", "", heroes=HEROES, lying=LYING)
    told = found(state)
    assert told["salud t20 1"].points == told["salud t21 1"].points


def test_a_hero_that_nobody_has_yet() -> None:
    """It takes the Dragon Slayer before the Treasurer, as matches between kings told."""
    state = first("Draft")
    seat = min(GAME.to_act(state))
    told = found(state, seat, looks=150)
    assert told["hero dragon-slayer"].points > told["hero treasurer"].points
    assert HeroName.DRAGON_SLAYER.value in chosen(state, seat, looks=150)


def test_who_searches() -> None:
    """The king alone takes as much time as it is given."""
    assert [level for level in Level if searches(GAME, level)] == [Level.KING]


def test_a_tree_holds_what_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded: beyond so many positions looks only play on."""
    opened: list[int] = []
    kept = Tree._open

    def count(tree: Tree, node: Node) -> list[Branch]:
        opened.append(1)
        return kept(tree, node)

    monkeypatch.setattr(Tree, "_open", count)
    monkeypatch.setattr("engine.games.dice_miner.search.tree.NODES", 30)
    state = first("Excavation")
    GAME.assess(state, min(GAME.to_act(state)), Looks(400))
    assert 1 < len(opened) <= 30
