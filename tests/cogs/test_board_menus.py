"""The buttons and menus of a Dice Miner board: every legal choice takes few presses, and the
rules refuse none that is offered."""

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
from tests.cogs.moments import GAME, Moment, Pick, moments, picker
from tests.cogs.moments import scene as scene_of
from tests.cogs.test_layout import BELOW, PICTURE, SPOT, check
from tests.engine.dice_miner.table import table

SCREENS = DiceMinerScreens()
SELECT, BUTTON = 3, 2


@cache
def scenes() -> tuple[tuple[Moment, Scene], ...]:
    return tuple((moment, moment.scene()) for moment in moments())


def offered(scene: Scene) -> list[Control | Menu]:
    return [control for group in SCREENS.controls(scene) for control in group]


def buttons(scene: Scene) -> list[Control]:
    return [control for control in offered(scene) if isinstance(control, Control)]


def menus(scene: Scene) -> list[Menu]:
    return [control for control in offered(scene) if isinstance(control, Menu)]


def seat_of(scene: Scene, menu: Menu) -> int:
    if menu.panel.startswith("keep"):
        return int(menu.panel.split()[1])
    (seat,) = scene.to_act
    return seat


def test_six_heroes_fill_two_rows_of_three() -> None:
    drafts = [scene for _, scene in scenes() if scene.view.phase is Phase.SETUP and scene.to_act]
    full = [scene for scene in drafts if len(scene.view.free_heroes) == 6]
    assert full
    for scene in full:
        rows = board_rows(SPOT, SCREENS.controls(scene))
        assert [len(row) for row in rows] == [3, 3]


@cache
def all_menus() -> tuple[tuple[Moment, Scene, Menu], ...]:
    return tuple((moment, scene, menu) for moment, scene in scenes() for menu in menus(scene))


def decided(moment: Moment, scene: Scene, menu: Menu, ticked: Sequence[str]) -> Position:  # type: ignore[type-arg]
    """Return the position after these ticks; raise BadChoice or NotLegal."""
    seat = seat_of(scene, menu)
    position = moment.position
    for token in SCREENS.tokens(scene, seat, menu.panel, {MENU: ticked}):
        position = driver.choose(GAME, position, seat, token).position
    return position


def test_every_kind_of_menu_occurs_often() -> None:
    """The random matches are representative enough for the other tests."""
    counted = Counter(menu.panel.split()[0] for _, _, menu in all_menus())
    assert set(counted) == {"keep", "spend", "reroll"}
    assert min(counted.values()) >= 4


def ticked_at_random(menu: Menu, pick: Pick) -> list[str]:
    """Return a random set of ticks that Discord would accept."""
    values = [option.value for option in menu.options]
    wanted = menu.at_least + pick(menu.at_most - menu.at_least + 1)
    return [values.pop(pick(len(values))) for _ in range(wanted)]


@pytest.mark.parametrize("taste", ["x", "y", "z"])
def test_every_tickable_choice_of_magic_is_legal(taste: str) -> None:
    pick = picker(taste)
    for moment, scene, menu in all_menus():
        if not menu.panel.startswith("keep"):
            after = decided(moment, scene, menu, ticked_at_random(menu, pick))
            assert after.state != moment.position.state


def test_keeping_counts_or_explains_the_excess() -> None:
    """Discord can't prevent one mistake: each ticked chest die leaves room for fewer dice."""
    pick, seen = picker("x"), Counter[bool]()
    rich = table(Keeping((0,), ((), ())), "t01=1 t02=2 t03=3 k01=5 k02=5 h01=1", "")
    chests_too = Moment(Position(rich), ())
    keeps = [entry for entry in all_menus() if entry[2].panel.startswith("keep")]
    keeps += [(chests_too, scene, menu) for scene in [chests_too.scene()] for menu in menus(scene)]
    for moment, scene, menu in keeps * 8 + keeps[-1:] * 30:
        mine = scene.view.seats[seat_of(scene, menu)]
        dice = {held.die.name: held.die.face for held in mine.hoard}
        ticked = ticked_at_random(menu, pick)
        chests = sum(dice[die].count for die in ticked if dice[die].symbol is Symbol.CHEST)
        fits = len(ticked) + chests <= mine.chests
        seen[fits] += 1
        if fits:
            decided(moment, scene, menu, ticked)
            continue
        assert chests
        with pytest.raises(BadChoice) as refused:
            decided(moment, scene, menu, ticked)
        assert refused.value.mendable
    assert min(seen[True], seen[False]) > 5


