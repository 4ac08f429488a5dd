"""Topics of /rules and /help, and a game's contributions to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord import ui

from cogs.screens.base import Style
from cogs.ui import widgets
from cogs.ui.match_controls import how_button, rules_button
from engine.core.game import AnyGame
from render.picture import Picture
from render.theme import Theme
from texts import Words, read_texts

DrawTopic = Callable[[AnyGame, Words, Theme], Picture]
"""Draws a topic's picture: a module's function or a partial of one, because another process calls
it (`cogs/drawing/calls.py`).
"""
TopicLines = Callable[[AnyGame, Words], Sequence[str]]
GAME_COMMANDS = "*"
"""Placeholder in a topic's commands for those of the installed games."""


@dataclass(frozen=True, slots=True)
class Topic:
    title: str = ""
    emoji: str = ""
    text: str = ""
    commands: tuple[str, ...] = ()
    """Commands to list, by full name, such as `moderate end`."""
    lines: TopicLines | None = None
    """Formats additional lines, shown after the text."""
    picture: DrawTopic | None = None


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """A game in one minute, for invited people who don't know it."""

    lines: tuple[str, ...]
    picture: DrawTopic
    begin: str
    """custom_id of the button that starts the tutorial."""
    emoji: str
    goal: str
    """The goal and the first choice in a line or two, for a player's first match."""
    first_choices: TopicLines | None = None
    """Formats lines about the strengths of the first choices."""

    def first_lines(self, game: AnyGame, words: Words) -> str:
        choices = () if self.first_choices is None else self.first_choices(game, words)
        return "\n".join([words.say(self.goal), *choices])

    def text(self, words: Words) -> str:
        return "\n".join(words.say(line) for line in self.lines)

    def buttons(self, words: Words) -> list[ui.Item[Any]]:
        label = words.say("Try it yourself")
        return [widgets.button(self.begin, label, style=Style.MAIN, emoji=self.emoji)]


@dataclass(frozen=True, slots=True)
class GameGuide:
    rules: Mapping[str, Topic] = field(default_factory=dict)
    """Topics of /rules by key, in the order of the menu; the first is shown initially."""
    help: Mapping[str, Topic] = field(default_factory=dict)
    """Additions to topics of /help by key; an empty title or text leaves the general one."""
    how_to_play: HowToPlay | None = None
    descriptions: Mapping[str, str] = field(default_factory=dict)
    """Descriptions of general commands by name, used while this is the only game."""

    def first_lines(self, game: AnyGame, words: Words) -> str:
        return "" if self.how_to_play is None else self.how_to_play.first_lines(game, words)

    def match_buttons(self, match: int, words: Words) -> list[ui.Item[Any]]:
        """Return the buttons of a match that explain its game, as far as this guide does."""
        how = [] if self.how_to_play is None else [how_button(match, words)]
        return [*how, *([rules_button(match, words)] if self.rules else [])]


def read_guide(
    game: str,
    begin: str,
    primer: DrawTopic,
    pictures: Mapping[str, DrawTopic],
    lines: Mapping[str, TopicLines] | None = None,
    first_choices: TopicLines | None = None,
) -> GameGuide:
    """Return the guide with the texts of `data/texts/<game>/guide.toml`.

    `primer` and `begin` are the picture and the custom_id of “How to play”; `pictures` and `lines`
    are those of topics, by key.
    """
    texts = read_texts(f"{game}/guide")
    rules, additions = (
        {
            key: Topic(
                **topic | {"commands": tuple(topic.get("commands", ()))},
                lines=(lines or {}).get(key),
                picture=pictures.get(key),
            )
            for key, topic in texts[part].items()
        }
        for part in ("rules", "help")
    )
    minute = texts["how_to_play"]
    how = HowToPlay(
        tuple(minute["lines"]), primer, begin, minute["emoji"], minute["goal"], first_choices
    )
    return GameGuide(rules, additions, how, texts["descriptions"])
