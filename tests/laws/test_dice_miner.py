"""Laws of Dice Miner."""

from collections import Counter
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.dice_miner import hoards, mountain
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.events import DieTaken, RoundScored
from engine.games.dice_miner.observation import Reach
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import Keeping, Recovering, Rolled, SimpleStage, State
from tests.laws.playouts import DICE_MINER, QUICK, Table, playouts, some_tables

pytestmark = pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)


def _content(table: Table) -> Content:
    assert isinstance(table.game, DiceMiner)
    return table.game.content


def _on_the_table(state: State) -> list[Rolled]:
    lying = [rolled for rolled in state.mountain if rolled is not None]
    return lying + [rolled for hoard in state.hoards for rolled in hoard]


@QUICK
@given(data=st.data())
def test_dice_are_conserved(table: Table, data: st.DataObject) -> None:
    content = _content(table)
    for position in data.draw(playouts(table)).positions:
        state = position.state
        dice = [*state.bag, *(rolled.die for rolled in _on_the_table(state))]
        assert list(range(60)) == sorted(dice)
        assert all(1 <= rolled.face <= 6 for rolled in _on_the_table(state))
        assert content.dice == 60


@QUICK
@given(data=st.data())
def test_hoards_and_bag_are_in_die_order(table: Table, data: st.DataObject) -> None:
    """Equal states must have one form."""
    for position in data.draw(playouts(table)).positions:
        state = position.state
        kept_dice = state.stage.kept if isinstance(state.stage, Keeping | Recovering) else ()
        dice = [tuple(rolled.die for rolled in hoard) for hoard in state.hoards]
        for group in (state.bag, state.spent, *dice, *kept_dice):
            assert list(group) == sorted(set(group))


@QUICK
@given(data=st.data())
def test_every_die_rests_on_two_dice_or_the_ground(table: Table, data: st.DataObject) -> None:
    content = _content(table)
    shape = mountain.shape(content.rows)
    for position in data.draw(playouts(table)).positions:
        lying = position.state.mountain
        for place, rolled in enumerate(lying):
            if rolled is not None:
                assert all(lying[below] is not None for below in shape.below[place])


@QUICK
@given(data=st.data())
def test_sliding_die_was_not_buried_and_falls_one_row(table: Table, data: st.DataObject) -> None:
    content = _content(table)
    spots = mountain.shape(content.rows).spots
    playout = data.draw(playouts(table))
    for before, advance in zip(playout.positions, playout.advances, strict=False):
        for event in advance.events:
            if not isinstance(event, DieTaken):
                continue
            lying = before.state.mountain
            for place in (event.place, *(start for start, _ in event.slid)):
                assert mountain.reach(content.rows, lying, place) is not Reach.BURIED
            for start, end in event.slid:
                assert spots[start][0] + 1 == spots[end][0]
                assert advance.position.state.mountain[end] == lying[start]


@QUICK
@given(data=st.data())
def test_kept_dice_never_exceed_the_chests(table: Table, data: st.DataObject) -> None:
    content = _content(table)
    for position in data.draw(playouts(table)).positions:
        state = position.state
        if isinstance(state.stage, Keeping | Recovering):
            for seat in range(table.seats):
                kept_dice = state.stage.kept[seat]
                assert hoards.chests_left(content, state, seat, kept_dice) >= 0


@QUICK
@given(data=st.data())
def test_totals_are_the_sum_of_the_rounds(table: Table, data: st.DataObject) -> None:
    game = table.game
    for position in data.draw(playouts(table)).positions:
        shown = game.summary(game.observe(position.state))
        totals = Counter[int]()
        for played in shown["rounds"]:  # type: ignore[attr-defined]
            for seat, row in enumerate(played["scores"]):
                assert row["total"] == row["tunnels"] + row["treasure"] + row["hazards"]
                totals[seat] += row["total"]
        assert [totals[seat] for seat in range(table.seats)] == shown["totals"]
        assert game.scores(position.state) == tuple(totals[seat] for seat in range(table.seats))


@QUICK
@given(data=st.data())
def test_each_scored_round_has_one_event_in_order(table: Table, data: st.DataObject) -> None:
    playout = data.draw(playouts(table))
    reported = [
        event.round
        for advance in playout.advances
        for event in advance.events
        if isinstance(event, RoundScored)
    ]
    assert reported == list(playout.positions[-1].state.rounds)
    assert not any(p.state.stage is SimpleStage.SCORING for p in playout.positions)
    rounds = [len(position.state.rounds) for position in playout.positions]
    assert rounds == list(accumulate(rounds, max))


@QUICK
@given(data=st.data())
def test_observation_agrees_with_the_rules(table: Table, data: st.DataObject) -> None:
    game = table.game
    for position in data.draw(playouts(table)).positions[::2]:
        observation = game.observe(position.state)
        assert sorted(game.to_act(position.state)) == list(observation.to_act)
        seat = observation.to_act[0] if observation.to_act else 0
        legal = {game.notation(a) for a in game.legal_actions(position.state, seat)}
        offered = {f"take {lying.die.name}" for lying in observation.mountain if lying.takeable}
        offered |= {
            f"salud {die.name} {f}" for die in observation.beers for f in observation.friends
        }
        offered |= {f"hero {hero.value}" for hero in observation.free_heroes}
        offered |= {source.token for source in observation.sources}
        offered |= {"stop"} if observation.may_stop else set()
        if observation.spending is not None:
            offered |= {f"reroll {die.name}" for die in observation.spending.targets}
            assert len(observation.chosen) < observation.spending.count
        own = {token for token in legal if token.split()[0] not in ("pass", "keep", "done")}
        assert own == offered
        keeps = any(token.startswith("keep") for token in legal)
        if keeps:
            assert observation.seats[seat].chests > 0
