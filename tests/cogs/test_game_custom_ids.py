"""The custom_ids of all that games offer: a press gives back what its button said."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.games.installed import InstalledGames
from cogs.play.more import look_rows
from cogs.screens import Control, Form, Menu, Scene
from cogs.screens.base import SESSION, Panel
from cogs.screens.capabilities import PlanScreens, SessionScreens, WhyNotScreens
from cogs.ui.layouts import board_rows
from cogs.ui.modals import modal
from engine.core.driver import Position
from engine.core.types import Seat
from playground.bounds import modal_problems
from render.players import Player
from tests.laws.playouts import QUICK, TABLES, Table, playouts
from tests.match.world import GAMES
from texts import Catalogue

WORDS = Catalogue.load().words()
INSTALLED = InstalledGames(GAMES)
PUBLIC = BoardVersion(10**15 - 1, 10**6 - 1)
PRIVATE = BoardVersion(PUBLIC.match, PUBLIC.seq, session=True)
MOMENTS = 12
"""Positions of each match that are looked at."""

Groups = list[list[Control | Menu]]


def scene(table: Table, position: Position, viewer: Seat | None) -> Scene:  # type: ignore[type-arg]
    """A moment as the viewer sees it."""
    return Scene(
        game=table.game,
        state=position.state,
        to_act=tuple(sorted(table.game.to_act(position.state))),
        players=tuple(Player(f"p{seat}") for seat in range(table.seats)),
        words=WORDS,
        screens=INSTALLED.screens(table.game.info.name),
        viewer=viewer,
    )


def offers(here: Scene) -> Iterator[tuple[BoardVersion, Groups]]:
    """Yield the controls of the public board, then those of the seat's sessions and panels."""
    yield PUBLIC, here.screens.controls(here)
    if here.viewer is None:
        return
    waiting, seen = [here.screens.controls(here)], {SESSION}
    if isinstance(here.screens, SessionScreens):
        waiting.append(here.screens.session_controls(here, here.viewer))
    while waiting:
        groups = waiting.pop()
        yield PRIVATE, groups
        for control in (control for group in groups for control in group):
            panel = control.panel
            if isinstance(control, Control) and panel is not None and panel not in seen:
                seen.add(panel)
                opened = here.screens.form(here, here.viewer, panel)
                if isinstance(opened, Panel):
                    waiting.append(opened.controls)
                elif isinstance(opened, Form):
                    check_form(panel, opened)


def check_form(panel: str, form: Form) -> None:
    """Discord takes the form, and its answer says which panel it is of."""
    for board in (PUBLIC, PRIVATE):
        custom_id = families.FORM.spell(board, panel)
        assert what_of(custom_id, "form") == panel
        assert modal_problems(modal(custom_id, form).to_dict()) == []


def what_of(custom_id: str, verb: str) -> str:
    """What the press of a button or menu of a board decides or opens, as its handler reads it."""
    taking = [one for one in families.FAMILIES if re.fullmatch(one.template, custom_id)]
    found = families.read(custom_id)
    assert found is not None
    family, fields = found
    assert taking == [family]
    assert (int(fields["match"]), int(fields["seq"])) == (PUBLIC.match, PUBLIC.seq)
    if family is families.SESSION:
        assert fields["verb"] == f"{verb}:{fields['what']}"
        return fields["what"]
    assert family.name == verb
    return fields["tokens"] if "tokens" in fields.groupdict() else fields["panel"]


def check(board: BoardVersion, groups: Groups) -> None:
    """All custom_ids of one message differ, fit, and mean what their buttons decide."""
    rows = board_rows(board, groups)
    spelled = Counter(item.custom_id for row in rows for item in row)  # type: ignore[attr-defined]
    assert [one for one, times in spelled.items() if times > 1] == []
    assert all(len(one) <= families.LONGEST for one in spelled)
    for control in (control for group in groups for control in group):
        if isinstance(control, Menu):
            assert what_of(families.MENU.spell(board, control.panel), "menu") == control.panel
            values = [option.value for option in control.options]
            assert len({*values}) == len(values)
        elif control.panel is not None:
            assert what_of(families.PANEL.spell(board, control.panel), "panel") == control.panel
        else:
            for spell, verb in ((families.MOVE.spell, "move"), (families.CONFIRM.spell, "confirm")):
                read = what_of(spell(board, control.tokens), verb).split(",")
                assert tuple(read) == control.tokens


def check_questions(here: Scene) -> None:
    """Menus of “Why not?”, forms of plans, and looks have values of their own."""
    screens, seat = here.screens, here.viewer
    look_rows(PUBLIC.match, here)
    if isinstance(screens, WhyNotScreens):
        values = [option.value for option in screens.questions(here, seat)]
        assert len({*values}) == len(values)
    if isinstance(screens, PlanScreens) and seat is not None and seat not in here.to_act:
        form = screens.plan_form(here, seat)
        if form is not None:
            window = modal(families.PLAN_FORM.spell(PUBLIC.match), form)
            assert modal_problems(window.to_dict()) == []


@pytest.mark.parametrize("table", TABLES, ids=repr)
@QUICK
@given(data=st.data())
def test_a_press_gives_back_what_its_button_said(table: Table, data: st.DataObject) -> None:
    """In boards, sessions, panels and forms of any moment of any match."""
    playout = data.draw(playouts(table))
    step = max(1, len(playout.positions) // MOMENTS)
    first = data.draw(st.integers(0, step - 1))
    for position in playout.positions[first::step]:
        if table.game.chance(position.state) is not None:
            continue
        for viewer in (None, *range(table.seats)):
            here = scene(table, position, viewer)
            check_questions(here)
            if viewer is None or viewer in here.to_act:
                for board, groups in offers(here):
                    check(board, groups)
