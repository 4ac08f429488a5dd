"""Answers the menus of boards: what is ticked decides, and what is wrong can be mended."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.match.playing.service import seat_to_act
from cogs.interactions import custom_ids
from cogs.interactions.answers import acknowledge, counted, instead, is_private, private_words, tell
from cogs.screens import Menu, Scene, screens
from cogs.screens.base import MENU, BadChoice
from cogs.ui.layouts import board_menu, compose
from texts import Words

if TYPE_CHECKING:
    from cogs.play.handlers import PlayHandlers


class MenuHandlers:
    """Takes what is ticked to the desk."""

    def __init__(self, handlers: "PlayHandlers") -> None:
        self._handlers = handlers

    async def choose(
        self,
        interaction: discord.Interaction,
        board_version: custom_ids.BoardVersion,
        panel: str,
        ticked: Sequence[str],
    ) -> None:
        """Decide by what is ticked in a menu; where that can't be, offer the same ticks again."""
        handlers = self._handlers
        words = private_words(handlers.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await handlers.look(interaction, board_version.match)
            if await handlers.matches.store.press(interaction.id) is not None:
                counted(interaction)  # it came twice
                await handlers.show(interaction, board_version.match)
                return
            seat = seat_to_act(loaded, interaction.user.id, board_version.seq)
            scene = handlers.scenes.known(loaded, words)
            menu = _menu(scene, panel)
            try:
                tokens = screens(loaded.record.game).tokens(scene, seat, panel, {MENU: ticked})
            except BadChoice as bad:
                await _again(interaction, board_version, menu, ticked, bad, words)
                return
            label = None if menu is None else _named(menu, ticked, words)
            decided = await handlers.decide(interaction, board_version, tokens, label)
            if decided and is_private(interaction):
                await instead(interaction, None)

        await handlers.answered(interaction, work(), board_version.match)


async def _again(
    interaction: discord.Interaction,
    board_version: custom_ids.BoardVersion,
    menu: Menu | None,
    ticked: Sequence[str],
    bad: BadChoice,
    words: Words,
) -> None:
    """Say what is wrong, privately, above the same menu with the same ticks."""
    if menu is None or not bad.mendable or not {o.value for o in menu.options}.issuperset(ticked):
        raise bad
    layout = compose(texts=[_mend(bad, words)], rows=[[board_menu(board_version, menu, ticked)]])
    if is_private(interaction):
        await instead(interaction, layout)
    else:
        await tell(interaction, "", layout)


def _named(menu: Menu, ticked: Sequence[str], words: Words) -> str:
    """The move in words: what the menu is for, and what is ticked in it."""
    dice = words.listed(option.label for option in menu.options if option.value in ticked)
    return words.say("{menu}: {dice}", menu=menu.label, dice=dice)


def _mend(bad: BadChoice, words: Words) -> str:
    return words.say(
        "{problem} Your ticks are still here: change them, and close the menu.",
        problem=bad.sentence,
    )


def _menu(scene: Scene, panel: str) -> Menu | None:
    """The menu of this panel on the board as it is now."""
    groups = screens(scene.game.info.name).controls(scene)
    found = (one for group in groups for one in group if isinstance(one, Menu))
    return next((menu for menu in found if menu.panel == panel), None)