def test_menu_lists_each_face_as_often_as_it_can_be_chosen() -> None:
    for _, scene, menu in all_menus():
        dice = {held.die.name: held.die for held in scene.view.seats[seat_of(scene, menu)].hoard}
        if menu.panel.startswith("keep"):
            legal = scene.tokens(seat_of(scene, menu))
            targets = [die for die in dice.values() if f"keep {die.name}" in legal]
        elif menu.panel == "reroll":
            targets = list(scene.view.spending.targets)
        else:
            (source,) = [source for source in scene.view.sources if source.token == menu.panel]
            targets = list(source.targets)
        listed = [dice[option.value] for option in menu.options]
        assert 1 <= len(listed) <= PICK_AT_MOST
        assert 1 <= menu.at_least <= menu.at_most <= len(listed)
        assert {(die.kind, die.face) for die in listed} == {(die.kind, die.face) for die in targets}
        times = Counter((die.kind, die.face) for die in listed)
        most = Counter((die.kind, die.face) for die in targets)
        complete = all(times[face] >= min(menu.at_most, most[face]) for face in most)
        more = [control for control in buttons(scene) if control.panel is not None]
        assert complete or more, "a form offers the choices that the menu has no line for"


def test_every_source_and_every_keeping_seat_has_a_menu() -> None:
    for _, scene in scenes():
        match scene.view.phase:
            case Phase.MAGIC | Phase.TIEBREAK:
                panels = {control.panel for control in offered(scene)} - {None}
                kinds = {(s.die is None, s.diamonds, s.count) for s in scene.view.sources}
                assert len(panels) == (1 if scene.view.spending else len(kinds))
            case Phase.RECOVERY:
                seats = {seat_of(scene, menu) for menu in menus(scene)}
                assert seats <= {*scene.to_act}
                for seat in {*scene.to_act} - seats:
                    assert scene.tokens(seat) == ("done",)
            case _:
                assert menus(scene) == []


def test_menu_of_keeping_names_its_player_and_the_number() -> None:
    scene = scene_of(
        table(Keeping((0, 1), ((), ())), "t01=1 t02=2 k01=5", "t03=1", heroes="treasurer")
    )
    scene = replace(scene, players=(replace(scene.players[0], name="Ada"), scene.players[1]))
    (menu,) = [menu for menu in menus(scene) if menu.panel == "keep 0"]
    assert menu.label == "🧰 Ada: keep up to 4 dice"
    assert (menu.at_least, menu.at_most) == (1, 3)


def test_using_another_player_s_menu_is_refused() -> None:
    scene = scene_of(table(Keeping((0, 1), ((), ())), "t01=1 k01=5", "t03=1 k02=5"))
    with pytest.raises(BadChoice, match="somebody else's") as refused:
        SCREENS.tokens(scene, 1, "keep 0", {MENU: ["t01"]})
    assert not refused.value.mendable


def test_salud_takes_one_press() -> None:
    shared = 0
    for moment, scene in scenes():
        if not scene.view.beers:
            continue
        salud = [
            control
            for control in buttons(scene)
            if control.tokens[:1] and "salud" in control.tokens[0]
        ]
        kinds = {beer.kind for beer in scene.view.beers}
        assert len(salud) == len(kinds) * len(scene.view.friends)
        assert all(control.panel is None for control in buttons(scene))
        (seat,) = scene.to_act
        for control in salud:
            driver.choose(GAME, moment.position, seat, control.tokens[0])
        shared += 1
    assert shared > 20


def test_button_colours_match_the_picture() -> None:
    """Gold is blue and turquoise is green; dice out of reach have no button."""
    colours: Counter[tuple[Reach, Style]] = Counter()
    for _, scene in scenes():
        reach = {f"take {lying.die.name}": lying.reach for lying in scene.view.mountain}
        for control in buttons(scene):
            if control.tokens and control.tokens[0] in reach:
                colours[reach[control.tokens[0]], control.style] += 1
    assert set(colours) == {(Reach.TOP, Style.MAIN), (Reach.SIDE, Style.GOOD)}


