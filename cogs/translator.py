"""Commands and their options in each reader's language."""

from discord import Locale, app_commands

from texts import Catalogue


class CatalogueTranslator(app_commands.Translator):
    """Looks command texts up in the catalogue; names of commands stay as they are."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None where there is no other than the default."""
        del context
        text = self._catalogue.words(locale.value).say(string.message)
        return None if text == string.message else text
