"""Lists the untranslated texts of a language, or of every language.

``python -m tools.translation.missing es`` reads the catalogue that
`tools.translation.extract` updates.
"""

import sys

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from texts.catalogue import LOCALES, OBJECT, SOURCE, Catalogue
from tools.translation.extract import forms, texts


def missing(language: str) -> list[Message]:
    with (LOCALES / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    return [
        message
        for message in texts(catalog)
        if message.context != OBJECT and (message.fuzzy or not all(forms(message.string or "")))
    ]


def main(arguments: list[str]) -> None:
    every = [language for language in Catalogue.load().languages if language != SOURCE]
    for language in arguments or every:
        lacking = missing(language)
        print(f"{language}: {len(lacking)} texts are not translated")  # noqa: T201 - a command line
        for message in lacking:
            context = f"{message.context}: " if message.context else ""
            print(f"  {context}{' | '.join(forms(message.id))!r}")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
