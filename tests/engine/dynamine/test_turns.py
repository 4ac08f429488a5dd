"""The order of a match, and the rules of a turn (dynamine.md, Ten rounds)."""

from dataclasses import replace

import pytest

from engine.core import driver
from engine.core.driver import UNDO
from engine.core.errors import BadEntry, NotLegal
from engine.core.fortune import NOTHING
from tests.engine.dynamine.table import CONTENT, GAME, begun, building, cards, play, summary, tokens

SETUP = ("start 1", "missions skull,halls", "cards ring,plan,well")


def test_match_begins_with_start_missions_cards_token_and_roll() -> None:
    phases = []
    position = begun(2)
    for word in (*SETUP, "turn 3", "roll 4"):
        phases.append(summary(position.state)["phase"])
        position = play(position, word)
    assert phases == ["setup"] * 4 + ["build"]
    shown = summary(position.state)
    assert (shown["to_act"], shown["phase"], shown["round"]) == ([1], "build", 1)
    assert (shown["token"], shown["budget"]) == (3, 2 + 4)
    assert shown["face_up"] == ["ring", "plan", "well"]
    assert shown["mines"] == [
        {"tiles": {}, "depth": 1, "veins": 0, "cards": [card], "plus": 0}
        for card in ("skull", "halls")
    ]
    assert GAME.scores(position.state) == (0, 0)


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ((), "start 2"),
        ((), "start 01"),
        (("start 0",), "missions skull"),
        (("start 0",), "missions skull,skull"),
        (("start 0",), "missions ring,skull"),
        (SETUP[:2], "cards skull,ring,plan"),
        (SETUP[:2], "cards ring, plan,well"),
        (SETUP, "turn 11"),
        ((*SETUP, "turn 3"), "roll 7"),
        ((*SETUP, "turn 3"), "turn 4"),
        ((*SETUP, "turn 3", "roll 4"), "roll 4"),
        ((*SETUP, "turn 3", "roll 4"), "take b3"),
        ((*SETUP, "turn 3", "roll 4"), "place 2.0"),
        ((*SETUP, "turn 3", "roll 4", "take A1"), "place 1.+1"),
        ((*SETUP, "turn 3", "roll 4", "take A1"), "place 2.0"),
    ],
)
def test_impossible_luck_and_spellings_are_refused(words: tuple[str, ...], word: str) -> None:
    with pytest.raises(BadEntry):
        play(begun(2, *words), word)


def test_each_draw_is_bounded_by_the_remaining_parts() -> None:
    position = begun(4)
    asked = []
    for word in ("start 0", "missions skull,halls,well,altar", "cards ring,raven,plan"):
        bounds = GAME.chance(position.state)
        assert bounds is not None
        asked.append(bounds)
        position = play(position, word)
    assert asked == [(4,), (6, 5, 4, 3), (8, 7, 6)]
    for left in range(10, 0, -1):
        bounds = GAME.chance(position.state)
        assert bounds == (left,)
        position = play(position, f"turn {left}")
        for _ in range(4):
            if "guess none" in tokens(position):
                position = play(position, "guess none")
            position = play(position, "roll 2", "done")
    assert GAME.outcome(position.state) is not None
    assert summary(position.state)["budget"] is None
    assert summary(position.state)["phase"] == "finished"


def test_right_guess_scores_immediately_and_not_with_the_raven() -> None:
    guessing = begun(2, "start 0", "missions skull,halls", "cards ring,raven,well", "turn 9")
    assert tokens(guessing) == (*(f"guess {n}" for n in range(1, 7)), "guess none")
    assert summary(guessing.state)["phase"] == "guess"
    for guess, face, budget in (("4", 4, 6), ("4", 3, 4), ("none", 4, 5)):
        rolled = play(guessing, f"guess {guess}", f"roll {face}")
        assert rolled.state.turn.budget == budget
    second = play(guessing, "guess 1", "roll 1", "card raven", "cards plan", "raven", "roll 1")
    assert second.state.turn.budget == (1 + 1 + 1) + 1


def test_reroll_comes_first_and_adds_one_point() -> None:
    position = building({}, {}, action="reroll", die=2, budget=3)
    assert tokens(position)[0] == "reroll"
    again = play(position, "reroll")
    assert summary(again.state)["budget"] == 3
    assert GAME.to_act(again.state) == frozenset()
    again = play(again, "roll 5")
    assert again.state.turn.budget == 3 - 2 + 5 + 1
    assert "reroll" not in tokens(again)
    built = play(position, "take A1", "place 1.1")
    assert "reroll" not in tokens(built)
    back = play(built, UNDO, UNDO)
    assert tokens(back)[0] == "reroll"
    assert "reroll" not in tokens(building({}, {}, die=2))


def test_raven_adds_a_roll_once_per_match() -> None:
    position = play(building({}, {}, hands=("raven",), budget=4), "raven", "roll 5")
    assert position.state.turn.budget == 9
    assert "raven" not in tokens(position)
    (held,) = GAME.observe(position.state).mines[0].cards
    assert held.used


