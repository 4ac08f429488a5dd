"""Commands and their options in each reader's language."""

from discord import Locale, app_commands

from cogs.ui.text_limits import OPTION, cut
from texts import Catalogue

SAID = (
    app_commands.TranslationContextLocation.command_description,
    app_commands.TranslationContextLocation.group_description,
    app_commands.TranslationContextLocation.parameter_description,
    app_commands.TranslationContextLocation.choice_name,
)
"""What is translated; the names of commands and of their options stay as they are."""


class CatalogueTranslator(app_commands.Translator):
    """Looks command texts up in the catalogue.

    One that is too long for Discord is cut: it would refuse all commands because of it.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None if there is only the default."""
        if context.location not in SAID:
            return None
        text = cut(self._catalogue.words(locale.value).say(string.message), OPTION)
        return None if text == string.message else text
