"""The menu below an answer about a game, to show the same for another game."""

from collections.abc import Iterable
from typing import Any

from discord import ui

from cogs.base.text_limits import OPTIONS
from cogs.games.installed import InstalledGames
from cogs.ui import widgets


def games_menu(
    custom_id: str,
    games: InstalledGames,
    chosen: str,
    among: Iterable[str] | None = None,
    every: tuple[str, str] | None = None,
) -> list[list[ui.Item[Any]]]:
    """Return a row with the menu, or no row if there is nothing to choose.

    `among` are the games to offer, by default all; `every` is the value and the label of an option
    that means all games.
    """
    names = games.names if among is None else tuple(among)
    if len(names) < 2:
        return []
    options = [
        widgets.option(games.title(name), name, emoji=games.emoji(name), default=name == chosen)
        for name in names
    ]
    if every is not None:
        value, label = every
        options.insert(0, widgets.option(label, value, emoji="🎲", default=value == chosen))
    return [[widgets.menu(custom_id, options[:OPTIONS])]]
