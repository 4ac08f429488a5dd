"""/challenge, /open, /practice: how matches come about."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.match.values.players import Company
from cogs.games.installed import InstalledGames
from cogs.interactions.game_options import game_command
from cogs.interactions.topics import TopicCog, extension
from cogs.invitations.handlers import InvitationHandlers
from cogs.preferences.server_settings import PACES
from cogs.ui.computer_names import LEVELS
from cogs.ui.widgets import choices
from engine.core.types import Level
from texts import mark

PACE_CHOICES = choices((option.label, option.value) for option in PACES.options)
COMPUTERS = mark("How many computers play with you")
HOW_WELL = mark("How well computers play; like an apprentice unless you say so")
LEVEL_CHOICES = choices((label, level.value) for level, label in LEVELS.items())
WHICH_GAME = mark("Which game; this server's usual one if you name none")


def _seats(games: InstalledGames) -> Mapping[str, Any]:
    """As many as the largest of the games has."""
    return {"max_value": max(2, _most_seats(games))}


def _rivals(games: InstalledGames) -> Mapping[str, Any]:
    """All but one of the seats of the largest of the games."""
    return {"max_value": max(1, _most_seats(games) - 1)}


def _companions(games: InstalledGames) -> Mapping[str, Any] | None:
    """All but two of the seats of the largest of the games; no option where that is none."""
    most = _most_seats(games) - 2
    return {"max_value": most} if most > 0 else None


def _most_seats(games: InstalledGames) -> int:
    return max(games.newest(game).info.seats[-1] for game in games.names)


class InvitationCommands(TopicCog):
    """Commands that make matches."""

    @game_command(mark("Challenge friends to a match"), computers=_companions)
    @app_commands.describe(
        opponent=mark("Who plays against you"),
        opponent2=mark("A third player"),
        opponent3=mark("A fourth player"),
        computers=COMPUTERS,
        level=HOW_WELL,
        pace=mark("How long each turn can take"),
        word=mark("A word of yours that goes into the dice; everyone can read it"),
        game=WHICH_GAME,
    )
    @app_commands.choices(pace=PACE_CHOICES, level=LEVEL_CHOICES)
    async def challenge(
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | discord.User,
        opponent2: discord.Member | discord.User | None = None,
        opponent3: discord.Member | discord.User | None = None,
        computers: app_commands.Range[int, 1, 2] | None = None,
        level: str | None = None,
        pace: str | None = None,
        word: str | None = None,
        game: str | None = None,
    ) -> None:
        """An invitation to one, two or three people, and seats for computers."""
        named = [person for person in (opponent, opponent2, opponent3) if person is not None]
        await self.services[InvitationHandlers].challenge(
            interaction, named, game, pace, word, _company(computers, level)
        )

    @game_command(
        mark("Open a table that anyone can join"),
        name="open",
        seats=_seats,
        computers=_companions,
    )
    @app_commands.describe(
        seats=mark("How many can play, including you"),
        computers=mark("How many of the seats computers take"),
        level=HOW_WELL,
        pace=mark("How long each turn can take"),
        word=mark("A word of yours that goes into the dice; everyone can read it"),
        game=WHICH_GAME,
    )
    @app_commands.choices(pace=PACE_CHOICES, level=LEVEL_CHOICES)
    async def open_table(
        self,
        interaction: discord.Interaction,
        seats: app_commands.Range[int, 2, 4] | None = None,
        computers: app_commands.Range[int, 1, 2] | None = None,
        level: str | None = None,
        pace: str | None = None,
        word: str | None = None,
        game: str | None = None,
    ) -> None:
        """A table with free seats."""
        await self.services[InvitationHandlers].open_table(
            interaction, seats, game, pace, word, _company(computers, level)
        )

    @game_command(mark("Practise right now against computers"), rivals=_rivals)
    @app_commands.describe(
        rivals=mark("How many computers"),
        level=HOW_WELL,
        word=mark("A word of yours that goes into the dice; everyone can read it"),
        game=WHICH_GAME,
    )
    @app_commands.choices(level=LEVEL_CHOICES)
    async def practice(
        self,
        interaction: discord.Interaction,
        rivals: app_commands.Range[int, 1, 3] | None = None,
        level: str | None = None,
        word: str | None = None,
        game: str | None = None,
    ) -> None:
        """A match against computers, or alone."""
        await self.services[InvitationHandlers].practise(
            interaction,
            game,
            rivals=rivals,
            level=None if level is None else Level(level),
            word=word,
        )


def _company(computers: int | None, level: str | None) -> Company | None:
    """The computers that were asked for; None if nothing was said of any."""
    if computers is None and level is None:
        return None
    return Company(Level(level or Level.APPRENTICE.value), computers or 0)


setup = extension(InvitationCommands)
