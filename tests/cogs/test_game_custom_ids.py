"""The custom_ids of everything that games offer: a press is read back as its button was
written."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.games.installed import InstalledGames
from cogs.screens import Control, Form, Menu, Scene
from cogs.screens.base import SESSION, Panel
from cogs.ui.layouts import board_rows
from cogs.ui.match_controls import look_rows
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
"""The number of positions tested per match."""

Groups = list[list[Control | Menu]]


def scene(table: Table, position: Position, viewer: Seat | None) -> Scene:  # type: ignore[type-arg]
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
    """Check that Discord takes the form, and that its answer names its panel."""
    for board in (PUBLIC, PRIVATE):
        custom_id = families.FORM.spell(board, panel)
        assert decision_of(custom_id, "form") == panel
        assert modal_problems(modal(custom_id, form).to_dict()) == []


def decision_of(custom_id: str, verb: str) -> str:
    """Return the decision or panel of a board's button or menu, as its handler reads it."""
    taking = [family for family in families.FAMILIES if re.fullmatch(family.template, custom_id)]
    parsed = families.read(custom_id)
    assert parsed is not None
    family, fields = parsed
    assert taking == [family]
    assert (int(fields["match"]), int(fields["seq"])) == (PUBLIC.match, PUBLIC.seq)
    if family is families.SESSION:
        assert fields["verb"] == f"{verb}:{fields['what']}"
        return fields["what"]
    assert family.name == verb
    return fields["tokens"] if "tokens" in fields.groupdict() else fields["panel"]


def check(board: BoardVersion, groups: Groups) -> None:
    """Check that a message's custom_ids differ, fit, and mean the decisions of their buttons."""
    rows = board_rows(board, groups)
    spelled = Counter(item.custom_id for row in rows for item in row)  # type: ignore[attr-defined]
    assert [custom_id for custom_id, times in spelled.items() if times > 1] == []
    assert all(len(custom_id) <= families.LONGEST for custom_id in spelled)
    for control in (control for group in groups for control in group):
        if isinstance(control, Menu):
            assert decision_of(families.MENU.spell(board, control.panel), "menu") == control.panel
            values = [option.value for option in control.options]
            assert len({*values}) == len(values)
        elif control.panel is not None:
            assert decision_of(families.PANEL.spell(board, control.panel), "panel") == control.panel
        else:
            for spell, verb in ((families.MOVE.spell, "move"), (families.CONFIRM.spell, "confirm")):
                read = decision_of(spell(board, control.tokens), verb).split(",")
                assert tuple(read) == control.tokens


def check_questions(here: Scene) -> None:
    """Check that the menus of “Why not?”, the forms of plans, and looks have distinct values."""
    screens, seat = here.screens, here.viewer
    for looks in (screens.looks(here), screens.board_looks(here)):
        look_rows(PUBLIC.match, looks)
        assert len({look.value for look in looks}) == len(looks)
    values = [option.value for option in screens.questions(here, seat)]
    assert len({*values}) == len(values)
    if seat is not None and seat not in here.to_act:
        form = screens.plan_form(here, seat)
        if form is not None:
            window = modal(families.PLAN_FORM.spell(PUBLIC.match), form)
            assert modal_problems(window.to_dict()) == []


@pytest.mark.parametrize("table", TABLES, ids=repr)
@QUICK
@given(data=st.data())
def test_press_is_read_back_as_its_button_was_written(table: Table, data: st.DataObject) -> None:
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
