"""What a board of Dice Miner offers to a thumb: buttons and menus by which every choice can be
made in a few presses, and none that the rules refuse."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from cogs.screens import Menu, Scene
from cogs.screens.base import MENU, PICK_AT_MOST, BadChoice, Control, Form, Style
from cogs.ui.layouts import board_rows, compose
from engine.core import driver
from engine.core.driver import Position
from engine.core.errors import NotLegal
from engine.games.dice_miner.content import Kind, Symbol
from engine.games.dice_miner.observation import Phase, Reach
from engine.games.dice_miner.state import Excavation, Keeping, Magic
from games.dice_miner.screens.screens import DiceMinerScreens
from tests.cogs.moments import GAME, Moment, Pick, moments, picker, scene
from tests.cogs.test_layout import BELOW, PICTURE, SPOT, check
from tests.engine.dice_miner.table import table

SCREENS = DiceMinerScreens()
SELECT, BUTTON = 3, 2


@cache
def scenes() -> tuple[tuple[Moment, Scene], ...]:
    """Every moment, and what its board is made of."""
    return tuple((moment, moment.scene()) for moment in moments())


def offered(told: Scene) -> list[Control | Menu]:
    """All that can be used on the board."""
    return [control for group in SCREENS.controls(told) for control in group]


def buttons(told: Scene) -> list[Control]:
    """Its buttons."""
    return [control for control in offered(told) if isinstance(control, Control)]


def menus(told: Scene) -> list[Menu]:
    """Its menus."""
    return [control for control in offered(told) if isinstance(control, Menu)]


def seat_of(told: Scene, menu: Menu) -> int:
    """Whose menu it is."""
    if menu.panel.startswith("keep"):
        return int(menu.panel.split()[1])
    (seat,) = told.to_act
    return seat


def test_heroes_stand_in_threes() -> None:
    """As on the picture: six make two rows, and none stands alone in a row of its own."""
    drafts = [told for _, told in scenes() if told.view.phase is Phase.SETUP and told.to_act]
    full = [told for told in drafts if len(told.view.free_heroes) == 6]
    assert full
    for told in full:
        rows = board_rows(SPOT, SCREENS.controls(told))
        assert [len(row) for row in rows] == [3, 3]


@cache
def all_menus() -> tuple[tuple[Moment, Scene, Menu], ...]:
    """Every menu of every moment."""
    return tuple((moment, told, menu) for moment, told in scenes() for menu in menus(told))


def decided(moment: Moment, told: Scene, menu: Menu, ticked: Sequence[str]) -> Position:  # type: ignore[type-arg]
    """Where these ticks lead; raises BadChoice and NotLegal."""
    seat = seat_of(told, menu)
    position = moment.position
    for token in SCREENS.tokens(told, seat, menu.panel, {MENU: ticked}):
        position = driver.choose(GAME, position, seat, token).position
    return position


def test_there_are_menus_of_all_kinds() -> None:
    """The matches lead through each often enough to mean something."""
    counted = Counter(menu.panel.split()[0] for _, _, menu in all_menus())
    assert set(counted) == {"keep", "spend", "reroll"}
    assert min(counted.values()) >= 4


def ticked_at_random(menu: Menu, pick: Pick) -> list[str]:
    """Ticks that Discord lets somebody set."""
    values = [option.value for option in menu.options]
    wanted = menu.at_least + pick(menu.at_most - menu.at_least + 1)
    return [values.pop(pick(len(values))) for _ in range(wanted)]


@pytest.mark.parametrize("taste", ["x", "y", "z"])
def test_magic_can_only_be_ticked_as_the_rules_want(taste: str) -> None:
    """Whatever Discord lets somebody tick in a menu of magic counts."""
    pick = picker(taste)
    for moment, told, menu in all_menus():
        if not menu.panel.startswith("keep"):
            after = decided(moment, told, menu, ticked_at_random(menu, pick))
            assert after.state != moment.position.state


def test_keeping_counts_or_says_what_to_mend() -> None:
    """What may be ticked is kept; only a chest die that keeps nothing itself can be too much."""
    pick, seen = picker("x"), Counter[bool]()
    rich = table(Keeping((0,), ((), ())), "t01=1 t02=2 t03=3 k01=5 k02=5 h01=1", "")
    chests_too = Moment(Position(rich), ())
    keeps = [one for one in all_menus() if one[2].panel.startswith("keep")]
    keeps += [(chests_too, told, menu) for told in [chests_too.scene()] for menu in menus(told)]
    for moment, told, menu in keeps * 8 + keeps[-1:] * 30:
        mine = told.view.seats[seat_of(told, menu)]
        dice = {held.die.name: held.die.face for held in mine.hoard}
        ticked = ticked_at_random(menu, pick)
        chests = sum(dice[die].count for die in ticked if dice[die].symbol is Symbol.CHEST)
        fits = len(ticked) + chests <= mine.chests
        seen[fits] += 1
        if fits:
            decided(moment, told, menu, ticked)
            continue
        assert chests
        with pytest.raises(BadChoice) as refused:
            decided(moment, told, menu, ticked)
        assert refused.value.mendable
    assert min(seen[True], seen[False]) > 5


def test_each_face_that_can_be_chosen_is_in_the_menu() -> None:
    """Of equal dice as many as can be chosen, of different ones each, in as many lines as Discord
    takes."""
    for _, told, menu in all_menus():
        seen = {held.die.name: held.die for held in told.view.seats[seat_of(told, menu)].hoard}
        if menu.panel.startswith("keep"):
            legal = told.tokens(seat_of(told, menu))
            there = [die for die in seen.values() if f"keep {die.name}" in legal]
        elif menu.panel == "reroll":
            there = list(told.view.spending.targets)
        else:
            (source,) = [one for one in told.view.sources if one.token == menu.panel]
            there = list(source.targets)
        listed = [seen[option.value] for option in menu.options]
        assert 1 <= len(listed) <= PICK_AT_MOST
        assert 1 <= menu.at_least <= menu.at_most <= len(listed)
        assert {(die.kind, die.face) for die in listed} == {(die.kind, die.face) for die in there}
        times = Counter((die.kind, die.face) for die in listed)
        most = Counter((die.kind, die.face) for die in there)
        whole = all(times[face] >= min(menu.at_most, most[face]) for face in most)
        more = [one for one in buttons(told) if one.panel is not None]
        assert whole or more, "what the menu has no line for can be chosen in a form"


def test_every_source_and_every_seat_has_a_menu() -> None:
    """Magic: a menu or a button a source that differs; keeping: a menu for each who can keep."""
    for _, told in scenes():
        match told.view.phase:
            case Phase.MAGIC | Phase.TIEBREAK:
                panels = {one.panel for one in offered(told)} - {None}
                kinds = {(s.die is None, s.diamonds, s.count) for s in told.view.sources}
                assert len(panels) == (1 if told.view.spending else len(kinds))
            case Phase.RECOVERY:
                asked = {seat_of(told, menu) for menu in menus(told)}
                assert asked <= {*told.to_act}
                for seat in {*told.to_act} - asked:
                    assert told.tokens(seat) == ("done",)
            case _:
                assert menus(told) == []


def test_how_many_may_be_kept_is_said() -> None:
    """The menu says whose it is, and how many."""
    told = scene(table(Keeping((0, 1), ((), ())), "t01=1 t02=2 k01=5", "t03=1", heroes="treasurer"))
    told = replace(told, players=(replace(told.players[0], name="Ada"), told.players[1]))
    (menu,) = [menu for menu in menus(told) if menu.panel == "keep 0"]
    assert menu.label == "🧰 Ada: keep up to 4 dice"
    assert (menu.at_least, menu.at_most) == (1, 3)


def test_others_dice_are_not_kept() -> None:
    """Who uses somebody else's menu is told so, and has nothing to mend."""
    told = scene(table(Keeping((0, 1), ((), ())), "t01=1 k01=5", "t03=1 k02=5"))
    with pytest.raises(BadChoice, match="somebody else's") as refused:
        SCREENS.tokens(told, 1, "keep 0", {MENU: ["t01"]})
    assert not refused.value.mendable


