"""Set-up, rounds, stars, the end and points, one test for each ruling."""

import pytest

from engine.core import driver
from engine.core.errors import BadEntry
from engine.core.turns import turns
from engine.core.types import Entry
from engine.games.dice_grid.events import SquareMarked
from engine.games.dice_grid.state import EndedBy, Finished
from tests.engine.dice_grid.table import CONTENT, GAME, SETUP, drawn, play, summary, tokens

NONE = {die.name: () for die in CONTENT.dice}


def test_mark_counts_only_with_its_last_word() -> None:
    assert len(tokens(play())) == 36
    assert tokens(play())[:7] == ("at a1", "at b1", "at c1", "at d1", "at e1", "at f1", "at a2")
    assert tokens(play("at c4")) == tuple(f"write d{n}" for n in (4, 6, 8, 10, 12, 20))
    begun = summary(play("at c4", "write d8"))
    assert begun["phase"] == "setup"
    assert begun["marker"] is None
    assert begun["open"] == summary(play())["open"]
    assert begun["totals"] == [12]
    finished = summary(play(*SETUP))
    assert finished == {
        "finished": False,
        "to_act": [0],
        "phase": "choose",
        "grid": ["......", "......", "......", "..8...", "......", "......"],
        "marker": "c4",
        "open": {
            "d4": [*range(1, 5)],
            "d6": [*range(1, 7)],
            "d8": [1, 2, 3, 4, 6, 7, 8],
            "d10": [*range(1, 11)],
            "d12": [*range(1, 13)],
            "d20": [*range(1, 21)],
        },
        "stars": 3,
        "result": None,
        "totals": [13],
        "score": {"squares": 1, "columns": 0, "rows": 0, "stars": 12},
    }


def test_box_is_crossed_before_a_roll_of_two_or_more() -> None:
    due = play(*SETUP, "die d4", "cross 2")
    assert summary(due)["to_act"] == []
    assert summary(due)["phase"] == "choose"
    assert due.state.open[0] == (1, 3, 4)
    bounds = GAME.chance(due.state)
    assert bounds == (3,)
    for face, drawn_number in (("2", 0), ("4", 2)):
        assert GAME.read_chance(due.state, f"roll {face}") == (drawn_number,)
    for bad in ("roll 1", "roll 5", "roll 02", "roll 2 "):
        with pytest.raises(BadEntry, match="from 2 to 4"):
            play(bad, after=due)


def test_moves_are_sorted_by_square_and_steps_before_the_star() -> None:
    rolled = play(*SETUP, "die d6", "cross 6", "roll 3")
    assert tokens(rolled) == (
        "go c2 2",
        "go b3 2",
        "go c3 1",
        "go d3 2",
        "go a4 2",
        "go b4 1",
        "go d4 1",
        "go e4 2",
        "go b5 2",
        "go c5 1",
        "go d5 2",
        "go c6 2",
        "star",
    )
    assert summary(rolled)["result"] == 3


def test_square_can_be_reached_in_different_numbers_of_steps() -> None:
    rolled = play(*SETUP, "die d8", "cross 8", "roll 8")
    steps = [word for word in tokens(rolled) if word.startswith("go c3")]
    assert steps == ["go c3 1", "go c3 3", "go c3 5", "go c3 7"]
    moved = play("go c3 3", after=rolled)
    assert summary(moved)["phase"] == "mark"
    assert summary(moved)["result"] == 8
    assert summary(moved)["marker"] == "c4"
    # 5 is left: a d4 has none, the d8's is crossed, and the column has a d8 already.
    assert tokens(moved) == ("write d6", "write d10", "write d12", "write d20")
    marked = play("write d6", after=moved)
    assert summary(marked)["marker"] == "c3"
    assert marked.state.open[1] == (1, 2, 3, 4, 6)
    assert summary(marked)["result"] is None
    assert summary(marked)["phase"] == "choose"


def test_marked_squares_can_be_crossed_but_not_ended_on() -> None:
    walled = drawn("48.... 6..... ...... ...... ...... ......", "a1", 3)
    assert tokens(walled) == ("go c1 2", "go b2 2", "go a3 2", "star")


def test_type_occurs_once_in_a_row_and_column() -> None:
    full = drawn(".4.6.. ...... 8..... ...... T..... W.....", "b1", 2)
    assert "go a1 1" in tokens(full)
    assert "go a1 1" not in tokens(drawn(".4.6X. ...... 8..... ...... T..... W.....", "b1", 2))


