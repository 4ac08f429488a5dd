"""What /rules and /help explain, a topic a page, and what a game says there of itself."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord import ui

from cogs.screens.base import Style
from cogs.ui import widgets
from engine.core.game import AnyGame
from render.picture import Picture
from render.theme import Theme
from texts import Words

DrawTopic = Callable[[AnyGame, Words, Theme], Picture]
"""Draws what goes with a topic: a module's function or a partial of one, as another process calls
it (`cogs/drawing/calls.py`)."""
GAME_COMMANDS = "*"
"""Stands in the commands of a topic where those of the installed games are listed."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of the rules, or of the list of commands."""

    title: str
    emoji: str
    text: str
    commands: tuple[str, ...] = ()
    """What is listed, each by its whole name, as `moderate end`."""
    lines: Callable[[AnyGame, Words], Sequence[str]] | None = None
    """Tells what is listed after the text."""
    picture: DrawTopic | None = None


@dataclass(frozen=True, slots=True)
class HelpSection:
    """What a game adds to a topic of /help."""

    commands: tuple[str, ...] = ()
    """Commands of its own."""
    title: str = ""
    """Replaces the general title; empty: keeps it."""
    text: str = ""
    """Replaces the general text; empty: keeps it."""
    picture: DrawTopic | None = None


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """A game in a minute, for somebody who is invited and does not know it."""

    lines: tuple[str, ...]
    picture: DrawTopic
    begin: str
    """The custom_id of the button that begins the tutorial."""
    emoji: str
    """Stands on that button."""

    def text(self, words: Words) -> str:
        """Return the lines."""
        return "\n".join(words.say(line) for line in self.lines)

    def buttons(self, words: Words) -> list[ui.Item[Any]]:
        """Return what the reader can do next."""
        label = words.say("Try it yourself")
        return [widgets.button(self.begin, label, style=Style.MAIN, emoji=self.emoji)]


@dataclass(frozen=True, slots=True)
class GameGuide:
    """What one game explains of itself."""

    rules: Mapping[str, Topic] = field(default_factory=dict)
    """The topics of /rules by key, in the order of the menu; the first is shown at first."""
    help: Mapping[str, HelpSection] = field(default_factory=dict)
    """By the key of the topic of /help."""
    how_to_play: HowToPlay | None = None
    descriptions: Mapping[str, str] = field(default_factory=dict)
    """What general commands do, by name, in the words of this game while it is the only one."""
