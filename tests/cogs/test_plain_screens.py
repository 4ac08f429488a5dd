"""Screens for a game that has none of its own."""

from dataclasses import dataclass

import pytest

from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.screens.base import FIELDS_AT_MOST, PICK_AT_MOST, BadChoice, Control, Form, Menu, Panel
from cogs.screens.plain import PlainScreens
from cogs.ui.layouts import board_rows
from engine.core import driver
from engine.core.chance import Stream
from games.dice_miner.screens.screens import SCREENS
from tests.cogs.moments import scene as scene_of
from tests.cogs.moments import screens
from tests.cogs.offline import command, hand_in, offline, press
from tests.match.world import ANN, BEN, World
from tests.toy_game import Add, ToyAction, ToyGame, ToyState

PLAIN = PlainScreens()
SPOT = BoardVersion(123, 456)
STATE = ToyGame().resolve(ToyGame().new(3), (4,)).state


@dataclass(frozen=True, slots=True)
class ManyActions(ToyGame):
    many: int = 30

    def legal_actions(self, state: ToyState, seat: int) -> tuple[ToyAction, ...]:
        """Return "add 1" to "add `many`"."""
        return tuple(Add(n + 1) for n in range(self.many)) if seat in self.to_act(state) else ()


def test_games_without_screens_are_shown_plainly() -> None:
    assert screens("dice-miner") is SCREENS
    assert isinstance(screens("toy"), PlainScreens)


def test_each_action_has_a_button_labelled_by_its_notation() -> None:
    scene = scene_of(STATE, ToyGame())
    controls = PLAIN.controls(scene)
    assert [[control.label for control in group] for group in controls] == [
        ["add 1", "add 2", "add 3"]
    ]
    buttons = [control for control in controls[0] if isinstance(control, Control)]
    assert [button.tokens for button in buttons] == [("add 1",), ("add 2",), ("add 3",)]
    assert PLAIN.ask(scene)


def test_many_actions_move_to_a_form_that_takes_exactly_one() -> None:
    scene = scene_of(STATE, ManyActions())
    assert [[control.panel for control in group] for group in PLAIN.controls(scene)] == [["choose"]]
    form = PLAIN.form(scene, 0, "choose")
    assert isinstance(form, Form)
    assert [len(field.options) for field in form.fields] == [PICK_AT_MOST, 5]
    assert [field.at_least for field in form.fields] == [0, 0]
    names = [field.name for field in form.fields]
    assert PLAIN.tokens(scene, 0, "choose", {names[0]: ["add 7"], names[1]: []}) == ("add 7",)
    assert PLAIN.tokens(scene, 0, "choose", {"action": ["add 26"]}) == ("add 26",), "an older form"
    for panel, values in (
        ("choose", {"menu": ["add 31"]}),
        ("other", {"menu": ["add 7"]}),
        ("choose", {names[0]: ["add 7"], names[1]: ["add 26"]}),
        ("choose", {names[0]: [], names[1]: []}),
    ):
        with pytest.raises(BadChoice):
            PLAIN.tokens(scene, 0, panel, values)
    assert PLAIN.form(scene, 1, "choose") is None
    assert PLAIN.form(scene, 0, "other") is None
    assert PLAIN.form(scene, 0, "mine") is None, "nothing is hidden here"


@pytest.mark.parametrize("many", [20, 25, 100, 101, 300, 2_001])
def test_every_action_can_be_chosen_once(many: int) -> None:
    scene = scene_of(STATE, ManyActions(many=many))
    tokens: list[str] = []
    presses = 0

    def walk(groups: list[list[Control | Menu]], depth: int) -> None:
        nonlocal presses
        presses = max(presses, depth)
        for row in board_rows(SPOT, groups):
            assert len(row) <= 5
        for control in (part for group in groups for part in group):
            assert isinstance(control, Control)
            if control.panel is None:
                tokens.extend(control.tokens)
                continue
            opened = PLAIN.form(scene, 0, control.panel)
            if isinstance(opened, Panel):
                walk(opened.controls, depth + 1)
                continue
            assert isinstance(opened, Form)
            assert 1 <= len(opened.fields) <= FIELDS_AT_MOST
            for field in opened.fields:
                assert 1 <= len(field.options) <= PICK_AT_MOST
                tokens.extend(option.value for option in field.options)
            last = tokens[-1]
            assert PLAIN.tokens(scene, 0, control.panel, {"menu": [last]}) == (last,)

    walk(PLAIN.controls(scene), 1)
    assert tokens == [f"add {number + 1}" for number in range(many)]
    assert presses == (1 if many <= 100 else 2 if many <= 300 else 3)


def test_end_picture_says_who_won() -> None:
    """Nothing else shows the winner."""
    scene = scene_of(STATE, ToyGame())
    assert PLAIN.end(scene).alt == PLAIN.board(scene, ()).alt, "it is not over"
    position = driver.start(ToyGame(), 3)
    stream = Stream(bytes(32), "x")
    while True:
        for advance in driver.advance(ToyGame(), position, stream):
            position = advance.position
        if not (acting := ToyGame().to_act(position.state)):
            break
        action = ToyGame().legal_actions(position.state, min(acting))[0]
        token = ToyGame().notation(action)
        position = driver.choose(ToyGame(), position, min(acting), token).position
    alt = PLAIN.end(scene_of(position.state, ToyGame())).alt
    assert " won." in alt or " share the win." in alt
    assert all(str(points) in alt for points in ToyGame().scores(position.state))


def test_text_headline_and_story() -> None:
    scene = scene_of(STATE, ToyGame())
    assert PLAIN.text(scene) == "round: 0\npoints: [0, 0, 0]"
    assert PLAIN.headline(scene) == "toy"
    assert len(PLAIN.final(scene).splitlines()) == 3
    rolled = driver.advance(ToyGame(), driver.start(ToyGame(), 3), Stream(bytes(32), "x"))
    added = driver.choose(ToyGame(), rolled[-1].position, 0, "add 2")
    lines = PLAIN.story(scene, (*rolled, added))
    assert lines[0].startswith("Luck: roll ")
    assert lines[1].endswith("**: add 2")


async def test_plan_is_made_in_a_form_and_carried_out(world: World) -> None:
    loaded = await world.begun(ANN, BEN)
    match = loaded.record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        form = await press(client, BEN, families.PLAN.spell(match, "ahead"), 1)
        assert "add 2" in str(form.sent)
        await hand_in(client, BEN, families.PLAN_FORM.spell(match), 2, {"menu": ["add 2"]})
        move = families.MOVE.spell(BoardVersion(match, loaded.seq), ("add 1",))
        await press(client, ANN, move, 3)
        after = await client.services.matches.load(match)
    assert (1, "add 2") in [(entry.actor, entry.token) for entry in after.entries]


async def test_features_that_a_game_lacks_are_refused_in_words(world: World) -> None:
    match = (await world._lobby("solitaire").alone(world.asked(ANN))).record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        why = await press(client, ANN, families.MATCH.spell(match, "why"), 1)
        plan = await command(client, ANN, "plan", 2, {"match": match})
    assert "nothing to ask" in why.answers[0]
    assert plan.answers == ["You can't plan ahead in this game."]
