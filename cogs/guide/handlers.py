"""Explains the rules and the commands, privately, with a menu of topics."""

import asyncio
from typing import Any

from discord import app_commands, ui

from bot.match.lobby.opening import Opening
from cogs.guide.commands import COMMANDS
from cogs.guide.topics import Topic
from cogs.interactions import custom_ids
from cogs.interactions.context import Context, Handlers, Interactions, handler
from cogs.server.preferences import Preferences
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose, files
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.rules import DiceMiner
from games.dice_miner.rules_guide import RULES
from render.games.dice_miner.faces import draw_faces
from render.games.dice_miner.words import hero_gives, hero_name
from render.picture import Picture
from render.theme import Theme
from texts import Words

BOOKS = {"rules": RULES, "help": COMMANDS}
"""What can be looked up, by topic."""
Tree = app_commands.CommandTree[Any]
Page = tuple[MessageLayout, list[tuple[str, Picture]]]
"""A message with its pictures, by file name."""


class Guide(Handlers):
    """Who answers /rules, /help and their menus."""

    def __init__(
        self,
        interactions: Interactions,
        tree: Tree,
        opening: Opening,
        preferences: Preferences,
    ) -> None:
        super().__init__(interactions)
        self._tree = tree
        self._opening = opening
        self._preferences = preferences

    @handler()
    async def turn(self, ctx: Context, book: str, topic: str = "") -> None:
        """Show a topic, by its key: in place of the one shown, or as the answer to a command.

        The first one where the key is unknown.
        """
        assert ctx.interaction.guild_id is not None, "commands and menus are of servers"
        theme = await self._preferences.theme(ctx.interaction.guild_id)
        layout, pictures = await asyncio.to_thread(self.page, book, topic, ctx.words, theme)
        await ctx.interaction.edit_original_response(view=layout, attachments=files(pictures))

    def page(self, book: str, topic: str, words: Words, theme: Theme) -> Page:
        """One topic; slow, so called in a worker thread."""
        key = topic if topic in BOOKS[book] else next(iter(BOOKS[book]))
        found = BOOKS[book][key]
        lines = [words.say(found.text), *self._listed(found, words)]
        picture = self._picture(found, words, theme)
        pictures = [] if picture is None else [(f"{book}-{key}{picture.suffix}", picture)]
        title = words.say("## {title}", title=words.say(found.title))
        layout = compose(
            texts=[title],
            galleries=[pictures] if pictures else [],
            below=["\n".join(lines)],
            rows=[[_menu(book, key, words)]],
        )
        return layout, pictures

    def _listed(self, found: Topic, words: Words) -> list[str]:
        """The commands of a topic, as Discord describes them, and the heroes."""
        known = {one.qualified_name: one for one in self._tree.walk_commands()}
        lines = [
            words.say("- `/{name}`: {does}", name=name, does=words.say(known[name].description))
            for name in found.commands
        ]
        content = self._content() if found.heroes else None
        for hero in () if content is None else content.heroes:
            name, gives = hero_name(words, hero.name), hero_gives(words, hero.faces)
            lines.append(words.say("- **{hero}**: {gives}", hero=name, gives=gives))
        return lines

    def _picture(self, found: Topic, words: Words, theme: Theme) -> Picture | None:
        """The picture of faces for a topic, or None."""
        faces = found.faces
        content = self._content()
        if faces is None or content is None:
            return None
        return draw_faces(content, words, theme, faces.kinds, beer=faces.beer)

    def _content(self) -> Content | None:
        """The dice that new matches have; None if another game is played."""
        game = self._opening.matches.games.newest(self._opening.game)
        return game.content if isinstance(game, DiceMiner) else None


def _menu(book: str, shown: str, words: Words) -> ui.Item[Any]:
    options = [
        widgets.option(words.say(one.title), key, emoji=one.emoji, default=key == shown)
        for key, one in BOOKS[book].items()
    ]
    return widgets.menu(custom_ids.topics(book), options)