def test_salud_is_one_press() -> None:
    """A button for each kind of beer and each friend: none opens a form."""
    shared = 0
    for moment, told in scenes():
        if not told.view.beers:
            continue
        salud = [one for one in buttons(told) if one.tokens[:1] and "salud" in one.tokens[0]]
        kinds = {beer.kind for beer in told.view.beers}
        assert len(salud) == len(kinds) * len(told.view.friends)
        assert all(one.panel is None for one in buttons(told))
        (seat,) = told.to_act
        for one in salud:
            driver.choose(GAME, moment.position, seat, one.tokens[0])
        shared += 1
    assert shared > 20


def test_colours_are_those_of_the_picture() -> None:
    """Gold is blue and turquoise green: no die that can be taken looks as if it could not."""
    colours: Counter[tuple[Reach, Style]] = Counter()
    for _, told in scenes():
        reach = {f"take {lying.die.name}": lying.reach for lying in told.view.mountain}
        for one in buttons(told):
            if one.tokens and one.tokens[0] in reach:
                colours[reach[one.tokens[0]], one.style] += 1
    assert set(colours) == {(Reach.TOP, Style.MAIN), (Reach.SIDE, Style.GOOD)}


def test_dice_of_the_mountain_stand_five_in_a_row() -> None:
    """A button has a letter and the die's face, so that five fit a phone's width."""
    for _, told in scenes():
        if told.view.phase is not Phase.EXCAVATION:
            continue
        takes = [one for one in buttons(told) if one.tokens[0].startswith("take ")]
        for one in takes:
            assert len(one.label) == 1
            assert one.emoji is not None
            assert one.name.startswith(f"{one.label} · ")
        assert len(SCREENS.controls(told)[0]) == len(takes)