def test_a_star_marks_any_square_with_any_box() -> None:
    """The star is spent only by the mark, and the result stays valid until then."""
    rolled = play(*SETUP, "die d20", "cross 20", "roll 2")
    written = play("star", "at f1", "write d20", after=rolled)
    assert summary(written)["phase"] == "mark"
    assert (summary(written)["stars"], summary(written)["result"]) == (3, 2)
    assert len(tokens(play("star", after=rolled))) == 35
    assert len(tokens(written)) == 19
    marked = play("cross 19", after=written)
    assert (summary(marked)["stars"], summary(marked)["marker"]) == (2, "f1")
    assert summary(marked)["totals"] == [10]


def test_last_star_ends_the_match_after_its_mark() -> None:
    rolled = drawn("4..... ...... ...... ...... ...... ......", "a1", 5, stars=1)
    over = play("star", "at b2", "write d4", "cross 1", after=rolled)
    assert over.state.stage == Finished(EndedBy.LAST_STAR)
    assert GAME.scores(over.state) == (2,)
    assert summary(over)["finished"] is True


def test_without_a_move_the_player_ends_or_uses_a_star() -> None:
    few = NONE | {"d20": (20,)}
    stuck = drawn("4..... ...... ...... ...... ...... ......", "a1", 2, boxes=few)
    assert tokens(stuck) == ("star", "end")
    over = play("end", after=stuck)
    assert over.state.stage == Finished(EndedBy.PLAYER)
    assert summary(over)["result"] is None
    assert GAME.scores(over.state) == (13,)


def test_last_box_allows_one_roll_and_then_the_match_ends() -> None:
    """The round pays with that box, so no roll can be written down."""
    open_boxes = NONE | {"d20": (1,), "d12": (7,)}
    rolled = drawn("4..... ...... ...... ...... ...... ......", "a1", 2, boxes=open_boxes)
    over = play("go b1 1", "write d20", "die d12", "cross 7", "roll 12", after=rolled)
    assert over.state.stage == Finished(EndedBy.STUCK)
    assert GAME.scores(over.state) == (14,)
    assert summary(over)["result"] is None


def test_full_lines_score_three_and_the_event_names_them() -> None:
    rows = "468TW. ...... ...... ...... ...... ......"
    rolled = drawn(rows, "e1", 21, stars=1)
    moved = play("go f1 1", after=rolled)
    written = play("write d20", after=moved)
    assert summary(written)["score"] == {"squares": 6, "columns": 0, "rows": 3, "stars": 4}
    step = GAME.apply(moved.state, 0, GAME.legal_actions(moved.state, 0)[-1])
    (event,) = step.events
    assert isinstance(event, SquareMarked)
    assert (event.full_row, event.full_column) == (True, False)


def test_undo_goes_back_word_by_word_to_the_last_roll() -> None:
    words = ("go c3 1", "write d6", "die d4")
    rolled = play(*SETUP, "die d6", "cross 6", "roll 3")
    back = play(*words, "undo", "undo", "undo", after=rolled)
    assert back.state == rolled.state
    with pytest.raises(BadEntry, match="taken back"):
        play("undo", after=back)
    with pytest.raises(BadEntry, match="taken back"):
        play(*words, "cross 1", "undo", after=rolled)
    again = play("go c5 1", "undo", "star", "at a1", "write d4", "cross 4", after=back)
    assert play("undo", "undo", "undo", "undo", after=again).state == rolled.state
    first = play(*SETUP, "die d4", "undo", "undo", "undo", "undo")
    assert first.state == play().state


def test_undo_is_refused_once_the_match_is_over() -> None:
    rolled = drawn("4..... ...... ...... ...... ...... ......", "a1", 5, stars=1)
    with pytest.raises(BadEntry, match="taken back"):
        play("star", "at b2", "write d4", "cross 1", "undo", after=rolled)


def test_undone_words_belong_to_their_round() -> None:
    words = (*SETUP, "die d6", "cross 6", "roll 3", "go c3 1", "write d6", "die d4")
    again = ("undo", "undo", "write d10", "die d8", "cross 8", "roll 2")
    position, advances = driver.start(GAME, 1), []
    for word in (*words, *again):
        actor = None if word.startswith("roll ") else 0
        advances.append(driver.read(GAME, position, Entry(position.seq, actor, word)))
        position = advances[-1].position
    assert turns(GAME, 1, advances[: len(words)]) == (
        range(3),
        range(3, 8),
        range(8, 9),
    )
    assert turns(GAME, 1, advances) == (range(3), range(3, 12), range(12, 15))
