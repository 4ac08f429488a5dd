"""Buttons, menus and forms of versions before 0.2.0, whose custom_ids had another form."""

import pytest

from tests.cogs.offline import hand_in, offline, press
from tests.cogs.test_true_answers import facts
from tests.match.world import ANN, BEN, World

BUTTONS = (
    *("s1:1:1:add 1", "ch1:1:1:choose", "c1:1:1:add 2", "p1:1:1:choose", "u1:1:2", "n1:1"),
    *("v1:1:6:claim", "g1:1:resign", "a1:1:leave", "y1:1", "x1:1:1", "l1:1:accept"),
    *("r1:1:1:open", "j1:1:1", "sh1:1:end:open", "i1:server:0", "t1:1::practise", "to1:help"),
    *("b1:11:wins:all:0:on", "k1:11:all", "h1:11:11:0:on", "ba1:0"),
    *("m1:back", "w1:times", "e1:noise", "d1:forget"),
)
FORMS = ("f1:1:1:choose", "q1:1", "z1:1:1", "o1:time", "lw1:1")


@pytest.mark.parametrize("custom_id", [*BUTTONS, *FORMS])
async def test_outdated_custom_id_changes_nothing_and_shows_the_way(
    world: World, custom_id: str
) -> None:
    await world.begun(ANN, BEN)
    before = facts(world.path)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        if custom_id in FORMS:
            answers = (await hand_in(client, ANN, custom_id, 1, {})).answers
            assert answers == ["This form is out of date. Open it again."]
        else:
            answers = (await press(client, ANN, custom_id, 1)).answers
            expected = "This button is out of date. `/board` posts the current board."
            assert answers == [expected]
    assert facts(world.path) == before
