"""Chooses the game that a command is about."""

from bot.match.values.errors import refusal
from cogs.games.installed import InstalledGames
from cogs.preferences.server_settings import ServerSettings

# A command or a button names a game that is not installed.
NoSuchGame = refusal("NoSuchGame", "There's no such game here.")


def usual_game(games: InstalledGames, settings: ServerSettings) -> str:
    return settings.game if settings.game in games.names else games.default


def chosen_game(games: InstalledGames, settings: ServerSettings, name: str | None) -> str:
    if name is None:
        return usual_game(games, settings)
    if name not in games.names:
        raise NoSuchGame
    return name
