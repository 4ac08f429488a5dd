"""/help and /rules: explanations by topic."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from cogs.games.choosing import NoSuchGame
from cogs.games.installed import InstalledGames
from cogs.guide.commands import help_topics
from cogs.guide.handlers import HELP, RULES, GuideHandlers, NoGuide, topic_choices
from cogs.interactions.answers import private_words
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.topics import TopicCog, extension
from cogs.ui.widgets import suggestions
from texts import Catalogue, mark


def _rules_topics(games: InstalledGames) -> Mapping[str, Any]:
    """The topics of the only game; with several games they are suggested by the one chosen."""
    return {} if games.several else {CHOICES: topic_choices(games.guide(games.default).rules)}


def _help_topics(games: InstalledGames) -> Mapping[str, Any]:
    """The topics in the words of the default game."""
    return {CHOICES: topic_choices(help_topics(games, games.default))}


class Help(TopicCog):
    """Commands that explain."""

    @game_command(mark("The rules in short, by topic"), topic=_rules_topics)
    @app_commands.describe(
        topic=mark("The topic you want to know about"),
        game=mark("Which game; this server's usual one if you name none"),
    )
    async def rules(
        self, interaction: discord.Interaction, topic: str = "", game: str | None = None
    ) -> None:
        """One topic in private, and a menu of the others."""
        await self.services[GuideHandlers].turn(interaction, RULES, topic, game, strict=bool(topic))

    @game_command(mark("What Salud is, and all its commands"), topic=_help_topics)
    @app_commands.describe(topic=mark("The topic you want to know about"))
    async def help(self, interaction: discord.Interaction, topic: str = "") -> None:
        """The commands of one topic in private, and a menu of the others."""
        await self.services[GuideHandlers].turn(interaction, HELP, topic)

    @rules.autocomplete("topic")
    async def _topic(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        words = private_words(self.services[Catalogue], interaction)
        named = getattr(interaction.namespace, "game", None)
        try:
            topics = await self.services[GuideHandlers].rules_of(interaction.guild_id or 0, named)
        except (NoSuchGame, NoGuide):
            return []
        return suggestions(((words.say(one.title), key) for key, one in topics.items()), current)


setup = extension(Help)
