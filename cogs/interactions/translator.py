"""Translates the descriptions of commands into the language of each reader."""

from discord import Locale, app_commands

from cogs.base.text_limits import OPTION, cut
from texts import Catalogue
from texts.catalogue import SOURCE

TRANSLATED = (
    app_commands.TranslationContextLocation.command_description,
    app_commands.TranslationContextLocation.group_description,
    app_commands.TranslationContextLocation.parameter_description,
    app_commands.TranslationContextLocation.choice_name,
)
"""The names of commands and of options are not translated."""


class CatalogueTranslator(app_commands.Translator):
    """Looks command texts up in the catalogue.

    One that is too long is cut, as Discord would refuse all commands because of it.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None if it is the same as the default."""
        if context.location not in TRANSLATED:
            return None
        words = self._catalogue.words(locale.value)
        if words.locale == SOURCE:
            return None  # discord.py asks about each of Discord's 34 languages at every start
        text = cut(words.say(string.message), OPTION)
        return None if text == string.message else text
