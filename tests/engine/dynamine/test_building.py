"""Placing and moving tiles, and their rewards (dynamine.md, Placing)."""

from dataclasses import replace

from engine.games.dynamine import mines
from engine.games.dynamine.state import ENTRANCE, State
from engine.games.dynamine.why import Because, why_not_move, why_not_place, why_not_take
from tests.engine.dynamine.table import CONTENT, GAME, building, mine, play, summary, tile, tokens


def takes(*words: str) -> list[str]:
    """Return the piles that the seat can take from."""
    return [word.split()[1] for word in words if word.startswith("take")]


def test_only_affordable_and_placeable_tiles_are_offered() -> None:
    poor = building({}, {}, budget=2)
    # Next to the entrance a tile must be open W, N or E. A2a is open E, C1a N and S.
    offered = takes(*tokens(poor))
    assert offered == ["A1", "A2", "B1", "B2", "C1", "D1", "D2", "E1", "E2", "F1", "F2"]
    walled = building({"1.-1": "A2a", "1.1": "B2a", "2.0": "A2b"}, {}, budget=9)
    assert takes(*tokens(walled)) == []
    assert tokens(walled) == ("done",)


def test_shared_sides_must_match_and_one_be_open() -> None:
    assert [spot.cell for spot in mines.places(CONTENT, (), tile("A1a"))] == [(1, -1), (1, 1)]
    position = building({"2.0": "F1a", "1.-1": "A1a"}, {})
    # F1b is open to the north, so 2.-1 is illegal: A1a above it is closed. At 1.1 and 1.-2 nothing
    # lies to the north.
    places = ("place 1.-2", "place 1.1", "place 2.1", "place 3.0")
    assert tokens(play(position, "take F1")) == places


def test_tile_is_paid_when_it_is_placed() -> None:
    position = building({}, {}, budget=5)
    taken = play(position, "take F1")
    after_taking, before = summary(taken.state), summary(position.state)
    assert after_taking == {**before, "phase": "place"}
    placed = summary(play(taken, "place 2.0").state)
    assert placed["budget"] == 4
    piles = placed["piles"]
    assert isinstance(piles, dict)
    assert piles["F1"] == 2


def test_a_plus_opening_pays_once_and_only_for_building() -> None:
    position = building({"1.1": "E1a"}, {}, action="move", budget=9)  # +1 to the east
    joined = play(position, "take A1", "place 1.2")
    assert joined.state.turn.budget == 9 - 1 + 1
    again = play(joined, "move 1.2", "place 1.-1", "take A1", "place 1.2")
    assert again.state.turn.budget == 9 - 1
    moved = play(position, "move 1.1", "place 1.-1")  # its +1 meets the entrance: spent
    assert moved.state.players[0].mine[0].plus == 0
    assert moved.state.turn.budget == 9
    own = building({}, {}, budget=9)
    own = play(own, "take E1", "place 1.-1")
    assert own.state.players[0].mine[0].plus == 0
    assert own.state.turn.budget == 8
    west = play(building({"1.-1": "A1a"}, {}, budget=9), "take E1", "place 1.1")
    assert west.state.players[0].mine[1].plus.letters == "E"


def test_unspent_plus_opening_moves_with_its_tile() -> None:
    position = building({"2.0": "F1a", "2.1": "E1a"}, {}, action="move", used=("E1",))
    moved = play(position, "move 2.1", "place 1.1")
    assert moved.state.players[0].mine[0].plus.letters == "E"
    assert play(moved, "take A1", "place 1.2").state.turn.budget == 9 - 1 + 1


def test_move_to_a_plus_opening_spends_it_without_a_point() -> None:
    position = building({"1.1": "E1a", "2.0": "F1a", "2.-1": "A1a"}, {}, action="move")
    moved = play(position, "move 2.-1", "place 1.2")
    assert moved.state.turn.budget == 9
    assert [placed.plus for placed in moved.state.players[0].mine] == [0, 0, 0]


