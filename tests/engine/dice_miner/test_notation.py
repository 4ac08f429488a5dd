"""Tokens of seats and of luck, both ways."""

import pytest

from engine.core.errors import BadToken
from engine.games.dice_miner.actions import (
    Action,
    ChooseHero,
    Keep,
    Reroll,
    Salud,
    SimpleAction,
    Spend,
    SpendHero,
    Take,
)
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.state import (
    Finished,
    First,
    Recovering,
    Rerolling,
    Sharing,
    SimpleStage,
    State,
)
from tests.engine.dice_miner.table import CONTENT, FILL, GAME, die, table


@pytest.mark.parametrize(
    ("expected", "action"),
    [
        ("hero dragon-slayer", ChooseHero(HeroName.DRAGON_SLAYER)),
        ("take t03", Take(2)),
        ("take h01", Take(27)),
        ("salud t07 2", Salud(6, 2)),
        ("stop", SimpleAction.STOP),
        ("spend m03", Spend(54)),
        ("spend hero1", SpendHero(1)),
        ("reroll t11", Reroll(10)),
        ("pass", SimpleAction.PASS),
        ("keep h02", Keep(28)),
        ("done", SimpleAction.DONE),
    ],
)
def test_every_action_has_one_token(expected: str, action: Action) -> None:
    assert expected == GAME.notation(action)


def test_die_order() -> None:
    names = [CONTENT.name(number) for number in range(60)]
    assert [names[place] for place in (0, 26, 27, 36, 37, 43, 44, 51, 52, 59)] == [
        "t01",
        "t27",
        "h01",
        "h10",
        "k01",
        "k07",
        "g01",
        "g08",
        "m01",
        "m08",
    ]
    assert all(number == CONTENT.die(name) for number, name in enumerate(names))
    assert CONTENT.die("t28") is None
    assert CONTENT.die("t1") is None


def three() -> State:
    """Three seats roll for the start."""
    return GAME.new(3)


def filling() -> State:
    """The mountain is about to be filled; two dice are not in the bag."""
    return table(SimpleStage.FILL, "t25=1", "m08=1")


def sharing() -> State:
    """One beer die rolls."""
    return table(Sharing(0, die("t07"), 1), "t07=6", "")


def rerolling() -> State:
    """Two dice roll in the order chosen."""
    return table(Rerolling(0, (), (die("t11"), die("t02"))), "t11=1 t02=1", "")


def recovering() -> State:
    """All dice except the kept ones are about to roll."""
    return table(Recovering(((die("t01"),), ())), "t01=1 h01=1", "t02=1 g01=1")


@pytest.mark.parametrize(
    ("state", "token", "numbers"),
    [
        (three(), "first 3,6,6", (2, 5, 5)),
        (table(First((0, 2)), "", "", ""), "first 1,2", (0, 1)),
        (sharing(), "roll t07=2", (1,)),
        (rerolling(), "roll t11=6,t02=1", (5, 0)),
        (recovering(), "roll h01=1,t02=2,g01=3", (0, 1, 2)),
        (filling(), f"fill {FILL}", (0, 0, 0, 1, 0, 2, 0, 3, 0, 4) * 4),
    ],
)
def test_luck_tokens_round_trip(state: State, token: str, numbers: tuple[int, ...]) -> None:
    assert numbers == GAME.read_chance(state, token)
    assert token == GAME.chance_notation(state, numbers)
    bounds = GAME.chance(state)
    assert bounds is not None
    assert len(numbers) == len(bounds)


SHORT = FILL.rsplit(",", 1)[0]


@pytest.mark.parametrize(
    ("state", "token"),
    [
        (three(), "first 3,6"),
        (three(), "first 3,6,6,6"),
        (three(), "first 3,6,7"),
        (three(), "first 3,6,0"),
        (three(), "first 3,6,06"),
        (three(), "first 3, 6,6"),
        (three(), "first 3,6,6 "),
        (three(), "first 3,6,6,"),
        (three(), "first  3,6,6"),
        (three(), "first ３,6,6"),
        (three(), "first"),
        (three(), "roll t01=1"),
        (three(), ""),
        (sharing(), "roll t07=7"),
        (sharing(), "roll t07=0"),
        (sharing(), "roll t08=2"),
        (sharing(), "roll t07=2,t08=2"),
        (sharing(), "roll t7=2"),
        (sharing(), "roll T07=2"),
        (sharing(), "roll t07 = 2"),
        (sharing(), "roll t07=2,"),
        (sharing(), "roll "),
        (sharing(), "roll t99=2"),
        (sharing(), "roll x01=2"),
        (rerolling(), "roll t02=1,t11=6"),
        (rerolling(), "roll t11=1"),
        (recovering(), "roll t01=1,h01=1,t02=2,g01=3"),
        (filling(), f"fill {SHORT}"),
        (filling(), f"fill {FILL},t21=1"),
        (filling(), f"fill {SHORT},t01=1"),
        (filling(), f"fill {SHORT},t25=1"),
        (filling(), f"fill {SHORT},t20=9"),
        (filling(), f"roll {FILL}"),
        (table(SimpleStage.FILL, "", ""), "lot 0"),
        (table(Finished((0,)), "", ""), "lot 0"),
    ],
)
def test_bad_luck_token_is_refused(state: State, token: str) -> None:
    with pytest.raises(BadToken):
        GAME.read_chance(state, token)
