"""Laws of Dice Miner alone."""

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
from engine.games.dice_miner.state import Keeping, Recovering, Rolled, Scoring, State
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
    """Bag, mountain and hoards together hold each of the 60 dice once, with a face 1..6."""
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
    """Equal things have one form: hoards, bag, spent and kept dice are sorted."""
    for position in data.draw(playouts(table)).positions:
        state = position.state
        kept = state.stage.kept if isinstance(state.stage, Keeping | Recovering) else ()
        dice = [tuple(rolled.die for rolled in hoard) for hoard in state.hoards]
        for some in (state.bag, state.spent, *dice, *kept):
            assert list(some) == sorted(set(some))


@QUICK
@given(data=st.data())
def test_the_mountain_stands(table: Table, data: st.DataObject) -> None:
    """Every die rests on two dice or the ground; a die is buried where two lie on it."""
    content = _content(table)
    shape = mountain.shape(content.rows)
    for position in data.draw(playouts(table)).positions:
        lying = position.state.mountain
        for place, rolled in enumerate(lying):
            if rolled is not None:
                assert all(lying[below] is not None for below in shape.below[place])


@QUICK
@given(data=st.data())
def test_what_slides_has_at_most_one_die_on_it(table: Table, data: st.DataObject) -> None:
    """A die that is taken or moved was no buried one, and ends one row lower."""
    content = _content(table)
    spots = mountain.shape(content.rows).spots
    playout = data.draw(playouts(table))
    for before, made in zip(playout.positions, playout.advances, strict=False):
        for event in made.events:
            if not isinstance(event, DieTaken):
                continue
            lying = before.state.mountain
            for place in (event.place, *(start for start, _ in event.slid)):
                assert mountain.reach(content.rows, lying, place) is not Reach.BURIED
            for start, end in event.slid:
                assert spots[start][0] + 1 == spots[end][0]
                assert made.position.state.mountain[end] == lying[start]


@QUICK
@given(data=st.data())
def test_no_more_is_kept_than_the_chests_allow(table: Table, data: st.DataObject) -> None:
    """The dice kept are never more than the chests on dice not kept and on the hero."""
    content = _content(table)
    for position in data.draw(playouts(table)).positions:
        state = position.state
        if isinstance(state.stage, Keeping | Recovering):
            for seat in range(table.seats):
                kept = state.stage.kept[seat]
                assert hoards.chests_left(content, state, seat, kept) >= 0


@QUICK
@given(data=st.data())
def test_totals_are_the_sum_of_the_rounds(table: Table, data: st.DataObject) -> None:
    """In the summary, each total is the sum of the rows, and each row of its three parts."""
    game = table.game
    for position in data.draw(playouts(table)).positions:
        told = game.summary(game.observe(position.state, None))
        totals = Counter[int]()
        for played in told["rounds"]:  # type: ignore[attr-defined]
            for seat, row in enumerate(played["scores"]):
                assert row["total"] == row["tunnels"] + row["treasure"] + row["hazards"]
                totals[seat] += row["total"]
        assert [totals[seat] for seat in range(table.seats)] == told["totals"]
        assert game.scores(position.state) == tuple(totals[seat] for seat in range(table.seats))


@QUICK
@given(data=st.data())
def test_events_tell_every_round(table: Table, data: st.DataObject) -> None:
    """Each round that the State has scored was told once, in order; no State rests in scoring."""
    playout = data.draw(playouts(table))
    told = [
        event.round
        for made in playout.advances
        for event in made.events
        if isinstance(event, RoundScored)
    ]
    assert told == list(playout.positions[-1].state.rounds)
    assert not any(isinstance(p.state.stage, Scoring) for p in playout.positions)
    rounds = [len(position.state.rounds) for position in playout.positions]
    assert rounds == list(accumulate(rounds, max))


@QUICK
@given(data=st.data())
def test_the_observation_agrees_with_the_rules(table: Table, data: st.DataObject) -> None:
    """What the Observation says can be done is what is legal."""
    game = table.game
    for position in data.draw(playouts(table)).positions[::2]:
        seen = game.observe(position.state, None)
        assert sorted(game.to_act(position.state)) == list(seen.to_act)
        seat = seen.to_act[0] if seen.to_act else 0
        legal = {game.notation(a) for a in game.legal_actions(position.state, seat)}
        offered = {f"take {lying.die.name}" for lying in seen.mountain if lying.takeable}
        offered |= {f"salud {die.name} {f}" for die in seen.beers for f in seen.friends}
        offered |= {f"hero {hero.value}" for hero in seen.free_heroes}
        offered |= {source.token for source in seen.sources}
        offered |= {"stop"} if seen.may_stop else set()
        if seen.spending is not None:
            offered |= {f"reroll {die.name}" for die in seen.spending.targets}
            assert len(seen.chosen) < seen.spending.count
        own = {token for token in legal if token.split()[0] not in ("pass", "keep", "done")}
        assert own == offered
        keeps = any(token.startswith("keep") for token in legal)
        if keeps:
            assert seen.seats[seat].chests > 0