def test_mountain_dice_fit_five_in_a_row() -> None:
    """Each button has only a letter and the die's face, to fit a phone's width."""
    for _, scene in scenes():
        if scene.view.phase is not Phase.EXCAVATION:
            continue
        takes = [control for control in buttons(scene) if control.tokens[0].startswith("take ")]
        for control in takes:
            assert len(control.label) == 1
            assert control.emoji is not None
            assert control.name.startswith(f"{control.label} · ")
        assert len(SCREENS.controls(scene)[0]) == len(takes)


def worst() -> Scene:
    """Return a scene with beer on all five kinds of dice, three friends and six dice on top."""
    beers = "t01=6 h01=6 k01=6 g01=6 m01=6"
    lying = {place: f"t{place:02}=1" for place in range(14, 20)}
    return scene_of(table(Excavation(0), beers, "", "", "", lying=lying))


def test_fullest_board_fits() -> None:
    """15 ways to share a beer move to a form."""
    scene = worst()
    assert [control.tokens for control in buttons(scene) if control.panel is None] == [
        (f"take {lying.die.name}",) for lying in scene.view.mountain if lying.takeable
    ]
    (share,) = [control for control in buttons(scene) if control.panel is not None]
    assert share.panel is not None
    form = SCREENS.form(scene, 0, share.panel)
    assert isinstance(form, Form)
    assert sorted(len(field.options) for field in form.fields) == [3, 5]
    layout = compose(
        above="x",
        texts=["x"],
        galleries=[[("moment.png", PICTURE)], [("board.png", PICTURE)]],
        below=["x", "-# A tournament"],
        rows=[*board_rows(SPOT, SCREENS.controls(scene)), BELOW],
    )
    parts = check(layout)
    assert sum(part["type"] == BUTTON for part in parts) == 7 + len(BELOW)


def test_every_board_with_menus_fits() -> None:
    for _, scene, _ in all_menus():
        rows = [*board_rows(SPOT, SCREENS.controls(scene)), BELOW]
        parts = check(compose(above="x", texts=["x"], below=["x"], rows=rows))
        assert sum(part["type"] == SELECT for part in parts) == len(menus(scene))


def test_hoard_with_more_dice_than_lines_lists_every_face() -> None:
    """27 tunnel dice and a hero with chests; a form offers the rest."""
    tunnels = " ".join(f"t{n:02}={1 + n % 6}" for n in range(1, 28))
    chests = " ".join(f"k{n:02}=5" for n in range(1, 8))
    scene = scene_of(table(Keeping((0,), ((), ())), f"{tunnels} {chests}", ""))
    (menu,) = menus(scene)
    assert len(menu.options) == PICK_AT_MOST
    assert len({option.label for option in menu.options}) == 7
    (more,) = [control for control in buttons(scene) if control.panel is not None]
    assert more.panel is not None
    assert isinstance(SCREENS.form(scene, 0, more.panel), Form)


def test_source_that_rerolls_everything_is_a_button() -> None:
    scene = scene_of(table(Magic(0, (1,)), "t01=1 t02=2 m01=4", ""))
    assert menus(scene) == []
    (spend,) = [control for control in buttons(scene) if control.panel == "spend m01"]
    assert SCREENS.form(scene, 0, "spend m01") == ("spend m01", "reroll t01", "reroll t02")
    assert spend.label == "2 diamonds: reroll 2 dice"


def test_ticks_of_another_board_are_refused() -> None:
    pick = picker("x")
    for moment, scene, menu in all_menus()[:: max(1, len(all_menus()) // 20)]:
        seat = seat_of(scene, menu)
        others = [name for kind in Kind for name in [f"{kind.value[0]}99"]]
        wrong = [others[pick(len(others))]] * menu.at_least
        with pytest.raises((BadChoice, NotLegal)):
            decided(moment, scene, menu, wrong)
        with pytest.raises(BadChoice):
            SCREENS.tokens(scene, seat, "spend m99", {MENU: wrong})
