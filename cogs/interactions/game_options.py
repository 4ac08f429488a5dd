"""The command option `game`, and other parts of commands that depend on the installed games."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands.commands import CommandCallback, GroupT, P, T

from cogs.games.installed import InstalledGames
from cogs.interactions.context import Handlers

GAME, CHOICES = "game", "choices"
ClientT = TypeVar("ClientT", bound=discord.Client)
Fit = Callable[[InstalledGames], Mapping[str, Any] | None]
"""Returns changes to an option for Discord, or None to remove it; its ``choices`` are Choices."""


def game_option(games: InstalledGames) -> Mapping[str, Any] | None:
    if not games.several:
        return None
    return {
        CHOICES: [app_commands.Choice(name=games.title(game), value=game) for game in games.names]
    }


class GameCommand(app_commands.Command[GroupT, P, T]):
    async def get_translated_payload(
        self, tree: app_commands.CommandTree[ClientT], translator: app_commands.Translator
    ) -> dict[str, Any]:
        payload = self._fitted(await super().get_translated_payload(tree, translator))
        for option in payload["options"]:
            if CHOICES in option:
                option[CHOICES] = [
                    await choice.get_translated_payload(translator)
                    if isinstance(choice, app_commands.Choice)
                    else choice
                    for choice in option[CHOICES]
                ]
        if (text := self._games.description(self.name)) is not None:
            payload["description_localizations"] = await self._localized(text, translator)
        return payload

    def to_dict(self, tree: app_commands.CommandTree[ClientT]) -> dict[str, Any]:
        payload = self._fitted(super().to_dict(tree))
        for option in payload["options"]:
            if CHOICES in option:
                option[CHOICES] = [
                    choice.to_dict() if isinstance(choice, app_commands.Choice) else choice
                    for choice in option[CHOICES]
                ]
        return payload

    async def _localized(self, text: str, translator: app_commands.Translator) -> dict[str, str]:
        where: app_commands.TranslationContext[Any, Any] = app_commands.TranslationContext(
            app_commands.TranslationContextLocation.command_description, self
        )
        translations = {
            locale.value: await translator.translate(app_commands.locale_str(text), locale, where)
            for locale in discord.Locale
        }
        return {
            locale: translation
            for locale, translation in translations.items()
            if translation is not None
        }

    @property
    def _games(self) -> InstalledGames:
        assert isinstance(self.binding, Handlers), "commands are methods of Handlers"
        return self.binding.interactions.kit.games

    def _fitted(self, payload: dict[str, Any]) -> dict[str, Any]:
        """Return the command adapted to the installed games, with the choices not yet converted."""
        fits: Mapping[str, Fit] = self.extras["fits"]
        options = []
        for option in payload["options"]:
            fit = fits.get(option["name"])
            changed = {} if fit is None else fit(self._games)
            if changed is None:
                continue
            options.append({**option, **changed})
            if CHOICES in changed:  # Discord accepts only one of the two
                options[-1].pop("autocomplete", None)
        text = self._games.description(self.name) or payload["description"]
        return payload | {"options": options, "description": text}


def game_command(
    description: str, *, name: str | None = None, **fits: Fit
) -> "Callable[[CommandCallback[GroupT, P, T]], GameCommand[GroupT, P, T]]":
    """Declare a command with an option `game`; `fits` adapt further options, by name."""

    # Quoted, because discord.py defines another CommandCallback at run time.
    def decorator(callback: "CommandCallback[GroupT, P, T]") -> GameCommand[GroupT, P, T]:
        return GameCommand(
            name=name or callback.__name__,
            description=description,
            callback=callback,
            extras={"fits": {GAME: game_option, **fits}},
        )

    return decorator
