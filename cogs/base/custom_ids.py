"""Reads and writes custom_ids, whose form custom_id_families.py defines."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import BoardVersion as BoardVersion
from cogs.base.custom_id_families import Family

LARGEST_MATCH = 10**15 - 1
_KEY = "custom_id"
"""Key of an interaction's `extras`."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """The custom_id of a pressed button, a used menu or a submitted form; a command has none of
    these values.
    """

    text: str
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


def custom_id_of(interaction: discord.Interaction[Any]) -> CustomId:
    """Return the custom_id of an interaction, read once for all its readers."""
    known: CustomId | None = interaction.extras.get(_KEY)
    if known is None:
        data: Mapping[str, object] = dict(interaction.data or {})
        known = interaction.extras[_KEY] = read_custom_id(str(data.get("custom_id", "")))
    return known


def read_custom_id(custom_id: str) -> CustomId:
    name, family_and_match = families.name_of(custom_id), families.read(custom_id)
    if family_and_match is None:
        return CustomId(custom_id, name)
    family, match = family_and_match
    return CustomId(custom_id, name, family, family.values(match), match.groupdict())


def cancel(board: BoardVersion) -> str:
    return session(board) if board.session else families.CANCEL.spell(board.match)


def session(board: BoardVersion) -> str:
    return families.SESSION.spell(board, "open")


def me(setting_name: str, *, on: bool | None = None) -> str:
    """Return the id of a button of a user's own settings; `on` is the new state of a toggle.

    Naming the new state makes a double press harmless.
    """
    return families.ME.spell(setting_name, on)


def setting(name: str, *, on: bool | None = None) -> str:
    return families.SETTING.spell(name, on)


def number_in(value: str) -> int | None:
    """Return a menu's value as a number, or None if it does not fit into a database column."""
    return int(value) if re.fullmatch("[0-9]{1,18}|[1-8][0-9]{18}", value) else None
