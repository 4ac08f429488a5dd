"""Answers /rules and /help in private, with a menu of topics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.match.values.errors import refusal
from cogs.base import custom_id_families as families
from cogs.drawing.queue import DrawingQueue
from cogs.games.choosing import NoSuchGame, chosen_game
from cogs.games.guide import Topic
from cogs.games.installed import InstalledGames
from cogs.guide.commands import help_topics
from cogs.interactions.answers import private_words
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.presses import answers
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose, files
from cogs.ui.widgets import suggestions
from render.picture import Picture
from render.theme import THEMES, Theme
from texts import Words, mark

RULES, HELP = "rules", "help"
"""What can be looked up."""
Tree = app_commands.CommandTree[Any]
Page = tuple[MessageLayout, list[tuple[str, Picture]]]
"""A message with its pictures, by file name."""


NoGuide = refusal("NoGuide", "This game has no rules to read here yet.")
NoSuchTopic = refusal("NoSuchTopic", "The rules of this game have no such topic.")


@dataclass(frozen=True, slots=True)
class Reader:
    """What a page depends on: its reader and its game."""

    game: str
    words: Words
    theme: Theme


def _rules_topics(games: InstalledGames) -> Mapping[str, Any]:
    """The topics of the only game; with several games they are suggested by the one chosen."""
    return {} if games.several else {CHOICES: topic_choices(games.guide(games.default).rules)}


def _help_topics(games: InstalledGames) -> Mapping[str, Any]:
    """The topics in the words of the default game."""
    return {CHOICES: topic_choices(help_topics(games, games.default))}


@dataclass(eq=False)
class GuideHandlers(Handlers):
    """Answers /rules, /help, their menus, and “How to play”."""

    tree: Tree
    private_pictures: DrawingQueue

    @game_command(mark("The rules in short, by topic"), topic=_rules_topics)
    @app_commands.describe(
        topic=mark("The topic you want to know about"),
        game=mark("Which game; this server's usual one if you name none"),
    )
    @handler()
    async def rules(self, ctx: Context, topic: str = "", game: str | None = None) -> None:
        """One topic in private, and a menu of the others."""
        await self._turn(ctx, RULES, topic, game, strict=bool(topic))

    @rules.autocomplete("topic")
    async def _topic(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        words = private_words(self.kit.catalogue, interaction)
        named = getattr(interaction.namespace, "game", None)
        try:
            topics = await self.rules_of(interaction.guild_id or 0, named)
        except (NoSuchGame, NoGuide):
            return []
        return suggestions(((words.say(one.title), key) for key, one in topics.items()), current)

    @game_command(mark("What Salud is, and all its commands"), topic=_help_topics)
    @app_commands.describe(topic=mark("The topic you want to know about"))
    @handler()
    async def help(self, ctx: Context, topic: str = "") -> None:
        """The commands of one topic in private, and a menu of the others."""
        await self._turn(ctx, HELP, topic)

    async def _turn(
        self,
        ctx: Context,
        book: str,
        topic: str = "",
        game: str | None = None,
        *,
        strict: bool = False,
    ) -> None:
        """Show a topic, by its key: in place of the one shown, or as the answer to a command.

        If the key is unknown, show the first one, or, if `strict`, raise NoSuchTopic. `game` is the
        server's usual one if none is named.
        """
        settings = await ctx.settings()
        reader = Reader(
            chosen_game(self.kit.games, settings, game), ctx.words, THEMES[settings.palette]
        )
        if strict and topic not in self.topics(book, reader.game):
            raise NoSuchTopic
        layout, pictures = await self.page(book, topic, reader)
        await ctx.respond(layout, files(pictures))

    @answers(families.TOPICS)
    @handler()
    async def choose(self, ctx: Context, book: str, game: str) -> None:
        """A menu of topics; one that names no game is about the default game."""
        await self._turn(ctx, book, ctx.chosen, game or self.kit.games.default)

    @answers(families.MATCH, "how")
    @handler()
    async def how_to_play(self, ctx: Context, match: int) -> None:
        """A short introduction to the game of a match."""
        loaded = await ctx.match(match)
        found = self.kit.games.guide(loaded.record.game).how_to_play
        if found is None:
            raise NoGuide
        words, theme = ctx.words, THEMES[(await ctx.settings()).palette]
        draw = partial(found.picture, self.kit.games.newest(loaded.record.game), words, theme)
        picture = await self.private_pictures.draw(draw)
        named = [(f"primer-{ctx.interaction.id}{picture.suffix}", picture)]
        layout = compose(galleries=[named], below=[found.text(words)], rows=[found.buttons(words)])
        await ctx.tell(layout=layout, files=files(named))

    async def rules_of(self, guild: int, game: str | None) -> Mapping[str, Topic]:
        """The topics of /rules, by key; raises NoSuchGame or NoGuide."""
        settings = await self.kit.preferences.choices(guild)
        return self.topics(RULES, chosen_game(self.kit.games, settings, game))

    def topics(self, book: str, game: str) -> Mapping[str, Topic]:
        """The topics by key; raises NoGuide."""
        if book == HELP:
            return help_topics(self.kit.games, game)
        if not (rules := self.kit.games.guide(game).rules):
            raise NoGuide
        return rules

    async def page(self, book: str, topic: str, reader: Reader) -> Page:
        """One topic. Raises NoGuide."""
        topics, words = self.topics(book, reader.game), reader.words
        key = topic if topic in topics else next(iter(topics))
        found = topics[key]
        game = self.kit.games.newest(reader.game)
        lines = [words.say(found.text), *self._listed(found, words)]
        if found.lines is not None:
            lines += found.lines(game, words)
        pictures = []
        if found.picture is not None:
            draw = partial(found.picture, game, words, reader.theme)
            picture = await self.private_pictures.draw(draw)
            pictures.append((f"{book}-{key}{picture.suffix}", picture))
        layout = compose(
            texts=[words.say("## {title}", title=words.say(found.title))],
            galleries=[pictures] if pictures else [],
            below=["\n".join(lines)],
            rows=[[self._menu(book, reader.game, topics, key, words)]],
        )
        return layout, pictures

    def _listed(self, found: Topic, words: Words) -> list[str]:
        """The commands of a topic, as Discord describes them."""
        known = {one.qualified_name: one.description for one in self.tree.walk_commands()}
        does = {name: self.kit.games.description(name) or known[name] for name in found.commands}
        return [
            words.say("- `/{name}`: {does}", name=name, does=words.say(text))
            for name, text in does.items()
        ]

    def _menu(
        self, book: str, game: str, topics: Mapping[str, Topic], shown: str, words: Words
    ) -> ui.Item[Any]:
        options = [
            widgets.option(words.say(one.title), key, emoji=one.emoji, default=key == shown)
            for key, one in topics.items()
        ]
        named = "" if game == self.kit.games.default else game
        return widgets.menu(families.TOPICS.spell(book, named), options)


def topic_choices(topics: Mapping[str, Topic]) -> Sequence[app_commands.Choice[str]]:
    """Topics as choices of a command."""
    return widgets.choices((one.title, key) for key, one in topics.items())