def test_one_on_the_die_brings_a_card_or_a_move_once_per_turn() -> None:
    """The raven's roll can take it away or bring it, but never a second one."""
    one_rolled = building({"1.1": "A1a"}, {}, hands=("raven",), die=1, used=("B1",))
    assert [word for word in tokens(one_rolled) if word.startswith(("card", "move"))] == [
        "card ring",
        "card barrel",
        "card torches",
        "move 1.1",
    ]
    carded = play(one_rolled, "card barrel")
    assert summary(carded.state)["face_up"] == ["ring", "torches"]
    carded = play(carded, "cards plan")
    assert summary(carded.state)["face_up"] == ["ring", "plan", "torches"]
    assert not [word for word in tokens(carded) if word.startswith(("card", "move"))]
    second = play(carded, "raven", "roll 1")
    assert not [word for word in tokens(second) if word.startswith(("card", "move"))]
    moved = play(one_rolled, "move 1.1", "place 1.-1")
    assert not [word for word in tokens(moved) if word.startswith(("card", "move"))]
    lost = play(one_rolled, "raven", "roll 2")
    assert not [word for word in tokens(lost) if word.startswith(("card", "move"))]
    won = play(building({}, {}, hands=("raven",), die=2), "raven", "roll 1")
    assert "card ring" in tokens(won)


def test_card_taken_with_an_empty_deck_can_be_taken_back() -> None:
    position = building({}, {}, die=1)
    position = replace(position, state=replace(position.state, deck=()))
    taken = play(position, "card raven")
    assert taken.state.face_up == cards("ring", "barrel")
    assert GAME.to_act(taken.state) == {0}
    assert play(taken, UNDO).state == position.state


def test_new_plus_tokens_wait_for_a_later_turn() -> None:
    position = building({}, {}, plus=2, budget=4)
    spent = play(position, "plus", "plus")
    assert (spent.state.turn.budget, spent.state.supply) == (6, 4)
    assert "plus" not in tokens(spent)
    token_gained = play(spent, "take E2", "place 1.-1")
    assert (token_gained.state.players[0].plus, token_gained.state.supply) == (1, 3)
    assert "plus" not in tokens(token_gained)
    later = play(token_gained, "done", "roll 2", "done", "turn 2", "roll 2")
    assert "plus" in tokens(later)


def test_an_empty_supply_gives_no_token() -> None:
    position = building({}, {}, budget=6)
    position = replace(position, state=replace(position.state, supply=0))
    built = play(position, "take E2", "place 1.-1")
    assert built.state.players[0].plus == 0


def test_rights_to_move_are_used_in_order() -> None:
    """The order is: tile, round token, die, plan. The plan's two moves must be used in one turn."""
    tree = {"1.1": "A1a", "2.0": "F1a"}
    position = building(tree, {}, hands=("plan",), die=1, action="move", used=())
    turn = GAME.observe(position.state).turn
    assert turn is not None
    assert [(right.value, many) for right, many in turn.rights] == [
        ("round", 1),
        ("die", 1),
        ("plan", 2),
    ]
    there, back = ("move 1.1", "place 1.-1"), ("move 1.-1", "place 1.1")
    once = play(position, *there)
    assert "card ring" in tokens(once)
    twice = play(once, *back)
    assert "card ring" not in tokens(twice)
    assert not twice.state.players[0].plan_used
    thrice = play(twice, *there)
    assert thrice.state.players[0].plan_used
    assert "move 1.-1" in tokens(thrice)
    assert "move 1.1" not in tokens(play(thrice, *back))
    later = play(thrice, "done", "roll 2", "done", "turn 2", "roll 2")
    assert "move 1.-1" not in tokens(later)


def test_decisions_can_be_taken_back_to_the_last_luck() -> None:
    position = building({}, {}, plus=1)
    moves = ("plus", "take F1", "place 2.0", "take C1", "place 3.0")
    now, states = position, [position.state]
    for word in moves:
        now = play(now, word)
        states.append(now.state)
    for state in reversed(states[:-1]):
        now = play(now, UNDO)
        assert now.state == state
    with pytest.raises(NotLegal):
        driver.choose(GAME, now, 0, UNDO)
    for last in ("done", "raven", "card ring"):
        asked = play(building({}, {}, hands=("raven skull",), die=1), last)
        assert not driver.may_undo(asked, 0)


def test_luck_counts_in_building_points_of_the_rolling_seat() -> None:
    start = begun(2)
    assert GAME.fortunes(start.state, play(start, "start 1").state) == (NOTHING, NOTHING)
    before = begun(2, *SETUP, "turn 9", "guess 6")
    others, mine = GAME.fortunes(before.state, play(before, "roll 6").state)
    assert others == NOTHING
    assert (mine.dice, mine.points, mine.expected) == (1, 7, round(1000 * 22 / 6))
    assert len(CONTENT.tiles) == 98
