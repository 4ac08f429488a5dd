"""One answer of the hall: its texts, its picture, what can be pressed below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.match.holders import UserId
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose, files
from render.picture import Picture
from render.theme import Theme
from texts import Words


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asked, where, and how it is told to them."""

    guild: int
    user: UserId
    words: Words
    theme: Theme


@dataclass(frozen=True, slots=True)
class Sheet:
    """A message as values: the pictures, the texts below them, and rows made for one sending."""

    texts: tuple[str, ...]
    pictures: tuple[tuple[str, Picture], ...] = ()
    rows: Sequence[Sequence[ui.Item[Any]]] = ()

    def compose(self) -> MessageLayout:
        """Its layout."""
        galleries = [self.pictures] if self.pictures else []
        return compose(galleries=galleries, below=self.texts, rows=self.rows)

    def files(self) -> list[discord.File]:
        """Its pictures, for one sending."""
        return files(self.pictures)


Names = Mapping[UserId, str]


def turner(which: str, custom_id: str, words: Words, *, possible: bool) -> ui.Button[Any]:
    """A button that turns pages, back or on."""
    emoji, label = {
        "back": ("◀️", words.say("Back")),
        "on": ("▶️", words.say("Next")),
    }[which]
    return widgets.button(custom_id, label, emoji=emoji, disabled=not possible)