def test_new_tile_can_be_moved_with_its_own_move() -> None:
    position = building({"1.1": "A1a", "2.0": "F1a"}, {}, used=("E1",))
    position = replace(position, state=_last(position.state, "E2"))
    built = play(position, "take E2", "place 2.-1")  # E2c: move, +1 to the east and south
    assert {"move 1.1", "move 2.-1"} <= set(tokens(built))
    moved = play(built, "move 2.-1", "place 1.-1")
    assert not [word for word in tokens(moved) if word.startswith("move")]


def _last(state: State, name: str) -> State:
    """Return the State with nothing but the last tile left in a pile."""
    place = [pile.name for pile in CONTENT.piles].index(name)
    tile = state.piles[place][-1]
    return replace(
        state,
        piles=(*state.piles[:place], (tile,), *state.piles[place + 1 :]),
        tops=(*state.tops[:place], tile, *state.tops[place + 1 :]),
    )


def test_outer_tile_is_one_that_no_other_depends_on() -> None:
    ring = mine({"2.0": "F1a", "1.1": "F1c", "2.1": "F1b"})
    assert mines.outer(CONTENT, ring) == ((1, 1), (2, 0), (2, 1))
    chain = mine({"2.0": "C1a", "3.0": "F1a", "3.1": "A1a"})
    assert mines.outer(CONTENT, chain) == ((3, 1),)


def test_each_reason_names_its_rule() -> None:
    position = building({"2.0": "C1a", "3.0": "F1a"}, {}, budget=2, used=("B1",), action="move")
    state = position.state
    names = [pile.name for pile in CONTENT.piles]
    said_of = {
        name: why_not_take(CONTENT, state, 0, names.index(name)) for name in ("A1", "B1", "A6")
    }
    assert said_of["A1"] is None
    assert said_of["B1"] is not None
    assert said_of["B1"].because is Because.EMPTY_PILE
    assert said_of["A6"] is not None
    assert (said_of["A6"].because, said_of["A6"].cost, said_of["A6"].budget) == (
        Because.TOO_DEAR,
        6,
        2,
    )
    cut = why_not_move(CONTENT, state, 0, (2, 0))
    assert cut is not None
    assert (cut.because, cut.cut_off) == (Because.NOT_OUTER, ((3, 0),))
    for cell, because in ((ENTRANCE, Because.ENTRANCE), ((9, 9), Because.NO_TILE)):
        reason = why_not_move(CONTENT, state, 0, cell)
        assert reason is not None
        assert reason.because is because
    taken = play(position, "take A1").state  # open E and W
    expected = {
        (2, 0): Because.OCCUPIED,
        (0, 0): Because.ABOVE_GROUND,
        (9, 9): Because.FAR_AWAY,
        (4, 0): Because.WALL,
        (2, 1): Because.WALL,
        (1, 1): None,
    }
    for cell, because_or_none in expected.items():
        reason = why_not_place(CONTENT, taken, 0, cell)
        assert (None if reason is None else reason.because) is because_or_none
    bare = play(building({"2.0": "C1a"}, {}), "take C1").state  # C1b: E, S, W beside a closed wall
    reason = why_not_place(CONTENT, bare, 0, (2, 1))
    assert reason is not None
    assert reason.because is Because.WALL
    assert reason.sides.letters == "W"
    other = why_not_take(CONTENT, state, 1, 0)
    assert other is not None
    assert other.because is Because.NOT_YOUR_TURN


def test_preview_shows_the_result_of_placing() -> None:
    position = building({"2.0": "F1a", "1.1": "E1a"}, {"2.0": "C2b"}, budget=9)
    taken = play(position, "take A3")
    turn = GAME.observe(taken.state).turn
    assert turn is not None
    assert turn.placing is not None
    before = GAME.scores(taken.state)[0]
    for place in turn.placing.places:
        after = play(taken, place.token)
        assert GAME.scores(after.state)[0] - before == place.gained.total
        assert after.state.turn.budget == 9 - 3 + place.bonus
    assert [place.token for place in turn.placing.places] == list(tokens(taken))
