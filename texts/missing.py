"""Lists untranslated texts: ``python -m texts.missing es``; without a language, all of them."""

import sys

from babel.messages.pofile import read_po

from texts.catalogue import LOCALES, SOURCE, Catalogue
from texts.extract import Message, messages


def missing(language: str) -> list[Message]:
    path = LOCALES / f"{language}.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    translated = {
        (message.id, message.context)
        for message in catalog
        if message.string and all(message.string) and not message.fuzzy
    }
    return [
        text
        for text in dict.fromkeys(messages())
        if not text.optional and (text.id, text.context) not in translated
    ]


def main(arguments: list[str]) -> None:
    every = [language for language in Catalogue.load().languages if language != SOURCE]
    for language in arguments or every:
        lacking = missing(language)
        print(f"{language}: {len(lacking)} texts are not translated")  # noqa: T201 - a command line
        for text in lacking:
            context = f"{text.context}: " if text.context else ""
            print(f"  {context}{' | '.join(text.forms)!r}")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
