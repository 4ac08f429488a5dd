"""Menus on boards: the move that a choice means, and the menu again after an invalid choice."""

from collections.abc import Sequence

from cogs.base.custom_ids import BoardVersion
from cogs.screens import Menu, Scene
from cogs.screens.base import BadChoice, Panel
from cogs.ui.layouts import MessageLayout, board_menu, compose
from texts import Words


def board_menu_of(scene: Scene, panel: str) -> Menu | None:
    groups = [*scene.screens.controls(scene)]
    if scene.viewer is not None:
        opened = scene.screens.form(scene, scene.viewer, panel)
        groups += opened.controls if isinstance(opened, Panel) else ()
    menus = (control for group in groups for control in group if isinstance(control, Menu))
    return next((menu for menu in menus if menu.panel == panel), None)


def choice_label(menu: Menu, ticked: Sequence[str], words: Words) -> str:
    dice = words.listed(option.label for option in menu.options if option.value in ticked)
    return words.say("{menu}: {dice}", menu=menu.label, dice=dice)


def menu_again(
    board: BoardVersion, menu: Menu | None, ticked: Sequence[str], bad: BadChoice, words: Words
) -> MessageLayout:
    """Return the error above the same menu with the same ticks; raise `bad` if the menu is gone."""
    if menu is None or not bad.mendable or not {o.value for o in menu.options}.issuperset(ticked):
        raise bad
    text = words.say(
        "{problem} Your ticks are still here: change them, and close the menu.",
        problem=bad.sentence,
    )
    return compose(texts=[text], rows=[[board_menu(board, menu, ticked)]])
