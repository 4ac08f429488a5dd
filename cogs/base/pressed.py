"""The custom_id of an interaction, read once for all its readers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import Family

_KEY = "pressed"
"""Key of an interaction's `extras`."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A pressed button, a used menu or a submitted form; a command has none of these values."""

    custom_id: str
    name: str
    """The family's name, even if the rest is unreadable."""
    family: Family | None = None
    """The family, or None if the custom_id is unreadable."""
    values: tuple[Any, ...] = ()
    fields: Mapping[str, str | None] = field(default_factory=dict)
    """The texts of the values, by name."""

    def number(self, name: str) -> int | None:
        text = self.fields.get(name)
        return None if text is None else int(text)


def pressed(interaction: discord.Interaction[Any]) -> Pressed:
    known: Pressed | None = interaction.extras.get(_KEY)
    if known is None:
        data: Mapping[str, object] = dict(interaction.data or {})
        known = interaction.extras[_KEY] = read(str(data.get("custom_id", "")))
    return known


def read(custom_id: str) -> Pressed:
    name, family_and_match = families.name_of(custom_id), families.read(custom_id)
    if family_and_match is None:
        return Pressed(custom_id, name)
    family, match = family_and_match
    return Pressed(custom_id, name, family, family.values(match), match.groupdict())