def worst() -> Scene:
    """Beer on all five kinds of dice, three friends, six dice on top."""
    beers = "t01=6 h01=6 k01=6 g01=6 m01=6"
    lying = {place: f"t{place:02}=1" for place in range(14, 20)}
    return scene(table(Excavation(0), beers, "", "", "", lying=lying))


def test_the_fullest_board_fits() -> None:
    """15 ways to share a beer are in a form, beside six dice on top and all the rest."""
    told = worst()
    assert [one.tokens for one in buttons(told) if one.panel is None] == [
        (f"take {lying.die.name}",) for lying in told.view.mountain if lying.takeable
    ]
    (share,) = [one for one in buttons(told) if one.panel is not None]
    assert share.panel is not None
    form = SCREENS.form(told, 0, share.panel)
    assert isinstance(form, Form)
    assert sorted(len(field.options) for field in form.fields) == [3, 5]
    layout = compose(
        above="x",
        texts=["x"],
        galleries=[[("moment.png", PICTURE)], [("board.png", PICTURE)]],
        below=["x", "-# A tournament"],
        rows=[*board_rows(SPOT, SCREENS.controls(told)), BELOW],
    )
    parts = check(layout)
    assert sum(part["type"] == BUTTON for part in parts) == 7 + len(BELOW)


def test_every_board_with_menus_fits() -> None:
    """Each is a message that Discord takes; a menu has a row of its own."""
    for _, told, _ in all_menus():
        rows = [*board_rows(SPOT, SCREENS.controls(told)), BELOW]
        parts = check(compose(above="x", texts=["x"], below=["x"], rows=rows))
        assert sum(part["type"] == SELECT for part in parts) == len(menus(told))


def test_a_hoard_with_more_dice_than_lines() -> None:
    """27 tunnel dice and a hero with chests: each face is there, and a form offers the rest."""
    tunnels = " ".join(f"t{n:02}={1 + n % 6}" for n in range(1, 28))
    chests = " ".join(f"k{n:02}=5" for n in range(1, 8))
    told = scene(table(Keeping((0,), ((), ())), f"{tunnels} {chests}", ""))
    (menu,) = menus(told)
    assert len(menu.options) == PICK_AT_MOST
    assert len({option.label for option in menu.options}) == 7
    (more,) = [one for one in buttons(told) if one.panel is not None]
    assert more.panel is not None
    assert isinstance(SCREENS.form(told, 0, more.panel), Form)


def test_a_source_that_rerolls_all_there_is() -> None:
    """Where nothing is left to choose it is a button, and pressing it decides."""
    told = scene(table(Magic(0, (1,)), "t01=1 t02=2 m01=4", ""))
    assert menus(told) == []
    (spend,) = [one for one in buttons(told) if one.panel == "spend m01"]
    assert SCREENS.form(told, 0, "spend m01") == ("spend m01", "reroll t01", "reroll t02")
    assert spend.label == "2 diamonds: reroll 2 dice"


def test_ticks_of_another_board_are_refused() -> None:
    """Dice that are not in the hoard, and magic that is gone."""
    pick = picker("x")
    for moment, told, menu in all_menus()[:: max(1, len(all_menus()) // 20)]:
        seat = seat_of(told, menu)
        others = [name for kind in Kind for name in [f"{kind.value[0]}99"]]
        wrong = [others[pick(len(others))]] * menu.at_least
        with pytest.raises((BadChoice, NotLegal)):
            decided(moment, told, menu, wrong)
        with pytest.raises(BadChoice):
            SCREENS.tokens(told, seat, "spend m99", {MENU: wrong})
