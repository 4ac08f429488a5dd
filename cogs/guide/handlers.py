"""Answers /rules and /help in private, with a menu of topics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.match.values.days import day_at
from bot.match.values.errors import refusal
from bot.match.values.places import NO_SERVER
from cogs.base import custom_id_families as families
from cogs.base.incomplete import server_of
from cogs.board.day_panel import play_today_button
from cogs.drawing.queue import DrawingQueue
from cogs.games.choosing import NoSuchGame, chosen_game, usual_game
from cogs.games.guide import Topic
from cogs.games.installed import InstalledGames
from cogs.games.lesson import AGAIN, PRACTISE
from cogs.games.menu import games_menu
from cogs.guide.commands import help_topics
from cogs.interactions.answers import private_words
from cogs.interactions.anywhere import anywhere, listed
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.favourites import favourite_of_player
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.install_links import install_row
from cogs.interactions.presses import on_press
from cogs.screens.base import Style
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui import widgets
from cogs.ui.challenges import challenge_rows
from cogs.ui.layouts import MessageLayout, compose, files
from cogs.ui.widgets import suggestions
from render.picture import Picture
from render.theme import THEMES, Theme
from texts import Words, mark

RULES, HELP = "rules", "help"
Tree = app_commands.CommandTree[Any]
Page = tuple[MessageLayout, list[tuple[str, Picture]]]


NoGuide = refusal("NoGuide", "This game has no rules to read here yet.")
NoSuchTopic = refusal("NoSuchTopic", "The rules of this game have no such topic.")


def _rules_topics(games: InstalledGames) -> Mapping[str, Any]:
    return {} if games.several else {CHOICES: topic_choices(games.guide(games.default).rules)}


def _help_topics(games: InstalledGames) -> Mapping[str, Any]:
    return {CHOICES: topic_choices(help_topics(games, games.default))}


@dataclass(eq=False)
class GuideHandlers(Handlers):
    tree: Tree
    private_pictures: DrawingQueue

    @anywhere
    @game_command(mark("The rules in short, by topic"), topic=_rules_topics)
    @app_commands.describe(
        topic=mark("The topic you want to know about"),
        game=mark("Which game; the one played most lately if you name none"),
    )
    @handler()
    async def rules(self, ctx: Context, topic: str = "", game: str | None = None) -> None:
        if game is None and not topic:
            usual = usual_game(self.kit.games, await ctx.settings())
            readable = [*self._readable()]
            game = await favourite_of_player(self.kit, ctx.home, ctx.user, usual, readable)
        await self._turn(ctx, RULES, topic, game, strict=bool(topic))

    @rules.autocomplete("topic")
    async def _topic(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        words = private_words(self.kit.catalogue, interaction)
        named = getattr(interaction.namespace, "game", None)
        try:
            topics = await self.rules_of(server_of(interaction) or NO_SERVER, named)
        except (NoSuchGame, NoGuide):
            return []
        return suggestions(
            ((words.say(entry.title), key) for key, entry in topics.items()), current
        )

    @anywhere
    @game_command(mark("What Salud is, and all its commands"), topic=_help_topics)
    @app_commands.describe(topic=mark("The topic you want to know about"))
    @handler()
    async def help(self, ctx: Context, topic: str = "") -> None:
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
        """Show a topic by its key, in the pressed message or as the answer to a command.

        If the key is unknown, show the first topic, or raise NoSuchTopic if `strict`.
        """
        settings = await ctx.settings()
        game = chosen_game(self.kit.games, settings, game)
        if strict and topic not in self.topics(book, game):
            raise NoSuchTopic
        outside = None if ctx.server is not None else ctx.interaction.application_id
        theme = THEMES[settings.palette]
        layout, pictures = await self.page(book, topic, game, ctx.words, theme, outside)
        await ctx.respond(layout, files(pictures))

    @on_press(families.TOPICS)
    @handler()
    async def choose(self, ctx: Context, book: str, game: str) -> None:
        await self._turn(ctx, book, ctx.chosen, game or self.kit.games.default)

    @on_press(families.GUIDE_GAME, "rules")
    @handler()
    async def rules_of_game(self, ctx: Context) -> None:
        await self._turn(ctx, RULES, game=ctx.chosen)

    def _readable(self) -> Iterator[str]:
        games = self.kit.games
        return (game for game in games.names if games.guide(game).rules)

    @on_press(families.MATCH, "how")
    @handler()
    async def how_to_play(self, ctx: Context, match: int) -> None:
        loaded = await ctx.match(match)
        primer = self.kit.games.guide(loaded.record.game).how_to_play
        if primer is None:
            raise NoGuide
        words, theme = ctx.words, THEMES[(await ctx.settings()).palette]
        draw = partial(primer.picture, self.kit.games.newest(loaded.record.game), words, theme)
        picture = await self.private_pictures.draw(draw)
        named = [(f"primer-{ctx.interaction.id}{picture.suffix}", picture)]
        layout = compose(
            galleries=[named], below=[primer.text(words)], rows=[primer.buttons(words)]
        )
        await ctx.tell(layout=layout, files=files(named))

    @on_press(families.MATCH, "rules")
    @handler()
    async def rules_of_match(self, ctx: Context, match: int) -> None:
        game = (await ctx.match(match)).record.game
        theme = THEMES[(await ctx.settings()).palette]
        layout, pictures = await self.page(RULES, "", game, ctx.words, theme)
        await ctx.tell(layout=layout, files=files(pictures))

    async def rules_of(self, guild: int, game: str | None) -> Mapping[str, Topic]:
        settings = await self.kit.preferences.choices(guild)
        return self.topics(RULES, chosen_game(self.kit.games, settings, game))

    def topics(self, book: str, game: str) -> Mapping[str, Topic]:
        if book == HELP:
            return help_topics(self.kit.games, game)
        if not (rules := self.kit.games.guide(game).rules):
            raise NoGuide
        return rules

    async def page(
        self,
        book: str,
        topic: str,
        name: str,
        words: Words,
        theme: Theme,
        outside: int | None = None,
    ) -> Page:
        """Return a topic of a game by its key, or the first topic.

        `outside` is the application's id for a reader outside servers.
        """
        topics = self.topics(book, name)
        first = next(iter(topics))
        key = topic if topic in topics else first
        entry = topics[key]
        game = self.kit.games.newest(name)
        lines = [words.say(entry.text), *self._listed(entry, words)]
        if entry.lines is not None:
            lines += entry.lines(game, words)
        begins = book == HELP and key == first
        if begins and outside is not None:
            lines.append(_outside(words))
        pictures = []
        if entry.picture is not None:
            draw = partial(entry.picture, game, words, theme)
            picture = await self.private_pictures.draw(draw)
            pictures.append((f"{book}-{key}{picture.suffix}", picture))
        layout = compose(
            texts=[words.say("## {title}", title=words.say(entry.title))],
            galleries=[pictures] if pictures else [],
            below=["\n".join(lines)],
            rows=[
                *self._games(book, name),
                [self._menu(book, name, topics, key, words)],
                *(self._first_steps(name, words, outside) if begins else ()),
            ],
        )
        return layout, pictures

    def _first_steps(
        self, game: str, words: Words, outside: int | None
    ) -> list[list[ui.Item[Any]]]:
        """Return buttons to learn, to practise and to play the puzzle of the day, and a menu of
        members to challenge; outside servers, a link that adds the bot to one instead.
        """
        games = self.kit.games
        buttons: list[ui.Item[Any]] = []
        if (lesson := games.lesson(game)) is not None:
            for verb, label, emoji, style in (
                (AGAIN, words.say("Learn to play"), "🎓", Style.MAIN),
                (PRACTISE, lesson.practise(words), lesson.emoji, Style.CALM),
            ):
                custom_id = families.TUTORIAL.spell(lesson.version, "", verb, game)
                buttons.append(widgets.button(custom_id, label, emoji=emoji, style=style))
        if games.daily:
            today, puzzle = day_at(self.kit.matches.clock.now()), games.daily[0]
            buttons.append(play_today_button(games.screens(puzzle), puzzle, today, words))
        if outside is not None:
            last = [install_row(outside, words)]
        else:
            last = challenge_rows(games.newest(game), words)
        return [*([buttons] if buttons else []), *last]

    def _games(self, book: str, game: str) -> list[list[ui.Item[Any]]]:
        if book != RULES:
            return []
        custom_id = families.GUIDE_GAME.spell(RULES)
        return games_menu(custom_id, self.kit.games, game, self._readable())

    def _listed(self, topic: Topic, words: Words) -> list[str]:
        descriptions = {
            command.qualified_name: command.description for command in self.tree.walk_commands()
        }
        does = {
            name: self.kit.games.description(name) or descriptions[name] for name in topic.commands
        }
        return [
            words.say("- `/{name}`: {does}", name=name, does=words.say(text))
            for name, text in does.items()
        ]

    def _menu(
        self, book: str, game: str, topics: Mapping[str, Topic], selected: str, words: Words
    ) -> ui.Item[Any]:
        options = [
            widgets.option(words.say(entry.title), key, emoji=entry.emoji, default=key == selected)
            for key, entry in topics.items()
        ]
        named = "" if game == self.kit.games.default else game
        return widgets.menu(families.TOPICS.spell(book, named), options)


def _outside(words: Words) -> str:
    return words.say(
        "-# Here you can use {commands}. Matches with others and tournaments need a server that "
        "has added me.",
        commands=listed(words),
    )


def topic_choices(topics: Mapping[str, Topic]) -> Sequence[app_commands.Choice[str]]:
    return widgets.choices((entry.title, key) for key, entry in topics.items())


def build(kit: TopicKit) -> BuiltTopic:
    return BuiltTopic((GuideHandlers(kit.interactions, kit.kit.client.tree, kit.drawing.private),))
