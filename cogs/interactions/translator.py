"""Translates command descriptions, and the names of context menus, into each reader's language."""

from discord import Locale, app_commands

from cogs.base.text_limits import MENU, OPTION, cut
from texts import Catalogue
from texts.catalogue import SOURCE

TRANSLATED = (
    app_commands.TranslationContextLocation.command_description,
    app_commands.TranslationContextLocation.group_description,
    app_commands.TranslationContextLocation.parameter_description,
    app_commands.TranslationContextLocation.choice_name,
)
"""Names of commands and options are not translated: people type them, and texts mention them."""


class CatalogueTranslator(app_commands.Translator):
    """Looks up command texts in the catalogue.

    Long translations are cut, because Discord would otherwise refuse all commands.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        if context.location not in TRANSLATED and not is_menu:
            return None
        words = self._catalogue.words(locale.value)
        if words.locale == SOURCE:
            return None  # discord.py asks about each of Discord's 34 languages at every start
        text = cut(words.say(string.message), MENU if is_menu else OPTION)
        return None if text == string.message else text
