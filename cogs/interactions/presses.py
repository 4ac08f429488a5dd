"""Finds the method for a button, menu or form by its custom_id.

`on_press` declares a family on the method itself. No view or form stays in memory, so messages from
before a restart keep working. discord.py's own way, a DynamicItem, would make a view of the whole
message for each press. discord.py only logs exceptions here, so handlers answer their own errors.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

import discord
from discord.ext import commands

from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import FORMS, SESSION, Family
from cogs.base.custom_ids import custom_id_of
from cogs.interactions.context import Handlers
from cogs.interactions.member_menus import member_menus

F = TypeVar("F", bound=Callable[..., Awaitable[None]])
Take = Callable[[discord.Interaction[Any]], Awaitable[None]]
_MARK = "on_press"


def on_press(family: Family, *verbs: str) -> Callable[[F], F]:
    """Declare that a method of Handlers answers a family, or only these verbs.

    The method receives the interaction and the values of the custom_id. With `verbs` it receives no
    verb, but any words after the verb as the last value.
    """

    def declare(method: F) -> F:
        declared: list[tuple[Family, str]] = method.__dict__.setdefault(_MARK, [])
        declared += [(family, verb) for verb in verbs or ("",)]
        return method

    return declare


class Presses:
    def __init__(self, handlers: Iterable[Handlers]) -> None:
        self.handlers = tuple(handlers)
        self._methods: dict[tuple[Family, str], Callable[..., Awaitable[None]]] = {
            declared: getattr(part, name)
            for part in self.handlers
            for name, method in vars(type(part)).items()
            for declared in getattr(method, _MARK, ())
        }

    async def register(self, client: commands.AutoShardedBot) -> None:
        for part in self.handlers:
            if part.is_offered and (part.get_app_commands() or part.app_command is not None):
                await client.add_cog(part)
            for menu in member_menus(part) if part.is_offered else ():
                client.tree.add_command(menu)

    @property
    def families(self) -> frozenset[Family]:
        return frozenset(family for family, _ in self._methods)

    def find(self, family: Family, values: tuple[Any, ...], *, form: bool = False) -> Take:
        family, meant = families.meant(family, values)
        if family in FORMS and not form:  # a forged button
            family, meant = SESSION, meant[:1]
        for at, (part, value) in enumerate(zip(family.parts, meant, strict=False)):
            verb, _, rest = str(value).partition(" ")
            if part.name == "verb" and (method := self._methods.get((family, verb))):
                others = (*meant[:at], *meant[at + 1 :], *([rest] if rest else []))
                return lambda interaction: method(interaction, *others)
        method_of_family = self._methods[family, ""]
        return lambda interaction: method_of_family(interaction, *meant)

    def handler_of(self, interaction: discord.Interaction[Any]) -> Take | None:
        """Return the handler of a button, menu or form, or None if its custom_id is unknown."""
        press = custom_id_of(interaction)
        family, values = press.family, press.values
        if family is None:
            return None
        form = interaction.type is discord.InteractionType.modal_submit
        meant = families.meant(family, values)[0] if form else family
        return self.find(family, values, form=form) if (meant in FORMS) == form else None
