"""Screens for a game that has none of its own."""

from dataclasses import dataclass

import pytest

from cogs.screens import SCREENS, screens
from cogs.screens.base import PICK_AT_MOST, BadChoice, Control, Form
from cogs.screens.plain import PlainScreens
from engine.core import driver
from engine.core.chance import Stream
from tests.cogs.moments import scene
from tests.toy_game import Add, ToyAction, ToyGame, ToyState

PLAIN = PlainScreens()
STATE = ToyGame().resolve(ToyGame().new(3), (4,)).state


@dataclass(frozen=True, slots=True)
class ManyActions(ToyGame):
    """The toy with 30 numbers to add."""

    def legal_actions(self, state: ToyState, seat: int) -> tuple[ToyAction, ...]:
        """Add 1 to 30."""
        return tuple(Add(n) for n in range(1, 31)) if seat in self.to_act(state) else ()


def test_which_games_have_their_own() -> None:
    """All others are shown plainly."""
    assert screens("dice-miner") is SCREENS["dice-miner"]
    assert isinstance(screens("toy"), PlainScreens)


def test_a_button_for_each_action() -> None:
    """Called by its notation; each one is legal."""
    told = scene(STATE, ToyGame())
    controls = PLAIN.controls(told)
    assert [[control.label for control in group] for group in controls] == [
        ["add 1", "add 2", "add 3"]
    ]
    buttons = [control for control in controls[0] if isinstance(control, Control)]
    assert [button.tokens for button in buttons] == [("add 1",), ("add 2",), ("add 3",)]
    assert PLAIN.ask(told)


def test_many_actions_need_a_form() -> None:
    """As many as a select holds are offered; what comes back is looked up among the legal."""
    told = scene(STATE, ManyActions())
    assert [[control.panel for control in group] for group in PLAIN.controls(told)] == [["choose"]]
    form = PLAIN.form(told, 0, "choose")
    assert isinstance(form, Form)
    assert len(form.fields[0].options) == PICK_AT_MOST
    assert PLAIN.tokens(told, 0, "choose", {"action": ["add 7"]}) == ("add 7",)
    for panel, value in (("choose", "add 31"), ("other", "add 7")):
        with pytest.raises(BadChoice):
            PLAIN.tokens(told, 0, panel, {"action": [value]})
    assert PLAIN.form(told, 1, "choose") is None
    assert PLAIN.form(told, 0, "other") is None


def test_the_end_says_who_won() -> None:
    """In the picture, as nothing beside it does."""
    told = scene(STATE, ToyGame())
    assert PLAIN.end(told).alt == PLAIN.board(told, ()).alt, "it is not over"
    position = driver.start(ToyGame(), 3)
    stream = Stream(bytes(32), "x")
    while True:
        for made in driver.advance(ToyGame(), position, stream):
            position = made.position
        if not (acting := ToyGame().to_act(position.state)):
            break
        action = ToyGame().legal_actions(position.state, min(acting))[0]
        token = ToyGame().notation(action)
        position = driver.choose(ToyGame(), position, min(acting), token).position
    alt = PLAIN.end(scene(position.state, ToyGame())).alt
    assert " won." in alt or " share the win." in alt
    assert all(str(points) in alt for points in ToyGame().scores(position.state))


def test_text() -> None:
    """Facts, story and points in lines."""
    told = scene(STATE, ToyGame())
    assert PLAIN.text(told) == "round: 0\npoints: [0, 0, 0]"
    assert PLAIN.headline(told) == "toy"
    assert len(PLAIN.final(told).splitlines()) == 3
    rolled = driver.advance(ToyGame(), driver.start(ToyGame(), 3), Stream(bytes(32), "x"))
    added = driver.choose(ToyGame(), rolled[-1].position, 0, "add 2")
    lines = PLAIN.story(told, (*rolled, added))
    assert lines[0].startswith("Luck: roll ")
    assert lines[1].endswith("**: add 2")
