"""Entries in the menu of a member: held or right-clicked, a name offers them under “Apps”.

discord.py makes context menus from functions, not from methods of a cog, so `member_menu` marks a
method of Handlers and `Presses.register` adds its entry. discord.py allows five per application,
although Discord allows fifteen.
"""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

from discord import app_commands

from cogs.interactions.context import Handlers
from texts import mark

# Translators: In the menu of a member: invite this person to a match.
CHALLENGE = mark("Challenge")
# Translators: In the menu of a member: show this person's statistics.
PROFILE = mark("Profile")
# Translators: In the menu of a member: compare your results with this person's.
VERSUS = mark("Versus")

F = TypeVar("F", bound=Callable[..., Awaitable[None]])
_MARK = "answers_member_menu"


def member_menu(name: str) -> Callable[[F], F]:
    """Declare that a method of Handlers answers this entry; it receives the member, or the user if
    they have left.
    """

    def declare(method: F) -> F:
        method.__dict__[_MARK] = name
        return method

    return declare


def member_menus(part: Handlers) -> Iterator[app_commands.ContextMenu]:
    for attribute, method in vars(type(part)).items():
        name = getattr(method, _MARK, None)
        if name is not None:
            callback: Any = getattr(part, attribute)
            menu = app_commands.ContextMenu(name=name, callback=callback)
            menu.guild_only = True
            yield menu
