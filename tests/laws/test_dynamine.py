"""Laws of DYNAMINE."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.games import load_games
from engine.core import driver
from engine.core.driver import UNDO, Position
from engine.games.dynamine import mines
from engine.games.dynamine.content import Content
from engine.games.dynamine.observation import Phase
from engine.games.dynamine.phases import build
from engine.games.dynamine.rules import Dynamine
from engine.games.dynamine.state import ENTRANCE, Mine, Moving, Placing, Rolling, SimpleStage, State
from engine.games.dynamine.why import Because, why_not_move, why_not_place, why_not_take
from tests.laws.playouts import QUICK, TABLES, Playout, Table, playouts, some_tables

NEWEST = tuple(table for table in TABLES if isinstance(table.game, Dynamine))
FIRST = tuple(
    Table(game, seats)
    for game in (load_games().game("dynamine", 1),)
    if game is not None
    for seats in game.info.seats
)
"""The first rules version, whose piles lie in data order."""
DYNAMINE = (*NEWEST, *FIRST)
tables = pytest.mark.parametrize(
    "table", some_tables(DYNAMINE), ids=lambda table: f"{table!r}-rules-{table.game.info.rules}"
)
AROUND = {"N": (-1, 0, "S"), "E": (0, 1, "W"), "S": (1, 0, "N"), "W": (0, -1, "E")}


@dataclass
class Supply:
    """The supply by the words of the log alone: the names of the tiles left, and the tops."""

    left: dict[str, list[str]]
    tops: dict[str, str | None]


def content_of(table: Table) -> Content:
    assert isinstance(table.game, Dynamine)
    return table.game.content


def supplies(playout: Playout) -> Iterator[tuple[Position[State], Supply]]:
    """Yield each position with the supply that the log has led to (dynamine.md, Notation)."""
    content, taken = content_of(playout.table), ""
    left: dict[str, list[str]] = {}
    for tile in content.tiles:
        left.setdefault(tile.pile, []).append(tile.name)
    first = content.rules == 1
    tops: dict[str, str | None] = {
        pile: names[0] if first else None for pile, names in left.items()
    }
    yield playout.positions[0], Supply(left, tops)
    for entry, position in zip(playout.log, playout.positions[1:], strict=True):
        word, _, rest = entry.token.partition(" ")
        match word:
            case "tops":
                tops |= dict(zip(left, rest.split(","), strict=True))
            case "top":
                tops[rest[:2]] = rest
            case "take" | "move":
                taken = rest if word == "take" else ""
            case "place" if taken:
                gone = tops[taken]
                left = {**left, taken: [name for name in left[taken] if name != gone]}
                tops = {**tops, taken: left[taken][0] if first and left[taken] else None}
            case _:
                pass
        yield position, Supply(left, dict(tops))


@tables
@QUICK
@given(data=st.data())
def test_every_part_is_in_one_place_and_the_supply_follows_the_log(
    table: Table, data: st.DataObject
) -> None:
    content = content_of(table)
    for position, supply in supplies(data.draw(playouts(table))):
        state = position.state
        names = [[content.tiles[tile].name for tile in pile] for pile in state.piles]
        assert names == list(supply.left.values())
        tops = [None if top is None else content.tiles[top].name for top in state.tops]
        assert tops == list(supply.tops.values())
        lying = [placed.tile for player in state.players for placed in player.mine]
        everywhere = [*lying, *(tile for pile in state.piles for tile in pile)]
        assert sorted(everywhere) == list(range(len(content.tiles)))
        held = [card for player in state.players for card in player.cards]
        every = [*state.deck, *state.face_up, *held]
        assert sorted(every) == list(range(len(content.cards)))
        assert state.supply + sum(player.plus for player in state.players) == 4
        assert len(state.tokens) + state.round == len(content.round_tokens)
        assert state.supply >= 0


def letters(content: Content, mine: Mine) -> dict[tuple[int, int], str]:
    """Return the openings of each tile in a mine, from the data."""
    openings = {placed.cell: content.tiles[placed.tile].openings.letters for placed in mine}
    return {**openings, (1, 0): "ESW"}


def allowed(lying: dict[tuple[int, int], str], openings: str) -> list[tuple[int, int]]:
    """Return every cell for a tile, found by trying all."""
    cells = []
    for level in range(1, 2 + max(level for level, _ in lying)):
        for column in range(min(c for _, c in lying) - 1, 2 + max(c for _, c in lying)):
            pairs = [
                (side in openings, met in lying[level + down, column + east])
                for side, (down, east, met) in AROUND.items()
                if (level + down, column + east) in lying
            ]
            fits = all(mine == other for mine, other in pairs)
            if (level, column) not in lying and fits and (True, True) in pairs:
                cells.append((level, column))
    return cells


def reached(lying: dict[tuple[int, int], str]) -> set[tuple[int, int]]:
    """Return the cells joined to the entrance."""
    cells: set[tuple[int, int]] = set()
    todo = [(1, 0)]
    while todo:
        level, column = cell = todo.pop()
        if cell in cells:
            continue
        cells.add(cell)
        for side, (down, east, met) in AROUND.items():
            other = (level + down, column + east)
            if side in lying[cell] and met in lying.get(other, ""):
                todo.append(other)
    return cells


def expected(content: Content, state: State, supply: Supply) -> list[str]:
    """Return the legal words about tiles, computed from the text of the rules."""
    openings_of = {tile.name: tile.openings.letters for tile in content.tiles}
    stage = state.stage
    seat = state.acting
    assert seat is not None
    mine = state.players[seat].mine
    lying = letters(content, mine)
    if isinstance(stage, Placing):
        top = supply.tops[content.piles[stage.pile].name]
        assert top is not None
        cells = allowed(lying, openings_of[top])
        return [f"place {level}.{column}" for level, column in cells]
    if isinstance(stage, Moving):
        others = {cell: sides for cell, sides in lying.items() if cell != stage.cell}
        cells = [cell for cell in allowed(others, lying[stage.cell]) if cell != stage.cell]
        return [f"place {level}.{column}" for level, column in cells]
    words = []
    for pile, name in supply.tops.items():
        payable = int(pile[1]) <= (state.turn.budget or 0)
        if name is not None and payable and allowed(lying, openings_of[name]):
            words.append(f"take {pile}")
    if build.rights(content, state, seat):
        for cell in sorted(set(lying) - {(1, 0)}):
            others = {other: sides for other, sides in lying.items() if other != cell}
            if reached(others) == set(others) and set(allowed(others, lying[cell])) - {cell}:
                words.append(f"move {cell[0]}.{cell[1]}")
    return words


@tables
@QUICK
@given(data=st.data())
def test_tile_words_match_the_rules_and_keep_the_mine_connected(
    table: Table, data: st.DataObject
) -> None:
    content = content_of(table)
    for position, supply in list(supplies(data.draw(playouts(table))))[::2]:
        stage, seat = position.state.stage, position.state.acting
        decides = stage is SimpleStage.BUILDING or isinstance(stage, Placing | Moving)
        if seat is not None and decides:
            tokens = driver.legal_tokens(table.game, position, seat)
            of_tiles = [token for token in tokens if token.split()[0] in ("take", "move", "place")]
            assert of_tiles == expected(content, position.state, supply)
        for player in position.state.players:
            lying = letters(content, player.mine)
            assert reached(lying) == set(lying)


def points(content: Content, mine: Mine) -> Counter[str]:
    """Return the points of a mine alone, computed from the text of the rules."""
    lying = {placed.cell: content.tiles[placed.tile] for placed in mine}
    by_kind: Counter[str] = Counter()
    for (level, column), tile in lying.items():
        by_kind["veins"] += tile.veins * min(level, 5)
        by_kind["fossils"] += tile.fossil
        if tile.altar:
            beside = [neighbour.veins for (other, _), neighbour in lying.items() if other == level]
            by_kind["altars"] += tile.altar + sum(beside)
        if tile.well is not None:
            tunnel = {level}
            for step, side in ((-1, "N"), (1, "S")):
                at = level
                while side in lying[at, column].openings.letters and (at + step, column) in lying:
                    at += step
                    tunnel.add(at)
            by_kind["wells"] += (1 if tile.well.value == "plain" else 2) + len(tunnel)
    return by_kind


@tables
@QUICK
@given(data=st.data())
def test_totals_are_the_sum_of_their_parts(table: Table, data: st.DataObject) -> None:
    playout = data.draw(playouts(table))
    for position in playout.positions[::9]:
        observation = table.game.observe(position.state)
        assert observation.totals == table.game.scores(position.state)
        for player, mine in zip(position.state.players, observation.mines, strict=True):
            parts = points(content_of(table), player.mine)
            for kind in ("veins", "altars", "wells", "fossils"):
                assert getattr(mine.score, kind) == parts[kind]
        for total, summary in zip(
            observation.totals, table.game.summary(observation)["scores"], strict=True
        ):  # type: ignore[call-overload]
            assert total == sum(summary.values())
        for reward in observation.rewards:
            assert all(paid in (0, *reward.places) for paid in reward.points)
        paid = [
            sum(seat_reward.points[seat] for seat_reward in observation.rewards)
            for seat in range(table.seats)
        ]
        assert paid == [mine.score.rewards for mine in observation.mines]
    ended = table.game.outcome(playout.positions[-1].state)
    assert ended is not None
    assert ended.scores == table.game.scores(playout.positions[-1].state)


@tables
@QUICK
@given(data=st.data())
def test_decisions_of_a_turn_can_be_taken_back_to_the_last_luck(
    table: Table, data: st.DataObject
) -> None:
    playout = data.draw(playouts(table))
    last = 0
    for position in playout.positions:
        state: State = position.state
        entry = playout.log[position.seq - 1] if position.seq else None
        if entry is not None and (entry.actor is None or entry.token == "done"):
            last = position.seq
        seat = state.acting
        if seat is None or isinstance(state.stage, Rolling) or table.game.chance(state) is not None:
            assert not any(driver.may_undo(position, other) for other in range(table.seats))
            continue
        back: Position[Any] = position
        while driver.may_undo(back, seat):
            back = driver.choose(table.game, back, seat, UNDO).position
        assert back.state == playout.positions[last].state
        assert back.seq - position.seq == position.seq - last
        assert not any(
            driver.may_undo(position, other) for other in range(table.seats) if other != seat
        )


@tables
@QUICK
@given(data=st.data())
def test_turn_pays_for_its_tiles_and_each_seat_has_ten_turns(
    table: Table, data: st.DataObject
) -> None:
    playout = data.draw(playouts(table))
    ended: Counter[int | None] = Counter()
    for before, advance, after in zip(
        playout.positions, playout.advances, playout.positions[1:], strict=False
    ):
        state: State = after.state
        summary = table.game.summary(table.game.observe(state)) if after.seq % 4 == 0 else None
        budget = state.turn.budget
        assert budget is None or budget >= 0
        if summary is not None:
            assert summary["budget"] == budget
            assert summary["finished"] == (state.stage is SimpleStage.FINISHED)
            assert summary["to_act"] == sorted(table.game.to_act(state))
            assert summary["round"] == state.round
        if advance.entry.token == "done":
            ended[advance.entry.actor] += 1
            assert budget is None
        if isinstance(before.state.stage, Placing) and not isinstance(state.stage, Placing):
            cost = content_of(table).piles[before.state.stage.pile].cost
            assert budget is not None
            assert 0 <= budget - (before.state.turn.budget or 0) + cost <= 4
    assert set(ended.values()) == {content_of(table).rounds}
    assert len(ended) == table.seats


@tables
@QUICK
@given(data=st.data())
def test_a_plus_opening_is_spent_once(table: Table, data: st.DataObject) -> None:
    positions = data.draw(playouts(table)).positions
    for before, after in pairwise(positions):
        for was, now in zip(before.state.players, after.state.players, strict=True):
            if was.mine == now.mine:
                continue
            old = {placed.tile: placed.plus for placed in was.mine}
            lying = letters(content_of(table), now.mine)
            for placed in now.mine:
                assert not placed.plus & ~old.get(
                    placed.tile, content_of(table).tiles[placed.tile].plus
                )
                for side in placed.plus.letters:
                    down, east, met = AROUND[side]
                    other = (placed.cell[0] + down, placed.cell[1] + east)
                    assert met not in lying.get(other, "")


@tables
@QUICK
@given(data=st.data())
def test_pile_and_cell_are_available_or_have_a_reason(table: Table, data: st.DataObject) -> None:
    for position in data.draw(playouts(table)).positions[::11]:
        state: State = position.state
        for seat in range(table.seats):
            tokens = driver.legal_tokens(table.game, position, seat)
            mine = state.players[seat].mine
            for place, pile in enumerate(content_of(table).piles):
                reason = why_not_take(content_of(table), state, seat, place)
                assert (reason is None) == (f"take {pile.name}" in tokens)
            around = [
                cell for tile_placed in mine for _, cell, _ in mines.neighbours(tile_placed.cell)
            ]
            for level, column in {
                *around,
                *(tile_placed.cell for tile_placed in mine),
                ENTRANCE,
                (9, 40),
            }:
                can = f"{level}.{column}"
                moved = why_not_move(content_of(table), state, seat, (level, column))
                assert (moved is None) == (f"move {can}" in tokens)
                placed = why_not_place(content_of(table), state, seat, (level, column))
                assert (placed is None) == (f"place {can}" in tokens)
                if placed is not None and placed.because is Because.WALL:
                    assert placed.sides


@tables
@QUICK
@given(data=st.data())
def test_observation_agrees_with_the_rules(table: Table, data: st.DataObject) -> None:
    for position in data.draw(playouts(table)).positions[::5]:
        observation = table.game.observe(position.state)
        seat = position.state.acting
        between = seat is None or position.state.stage is SimpleStage.RENEWING
        assert (observation.turn is None) == between
        if observation.turn is None or seat is None:
            continue
        turn = observation.turn
        offered = ["reroll"] * turn.may_reroll + ["raven"] * turn.may_call_raven
        offered += ["plus"] * turn.may_spend_plus
        offered += [f"card {card.name.value}" for card in observation.face_up if turn.may_take_card]
        offered += [f"take {pile.name}" for pile in observation.piles if pile.takeable]
        offered += [f"move {level}.{column}" for level, column in turn.movable]
        if turn.placing is not None:
            offered += [place.token for place in turn.placing.places]
        tokens = [
            token
            for token in driver.legal_tokens(table.game, position, seat)
            if token != "done" and not token.startswith("guess")
        ]
        assert tokens == offered
        assert (observation.phase is Phase.PLACE) == (turn.placing is not None)
        for pile in observation.piles:
            assert pile.payable or not pile.takeable


@tables
@QUICK
@given(data=st.data())
def test_shuffled_piles_give_a_tile_a_turn_and_are_turned_over_after_it(
    table: Table, data: st.DataObject
) -> None:
    playout = data.draw(playouts(table))
    shuffled = table.game.info.rules > 1
    words = [entry.token.partition(" ")[0] for entry in playout.log]
    assert ("tops" in words) == ("top" in words) == shuffled
    if not shuffled:
        assert "tops" not in table.game.summary(table.game.observe(playout.positions[-1].state))
        return
    built: list[str] = []
    due: list[str] = []
    for entry, (position, supply) in zip(playout.log, list(supplies(playout))[1:], strict=True):
        word, _, rest = entry.token.partition(" ")
        if due:
            assert (word, rest[:2]) == ("top", due.pop(0))
        if word == "take":
            assert rest not in built
            built.append(rest)
        if word == "done":
            due = sorted(pile for pile in built if supply.left[pile])
            built = []
        summary = table.game.summary(table.game.observe(position.state))
        assert summary["tops"] == supply.tops
        if summary["finished"]:
            due = []
        if due:
            assert summary["phase"] == "build"
            assert not table.game.to_act(position.state)
