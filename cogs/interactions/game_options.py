"""The option `game` of commands: which game is meant. It is there where several are installed."""

from collections.abc import Callable
from typing import Any

from discord import app_commands
from discord.app_commands.commands import CommandCallback, GroupT, P, T

from bot.match.errors import Refusal
from bot.match.games import Games
from cogs.server.settings import ServerSettings
from texts import mark

GAME = "game"


class NoSuchGame(Refusal):
    """A command or a button names a game that is not installed."""

    sentence = mark("There's no such game here.")


def game_title(game: str) -> str:
    """What a game is called, in all languages: ``dice-miner`` is Dice Miner."""
    return game.replace("-", " ").title()


def usual_game(games: Games, choices: ServerSettings) -> str:
    """The game that a server means if it names none."""
    return choices.game if choices.game in games.names else games.usual


def named_game(games: Games, name: str) -> str:
    """A game that was named; raises NoSuchGame."""
    if name not in games.names:
        raise NoSuchGame
    return name


Option = dict[str, Any]
"""An option of a command, as Discord gets it."""
Fit = Callable[[Option, Games], None]
"""Lets an option offer what the installed games have."""


class GameCommand(app_commands.Command[GroupT, P, T]):
    """A command with an option `game`, which Discord shows where there are several games."""

    async def get_translated_payload(
        self,
        tree: app_commands.CommandTree[Any],
        translator: app_commands.Translator,
    ) -> dict[str, Any]:
        """As Discord gets it, in all languages."""
        return self._fitted(tree, await super().get_translated_payload(tree, translator))

    def to_dict(self, tree: app_commands.CommandTree[Any]) -> dict[str, Any]:
        """As Discord gets it."""
        return self._fitted(tree, super().to_dict(tree))

    def _fitted(
        self, tree: app_commands.CommandTree[Any], payload: dict[str, Any]
    ) -> dict[str, Any]:
        games: Games = tree.client.services.matches.games
        options: dict[str, Option] = {option["name"]: option for option in payload["options"]}
        if len(games.names) > 1:
            options[GAME]["choices"] = [
                {"name": game_title(one), "value": one} for one in games.names
            ]
        else:
            del options[GAME]
        for name, fit in self.extras.items():
            fit(options[name], games)
        return payload | {"options": list(options.values())}


def game_command(
    description: str, **fits: Fit
) -> "Callable[[CommandCallback[GroupT, P, T]], GameCommand[GroupT, P, T]]":
    """`app_commands.command` for a command with an option `game`; its name is the function's.

    `fits` are called for other options that depend on the installed games, by their names.
    """

    # Quoted: while it runs, discord.py's CommandCallback is another alias.
    def decorator(callback: "CommandCallback[GroupT, P, T]") -> GameCommand[GroupT, P, T]:
        return GameCommand(
            name=callback.__name__,
            description=description,
            callback=callback,
            extras=dict(fits),
        )

    return decorator
